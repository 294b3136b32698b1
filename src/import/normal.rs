//! Spelling: what published schemas call a type, in JSON Schema's words.

use serde_json::{Map, Value};

/// The word of JSON Schema for a word that is in use somewhere; nothing for one that says nothing.
pub(super) fn word(word: &str) -> Option<&'static str> {
    Some(match word {
        "string" | "String" | "STRING" | "str" | "char" | "text" => "string",
        "integer" | "int" | "Integer" | "INTEGER" | "long" | "Long" | "short" | "byte"
        | "Bigint" | "bigint" => "integer",
        "number" | "float" | "double" | "Number" | "NUMBER" | "Float" | "Double" => "number",
        "boolean" | "bool" | "Boolean" | "BOOLEAN" => "boolean",
        "array" | "Array" | "ARRAY" | "list" | "List" | "tuple" | "ArrayList" | "Queue"
        | "Stack" | "Set" | "set" => "array",
        "object" | "Object" | "OBJECT" | "dict" | "map" | "HashMap" | "Hashtable" => "object",
        "null" | "NULL" => "null",
        _ => return None,
    })
}

/// A schema with booleans for `required` on its properties as the list that they stand for, draft 4's boolean bounds as
/// numbers, and an `allOf` of one as that one. Tells whether it changed.
pub(super) fn spelled(node: &Map<String, Value>) -> (Map<String, Value>, bool) {
    let mut spelled = node.clone();
    let mut changed = unwrapped(&mut spelled);
    let node = &spelled.clone();
    if !matches!(node.get("required"), None | Some(Value::Array(_))) {
        spelled.shift_remove("required");
        changed = true;
    }
    if let Some(Value::Object(properties)) = node.get("properties") {
        let mut required = match spelled.get("required") {
            Some(Value::Array(names)) => names.clone(),
            _ => Vec::new(),
        };
        for (name, schema) in properties {
            let says = match schema.get("required") {
                Some(Value::Bool(says)) => *says,
                Some(Value::String(says)) => says.eq_ignore_ascii_case("true"),
                _ => continue,
            };
            changed = true;
            let name = Value::from(name.as_str());
            if says && !required.contains(&name) {
                required.push(name);
            }
        }
        if !required.is_empty() {
            spelled.insert("required".into(), required.into());
        }
    }
    for (exclusive, inclusive) in [
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ] {
        if let Some(Value::Bool(is_exclusive)) = spelled.get(exclusive).cloned() {
            spelled.shift_remove(exclusive);
            if is_exclusive && let Some(end) = spelled.shift_remove(inclusive) {
                spelled.insert(exclusive.to_owned(), end);
            }
            changed = true;
        }
    }
    (spelled, changed)
}

/// Puts the only schema of an `allOf` where the `allOf` stands, unless both say something of one thing. Generators write it
/// for a reference with a description, which older drafts do not know side by side.
fn unwrapped(node: &mut Map<String, Value>) -> bool {
    let Some([Value::Object(only)]) = node
        .get("allOf")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    else {
        return false;
    };
    // The outer one describes the place.
    let annotates = |key: &str| matches!(key, "description" | "title" | "default");
    let said_twice = |key: &String| node.contains_key(key) && !annotates(key);
    if only.keys().any(said_twice) {
        return false;
    }
    let only = only.clone();
    node.shift_remove("allOf");
    for (key, value) in only {
        node.entry(key).or_insert(value);
    }
    true
}
