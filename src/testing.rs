//! What a test of one's own tools needs: surroundings, a handler alone, and one call through everything.
//!
//! An input can be written as a literal, since its fields are public, or bound from JSON, which also tests the checks.

use crate::bind::{Arguments, Violations};
use crate::executor::{DuplicateTool, Executor, ToolCall};
use crate::tool::{Context, ContextBuilder, Handler, Tool, ToolError, ToolResult, Toolset};

/// The surroundings of a test: the call id `test`, and no working directory unless the test gives one.
pub fn context() -> ContextBuilder {
    Context::builder().call_id("test")
}

/// Binds arguments as the executor does.
///
/// # Errors
///
/// Everything that is wrong with them.
pub fn bind<T: Tool>(arguments: impl Into<Arguments>) -> Result<T, Violations> {
    T::bind(arguments)
}

/// Runs a handler alone: no permission, no hooks, no panic caught.
///
/// # Errors
///
/// Those of the handler.
pub async fn handle<T: Tool, H: Handler<T>>(
    handler: &H,
    input: T,
    cx: &Context,
) -> Result<T::Output, ToolError> {
    handler.call(input, cx).await
}

/// Runs one call through an executor that has nothing but these tools.
///
/// # Errors
///
/// The toolset has two tools of one name.
pub async fn call(
    tools: impl Toolset,
    tool: &str,
    arguments: impl Into<Arguments>,
) -> Result<ToolResult, DuplicateTool> {
    let executor = Executor::builder().tools(tools).build()?;
    let call = ToolCall::new(tool, arguments).with_id("test");
    Ok(executor.run(call, &context().build()).await)
}
