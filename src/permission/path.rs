//! The matcher for paths: a glob over the whole folded path.
//!
//! The candidate is data, whatever characters it holds. The pattern is used as it is written: never folded, never
//! expanded, never read from a working directory.

use super::glob::Glob;
use super::{EntryProblem, Style};

/// A pattern for paths.
#[derive(Debug, Clone)]
pub struct PathPattern(Option<Glob>);

/// Why a path is not what a pattern allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathMismatch {
    /// The pattern is relative, and a folded path is not.
    Relative,
    /// It is not what the glob describes.
    Glob,
}

impl PathPattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// A glob that cannot be used.
    pub fn new(pattern: &str) -> Result<Self, EntryProblem> {
        let glob = Glob::new(pattern).map_err(EntryProblem::Glob)?;
        Ok(Self(is_absolute(pattern).then_some(glob)))
    }

    /// Compares a path that was [folded](super::fold).
    ///
    /// # Errors
    ///
    /// Why it is not allowed.
    pub fn judge(&self, path: &str) -> Result<(), PathMismatch> {
        let glob = self.0.as_ref().ok_or(PathMismatch::Relative)?;
        if glob.is_match(path) {
            Ok(())
        } else {
            Err(PathMismatch::Glob)
        }
    }
}

/// Does a pattern start at a root? Only then can it match a folded path: `**/*.md` does not mean "anywhere" here, since an
/// entry that says so by accident would be the widest of all; `/**/*.md` says it.
pub(super) fn is_absolute(pattern: &str) -> bool {
    pattern.starts_with('/')
        || (Style::native() == Style::Windows
            && pattern
                .as_bytes()
                .first()
                .is_some_and(u8::is_ascii_alphabetic)
            && pattern[1..].starts_with(":/"))
}
