//! The typed side of a tool: one call of it, and what runs it.

use std::fmt::Debug;
use std::sync::Arc;

use super::{Context, IntoContent, Spec, ToolError};
use crate::bind::{Arguments, Record, Violations, bind_record};

/// A declared tool. The type *is* one call of it.
pub trait Tool: Record + Debug + Send + Sync + Sized + 'static {
    /// What it answers.
    type Output: IntoContent + Send + 'static;
    /// What is known of it.
    const SPEC: &'static Spec;

    /// Binds arguments: what the executor does, and tests and hooks may.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    fn bind(arguments: impl Into<Arguments>) -> Result<Self, Violations> {
        let mut input = Self::blank();
        bind_record(&mut input, &arguments.into(), &[]).outcome?;
        Ok(input)
    }
}

/// What runs a tool.
#[diagnostic::on_unimplemented(
    message = "tool `{T}` has no handler on `{Self}`",
    note = "write `impl Handler<{T}> for {Self}`, or remove the tool from tools.toml"
)]
pub trait Handler<T: Tool>: Send + Sync + 'static {
    /// Runs one call.
    fn call(
        &self,
        input: T,
        cx: &Context,
    ) -> impl Future<Output = Result<T::Output, ToolError>> + Send;
}

impl<T: Tool, S: Handler<T>> Handler<T> for Arc<S> {
    fn call(
        &self,
        input: T,
        cx: &Context,
    ) -> impl Future<Output = Result<T::Output, ToolError>> + Send {
        S::call(self, input, cx)
    }
}

/// What appends to a tool's description when tools are offered (`describe = true`).
#[diagnostic::on_unimplemented(
    message = "tool `{T}` is declared with `describe = true`, and `{Self}` does not describe it",
    note = "write `impl Describe<{T}> for {Self}`, or remove `describe` from tools.toml"
)]
pub trait Describe<T: Tool>: Handler<T> {
    /// What follows the declared description.
    fn describe(&self, cx: &Context) -> String;
}

impl<T: Tool, S: Describe<T>> Describe<T> for Arc<S> {
    fn describe(&self, cx: &Context) -> String {
        S::describe(self, cx)
    }
}
