//! OpenAI Chat Completions, and what speaks like it (Groq, Mistral, Cohere's v2 messages, local servers): `tools`,
//! `tool_calls`, messages of the role `tool`.

use serde_json::{Value, json};

use super::Definition;
use super::node::{Node, sound};
use super::strict::strict;
use super::wire::{Called, Unreadable, arguments, plain, text};
use crate::tool::ToolResult;

pub(super) fn tool(tool: &Definition) -> Value {
    json!({"type": "function", "function": function(tool, schema(tool))})
}

pub(super) fn strict_tool(tool: &Definition) -> Value {
    let mut function = function(tool, strict(&sound(&tool.schema)));
    function["strict"] = json!(true);
    json!({"type": "function", "function": function})
}

/// The schema; an object without properties says so, since some servers of this format miss the key.
pub(super) fn schema(tool: &Definition) -> Value {
    let mut schema: Node = sound(&tool.schema);
    schema.entry("properties").or_insert_with(|| json!({}));
    schema.into()
}

/// The parts of a definition that Chat Completions and Responses share.
pub(super) fn function(tool: &Definition, parameters: Value) -> Value {
    let mut function = json!({ "name": tool.name });
    if !tool.description.is_empty() {
        function["description"] = json!(tool.description);
    }
    function["parameters"] = parameters;
    function
}

pub(super) fn calls(response: &Value) -> Result<Vec<Called>, Unreadable> {
    // The whole response, Cohere's, or the message itself.
    let message = response
        .pointer("/choices/0/message")
        .or_else(|| response.get("message"))
        .or_else(|| response.get("role").map(|_| response))
        .ok_or(Unreadable::NoMessage)?;
    let calls = message.get("tool_calls").and_then(Value::as_array);
    calls
        .into_iter()
        .flatten()
        .map(|call| {
            let function = call
                .get("function")
                .ok_or(Unreadable::Incomplete("function"))?;
            Ok(Called {
                id: text(call, "id")?,
                name: text(function, "name")?,
                arguments: arguments(function.get("arguments")),
            })
        })
        .collect()
}

/// One message for each result. There is no flag for errors; the text says it.
pub(super) fn answer(results: &[ToolResult]) -> Value {
    let messages = results.iter().map(|result| {
        json!({
            "role": "tool",
            "tool_call_id": result.id(),
            "content": plain(result),
        })
    });
    messages.collect()
}
