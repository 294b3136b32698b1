//! MCP: tool objects, `tools/call` parameters, call results. Only the JSON; the protocol is the server's and the client's.

use serde_json::{Value, json};

use super::Definition;
use super::node::{rebuilt, sound};
use super::wire::{Called, Unreadable, arguments, text};
use crate::tool::ToolResult;

pub(super) fn tool(tool: &Definition) -> Value {
    let mut object = json!({ "name": tool.name });
    if let Some(title) = &tool.title {
        object["title"] = json!(title);
    }
    object["description"] = json!(tool.description);
    object["inputSchema"] = sound(&tool.schema).into();
    if let Some(output) = &tool.output {
        object["outputSchema"] = rebuilt(output, &mut |node| node);
    }
    if let Some(annotations) = &tool.annotations {
        object["annotations"] = annotations.clone();
    }
    object
}

/// The call of a `tools/call` request, or of its parameters.
pub(super) fn calls(request: &Value) -> Result<Vec<Called>, Unreadable> {
    let parameters = request.get("params").unwrap_or(request);
    let id = match request.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(id) => id.to_string(),
        None => String::new(),
    };
    Ok(vec![Called {
        id,
        name: text(parameters, "name")?,
        arguments: arguments(parameters.get("arguments")),
    }])
}

/// A result of `tools/call`.
pub(super) fn result(result: &ToolResult) -> Value {
    let blocks: Vec<Value> = result
        .content()
        .blocks()
        .iter()
        .map(|it| it.to_json())
        .collect();
    let mut answer = json!({"content": blocks});
    if let Some(structured) = result.content().structured_data() {
        answer["structuredContent"] = structured.clone();
    }
    answer["isError"] = json!(result.is_error());
    answer
}
