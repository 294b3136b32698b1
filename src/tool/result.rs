//! What a call came to: one result per call, success or error, with what the executor knows of it.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{Content, ToolError};
use crate::bind::Repair;

/// What a call came to. Whatever happens to a call, it ends in exactly one of these.
///
/// The error behind an error result and the render payload are for hooks, logs and renderers: neither is part of
/// [`record`](Self::record).
#[derive(Debug, Clone)]
pub struct ToolResult {
    pub(crate) id: String,
    pub(crate) tool: String,
    pub(crate) content: Content,
    pub(crate) is_error: bool,
    pub(crate) source: Option<Arc<dyn Error + Send + Sync>>,
    pub(crate) refused_by: Option<Refusal>,
    pub(crate) stopped_by: Option<Stop>,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) duration: Duration,
}

/// What refused a call: its handler never started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The allow-list.
    Permission,
    /// Whoever was asked.
    Approval,
    /// A hook.
    Hook,
    /// There is no such tool.
    UnknownTool,
    /// The side-effect ceiling.
    Ceiling,
    /// The arguments do not fit.
    Arguments,
    /// The turn was interrupted before it was the call's turn.
    Interrupt,
}

/// What stopped a call: its handler had started, and may have had effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// An interrupt.
    Interrupt,
    /// The longest time it may run.
    Timeout,
    /// A panic in the handler.
    Panic,
}

impl ToolResult {
    /// A success.
    pub fn success(content: impl Into<Content>) -> Self {
        Self {
            id: String::new(),
            tool: String::new(),
            content: content.into(),
            is_error: false,
            source: None,
            refused_by: None,
            stopped_by: None,
            repairs: Vec::new(),
            duration: Duration::ZERO,
        }
    }

    /// An error in these words.
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::success(message.into())
        }
    }

    /// An error in these words, with the error behind them.
    pub fn error_from(
        message: impl Into<String>,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self {
            source: Some(source.into().into()),
            ..Self::error(message)
        }
    }

    /// An error in the words of the error behind it; in the name of its type where it has no words.
    pub fn from_error<E: Error + Send + Sync + 'static>(source: E) -> Self {
        let mut words = source.to_string();
        if words.is_empty() {
            words = std::any::type_name::<E>()
                .rsplit("::")
                .next()
                .unwrap_or_default()
                .to_owned();
        }
        Self::error_from(words, source)
    }

    /// The same result with this content; what was structured or rendered before is replaced with it.
    #[must_use]
    pub fn with_content(mut self, content: impl Into<Content>) -> Self {
        self.content = content.into();
        self
    }

    /// The same result as the answer to a call, for whoever answers without an executor.
    #[must_use]
    pub fn answering(mut self, id: impl Into<String>, tool: impl Into<String>) -> Self {
        self.id = id.into();
        self.tool = tool.into();
        self
    }

    /// The id of the call that it answers; empty before the executor has stamped it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name of the tool that was called; empty before the executor has stamped it.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The answer, or the words of the error.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The text of the answer.
    pub fn text(&self) -> String {
        self.content.to_text()
    }

    /// Is it an error?
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// Is it a success?
    pub fn is_success(&self) -> bool {
        !self.is_error
    }

    /// The error behind an error result.
    pub fn source(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.source.as_deref()
    }

    /// What hooks and renderers get beside the answer.
    pub fn render_payload(&self) -> Option<&Map<String, Value>> {
        self.content.render_payload()
    }

    /// What refused the call, when its handler never started.
    pub fn refused_by(&self) -> Option<Refusal> {
        self.refused_by
    }

    /// What stopped the call, when its handler had started.
    pub fn stopped_by(&self) -> Option<Stop> {
        self.stopped_by
    }

    /// Lossless changes that made arguments fit.
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// How long the call took, from its arrival to its answer.
    pub fn duration(&self) -> Duration {
        self.duration
    }

    /// The result record of the command line: stable, documented, without the error's source and the render payload.
    pub fn record(&self) -> Value {
        let blocks: Vec<Value> = self.content.blocks().iter().map(|b| b.to_json()).collect();
        let mut record = json!({
            "id": self.id,
            "tool": self.tool,
            "is_error": self.is_error,
            "content": blocks,
        });
        if let Some(structured) = self.content.structured_data() {
            record["structured"] = structured.clone();
        }
        if let Some(refused_by) = self.refused_by {
            record["refused_by"] = json!(refused_by.as_str());
        }
        if let Some(stopped_by) = self.stopped_by {
            record["stopped_by"] = json!(stopped_by.as_str());
        }
        if !self.repairs.is_empty() {
            record["repairs"] = self.repairs.iter().map(ToString::to_string).collect();
        }
        record["duration_ms"] = json!(u64::try_from(self.duration.as_millis()).unwrap_or(u64::MAX));
        record
    }
}

/// Two results are equal when everything they hold is; the error behind them is compared by identity.
impl PartialEq for ToolResult {
    fn eq(&self, other: &Self) -> bool {
        let same_source = match (&self.source, &other.source) {
            (None, None) => true,
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            _ => false,
        };
        same_source
            && self.id == other.id
            && self.tool == other.tool
            && self.content == other.content
            && self.is_error == other.is_error
            && self.refused_by == other.refused_by
            && self.stopped_by == other.stopped_by
            && self.repairs == other.repairs
            && self.duration == other.duration
    }
}

impl From<ToolError> for ToolResult {
    fn from(error: ToolError) -> Self {
        let mut message = Content::text(error.to_string());
        if let Some(data) = error.structured_data() {
            message = message.with_structured(data.clone());
        }
        match error.into_source() {
            Some(source) => Self::error_from("", source).with_content(message),
            None => Self::error("").with_content(message),
        }
    }
}

impl From<Result<Content, ToolError>> for ToolResult {
    fn from(outcome: Result<Content, ToolError>) -> Self {
        match outcome {
            Ok(content) => Self::success(content),
            Err(error) => error.into(),
        }
    }
}

impl Refusal {
    /// The word in result records and traces.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Permission => "permission",
            Self::Approval => "approval",
            Self::Hook => "hook",
            Self::UnknownTool => "unknown-tool",
            Self::Ceiling => "ceiling",
            Self::Arguments => "arguments",
            Self::Interrupt => "interrupt",
        }
    }
}

impl Stop {
    /// The word in result records and traces.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Interrupt => "interrupt",
            Self::Timeout => "timeout",
            Self::Panic => "panic",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
