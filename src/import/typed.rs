//! A schema as a type of the format; or the reason why no type says the same.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::normal;
use super::report::{Note, NoteKind};
use super::shape::{Body, Definition, Field, Kind, Shape};
use crate::compiler::check::names::{Role, Scope};
use crate::compiler::model::Span;

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

/// The formats that are checked.
const FORMATS: &[&str] = &[
    "date",
    "date-time",
    "time",
    "email",
    "uri",
    "uri-reference",
    "uuid",
    "ipv4",
    "ipv6",
    "hostname",
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
    followed: HashMap<String, Typed>,
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
            self.definitions[announced] = self.definitions[index].clone();
            typed.shape.kind = Kind::Defined(announced);
        }
        self.followed.insert(reference, typed.clone());
        Ok(typed)
    }

    /// A schema that is told by its `type`, its `enum` or its `const`.
    fn types(&mut self, node: &Map<String, Value>, hint: &str) -> Result<Typed, Reason> {
        let (types, mut nullable) = self.words(node)?;
        let mut typed = if node.contains_key("enum") || node.contains_key("const") {
            self.values(node, &types, hint)?
        } else {
            match types.as_slice() {
                [] if nullable => return Err("`null`".into()),
                [] => self.untyped(node, hint)?,
                [one] => self.one(one, node, hint)?,
                many => {
                    let mut shapes = Vec::new();
                    let many: Vec<_> = many
                        .iter()
                        .filter(|it| **it != "integer" || !many.contains(&"number"))
                        .collect();
                    for word in &many {
                        let one = self.one(word, node, &format!("{hint} {word}"))?;
                        nullable |= one.nullable;
                        shapes.push(one.shape);
                    }
                    match shapes.len() {
                        1 => Typed {
                            shape: shapes.remove(0),
                            nullable,
                            default: None,
                        },
                        _ => Typed::plain(Kind::Defined(self.define(hint, Body::Union(shapes)))),
                    }
                }
            }
        };
        typed.nullable |= nullable;
        Ok(typed)
    }

    /// The types of a schema in JSON Schema's words, and whether null is one of them.
    fn words(&mut self, node: &Map<String, Value>) -> Result<(Vec<&'static str>, bool), Reason> {
        let written = match node.get("type") {
            None => return Ok((Vec::new(), false)),
            Some(Value::String(word)) => vec![word.as_str()],
            Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
            Some(_) => return Err("`type`".into()),
        };
        let mut types = Vec::new();
        for word in &written {
            match normal::word(word) {
                Some(known) => {
                    if known != *word {
                        self.note(NoteKind::Spelling, format!("{word} is {known}"));
                    }
                    if !types.contains(&known) {
                        types.push(known);
                    }
                }
                None if matches!(*word, "any" | "Any") => {
                    self.note(NoteKind::Spelling, "any");
                    return Ok((Vec::new(), false));
                }
                None => return Err(format!("the type `{word}`")),
            }
        }
        let nullable = types.contains(&"null");
        types.retain(|word| *word != "null");
        Ok((types, nullable))
    }

    /// Without a type, a schema admits what its other keywords do not speak of.
    fn untyped(&mut self, node: &Map<String, Value>, hint: &str) -> Result<Typed, Reason> {
        if node.contains_key("properties") {
            self.note(NoteKind::Spelling, "object");
            return self.one("object", node, hint);
        }
        if node.contains_key("items") {
            self.note(NoteKind::Spelling, "array");
            return self.one("array", node, hint);
        }
        let says = [
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minLength",
            "maxLength",
            "pattern",
            "minItems",
            "maxItems",
            "required",
            "additionalProperties",
            "format",
        ];
        match says.iter().find(|key| node.contains_key(**key)) {
            Some(key) => Err(format!("`{key}` without `type`")),
            None => Ok(Typed::plain(Kind::Word("any"))),
        }
    }

    fn one(
        &mut self,
        word: &'static str,
        node: &Map<String, Value>,
        hint: &str,
    ) -> Result<Typed, Reason> {
        let kind = match word {
            "object" => return self.object(node, hint),
            "array" => self.list(node, hint)?,
            word => Kind::Word(word),
        };
        let mut shape = Shape::plain(kind);
        let keys: &[(&str, &str)] = match word {
            "array" => &[("minItems", "min-items"), ("maxItems", "max-items")],
            "string" => &[
                ("minLength", "min-length"),
                ("maxLength", "max-length"),
                ("pattern", "pattern"),
                ("format", "format"),
            ],
            "integer" | "number" => &[
                ("minimum", "minimum"),
                ("maximum", "maximum"),
                ("exclusiveMinimum", "exclusive-minimum"),
                ("exclusiveMaximum", "exclusive-maximum"),
            ],
            _ => &[],
        };
        if word != "string" && node.contains_key("format") {
            self.note(NoteKind::Format, node["format"].to_string());
        }
        for (published, key) in keys {
            let Some(value) = node.get(*published) else {
                continue;
            };
            let value = match (*key, value) {
                ("format", Value::String(format)) if FORMATS.contains(&format.as_str()) => {
                    value.clone()
                }
                ("format", _) => {
                    self.note(NoteKind::Format, value.to_string());
                    continue;
                }
                ("pattern", Value::String(_)) => value.clone(),
                ("pattern", _) => return Err("`pattern`".into()),
                // `1.0` is written where 1 is meant.
                (_, Value::Number(number)) if word != "number" => whole(number)
                    .ok_or_else(|| format!("`{published}`"))?
                    .into(),
                (_, Value::Number(number)) if number.is_f64() || number.is_i64() => value.clone(),
                _ => return Err(format!("`{published}`")),
            };
            shape.limits.push((key, value));
        }
        Ok(Typed {
            shape,
            nullable: false,
            default: None,
        })
    }

    fn list(&mut self, node: &Map<String, Value>, hint: &str) -> Result<Kind, Reason> {
        let item = match node.get("items") {
            None => Shape::plain(Kind::Word("any")),
            Some(Value::Array(_)) => return Err("`items` of a tuple".into()),
            Some(items) => self.inner(items, &singular(hint))?,
        };
        Ok(Kind::List(Box::new(item)))
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

    fn object(&mut self, node: &Map<String, Value>, hint: &str) -> Result<Typed, Reason> {
        let empty = node
            .get("properties")
            .and_then(Value::as_object)
            .is_none_or(Map::is_empty);
        let more = node.get("additionalProperties");
        if empty
            && !node
                .get("required")
                .is_some_and(|it| it.as_array().is_some_and(|it| !it.is_empty()))
        {
            let value = match more {
                None | Some(Value::Bool(true)) => Shape::plain(Kind::Word("any")),
                Some(Value::Bool(false)) => {
                    let body = Body::Object {
                        fields: Vec::new(),
                        open: false,
                    };
                    return Ok(Typed::plain(Kind::Defined(self.define(hint, body))));
                }
                Some(schema) => self.inner(schema, &singular(hint))?,
            };
            return Ok(Typed::plain(Kind::Map(Box::new(value))));
        }
        let open = self.openness(node)?;
        let fields = self.fields(node, open)?;
        let body = Body::Object { fields, open };
        Ok(Typed::plain(Kind::Defined(self.define(hint, body))))
    }

    /// Whether an object takes keys that it does not name.
    pub(super) fn openness(&mut self, node: &Map<String, Value>) -> Result<bool, Reason> {
        match node.get("additionalProperties") {
            Some(Value::Bool(open)) => Ok(*open),
            Some(Value::Object(schema)) if schema.is_empty() => Ok(true),
            Some(_) => Err("`additionalProperties` beside `properties`".into()),
            None => {
                self.note(NoteKind::Closed, "");
                Ok(false)
            }
        }
    }

    /// The fields of an object. One that has no type keeps its schema.
    pub(super) fn fields(
        &mut self,
        node: &Map<String, Value>,
        open: bool,
    ) -> Result<Vec<Field>, Reason> {
        let none = Map::new();
        let properties = match node.get("properties") {
            None => &none,
            Some(Value::Object(properties)) => properties,
            Some(_) => return Err("`properties`".into()),
        };
        let required = node.get("required").and_then(Value::as_array);
        let mut required: Vec<&str> = required
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut scope = Scope::new(Role::Field);
        if open {
            scope.name("rest", Span::default(), None);
        }
        let mut fields = Vec::new();
        for (name, schema) in properties {
            if name.is_empty() {
                return Err("a property without a name".into());
            }
            self.path.push(name.clone());
            let field = self.field(name, schema, required.contains(&name.as_str()), &mut scope);
            self.path.pop();
            fields.push(field?);
            required.retain(|it| it != name);
        }
        for name in required {
            if fields.iter().any(|field: &Field| field.name == name) {
                continue;
            }
            self.note(NoteKind::Undeclared, name);
            fields.push(Field {
                name: name.to_owned(),
                rust: rust(&mut scope, name),
                shape: Shape::plain(Kind::Word("any")),
                required: true,
                nullable: false,
                default: None,
                comments: vec!["required, and not described where it was published".to_owned()],
            });
        }
        Ok(fields)
    }

    fn field(
        &mut self,
        name: &str,
        schema: &Value,
        required: bool,
        scope: &mut Scope,
    ) -> Result<Field, Reason> {
        let notes = self.notes.len();
        let typed = match self.stubborn.get(&self.path[0]) {
            Some(reason) => Err(reason.clone()),
            None => self.schema(schema, name),
        };
        let mut field = Field {
            name: name.to_owned(),
            rust: rust(scope, name),
            shape: Shape::plain(Kind::Word("any")),
            required,
            nullable: false,
            default: None,
            comments: Vec::new(),
        };
        match typed {
            Ok(typed) => {
                field.shape = typed.shape;
                field.nullable = typed.nullable;
                if let Some(default) = typed.default {
                    self.default(&mut field, default);
                }
            }
            Err(reason) => {
                self.notes.truncate(notes);
                self.followed.clear();
                field
                    .comments
                    .push(format!("kept as it was published: {reason}"));
                field.shape = self.raw(schema, reason)?;
                if let Some(Value::String(text)) = schema.get("description") {
                    field.shape.description.clone_from(text);
                }
            }
        }
        let decided = self.notes[notes..]
            .iter()
            .filter(|note| note.path == self.path.join("."));
        field
            .comments
            .extend(decided.filter_map(super::write::comment));
        Ok(field)
    }

    fn default(&mut self, field: &mut Field, default: Value) {
        let why = if field.required {
            "is required, and a default says nothing then"
        } else if default.is_null() {
            // Absent means null there, and nothing here.
            self.note(NoteKind::Default, "null");
            return;
        } else if self.defaultless.contains(&self.path[0]) || holds_null(&default) {
            "does not fit"
        } else {
            field.default = Some(default);
            return;
        };
        let mut shown = default.to_string();
        if shown.len() > 60 {
            shown = shown.chars().take(60).chain(['…']).collect();
        }
        self.note(NoteKind::Default, format!("{shown} {why}"));
    }
}

/// The Rust name to write, where it cannot be derived.
pub(super) fn rust(scope: &mut Scope, name: &str) -> Option<String> {
    let nowhere = Span::default();
    let (proposal, problem) = scope.name(name, nowhere, None);
    problem?;
    let proposal = scope.free(&proposal);
    scope.name(name, nowhere, Some((&proposal, nowhere)));
    Some(proposal)
}

fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(holds_null),
        Value::Object(object) => object.values().any(holds_null),
        Value::Number(number) => !number.is_i64() && !number.is_f64(),
        _ => false,
    }
}

#[allow(clippy::cast_possible_truncation, reason = "whole and small")]
pub(super) fn whole(number: &serde_json::Number) -> Option<i64> {
    let real = || {
        number
            .as_f64()
            .filter(|it| it.fract() == 0.0 && it.abs() < 9e15)
    };
    number.as_i64().or_else(|| real().map(|it| it as i64))
}

/// `files` holds a `file`.
fn singular(name: &str) -> String {
    match name.strip_suffix('s') {
        Some(one) if !one.ends_with('s') && one.len() > 2 => one.to_owned(),
        _ => format!("{name} item"),
    }
}
