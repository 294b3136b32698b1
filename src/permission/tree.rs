//! The matcher for tools that walk: may they start at this root?
//!
//! Only a pattern `X/**` allows a walk, since only that allows everything a walk can find. `X` may hold wildcards; the root
//! is `X` itself or lies below.

use super::EntryProblem;
use super::glob::Glob;
use super::path::is_absolute;

/// A pattern for the roots of walks.
#[derive(Debug, Clone)]
pub struct TreePattern(Option<Root>);

#[derive(Debug, Clone)]
struct Root {
    /// `X`; absent for `/**`, whose `X` is the root of everything.
    itself: Option<Glob>,
    below: Glob,
}

/// Why the root of a walk is not what a pattern allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeMismatch {
    /// The pattern is relative, or does not end in `/**`: then it names files, and a walk may find others.
    NotRecursive,
    /// It is neither the pattern's folder nor below.
    Outside,
}

impl TreePattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// A glob that cannot be used.
    pub fn new(pattern: &str) -> Result<Self, EntryProblem> {
        let below = Glob::new(pattern).map_err(EntryProblem::Glob)?;
        let Some(folder) = pattern.strip_suffix("/**").filter(|_| is_absolute(pattern)) else {
            return Ok(Self(None));
        };
        let itself = if folder.is_empty() {
            None
        } else {
            Some(Glob::new(folder).map_err(EntryProblem::Glob)?)
        };
        Ok(Self(Some(Root { itself, below })))
    }

    /// Compares a root that was [folded](super::fold).
    ///
    /// # Errors
    ///
    /// Why it is not allowed.
    pub fn judge(&self, root: &str) -> Result<(), TreeMismatch> {
        let pattern = self.0.as_ref().ok_or(TreeMismatch::NotRecursive)?;
        let inside = pattern.below.is_match(root)
            || pattern
                .itself
                .as_ref()
                .is_some_and(|folder| folder.is_match(root));
        if inside {
            Ok(())
        } else {
            Err(TreeMismatch::Outside)
        }
    }
}
