//! Which calls may run: the allow-list, and nothing that exceeds its caller.
//!
//! An entry is `Name` or `Name(pattern)` ([`Entry`]). What a pattern is compared with comes from the tool: a command
//! line, a path, the root of a walk, or a [`Rule`] in code. A list that was loaded ([`AllowList`]) is never empty; a run
//! that nothing restricts has no list at all. A [`Grant`] is the lists that a call must pass, its own and those of whoever
//! started it.
//!
//! This narrows what a model may *ask for*. It isolates nothing: symbolic links are not resolved, what an allowed program
//! does is its own business, and the file system may change between the decision and the call.

mod entry;
mod split;

mod command;
mod fold;
mod glob;
mod path;
mod tree;

mod subject;
mod warning;

mod list;
mod listed;
mod rule;

mod ceiling;
mod decision;
mod explain;
mod grant;

pub use ceiling::Ceiling;
pub use command::{CommandMismatch, CommandPattern};
pub use decision::{Allow, Decision, Denial, Deny};
pub use entry::{Entry, EntryError, EntryProblem};
pub use explain::{Explanation, Outcome, Why};
pub use fold::{Style, Unfoldable, fold};
pub use glob::GlobProblem;
pub use grant::{Grant, NothingInCommon};
pub use list::{AllowList, ListError, Loaded};
pub use path::{PathMismatch, PathPattern};
pub use rule::{Patterns, Rule, Ruling};
pub use split::split;
pub use subject::{Asked, Known, Stance, Unjudgeable, locate};
pub use tree::{TreeMismatch, TreePattern};
pub use warning::{Warning, WarningKind};
