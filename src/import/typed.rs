//! A schema as a type of the format; or the reason why no type says the same.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::normal;
use super::report::{Note, NoteKind};
use super::shape::{Body, Definition, Field, Kind, Shape};

/// Keywords that assert something which no type says.
const ASSERTIONS: &[&str] = &[
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "patternProperties",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "contains",
    "minContains",
    "maxContains",
    "prefixItems",
    "additionalItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "multipleOf",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$dynamicRef",
    "propertyNames",
];

/// Keywords that are looked at. Everything else is an annotation.
const KNOWN: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
    "format",
    "default",
    "description",
    "nullable",
    "$ref",
    "$defs",
    "definitions",
];

/// Why a schema stays as it is.
pub(super) type Reason = String;

/// A schema's type with what can only be said where a parameter stands.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) shape: Shape,
    pub(super) nullable: bool,
    pub(super) default: Option<Value>,
}

impl Typed {
    pub(super) fn plain(kind: Kind) -> Self {
        Self {
            shape: Shape::plain(kind),
            nullable: false,
            default: None,
        }
    }
}

/// Makes types of the schemas of one tool.
#[derive(Debug)]
pub(super) struct Typist<'a> {
    pub(super) root: &'a Value,
    /// Parameters that must stay as they are, since the compiler refused their types; and why.
    pub(super) stubborn: &'a HashMap<String, Reason>,
    /// Parameters whose defaults the compiler refused.
    pub(super) defaultless: &'a BTreeSet<String>,
    pub(super) definitions: Vec<Definition>,
    pub(super) notes: Vec<Note>,
    /// The properties on the way to where we are.
    pub(super) path: Vec<String>,
    /// The references that are being followed, and the definition that each needs once it leads back.
    following: HashMap<String, Option<usize>>,
    pub(super) followed: HashMap<String, Typed>,
}

impl<'a> Typist<'a> {
    pub(super) fn new(
        root: &'a Value,
        stubborn: &'a HashMap<String, Reason>,
        defaultless: &'a BTreeSet<String>,
    ) -> Self {
        Self {
            root,
            stubborn,
            defaultless,
            definitions: Vec::new(),
            notes: Vec::new(),
            path: Vec::new(),
            following: HashMap::new(),
            followed: HashMap::new(),
        }
    }

    pub(super) fn note(&mut self, kind: NoteKind, what: impl Into<String>) {
        self.notes.push(Note {
            kind,
            path: self.path.join("."),
            what: what.into(),
        });
    }

    pub(super) fn define(&mut self, hint: &str, body: Body) -> usize {
        let hint = hint.to_owned();
        self.definitions.push(Definition { hint, body });
        self.definitions.len() - 1
    }

    /// The parameters of a tool with this root.
    pub(super) fn parameters(&mut self) -> Result<Vec<Field>, Reason> {
        let root = self.root.as_object().ok_or("the root is no object")?;
        let (root, changed) = normal::spelled(root);
        if changed {
            self.note(NoteKind::Spelling, "required");
        }
        self.annotations(&root)?;
        let combined = ["anyOf", "oneOf", "$ref", "enum", "const"];
        if let Some(key) = combined.iter().find(|key| root.contains_key(**key)) {
            return Err(format!("`{key}` at the root"));
        }
        let (types, nullable) = self.words(&root)?;
        if nullable || !(types.is_empty() || types == ["object"]) {
            return Err("the root is no object".into());
        }
        if self.openness(&root)? {
            return Err("open at the root".into());
        }
        self.fields(&root, false)
    }

    /// The type of a schema. `hint` is what a definition for it might be called.
    pub(super) fn schema(&mut self, schema: &Value, hint: &str) -> Result<Typed, Reason> {
        let node = match schema {
            Value::Bool(true) => return Ok(Typed::plain(Kind::Word("any"))),
            Value::Object(node) => node,
            Value::Bool(false) => return Err("`false`".into()),
            _ => return Err("no schema".into()),
        };
        let (node, changed) = normal::spelled(node);
        if changed {
            self.note(NoteKind::Spelling, "required");
        }
        self.annotations(&node)?;
        let mut typed = if node.contains_key("$ref") {
            self.reference(&node)?
        } else if node.contains_key("anyOf") || node.contains_key("oneOf") {
            self.alternatives(&node, hint)?
        } else {
            self.types(&node, hint)?
        };
        if node.get("nullable") == Some(&Value::Bool(true)) {
            self.note(NoteKind::Spelling, "nullable");
            typed.nullable = true;
        }
        if let Some(Value::String(text)) = node.get("description") {
            if typed.shape.description.is_empty() || node.contains_key("$ref") {
                typed.shape.description.clone_from(text);
            } else if typed.shape.description != *text {
                // What is said of the parts stands behind what is said of the whole.
                typed.shape.description = format!("{text}\n{}", typed.shape.description);
            }
        }
        if let Some(default) = node.get("default") {
            typed.default = Some(default.clone());
        }
        Ok(typed)
    }

    /// Notes what nothing stands for; refuses what asserts more than a type can.
    fn annotations(&mut self, node: &Map<String, Value>) -> Result<(), Reason> {
        for (key, value) in node {
            let key = key.as_str();
            if ASSERTIONS.contains(&key) {
                let harmless = match (key, value) {
                    ("uniqueItems", Value::Bool(false)) | ("minProperties", Value::Number(_))
                        if value == &Value::Bool(false) || value == &Value::from(0) =>
                    {
                        true
                    }
                    ("propertyNames", Value::Object(names)) => {
                        names.len() == 1 && names.get("type") == Some(&"string".into())
                    }
                    _ => false,
                };
                if !harmless {
                    return Err(format!("`{key}`"));
                }
            } else if !KNOWN.contains(&key) && key != "optional" {
                self.note(NoteKind::Annotation, key);
            }
        }
        Ok(())
    }

    fn reference(&mut self, node: &Map<String, Value>) -> Result<Typed, Reason> {
        let beside = |key: &String| {
            !matches!(
                key.as_str(),
                "$ref" | "description" | "default" | "$defs" | "definitions"
            )
        };
        if let Some(key) = node
            .keys()
            .find(|key| beside(key) && KNOWN.contains(&key.as_str()))
        {
            return Err(format!("`{key}` beside `$ref`"));
        }
        let reference = node["$ref"].as_str().unwrap_or_default().to_owned();
        if let Some(typed) = self.followed.get(&reference) {
            return Ok(typed.clone());
        }
        let name = reference.rsplit('/').next().unwrap_or_default().to_owned();
        if let Some(waiting) = self.following.get(&reference) {
            let index = match waiting {
                Some(index) => *index,
                None => {
                    let index = self.define(&name, Body::Empty);
                    self.following.insert(reference, Some(index));
                    index
                }
            };
            return Ok(Typed::plain(Kind::Defined(index)));
        }
        let place = reference
            .strip_prefix('#')
            .and_then(|it| self.root.pointer(it));
        let Some(place) = place.filter(|_| reference != "#") else {
            return Err(format!("`$ref` to `{reference}`"));
        };
        self.following.insert(reference.clone(), None);
        let typed = self.schema(place, &name);
        let announced = self.following.remove(&reference).flatten();
        let mut typed = typed?;
        typed.default = None;
        if let Some(announced) = announced {
            let Kind::Defined(index) = typed.shape.kind else {
                return Err(format!("`$ref` to `{reference}`, which contains itself"));
            };
            if index == announced {
                return Err(format!("`$ref` to `{reference}`, which says nothing else"));
            }
            self.definitions[announced] = self.definitions[index].clone();
            typed.shape.kind = Kind::Defined(announced);
        }
        self.followed.insert(reference, typed.clone());
        Ok(typed)
    }

    /// A type where null cannot be said: somebody else's schema where it must.
    pub(super) fn inner(&mut self, schema: &Value, hint: &str) -> Result<Shape, Reason> {
        let before = (self.definitions.len(), self.notes.len());
        let typed = self.schema(schema, hint);
        let reason = match typed {
            Ok(typed) if !typed.nullable => return Ok(typed.shape),
            Ok(_) => "null inside".to_owned(),
            Err(reason) => reason,
        };
        self.definitions.truncate(before.0);
        self.notes.truncate(before.1);
        self.followed.clear();
        for waiting in self.following.values_mut() {
            *waiting = waiting.filter(|index| *index < before.0);
        }
        self.raw(schema, reason)
    }

    /// Somebody else's schema, with what it refers to.
    pub(super) fn raw(&mut self, schema: &Value, reason: Reason) -> Result<Shape, Reason> {
        let inlined = crate::provider::inlined_within(self.root, schema);
        let Some(Value::Object(node)) = inlined else {
            return Err(reason);
        };
        self.note(NoteKind::Raw, reason);
        Ok(Shape::plain(Kind::Raw(node.into())))
    }
}
