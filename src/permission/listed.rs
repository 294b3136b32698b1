//! One entry of a loaded list: what its pattern compiles to, for the kind of subject that its tool has.

use std::sync::OnceLock;

use super::explain::Why;
use super::{CommandPattern, Entry, EntryError, EntryProblem, Known, PathPattern, TreePattern};
use crate::tool::SubjectKind;

/// An entry of a list, with what its pattern was compiled to.
#[derive(Debug)]
pub(super) struct Listed {
    entry: Entry,
    command: OnceLock<Option<CommandPattern>>,
    path: OnceLock<Option<PathPattern>>,
    tree: OnceLock<Option<TreePattern>>,
}

impl Listed {
    /// Reads an entry, and compiles its pattern where a known tool says what kind it is.
    pub(super) fn new(text: &str, known: &Known) -> Result<Self, EntryError> {
        let listed = Self {
            entry: text.parse()?,
            command: OnceLock::new(),
            path: OnceLock::new(),
            tree: OnceLock::new(),
        };
        let name = listed.entry.name();
        let kind = known
            .stance(name)
            .or_else(|| known.stance(known.today(name)?))
            .and_then(|stance| stance.subject);
        if let (Some(kind), Some(pattern)) = (kind, listed.entry.pattern())
            && let Err(problem) = listed.compile(kind, pattern)
        {
            return Err(EntryError {
                entry: text.to_owned(),
                problem,
                at: text.find('(').unwrap_or(0)..text.len(),
            });
        }
        Ok(listed)
    }

    pub(super) fn entry(&self) -> &Entry {
        &self.entry
    }

    fn compile(&self, kind: SubjectKind, pattern: &str) -> Result<(), EntryProblem> {
        match kind {
            SubjectKind::Command => CommandPattern::new(pattern).map(|it| {
                self.command.get_or_init(|| Some(it));
            }),
            SubjectKind::Path => PathPattern::new(pattern).map(|it| {
                self.path.get_or_init(|| Some(it));
            }),
            SubjectKind::Tree => TreePattern::new(pattern).map(|it| {
                self.tree.get_or_init(|| Some(it));
            }),
        }
    }

    /// Compares a judged value with the pattern, read as the tool's kind says. The list may have been loaded where the tool
    /// was not known; then the pattern is compiled at its first use, and one that does not compile never matches.
    pub(super) fn judge(&self, kind: SubjectKind, value: &str) -> Result<(), Why> {
        let pattern = self.entry.pattern().ok_or(Why::BareBesidePattern)?;
        match kind {
            SubjectKind::Command => self
                .command
                .get_or_init(|| CommandPattern::new(pattern).ok())
                .as_ref()
                .ok_or(Why::Unusable)?
                .judge(value)
                .map_err(Why::Command),
            SubjectKind::Path => self
                .path
                .get_or_init(|| PathPattern::new(pattern).ok())
                .as_ref()
                .ok_or(Why::Unusable)?
                .judge(value)
                .map_err(Why::Path),
            SubjectKind::Tree => self
                .tree
                .get_or_init(|| TreePattern::new(pattern).ok())
                .as_ref()
                .ok_or(Why::Unusable)?
                .judge(value)
                .map_err(Why::Tree),
        }
    }
}
