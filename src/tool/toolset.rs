//! Tools with what runs them, as the executor sees them.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::{Content, Context, Spec, ToolError};
use crate::bind::{Arguments, Repair, Violations};
use crate::permission::{Patterns, Ruling};

/// What runs when a call has passed every gate.
pub type Run = Pin<Box<dyn Future<Output = Result<Content, ToolError>> + Send>>;

/// What one pass over the arguments found. Nothing has run; dropping it is refusing it.
pub struct Binding {
    /// The permission subjects, read from the bound input (defaults and repairs are in them). They are there even when
    /// something else does not fit. Empty = none that can be judged.
    pub subjects: Vec<String>,
    /// The values that the call has to itself, or shares (keyed concurrency), read as the subjects are.
    pub keys: Vec<String>,
    /// Lossless changes that made arguments fit.
    pub repairs: Vec<Repair>,
    /// The call, ready to run, or everything that is wrong with it.
    pub outcome: Result<Run, Violations>,
    /// What speaks against a call that could run all the same: its schema is known only at run time, and may be somebody
    /// else's. Whether it runs is the executor's business.
    pub doubts: Option<Violations>,
}

/// Tools with what runs them; immutable: a set that changes is replaced.
pub trait Toolset: Send + Sync + 'static {
    /// What it is called in errors.
    fn name(&self) -> &str;
    /// How many tools there are.
    fn len(&self) -> usize;
    /// Has it none?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// What is known of one.
    fn spec(&self, index: usize) -> &Spec;
    /// The index of a tool by its name.
    fn position(&self, name: &str) -> Option<usize>;
    /// Looks at the arguments of a call.
    fn bind(&self, index: usize, arguments: Arguments, cx: Context) -> Binding;
    /// What follows the declared description when tools are offered.
    fn describe(&self, index: usize, cx: &Context) -> Option<String> {
        let _ = (index, cx);
        None
    }
    /// Asks a tool's rule (`permission = { custom = true }`) about a call. Without a rule every call is denied: a pattern
    /// that nobody can read allows nothing.
    fn ruling(
        &self,
        index: usize,
        arguments: Arguments,
        patterns: Patterns<'_>,
        cx: &Context,
    ) -> Ruling {
        let _ = (index, arguments, patterns, cx);
        Ruling::Deny(None)
    }
}

/// A host may keep its toolset.
impl<T: Toolset + ?Sized> Toolset for Arc<T> {
    fn name(&self) -> &str {
        T::name(self)
    }
    fn len(&self) -> usize {
        T::len(self)
    }
    fn spec(&self, index: usize) -> &Spec {
        T::spec(self, index)
    }
    fn position(&self, name: &str) -> Option<usize> {
        T::position(self, name)
    }
    fn bind(&self, index: usize, arguments: Arguments, cx: Context) -> Binding {
        T::bind(self, index, arguments, cx)
    }
    fn describe(&self, index: usize, cx: &Context) -> Option<String> {
        T::describe(self, index, cx)
    }
    fn ruling(
        &self,
        index: usize,
        arguments: Arguments,
        patterns: Patterns<'_>,
        cx: &Context,
    ) -> Ruling {
        T::ruling(self, index, arguments, patterns, cx)
    }
}
