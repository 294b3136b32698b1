//! One call, as the model asked for it.

use crate::bind::Arguments;

/// One call, as the model asked for it. Nothing of it is trusted yet.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// What its result is paired with; the provider's, or the host's own.
    pub id: String,
    /// The name of the tool, as the model wrote it.
    pub tool: String,
    /// The arguments, as they arrived.
    pub arguments: Arguments,
}

impl ToolCall {
    /// A call without an id.
    ///
    /// ```
    /// use toolc::executor::ToolCall;
    ///
    /// let call = ToolCall::new("Read", r#"{"file_path":"/tmp/a"}"#).with_id("call_1");
    /// assert_eq!(call.tool, "Read");
    /// ```
    pub fn new(tool: impl Into<String>, arguments: impl Into<Arguments>) -> Self {
        Self {
            id: String::new(),
            tool: tool.into(),
            arguments: arguments.into(),
        }
    }

    /// Sets the id.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = id.into();
        self
    }

    /// The name to look up: models put `functions.` before it now and then.
    pub fn name(&self) -> &str {
        self.tool.strip_prefix("functions.").unwrap_or(&self.tool)
    }
}
