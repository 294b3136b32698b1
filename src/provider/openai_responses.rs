//! OpenAI Responses: functions at the top level, `function_call` and `function_call_output` items.

use serde_json::{Value, json};

use super::Definition;
use super::openai_chat::{function, schema};
use super::wire::{Called, Unreadable, arguments, plain, text};
use crate::tool::ToolResult;

/// A definition. Strict mode is switched off in words, since Responses may switch it on by itself.
pub(super) fn tool(tool: &Definition) -> Value {
    let Value::Object(function) = function(tool, schema(tool)) else {
        unreachable!("a function is an object");
    };
    let mut object = json!({"type": "function"});
    for (key, value) in function {
        object[key] = value;
    }
    object["strict"] = json!(false);
    object
}

/// The calls of a response, of its `output`, or of a single item.
pub(super) fn calls(response: &Value) -> Result<Vec<Called>, Unreadable> {
    let items = response.get("output").unwrap_or(response);
    let items = match items {
        Value::Array(items) => items.as_slice(),
        item if item.get("type").is_some() => std::slice::from_ref(item),
        _ => return Err(Unreadable::NoMessage),
    };
    let calls = items.iter().filter(|item| item["type"] == "function_call");
    calls
        .map(|call| {
            Ok(Called {
                id: text(call, "call_id")?,
                name: text(call, "name")?,
                arguments: arguments(call.get("arguments")),
            })
        })
        .collect()
}

/// One item for each result. There is no flag for errors; the text says it.
pub(super) fn answer(results: &[ToolResult]) -> Value {
    let items = results.iter().map(|result| {
        json!({
            "type": "function_call_output",
            "call_id": result.id(),
            "output": plain(result),
        })
    });
    items.collect()
}
