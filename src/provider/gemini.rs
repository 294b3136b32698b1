//! Gemini: function declarations by two routes, `functionCall` and `functionResponse` parts.
//!
//! `parameters` takes a subset of OpenAPI and refuses every keyword that it does not know; `parametersJsonSchema` takes a
//! subset of JSON Schema. What is left out is said in the description.

use serde_json::{Value, json};

use super::Definition;
use super::node::{Node, drop_saying, inlined, rebuilt, sound, without_null};
use super::wire::{Called, Unreadable, arguments, plain, text};
use crate::tool::{Block, ToolResult};

/// What stands before the ids that we give to calls without one.
const OUR_ID: &str = "toolc-call-";

/// <https://ai.google.dev/api/caching#Schema>
const OPENAPI: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
    "propertyOrdering",
    "default",
];

/// <https://ai.google.dev/api/caching#FunctionDeclaration>
const JSON_SCHEMA: &[&str] = &[
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "enum",
    "prefixItems",
    "items",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
    "default",
];

/// The formats of each type that `parameters` takes.
const FORMATS: &[&str] = &["date-time", "int32", "int64", "float", "double", "enum"];

/// The value of `tools`: one entry with all declarations, none for no tools, since an empty list of them is refused.
pub(super) fn tools(tools: &[Definition], tool: impl Fn(&Definition) -> Value) -> Value {
    if tools.is_empty() {
        return json!([]);
    }
    json!([{"functionDeclarations": tools.iter().map(tool).collect::<Vec<_>>()}])
}

/// By way of `parameters`.
pub(super) fn openapi_tool(tool: &Definition) -> Value {
    let schema = Value::Object(inlined(&sound(&tool.schema)));
    let mut schema = rebuilt(&schema, &mut openapi);
    if let Value::Object(root) = &mut schema {
        root.shift_remove("nullable");
    }
    declaration(tool, "parameters", schema)
}

/// By way of `parametersJsonSchema`.
pub(super) fn json_schema_tool(tool: &Definition) -> Value {
    let schema = rebuilt(&sound(&tool.schema).into(), &mut |mut node| {
        if let Some(word) = node.shift_remove("const") {
            node.insert("enum".into(), json!([word]));
        }
        keep(&mut node, JSON_SCHEMA);
        // Only text and numbers may be listed.
        if let Some(Value::Array(words)) = node.get_mut("enum") {
            words.retain(|word| word.is_string() || word.is_number());
            if words.is_empty() {
                node.shift_remove("enum");
            }
        }
        node
    });
    declaration(tool, "parametersJsonSchema", schema)
}

fn declaration(tool: &Definition, key: &str, schema: Value) -> Value {
    let mut declaration = json!({ "name": tool.name });
    if !tool.description.is_empty() {
        declaration["description"] = json!(tool.description);
    }
    declaration[key] = schema;
    declaration
}

/// A node as the subset of OpenAPI has it.
fn openapi(mut node: Node) -> Node {
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(alternatives)) = node.shift_remove(key) {
            either(&mut node, alternatives);
        }
    }
    if let Some(word) = node.shift_remove("const") {
        node.insert("enum".into(), json!([word]));
    }
    if let Some(types) = node.get("type") {
        let (words, null) = without_null(types);
        if null {
            node.insert("nullable".into(), true.into());
        }
        match words.as_slice() {
            [word] => {
                let word = upper(word);
                node.insert("type".into(), word);
            }
            [] => {
                node.shift_remove("type");
            }
            words => {
                let alternatives = words.iter().map(|word| json!({"type": upper(word)}));
                let alternatives = alternatives.collect();
                node.shift_remove("type");
                node.insert("anyOf".into(), alternatives);
            }
        }
    }
    let is_text = node.get("type").is_none_or(|word| word == "STRING");
    match node.get_mut("enum") {
        Some(Value::Array(words))
            if is_text && words.iter().all(|it| it.is_string() || it.is_null()) =>
        {
            words.retain(Value::is_string);
            node.entry("type").or_insert_with(|| json!("STRING"));
        }
        // The type stays, and our own check still holds the call to the values.
        Some(_) => drop_saying(&mut node, "enum"),
        None => {}
    }
    let format = node.get("format").and_then(Value::as_str);
    if format.is_some_and(|format| !FORMATS.contains(&format)) {
        drop_saying(&mut node, "format");
    }
    if node.get("type").is_some_and(|word| word == "ARRAY") {
        node.entry("items").or_insert_with(|| json!({}));
    }
    keep(&mut node, OPENAPI);
    node
}

/// Alternatives; null among them is said by `nullable`.
fn either(node: &mut Node, alternatives: Vec<Value>) {
    let is_null = |it: &Value| {
        it.get("nullable").is_some() && it.as_object().is_some_and(|node| node.len() == 1)
    };
    let (null, mut rest): (Vec<_>, Vec<_>) = alternatives.into_iter().partition(is_null);
    if !null.is_empty() {
        node.insert("nullable".into(), true.into());
    }
    if rest.len() == 1
        && let Some(Value::Object(only)) = rest.pop()
    {
        for (key, value) in only {
            node.entry(key).or_insert(value);
        }
        return;
    }
    node.insert("anyOf".into(), rest.into());
}

fn upper(word: &Value) -> Value {
    word.as_str()
        .map_or_else(|| word.clone(), |word| word.to_uppercase().into())
}

/// Only these keywords; what others say is said in words.
fn keep(node: &mut Node, keywords: &[&str]) {
    let others: Vec<String> = node
        .keys()
        .filter(|key| !keywords.contains(&key.as_str()))
        .cloned()
        .collect();
    for key in others {
        drop_saying(node, &key);
        node.shift_remove(&key);
    }
}

/// The calls of a whole response, of a candidate's content, or of a single part's.
pub(super) fn calls(response: &Value) -> Result<Vec<Called>, Unreadable> {
    let content = response
        .pointer("/candidates/0/content")
        .unwrap_or(response);
    let Some(parts) = content.get("parts").and_then(Value::as_array) else {
        // A candidate that was stopped has content without parts, or none.
        let stopped =
            response.get("candidates").is_some() || response.get("promptFeedback").is_some();
        return if stopped {
            Ok(Vec::new())
        } else {
            Err(Unreadable::NoMessage)
        };
    };
    let calls = parts.iter().filter_map(|part| part.get("functionCall"));
    calls
        .enumerate()
        .map(|(index, call)| {
            Ok(Called {
                id: text(call, "id").unwrap_or_else(|_| format!("{OUR_ID}{index}")),
                name: text(call, "name")?,
                arguments: arguments(call.get("args")),
            })
        })
        .collect()
}

/// One content with all results; ids only where the call had one. `name` is what the tool is called on the way.
pub(super) fn answer(results: &[ToolResult], name: &dyn Fn(&ToolResult) -> String) -> Value {
    let mut parts = Vec::new();
    for result in results {
        let key = if result.is_error() { "error" } else { "output" };
        let mut response = json!({
            "name": name(result),
            "response": {key: plain(result)},
        });
        if !result.id().is_empty() && !result.id().starts_with(OUR_ID) {
            response["id"] = json!(result.id());
        }
        parts.push(json!({ "functionResponse": response }));
        for block in result.content().blocks() {
            if let Block::Image { mime_type, .. } | Block::Audio { mime_type, .. } = block {
                let data = &block.to_json()["data"];
                parts.push(json!({"inlineData": {"mimeType": mime_type, "data": data}}));
            }
        }
    }
    json!({"role": "user", "parts": parts})
}
