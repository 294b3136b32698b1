//! A server's answer as the content of a result.
//!
//! The error flag decides whether it is an error, whatever the text reads like. A block that is unknown here is passed on
//! as its JSON: leaving it out would make no noise.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use crate::tool::{Block, Body, Content, ToolError};

/// What a call came to.
///
/// # Errors
///
/// The server says so: in its words, with its structured data.
pub(super) fn content(answer: &Value) -> Result<Content, ToolError> {
    let blocks = answer.get("content").and_then(Value::as_array);
    let blocks = blocks.map_or(&[][..], Vec::as_slice);
    let mut content: Content = blocks.iter().map(block).collect();
    // Many servers write null where there is none.
    let data = answer.get("structuredContent");
    if let Some(data) = data.filter(|data| !data.is_null()) {
        content = match blocks.is_empty() {
            true => Content::structured(data.clone()),
            false => content.with_structured(data.clone()),
        };
    }
    match answer.get("isError") {
        Some(Value::Bool(true)) => Err(failure(content)),
        _ => Ok(content),
    }
}

fn failure(content: Content) -> ToolError {
    let error = ToolError::anticipated(content.to_text());
    match content.structured_data() {
        Some(data) => error.with_structured(data.clone()),
        None => error,
    }
}

fn block(block: &Value) -> Block {
    known(block).unwrap_or_else(|| Block::Text(block.to_string()))
}

fn known(block: &Value) -> Option<Block> {
    let text = |key: &str| Some(block.get(key)?.as_str()?.to_owned());
    Some(match block.get("type")?.as_str()? {
        "text" => Block::Text(text("text")?),
        "image" => Block::Image {
            data: bytes(&text("data")?)?,
            mime_type: text("mimeType")?,
        },
        "audio" => Block::Audio {
            data: bytes(&text("data")?)?,
            mime_type: text("mimeType")?,
        },
        "resource" => {
            let resource = block.get("resource")?;
            let text = |key: &str| Some(resource.get(key)?.as_str()?.to_owned());
            Block::Resource {
                uri: text("uri")?,
                mime_type: text("mimeType"),
                body: match text("text") {
                    Some(text) => Body::Text(text),
                    None => Body::Bytes(bytes(&text("blob")?)?),
                },
            }
        }
        _ => return None,
    })
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    BASE64_STANDARD.decode(text).ok()
}
