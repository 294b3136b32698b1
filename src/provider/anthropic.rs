//! Anthropic Messages: `tools`, `tool_use`, `tool_result`.

use serde_json::{Value, json};

use super::Definition;
use super::node::sound;
use super::wire::{Called, Unreadable, arguments, text};
use crate::tool::{Block, Body, ToolResult};

pub(super) fn tool(tool: &Definition) -> Value {
    let mut object = json!({ "name": tool.name });
    if !tool.description.is_empty() {
        object["description"] = json!(tool.description);
    }
    object["input_schema"] = sound(&tool.schema).into();
    object
}

/// The calls of a message. What the provider's own server ran (`server_tool_use`) is not ours to run.
pub(super) fn calls(message: &Value) -> Result<Vec<Called>, Unreadable> {
    let content = message.get("content").ok_or(Unreadable::NoMessage)?;
    let blocks = content.as_array().into_iter().flatten();
    let calls = blocks.filter(|block| block["type"] == "tool_use");
    calls
        .map(|call| {
            Ok(Called {
                id: text(call, "id")?,
                name: text(call, "name")?,
                arguments: arguments(call.get("input")),
            })
        })
        .collect()
}

/// One user message with all results, as the API demands.
pub(super) fn answer(results: &[ToolResult]) -> Value {
    let results: Vec<Value> = results
        .iter()
        .map(|result| {
            let blocks: Vec<Value> = result.content().blocks().iter().map(block).collect();
            let mut answer = json!({
                "type": "tool_result",
                "tool_use_id": result.id(),
                "content": blocks,
            });
            if result.is_error() {
                answer["is_error"] = json!(true);
            }
            answer
        })
        .collect();
    json!({"role": "user", "content": results})
}

fn block(block: &Block) -> Value {
    let json = block.to_json();
    match block {
        Block::Image { mime_type, .. } => json!({
            "type": "image",
            "source": {"type": "base64", "media_type": mime_type, "data": json["data"]},
        }),
        Block::Resource {
            mime_type: Some(mime_type),
            body: Body::Bytes(_),
            ..
        } if mime_type == "application/pdf" => json!({
            "type": "document",
            "source": {
                "type": "base64",
                "media_type": mime_type,
                "data": json["resource"]["blob"],
            },
        }),
        other => json!({"type": "text", "text": super::wire::shown(other)}),
    }
}
