//! Permission subjects and concurrency keys: parameters that are named elsewhere, and hold text.

use serde_json::Value;

use super::super::diagnostic::Diagnostic;
use super::super::hints;
use super::super::model::{Input, Kind, Permission, SubjectKind, Tool, Type};
use super::super::problem::Problem;
use super::super::raw;
use super::Check;

impl Check<'_> {
    /// What the patterns of an allow-list are compared with.
    pub(super) fn permission(&mut self, tool_table: &raw::Table, tool: &Tool) -> Permission {
        let Some(table) = tool_table.table("permission") else {
            return Permission::default();
        };
        let custom = table.flag("custom").unwrap_or(false);
        let mut kinds = table
            .entries
            .iter()
            .filter_map(|entry| Some((entry, subject_kind(entry.key.name)?)));
        let Some((entry, kind)) = kinds.next() else {
            if !custom && table.spoilt.is_empty() {
                self.missing("command`, `path`, `tree` or `custom = true", table);
            }
            let subject = None;
            return Permission { subject, custom };
        };
        if let Some((second, _)) = kinds.next() {
            let problem = Problem::TwoSubjects {
                first: entry.key.name.to_owned(),
                second: second.key.name.to_owned(),
            };
            self.complain(problem, second.span);
        }
        let names = self.distinct(entry.key.name, entry.value.texts());
        if names.is_empty() {
            let key = entry.key.name.to_owned();
            self.complain(Problem::EmptyList { key }, entry.value.span);
        }
        for name in &names {
            self.names_text("permission", name, tool);
        }
        let names = names.into_iter().map(|name| name.text).collect();
        Permission {
            subject: Some((kind, names)),
            custom,
        }
    }

    /// A parameter that is named under `key` must be there, and hold text: a string, an array of strings, or a type that is one
    /// of these.
    pub(super) fn names_text(&mut self, key: &str, parameter: &raw::Text, tool: &Tool) {
        let id = match &tool.input {
            Input::Record(id) => *id,
            Input::Raw(schema) => return self.names_text_in(schema, key, parameter, tool),
        };
        let Kind::Record(record) = &self.types[id.0].kind else {
            return;
        };
        let Some(param) = record
            .fields
            .iter()
            .find(|param| param.name == parameter.text)
        else {
            let names = record.fields.iter().map(|param| param.name.clone());
            let names: Vec<_> = names.collect();
            return self.no_parameter(key, parameter, tool, &names);
        };
        let holds_text = match &param.ty {
            Type::List(list) => self.is_text(&list.item.ty),
            ty => self.is_text(ty),
        };
        // A type that is wrong itself says nothing about its values.
        let unknown = param.ty == Type::Any && self.broken.contains(&self.owner);
        if !holds_text && !unknown {
            let problem = Problem::SubjectNotText {
                key: key.to_owned(),
                parameter: parameter.text.clone(),
                found: self.word(&param.ty),
            };
            self.complain(problem, parameter.span);
        }
    }

    /// The same in somebody else's schema, as far as it says what its parameters are; the rest is looked at when a call comes.
    fn names_text_in(&mut self, schema: &str, key: &str, parameter: &raw::Text, tool: &Tool) {
        let Ok(schema) = serde_json::from_str::<Value>(schema) else {
            return;
        };
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return;
        };
        let Some(property) = properties.get(&parameter.text) else {
            let elsewhere = |word: &&str| schema.get(word).is_some();
            if !ELSEWHERE.iter().any(elsewhere) {
                let names: Vec<_> = properties.keys().cloned().collect();
                self.no_parameter(key, parameter, tool, &names);
            }
            return;
        };
        let types = types(property);
        let holds_text = types.contains(&"string")
            || types.contains(&"array")
                && property.get("items").is_none_or(|items| {
                    let types = self::types(items);
                    types.is_empty() || types.contains(&"string")
                });
        if !types.is_empty() && !holds_text {
            let problem = Problem::SubjectNotText {
                key: key.to_owned(),
                parameter: parameter.text.clone(),
                found: word(property),
            };
            self.complain(problem, parameter.span);
        }
    }

    fn no_parameter(&mut self, key: &str, parameter: &raw::Text, tool: &Tool, names: &[String]) {
        let known = names.iter().map(String::as_str);
        let problem = Problem::UnknownParameter {
            key: key.to_owned(),
            parameter: parameter.text.clone(),
            tool: tool.name.clone(),
            hint: hints::hint(&parameter.text, known.clone(), "the tool has no parameters"),
        };
        let fix = hints::nearest(&parameter.text, known);
        let mut diagnostic = Diagnostic::new(problem, parameter.span);
        diagnostic.fix = fix.map(|name| format!("{name:?}"));
        self.report(diagnostic);
    }

    fn is_text(&self, ty: &Type) -> bool {
        match ty {
            Type::Text(_) => true,
            Type::Named(id) => matches!(self.types[id.0].kind, Kind::Choice(_)),
            _ => false,
        }
    }
}

/// Words of JSON Schema through which a schema can have properties that do not stand in it.
const ELSEWHERE: [&str; 9] = [
    "$ref",
    "$dynamicRef",
    "allOf",
    "anyOf",
    "oneOf",
    "then",
    "else",
    "dependentSchemas",
    "patternProperties",
];

/// The types that a schema names by itself; none where it leaves them open, or says them elsewhere.
fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// What a schema holds, as far as it says it.
fn word(schema: &Value) -> String {
    let words = types(schema)
        .into_iter()
        .map(|ty| match schema.get("items") {
            Some(items) if ty == "array" && !types(items).is_empty() => {
                format!("an array of {}", word(items))
            }
            _ => format!("`{ty}`"),
        });
    words.collect::<Vec<_>>().join(" or ")
}

fn subject_kind(key: &str) -> Option<SubjectKind> {
    match key {
        "command" => Some(SubjectKind::Command),
        "path" => Some(SubjectKind::Path),
        "tree" => Some(SubjectKind::Tree),
        _ => None,
    }
}
