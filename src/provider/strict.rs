//! OpenAI's strict mode: every object closed, every property required, what was optional may be null.
//!
//! Null counts as absent when the call comes back, so that nothing has to be undone.

use serde_json::{Value, json};

use super::node::{Node, drop_saying, rebuilt};

/// The formats that are taken.
const FORMATS: &[&str] = &[
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
];

/// The keywords that are not taken and that nothing depends on.
const DROPPED: &[&str] = &[
    "minLength",
    "maxLength",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "default",
    "$schema",
    "title",
    "examples",
];

/// A sound schema as strict mode takes it.
pub(super) fn strict(schema: &Node) -> Value {
    rebuilt(&Value::Object(schema.clone()), &mut |mut node| {
        if let Some(alternatives) = node.shift_remove("oneOf") {
            node.insert("anyOf".into(), alternatives);
        }
        for keyword in DROPPED {
            drop_saying(&mut node, keyword);
            node.shift_remove(*keyword);
        }
        let format = node.get("format").and_then(Value::as_str);
        if format.is_some_and(|format| !FORMATS.contains(&format)) {
            drop_saying(&mut node, "format");
        }
        if node.get("type").is_some_and(|word| word == "object") {
            close(&mut node);
        }
        node
    })
}

fn close(node: &mut Node) {
    let mut required: Vec<Value> = match node.get("required") {
        Some(Value::Array(names)) => names.clone(),
        _ => Vec::new(),
    };
    let properties = node.entry("properties").or_insert_with(|| json!({}));
    for (name, schema) in properties.as_object_mut().into_iter().flatten() {
        if !required.contains(&name.as_str().into()) {
            required.push(name.as_str().into());
            if let Value::Object(schema) = schema {
                admit_null(schema);
            }
        }
    }
    node.insert("required".into(), required.into());
    node.insert("additionalProperties".into(), false.into());
}

/// The same, or null.
fn admit_null(node: &mut Node) {
    let null = json!("null");
    match node.get_mut("type") {
        Some(Value::Array(words)) if words.contains(&null) => return,
        Some(Value::Array(words)) => words.push(null),
        Some(word) if *word == null => return,
        Some(word) => *word = json!([word.take(), "null"]),
        None => {
            match node.get_mut("anyOf") {
                Some(Value::Array(alternatives)) => {
                    let null = json!({"type": "null"});
                    if !alternatives.contains(&null) {
                        alternatives.push(null);
                    }
                }
                _ => {
                    let description = node.shift_remove("description");
                    let inner = Value::Object(std::mem::take(node));
                    node.extend(description.map(|text| ("description".to_owned(), text)));
                    node.insert("anyOf".into(), json!([inner, {"type": "null"}]));
                }
            }
            return;
        }
    }
    if let Some(Value::Array(words)) = node.get_mut("enum")
        && !words.contains(&Value::Null)
    {
        words.push(Value::Null);
    }
    // A constant cannot be null.
    if let Some(word) = node.shift_remove("const") {
        node.insert("enum".into(), json!([word, null]));
    }
}
