//! What the formats share on the way in and back: a call before its names are restored, and results as text.

use std::error::Error;
use std::fmt;

use serde_json::{Value, json};

use super::limits::Target;
use super::{anthropic, bedrock, gemini, openai_chat, openai_responses};
use crate::bind::Arguments;
use crate::tool::{Block, Body, ToolResult};

/// How a provider puts calls and results; several targets share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Anthropic,
    Chat,
    Responses,
    Gemini,
    Converse,
    Mcp,
}

impl Dialect {
    pub(super) fn of(target: Target) -> Self {
        match target {
            Target::Anthropic => Self::Anthropic,
            Target::Openai | Target::OpenaiStrict => Self::Chat,
            Target::OpenaiResponses => Self::Responses,
            Target::Gemini | Target::GeminiJsonSchema => Self::Gemini,
            Target::Bedrock => Self::Converse,
            Target::Mcp | Target::JsonSchema => Self::Mcp,
        }
    }
}

/// A call as it arrived, under the names that travel.
#[derive(Debug)]
pub(super) struct Called {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: Arguments,
}

/// Why no calls can be read out of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// There is no message of the model in it.
    NoMessage,
    /// The provider answered with an error, in these words.
    Refused(String),
    /// A call lacks a field.
    Incomplete(&'static str),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMessage => f.write_str("there is no message of the model in the response"),
            Self::Refused(words) => write!(f, "the provider refused the request: {words}"),
            Self::Incomplete(field) => write!(f, "a call in the response has no `{field}`"),
        }
    }
}

impl Error for Unreadable {}

pub(super) fn calls(dialect: Dialect, response: &Value) -> Result<Vec<Called>, Unreadable> {
    // Some answer with `"error": null` beside what was asked for.
    let error = response.get("error").filter(|error| !error.is_null());
    if let Some(error) = error {
        let words = error.get("message").and_then(Value::as_str);
        return Err(Unreadable::Refused(
            words.map_or_else(|| error.to_string(), str::to_owned),
        ));
    }
    match dialect {
        Dialect::Anthropic => anthropic::calls(response),
        Dialect::Chat => openai_chat::calls(response),
        Dialect::Responses => openai_responses::calls(response),
        Dialect::Gemini => gemini::calls(response),
        Dialect::Converse => bedrock::calls(response),
        Dialect::Mcp => super::mcp::calls(response),
    }
}

/// A field of a call that must be there.
pub(super) fn text(call: &Value, field: &'static str) -> Result<String, Unreadable> {
    let text = call.get(field).and_then(Value::as_str);
    text.map(str::to_owned).ok_or(Unreadable::Incomplete(field))
}

/// Arguments as they arrive: text stays text, so that what is wrong with it can be told.
pub(super) fn arguments(value: Option<&Value>) -> Arguments {
    match value {
        None => json!({}).into(),
        Some(Value::String(text)) => text.as_str().into(),
        Some(value) => value.clone().into(),
    }
}

/// A block as text, for whoever takes nothing else.
pub(super) fn shown(block: &Block) -> String {
    match block {
        Block::Text(text) => text.clone(),
        Block::Image { mime_type, data } => format!("[image, {mime_type}, {} bytes]", data.len()),
        Block::Audio { mime_type, data } => format!("[audio, {mime_type}, {} bytes]", data.len()),
        Block::Resource {
            uri,
            body: Body::Text(text),
            ..
        } => format!("[{uri}]\n{text}"),
        Block::Resource {
            uri,
            body: Body::Bytes(data),
            ..
        } => format!("[{uri}, {} bytes]", data.len()),
    }
}

/// A result as one text. Where the provider has no flag for errors, the words say it: every error of ours starts with its
/// kind or names the tool.
pub(super) fn plain(result: &ToolResult) -> String {
    let blocks = result.content().blocks().iter();
    blocks.map(shown).collect::<Vec<_>>().join("\n")
}
