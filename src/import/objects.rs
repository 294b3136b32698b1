//! Objects: their fields, what becomes of a field without a type, and whether they take more.

use serde_json::{Map, Value};

use super::report::NoteKind;
use super::shape::{Body, Field, Kind, Shape};
use super::typed::{Reason, Typed, Typist};
use super::words::singular;
use crate::compiler::check::names::{Role, Scope};
use crate::compiler::model::Span;

impl Typist<'_> {
    pub(super) fn object(
        &mut self,
        node: &Map<String, Value>,
        hint: &str,
    ) -> Result<Typed, Reason> {
        let empty = node
            .get("properties")
            .and_then(Value::as_object)
            .is_none_or(Map::is_empty);
        let more = node.get("additionalProperties");
        let required = node.get("required").and_then(Value::as_array);
        if empty && required.is_none_or(Vec::is_empty) {
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
