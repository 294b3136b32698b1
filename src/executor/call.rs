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

    /// The name that is meant, where these are the names there are: models put `functions.` before it now and then, but a tool
    /// may be called so too.
    pub(crate) fn named(tool: &str, is_known: impl Fn(&str) -> bool) -> &str {
        match tool.strip_prefix("functions.") {
            Some(name) if !is_known(tool) => name,
            _ => tool,
        }
    }
}
