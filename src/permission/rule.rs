//! Rules in code, for tools whose calls cannot be judged by one value: `permission = { custom = true }`.
//!
//! A rule answers for the patterns of its tool's name and for nothing else: whether the name is listed at all was decided
//! before, and a subject that is there decides alone.

use super::{CommandPattern, Entry, PathPattern};
use crate::tool::{Context, Tool};

/// Decides about calls of a tool that was declared with `permission = { custom = true }`.
///
/// It is asked after the arguments were bound, once for every list the call must pass, and has to be a function of what it
/// is given: not a place for state, for waiting, or for questions to a person. A rule that panics has denied.
///
/// ```
/// use toolc::permission::{Patterns, Ruling};
///
/// /// `Browser(open:https://docs.example/)`: the action, a colon, the start of the address.
/// fn judge(action: &str, url: &str, patterns: Patterns<'_>) -> Ruling {
///     let covered = patterns.iter().any(|pattern| match pattern.split_once(':') {
///         Some((only, start)) => only == action && url.starts_with(start),
///         None => pattern == action,
///     });
///     if covered { Ruling::Allow } else { Ruling::Deny(Some(format!("Browser action: {action}"))) }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "tool `{T}` is declared with `permission = {{ custom = true }}`, and `{Self}` has no rule for it",
    note = "write `impl Rule<{T}> for {Self}`, or remove `custom` from tools.toml"
)]
pub trait Rule<T: Tool>: Send + Sync + 'static {
    /// Do these patterns allow this call?
    fn judge(&self, input: &T, patterns: Patterns<'_>, cx: &Context) -> Ruling;
}

impl<T: Tool, S: Rule<T>> Rule<T> for std::sync::Arc<S> {
    fn judge(&self, input: &T, patterns: Patterns<'_>, cx: &Context) -> Ruling {
        S::judge(self, input, patterns, cx)
    }
}

/// What a rule says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// The call may run.
    Allow,
    /// It may not. The text stands in the denial, in parentheses, where a subject would.
    Deny(Option<String>),
}

/// The patterns that a list holds for a tool; never none.
///
/// Bare entries of the same name are not among them: beside a pattern they mean nothing.
#[derive(Debug, Clone, Copy)]
pub struct Patterns<'a>(pub(super) &'a [&'a Entry]);

impl<'a> Patterns<'a> {
    /// The texts in the parentheses, in the list's order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.0.iter().filter_map(|entry| entry.pattern())
    }

    /// Does one of them allow this text, read as patterns for commands are?
    pub fn allow_command(&self, text: &str) -> bool {
        self.iter()
            .any(|pattern| CommandPattern::new(pattern).is_ok_and(|it| it.judge(text).is_ok()))
    }

    /// Does one of them allow this [folded](super::fold) path, read as patterns for paths are?
    pub fn allow_path(&self, path: &str) -> bool {
        self.iter()
            .any(|pattern| PathPattern::new(pattern).is_ok_and(|it| it.judge(path).is_ok()))
    }
}
