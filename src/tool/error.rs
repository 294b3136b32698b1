//! How a handler says that it could not do it.

/// A handler's failure.
#[derive(Debug)]
pub struct ToolError {}
