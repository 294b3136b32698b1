//! Amazon Bedrock Converse: `toolConfig`, `toolUse`, `toolResult`.

use serde_json::{Value, json};

use super::Definition;
use super::node::sound;
use super::wire::{Called, Unreadable, arguments, shown, text};
use crate::tool::{Block, ToolResult};

/// A definition. A description may be left out, and has a character at least where it is not.
pub(super) fn tool(tool: &Definition) -> Value {
    let mut spec = json!({ "name": tool.name });
    if !tool.description.is_empty() {
        spec["description"] = json!(tool.description);
    }
    spec["inputSchema"] = json!({"json": sound(&tool.schema)});
    json!({ "toolSpec": spec })
}

/// The calls of a whole response, or of its message.
pub(super) fn calls(response: &Value) -> Result<Vec<Called>, Unreadable> {
    let message = response.pointer("/output/message").unwrap_or(response);
    let content = message.get("content").ok_or(Unreadable::NoMessage)?;
    let blocks = content.as_array().into_iter().flatten();
    let calls = blocks.filter_map(|block| block.get("toolUse"));
    // What the provider's own server ran is not ours to run.
    let ours = calls.filter(|call| {
        call.get("type")
            .is_none_or(|kind| kind != "server_tool_use")
    });
    ours.map(|call| {
        Ok(Called {
            id: text(call, "toolUseId")?,
            name: text(call, "name")?,
            arguments: arguments(call.get("input")),
        })
    })
    .collect()
}

/// One user message with all results.
pub(super) fn answer(results: &[ToolResult]) -> Value {
    let results: Vec<Value> = results
        .iter()
        .map(|result| {
            let content: Vec<Value> = result.content().blocks().iter().map(block).collect();
            let status = if result.is_error() {
                "error"
            } else {
                "success"
            };
            json!({"toolResult": {
                "toolUseId": result.id(),
                "content": content,
                "status": status,
            }})
        })
        .collect();
    json!({"role": "user", "content": results})
}

fn block(block: &Block) -> Value {
    match block {
        Block::Image { mime_type, .. } => {
            let format = mime_type.rsplit('/').next().unwrap_or(mime_type);
            json!({"image": {"format": format, "source": {"bytes": block.to_json()["data"]}}})
        }
        other => json!({"text": shown(other)}),
    }
}
