//! The JSON Schema of `tools.toml` itself, for editors: draft-07, which they all know.
//!
//! It says what the walk says: keys and kinds of values. What needs more than one key to judge is left to the compiler.

use serde_json::{Map, Value, json};

use super::{Key, Kind, ROOT, Table, tables_below};

/// The schema, as text.
pub fn editor_schema() -> String {
    let mut definitions = Map::new();
    definitions.insert(
        "type-where-it-stands".to_owned(),
        any_of(super::types::OUTPUT_KINDS),
    );
    for table in tables_below(&ROOT) {
        if !std::ptr::eq(table, &ROOT) {
            definitions.insert(slug(table), object(table));
        }
    }
    let mut schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "tools.toml",
    });
    if let (Some(schema), Value::Object(root)) = (schema.as_object_mut(), object(&ROOT)) {
        schema.extend(root);
        schema.insert("definitions".to_owned(), Value::Object(definitions));
    }
    format!("{schema:#}\n")
}

fn object(table: &Table) -> Value {
    let properties = table
        .keys
        .iter()
        .map(|key| (key.name.to_owned(), property(key)));
    json!({
        "description": table.doc,
        "type": "object",
        "additionalProperties": false,
        "properties": properties.collect::<Map<_, _>>(),
    })
}

fn property(key: &Key) -> Value {
    let doc = format!("{} Example: `{}`", key.doc, key.example);
    match kinds(key.kinds) {
        // What stands beside a `$ref` is ignored in draft-07.
        Value::Object(one) if one.contains_key("$ref") => {
            json!({ "description": doc, "allOf": [one] })
        }
        Value::Object(mut one) => {
            one.insert("description".to_owned(), doc.into());
            Value::Object(one)
        }
        other => other,
    }
}

/// The schema of a value. The grammar of types holds itself, and so is a definition.
fn kinds(kinds: &[Kind]) -> Value {
    let of_itself = |kind: &Kind| matches!(kind, Kind::List(of) if std::ptr::eq(*of, kinds));
    if kinds.iter().any(of_itself) {
        return json!({ "$ref": "#/definitions/type-where-it-stands" });
    }
    any_of(kinds)
}

fn any_of(kinds: &[Kind]) -> Value {
    match kinds {
        [kind] => one(kind),
        kinds => json!({ "anyOf": kinds.iter().map(one).collect::<Vec<_>>() }),
    }
}

fn one(kind: &Kind) -> Value {
    match kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::Word(words) => json!({ "enum": words }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Count => json!({ "type": "integer", "minimum": 0 }),
        Kind::Integer => json!({ "type": "integer" }),
        Kind::Number => json!({ "type": "number" }),
        Kind::Json => json!({}),
        Kind::List(of) => json!({ "type": "array", "items": kinds(of) }),
        Kind::Table(table) => json!({ "$ref": format!("#/definitions/{}", slug(table)) }),
        Kind::Named(of) => json!({ "type": "object", "additionalProperties": kinds(of) }),
    }
}

fn slug(table: &Table) -> String {
    let name = table
        .name
        .trim_start_matches("a ")
        .trim_start_matches("an ");
    name.replace(['`', '[', ']'], "").replace(' ', "-")
}
