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

    /// Compares a judged value with the pattern, read as the tool's kind says; what it is not, is said.
    pub(super) fn judge(&self, kind: SubjectKind, value: &str) -> Result<(), Why> {
        match kind {
            SubjectKind::Command => self.command()?.judge(value).map_err(Why::Command),
            SubjectKind::Path => self.path()?.judge(value).map_err(Why::Path),
            SubjectKind::Tree => self.tree()?.judge(value).map_err(Why::Tree),
        }
    }

    /// The same without the reason.
    pub(super) fn allows(&self, kind: SubjectKind, value: &str) -> bool {
        match kind {
            SubjectKind::Command => self.command().is_ok_and(|it| it.allows(value)),
            SubjectKind::Path => self.path().is_ok_and(|it| it.judge(value).is_ok()),
            SubjectKind::Tree => self.tree().is_ok_and(|it| it.judge(value).is_ok()),
        }
    }

    // The list may have been loaded where the tool was not known; then the pattern is compiled at its first use, and one
    // that does not compile never matches.

    fn command(&self) -> Result<&CommandPattern, Why> {
        let pattern = self.entry.pattern().ok_or(Why::BareBesidePattern)?;
        let compiled = self
            .command
            .get_or_init(|| CommandPattern::new(pattern).ok());
        compiled.as_ref().ok_or(Why::Unusable)
    }

    fn path(&self) -> Result<&PathPattern, Why> {
        let pattern = self.entry.pattern().ok_or(Why::BareBesidePattern)?;
        let compiled = self.path.get_or_init(|| PathPattern::new(pattern).ok());
        compiled.as_ref().ok_or(Why::Unusable)
    }

    fn tree(&self) -> Result<&TreePattern, Why> {
        let pattern = self.entry.pattern().ok_or(Why::BareBesidePattern)?;
        let compiled = self.tree.get_or_init(|| TreePattern::new(pattern).ok());
        compiled.as_ref().ok_or(Why::Unusable)
    }
}
