//! What a tool answers: blocks for the model, structured data beside them, and a payload for whoever draws it.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};

/// What a tool answers.
///
/// ```
/// use toolc::tool::Content;
///
/// let content = Content::text("one chart").and(Content::image([0x89, 0x50], "image/png"));
/// assert_eq!(content.blocks().len(), 2);
/// assert_eq!(content.to_text(), "one chart");
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content {
    blocks: Vec<Block>,
    structured: Option<Value>,
    render_payload: Option<Map<String, Value>>,
}

/// One block of content, as MCP knows them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Block {
    /// Text.
    Text(String),
    /// An image, in bytes.
    Image {
        /// The bytes of the file.
        data: Vec<u8>,
        /// Such as `image/png`.
        mime_type: String,
    },
    /// A sound, in bytes.
    Audio {
        /// The bytes of the file.
        data: Vec<u8>,
        /// Such as `audio/wav`.
        mime_type: String,
    },
    /// A resource that comes with the answer.
    Resource {
        /// Where it is from.
        uri: String,
        /// Such as `application/pdf`.
        mime_type: Option<String>,
        /// What is in it.
        body: Body,
    },
}

/// What is in a resource.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Body {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl Content {
    /// One block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Block::Text(text.into()).into()
    }

    /// One image.
    pub fn image(data: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        let (data, mime_type) = (data.into(), mime_type.into());
        Block::Image { data, mime_type }.into()
    }

    /// One sound.
    pub fn audio(data: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        let (data, mime_type) = (data.into(), mime_type.into());
        Block::Audio { data, mime_type }.into()
    }

    /// One resource.
    pub fn resource(
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        body: impl Into<Body>,
    ) -> Self {
        Block::Resource {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            body: body.into(),
        }
        .into()
    }

    /// Structured data, and the same as a block of JSON text for who does not read structured data.
    pub fn structured(data: Value) -> Self {
        Self::text(data.to_string()).with_structured(data)
    }

    /// Appends the blocks of `more`; its structured data and payload, where it has them, replace the ones here.
    #[must_use]
    pub fn and(mut self, more: impl Into<Self>) -> Self {
        let more = more.into();
        self.blocks.extend(more.blocks);
        self.structured = more.structured.or(self.structured);
        self.render_payload = more.render_payload.or(self.render_payload);
        self
    }

    /// Sets the structured data beside the blocks.
    #[must_use]
    pub fn with_structured(mut self, data: Value) -> Self {
        self.structured = Some(data);
        self
    }

    /// Sets what hooks and renderers get beside the answer, or clears it. The model never sees it and it is never
    /// serialised.
    #[must_use]
    pub fn with_render_payload(mut self, payload: impl Into<Option<Map<String, Value>>>) -> Self {
        self.render_payload = payload.into();
        self
    }

    /// The blocks, in order.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The structured data beside the blocks.
    pub fn structured_data(&self) -> Option<&Value> {
        self.structured.as_ref()
    }

    /// What hooks and renderers get beside the answer.
    pub fn render_payload(&self) -> Option<&Map<String, Value>> {
        self.render_payload.as_ref()
    }

    /// The text blocks, one after the other on lines of their own.
    pub fn to_text(&self) -> String {
        let texts: Vec<&str> = self.blocks.iter().filter_map(Block::as_text).collect();
        texts.join("\n")
    }
}

impl Block {
    /// The text of a text block.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// How many bytes of text or data it holds.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Image { data, .. } | Self::Audio { data, .. } => data.len(),
            Self::Resource { body, .. } => match body {
                Body::Text(text) => text.len(),
                Body::Bytes(bytes) => bytes.len(),
            },
        }
    }

    /// As an MCP content block; bytes in base64.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => json!({"type": "text", "text": text}),
            Self::Image { data, mime_type } => {
                json!({"type": "image", "data": base64(data), "mimeType": mime_type})
            }
            Self::Audio { data, mime_type } => {
                json!({"type": "audio", "data": base64(data), "mimeType": mime_type})
            }
            Self::Resource {
                uri,
                mime_type,
                body,
            } => {
                let mut resource = json!({"uri": uri});
                if let Some(mime_type) = mime_type {
                    resource["mimeType"] = json!(mime_type);
                }
                match body {
                    Body::Text(text) => resource["text"] = json!(text),
                    Body::Bytes(bytes) => resource["blob"] = json!(base64(bytes)),
                }
                json!({"type": "resource", "resource": resource})
            }
        }
    }
}

impl From<Block> for Content {
    fn from(block: Block) -> Self {
        Self {
            blocks: vec![block],
            ..Self::default()
        }
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl FromIterator<Block> for Content {
    fn from_iter<I: IntoIterator<Item = Block>>(blocks: I) -> Self {
        Self {
            blocks: blocks.into_iter().collect(),
            ..Self::default()
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}
