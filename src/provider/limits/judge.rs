//! What of one definition a target refuses, and cannot be put right on the way there.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Limit, Limits, Rule, Target};

/// What is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Objection {
    /// The description is too long.
    LongDescription {
        /// In characters.
        count: usize,
        /// In characters.
        most: usize,
    },
    /// A keyword stands at the root.
    RootKeyword(String),
    /// A keyword stands anywhere.
    Keyword(String),
    /// The schema contains itself.
    Recursion,
    /// An object takes keys that it does not name, or a value's type is not said.
    Open,
    /// There is more of something than the target takes.
    TooMany {
        /// `properties`, `levels`, `enum values` or `characters of names and values`.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many it takes.
        most: usize,
    },
}

/// An objection, where it applies, and the limit behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What is refused.
    pub objection: Objection,
    /// The properties on the way to it; empty for the definition as a whole.
    pub path: Vec<String>,
    /// Who says so.
    pub limit: Limit,
}

impl Limits {
    /// Everything that a target refuses of a definition. Names are not judged: they get an alias.
    pub fn judge(&self, target: Target, description: &str, schema: &Value) -> Vec<Finding> {
        let mut findings = Vec::new();
        let characters = description.chars().count();
        for limit in self.of(target) {
            let mut found = |objection, path: &[String]| {
                findings.push(Finding {
                    objection,
                    path: path.to_vec(),
                    limit: limit.clone(),
                });
            };
            match limit.rule {
                Rule::LongestDescription(most) if characters > most => {
                    let count = characters;
                    found(Objection::LongDescription { count, most }, &[]);
                }
                Rule::RootKeywords(keywords) => {
                    let stands = |keyword: &&&str| schema.get(**keyword).is_some();
                    for keyword in keywords.iter().filter(stands) {
                        found(Objection::RootKeyword((*keyword).to_owned()), &[]);
                    }
                }
                Rule::Keywords(keywords) => each(schema, &mut |node, path| {
                    for keyword in keywords.iter().filter(|it| node.contains_key(**it)) {
                        found(Objection::Keyword((*keyword).to_owned()), path);
                    }
                }),
                Rule::NoRecursion => {
                    if let Some(path) = recursion(schema) {
                        found(Objection::Recursion, &path);
                    }
                }
                Rule::Closed => each(schema, &mut |node, path| {
                    // The root is closed on the way, wherever nothing says that it is open.
                    let is_open = match node.get("additionalProperties") {
                        None | Some(Value::Bool(false)) => {
                            is_object(node) && !node.contains_key("properties") && !path.is_empty()
                        }
                        Some(_) => true,
                    };
                    let says_type = ["type", "anyOf", "oneOf", "$ref", "const", "enum"];
                    let says_type = says_type.iter().any(|key| node.contains_key(*key));
                    if is_open || (!says_type && !path.is_empty()) {
                        found(Objection::Open, path);
                    }
                }),
                Rule::Properties(most) => {
                    budget("properties", Size::of(schema).properties, most, &mut found);
                }
                Rule::Levels(most) => budget("levels", levels(schema), most, &mut found),
                Rule::EnumValues(most) => {
                    budget("enum values", Size::of(schema).values, most, &mut found);
                }
                Rule::Characters(most) => {
                    let count = Size::of(schema).characters;
                    budget("characters of names and values", count, most, &mut found);
                }
                _ => {}
            }
        }
        findings
    }
}

fn budget(
    what: &'static str,
    count: usize,
    most: usize,
    found: &mut impl FnMut(Objection, &[String]),
) {
    if count > most {
        found(Objection::TooMany { what, count, most }, &[]);
    }
}

fn is_object(node: &Map<String, Value>) -> bool {
    match node.get("type") {
        Some(Value::Array(words)) => words.iter().any(|word| word == "object"),
        word => word.is_some_and(|word| word == "object"),
    }
}

/// What is counted over all objects of a schema.
#[derive(Debug, Default)]
struct Size {
    properties: usize,
    values: usize,
    characters: usize,
}

impl Size {
    fn of(schema: &Value) -> Self {
        let mut size = Self::default();
        each(schema, &mut |node, _| {
            if let Some(Value::Object(properties)) = node.get("properties") {
                size.properties += properties.len();
                size.characters += properties.keys().map(|key| key.len()).sum::<usize>();
            }
            let values = node.get("enum").and_then(Value::as_array);
            let words = values.into_iter().flatten().chain(node.get("const"));
            for word in words {
                size.values += usize::from(values.is_some());
                size.characters += word.as_str().map_or(0, str::len);
            }
        });
        size
    }
}

fn levels(schema: &Value) -> usize {
    let Value::Object(node) = schema else {
        return 0;
    };
    let own = node.contains_key("properties") || node.contains_key("items");
    let below = children(node).map(|(_, child)| levels(child)).max();
    usize::from(own) + below.unwrap_or(0)
}

/// Calls `visit` with every object of a schema, and the properties on the way to it.
fn each(schema: &Value, visit: &mut impl FnMut(&Map<String, Value>, &[String])) {
    fn walk(
        schema: &Value,
        path: &mut Vec<String>,
        visit: &mut impl FnMut(&Map<String, Value>, &[String]),
    ) {
        let Value::Object(node) = schema else {
            return;
        };
        visit(node, path);
        for (name, child) in children(node) {
            let deeper = name.is_some();
            path.extend(name.map(str::to_owned));
            walk(child, path, visit);
            if deeper {
                path.pop();
            }
        }
    }
    walk(schema, &mut Vec::new(), visit);
}

/// The schemas right inside of one, with the property that each is the schema of.
fn children(node: &Map<String, Value>) -> impl Iterator<Item = (Option<&str>, &Value)> {
    node.iter().flat_map(|(key, value)| {
        let inside: Vec<(Option<&str>, &Value)> = match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let named = properties.iter();
                named.map(|(name, it)| (Some(name.as_str()), it)).collect()
            }
            ("$defs" | "definitions" | "patternProperties", Value::Object(schemas)) => {
                schemas.values().map(|it| (None, it)).collect()
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems" | "items", Value::Array(schemas)) => {
                schemas.iter().map(|it| (None, it)).collect()
            }
            ("items" | "additionalProperties" | "not" | "if" | "then" | "else", schema) => {
                vec![(None, schema)]
            }
            _ => Vec::new(),
        };
        inside
    })
}

/// The properties on the way to a reference that leads back to where it comes from.
fn recursion(schema: &Value) -> Option<Vec<String>> {
    let mut search = Search {
        root: schema,
        path: Vec::new(),
        within: vec!["#"],
        ends: HashSet::new(),
    };
    search.walk(schema).then_some(search.path)
}

struct Search<'a> {
    root: &'a Value,
    path: Vec<String>,
    /// The references that are being followed.
    within: Vec<&'a str>,
    /// The references that lead nowhere back: each is followed once.
    ends: HashSet<&'a str>,
}

impl<'a> Search<'a> {
    fn walk(&mut self, schema: &'a Value) -> bool {
        let Value::Object(node) = schema else {
            return false;
        };
        if let Some(Value::String(reference)) = node.get("$ref") {
            return self.follow(reference);
        }
        for (name, child) in children(node) {
            self.path.extend(name.map(str::to_owned));
            if self.walk(child) {
                return true;
            }
            if name.is_some() {
                self.path.pop();
            }
        }
        false
    }

    fn follow(&mut self, reference: &'a str) -> bool {
        if self.within.contains(&reference) {
            return true;
        }
        let place = reference
            .strip_prefix('#')
            .filter(|_| self.ends.insert(reference));
        let Some(place) = place.and_then(|place| self.root.pointer(place)) else {
            return false;
        };
        self.within.push(reference);
        let found = self.walk(place);
        self.within.pop();
        found
    }
}
