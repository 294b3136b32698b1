//! The arguments of a call as they arrive: JSON text (OpenAI) or a JSON value (Anthropic, MCP).

use serde_json::Value;

/// Arguments, not yet looked at.
#[derive(Debug, Clone, PartialEq)]
pub enum Arguments {
    /// JSON text as the model wrote it: may be cut off, empty, anything.
    Text(String),
    /// A JSON value that somebody else parsed.
    Value(Value),
}

impl From<&str> for Arguments {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arguments {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Value> for Arguments {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}
