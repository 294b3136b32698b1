//! A result as MCP sends it.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{CallToolResult, ContentBlock, MetaObject, ResourceContents};
use serde_json::{Map, Value, json};

use crate::tool::{Block, Body, ToolResult};

/// The answer to a call. A failed one is an answer with the error flag, never an error of the protocol: the model sees
/// the one and can repair it, and never sees the other.
pub(super) fn answer(result: &ToolResult) -> CallToolResult {
    let mut blocks: Vec<ContentBlock> = result.content().blocks().iter().map(block).collect();
    let structured = result.content().structured_data();
    if let (Some(data), true) = (structured, blocks.is_empty()) {
        // For clients that do not read structured data.
        blocks.push(ContentBlock::text(data.to_string()));
    }
    let mut answer = match result.is_error() {
        true => CallToolResult::error(blocks),
        false => CallToolResult::success(blocks),
    };
    answer.structured_content = structured.cloned();
    answer.meta = facts(result).map(MetaObject);
    answer
}

fn block(block: &Block) -> ContentBlock {
    match block {
        Block::Text(text) => ContentBlock::text(text),
        Block::Image { data, mime_type } => ContentBlock::image(base64(data), mime_type),
        Block::Audio { data, mime_type } => ContentBlock::audio(base64(data), mime_type),
        Block::Resource {
            uri,
            mime_type,
            body,
        } => {
            let (uri, mime_type) = (uri.clone(), mime_type.clone());
            ContentBlock::resource(match body {
                Body::Text(text) => ResourceContents::TextResourceContents {
                    uri,
                    mime_type,
                    text: text.clone(),
                    meta: None,
                },
                Body::Bytes(bytes) => ResourceContents::BlobResourceContents {
                    uri,
                    mime_type,
                    blob: base64(bytes),
                    meta: None,
                },
            })
        }
    }
}

/// What MCP has no word for, in the words of the command line's result record; nothing where nothing is special.
fn facts(result: &ToolResult) -> Option<Map<String, Value>> {
    let mut facts = Map::new();
    if let Some(refused_by) = result.refused_by() {
        facts.insert("refused_by".into(), json!(refused_by.as_str()));
    }
    if let Some(stopped_by) = result.stopped_by() {
        facts.insert("stopped_by".into(), json!(stopped_by.as_str()));
    }
    if !result.repairs().is_empty() {
        let repairs = result.repairs().iter().map(ToString::to_string);
        facts.insert("repairs".into(), repairs.collect());
    }
    (!facts.is_empty()).then(|| Map::from_iter([("toolc".into(), facts.into())]))
}

fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}
