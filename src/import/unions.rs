//! Alternatives and enums: null apart, words together, objects told apart by a constant, the rest in order.

use serde_json::{Map, Value};

use super::objects::rust;
use super::report::NoteKind;
use super::shape::{Body, Kind, Shape, Variant};
use super::typed::{Reason, Typed, Typist};
use super::words::whole;
use crate::compiler::check::names::{Role, Scope};

/// What may stand beside alternatives without narrowing them.
const BESIDE: &[&str] = &[
    "anyOf",
    "oneOf",
    "description",
    "default",
    "nullable",
    "$defs",
    "definitions",
];

impl Typist<'_> {
    /// `anyOf` and `oneOf`.
    pub(super) fn alternatives(
        &mut self,
        node: &Map<String, Value>,
        hint: &str,
    ) -> Result<Typed, Reason> {
        let key = if node.contains_key("anyOf") {
            "anyOf"
        } else {
            "oneOf"
        };
        let beside = [
            "type",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "enum",
            "const",
            "pattern",
            "format",
            "minimum",
            "maximum",
            "minLength",
            "maxLength",
            "oneOf",
        ];
        let beside = beside
            .iter()
            .find(|it| node.contains_key(**it) && **it != key && !BESIDE[2..].contains(it));
        if let Some(other) = beside {
            return Err(format!("`{other}` beside `{key}`"));
        }
        let Some(Value::Array(written)) = node.get(key) else {
            return Err(format!("`{key}`"));
        };
        let (null, rest): (Vec<&Value>, Vec<&Value>) = written.iter().partition(|it| is_null(it));
        let mut typed = match rest.as_slice() {
            [] => return Err(format!("`{key}` of nothing")),
            [one] => self.schema(one, hint)?,
            many => {
                if let Some(words) = self.constants(many) {
                    words
                } else if let Some(tagged) = self.tagged(many, hint)? {
                    tagged
                } else {
                    if key == "oneOf" {
                        self.note(NoteKind::OneOf, "");
                    }
                    self.union(many, hint)?
                }
            }
        };
        typed.nullable |= !null.is_empty();
        Ok(typed)
    }

    fn union(&mut self, alternatives: &[&Value], hint: &str) -> Result<Typed, Reason> {
        let mut nullable = false;
        let mut shapes: Vec<Shape> = Vec::new();
        for (index, alternative) in alternatives.iter().enumerate() {
            let typed = self.schema(alternative, &format!("{hint} {}", index + 1))?;
            nullable |= typed.nullable;
            if !shapes.contains(&typed.shape) {
                shapes.push(typed.shape);
            }
        }
        let mut typed = match shapes.len() {
            1 => Typed {
                shape: shapes.remove(0),
                nullable,
                default: None,
            },
            _ => Typed::plain(Kind::Defined(self.define(hint, Body::Union(shapes)))),
        };
        typed.nullable = nullable;
        Ok(typed)
    }

    /// Alternatives that are words are an enum; what is said of each stands in the description.
    fn constants(&mut self, alternatives: &[&Value]) -> Option<Typed> {
        let mut words: Vec<String> = Vec::new();
        let mut said = Vec::new();
        for alternative in alternatives {
            let node = alternative.as_object()?;
            let values = match (node.get("const"), node.get("enum")) {
                (Some(value), None) => vec![value],
                (None, Some(Value::Array(values))) => values.iter().collect(),
                _ => return None,
            };
            let texts: Option<Vec<&str>> = values.into_iter().map(Value::as_str).collect();
            let texts = texts?;
            if let Some(text) = node.get("description").and_then(Value::as_str) {
                said.push(format!("{}: {text}", texts.join(", ")));
            }
            words.extend(texts.into_iter().map(str::to_owned));
        }
        let mut typed = Typed::plain(self.choice(words));
        if !said.is_empty() {
            self.note(NoteKind::Values, "");
            typed.shape.description = said.join("\n");
        }
        Some(typed)
    }

    /// Objects that one required constant tells apart.
    fn tagged(&mut self, alternatives: &[&Value], hint: &str) -> Result<Option<Typed>, Reason> {
        let nodes: Option<Vec<&Map<String, Value>>> =
            alternatives.iter().map(|it| self.resolved(it)).collect();
        let Some(nodes) = nodes else {
            return Ok(None);
        };
        let nodes: Vec<Map<String, Value>> = nodes.into_iter().cloned().collect();
        let Some(tag) = common_tag(&nodes) else {
            return Ok(None);
        };
        let mut scope = Scope::new(Role::Variant);
        let mut variants = Vec::new();
        for mut node in nodes {
            let value = constant(&node, &tag).unwrap_or_default().to_owned();
            if let Some(Value::Object(properties)) = node.get_mut("properties") {
                properties.shift_remove(&tag);
            }
            if let Some(Value::Array(required)) = node.get_mut("required") {
                required.retain(|name| *name != tag.as_str());
            }
            let description = node.get("description").and_then(Value::as_str);
            let open = self.openness(&node)?;
            variants.push(Variant {
                rust: rust(&mut scope, &value),
                description: description.unwrap_or_default().to_owned(),
                fields: self.fields(&node, open)?,
                value,
                open,
            });
        }
        let body = Body::Tagged { tag, variants };
        Ok(Some(Typed::plain(Kind::Defined(self.define(hint, body)))))
    }

    /// The object behind an alternative, whether it stands there or is referred to.
    fn resolved<'v>(&'v self, schema: &'v Value) -> Option<&'v Map<String, Value>> {
        let node = schema.as_object()?;
        match node.get("$ref").and_then(Value::as_str) {
            Some(reference) if node.len() == 1 => {
                self.root.pointer(reference.strip_prefix('#')?)?.as_object()
            }
            Some(_) => None,
            None => Some(node),
        }
    }

    /// `enum` and `const`, beside these types.
    pub(super) fn values(
        &mut self,
        node: &Map<String, Value>,
        types: &[&str],
        hint: &str,
    ) -> Result<Typed, Reason> {
        let mut values: Vec<Value> = match (node.get("enum"), node.get("const")) {
            (Some(Value::Array(values)), None) => values.clone(),
            (None, Some(value)) => vec![value.clone()],
            _ => return Err("`enum`".into()),
        };
        let count = values.len();
        values.retain(|value| !value.is_null());
        let nullable = values.len() < count;
        if types == ["array"] && !values.iter().any(Value::is_array) {
            // It was meant for the items.
            self.note(NoteKind::Spelling, "enum");
            let mut node = node.clone();
            let words = node.shift_remove("enum");
            let item = node.get("items").and_then(Value::as_object).cloned();
            let mut item = item.unwrap_or_default();
            item.extend(words.map(|words| ("enum".to_owned(), words)));
            node.insert("items".into(), item.into());
            return self.schema(&node.into(), hint);
        }
        let limits = [
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minLength",
            "maxLength",
            "pattern",
        ];
        if let Some(limit) = limits.iter().find(|key| node.contains_key(**key)) {
            return Err(format!("`{limit}` beside `enum`"));
        }
        let is = |word: &str| types.is_empty() || types.contains(&word);
        let texts: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
        let integers: Option<Vec<i64>> = values
            .iter()
            .map(|value| value.as_number().and_then(whole))
            .collect();
        let kind = match (texts, integers) {
            _ if values.is_empty() => return Err("`enum` of nothing".into()),
            (Some(texts), _) if is("string") => {
                self.choice(texts.into_iter().map(str::to_owned).collect())
            }
            (_, Some(integers)) if is("integer") || is("number") => {
                let mut distinct: Vec<i64> = Vec::new();
                for value in integers {
                    if !distinct.contains(&value) {
                        distinct.push(value);
                    }
                }
                Kind::Integers(distinct)
            }
            _ if is("boolean")
                && [true, false]
                    .iter()
                    .all(|it| values.contains(&Value::Bool(*it)))
                && values.len() == 2 =>
            {
                Kind::Word("boolean")
            }
            _ => return Err("`enum` of other values than its type".into()),
        };
        let mut typed = Typed::plain(kind);
        typed.nullable = nullable;
        Ok(typed)
    }

    fn choice(&mut self, words: Vec<String>) -> Kind {
        let mut scope = Scope::new(Role::Variant);
        let mut distinct: Vec<(String, Option<String>)> = Vec::new();
        for word in words {
            if distinct.iter().any(|(other, _)| *other == word) {
                self.note(NoteKind::Spelling, "a value given twice");
                continue;
            }
            let rust = rust(&mut scope, &word);
            distinct.push((word, rust));
        }
        Kind::Words(distinct)
    }
}

fn is_null(schema: &Value) -> bool {
    let Some(node) = schema.as_object() else {
        return false;
    };
    node.get("type").is_some_and(|word| word == "null")
        || node.get("const").is_some_and(Value::is_null)
        || node
            .get("enum")
            .is_some_and(|it| *it == serde_json::json!([null]))
}

/// The property that is a required constant in all objects, with another value in each.
fn common_tag(nodes: &[Map<String, Value>]) -> Option<String> {
    let is_object = |node: &Map<String, Value>| {
        let others = ["anyOf", "oneOf", "allOf", "not", "enum", "const"];
        node.get("properties").is_some_and(Value::is_object)
            && node.get("type").is_none_or(|word| word == "object")
            && !others.iter().any(|key| node.contains_key(*key))
    };
    if !nodes.iter().all(is_object) {
        return None;
    }
    let candidates = nodes.first()?.get("properties")?.as_object()?.keys();
    let mut tags = candidates.filter(|tag| {
        let values: Option<Vec<&str>> = nodes.iter().map(|node| constant(node, tag)).collect();
        values.is_some_and(|mut values| {
            values.sort_unstable();
            !values.windows(2).any(|pair| pair[0] == pair[1])
        })
    });
    tags.next().cloned()
}

/// The only value of a required property, if it is text.
fn constant<'a>(node: &'a Map<String, Value>, tag: &str) -> Option<&'a str> {
    let required = node.get("required")?.as_array()?;
    let schema = node.get("properties")?.get(tag)?;
    let value = match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => value,
        (None, Some(Value::Array(values))) if values.len() == 1 => &values[0],
        _ => return None,
    };
    required
        .iter()
        .any(|name| name == tag)
        .then(|| value.as_str())
        .flatten()
}
