//! An allow-list that was loaded: every entry readable, every pattern compiled, and never empty.
//!
//! "Nothing is restricted" is not a list: it is [`Grant::unrestricted`](super::Grant::unrestricted). So a list that lost
//! its entries on the way cannot turn into one that allows everything.

use std::collections::HashMap;
use std::fmt;

use super::listed::Listed;
use super::{
    Allow, Asked, Deny, Entry, EntryError, Known, Patterns, Ruling, Stance, Warning, WarningKind,
    command, split, warning,
};
use crate::tool::SubjectKind;

/// An allow-list.
#[derive(Debug)]
pub struct AllowList {
    entries: Vec<Listed>,
    by_name: HashMap<String, Vec<usize>>,
}

/// A list, and what is worth saying about it.
#[derive(Debug)]
pub struct Loaded {
    /// The list.
    pub list: AllowList,
    /// Entries that can never match or probably mean something else, in the list's order.
    pub warnings: Vec<Warning>,
}

/// A list that cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListError {
    /// It has no entry.
    Empty,
    /// All entries that are wrong, each with its index.
    Entries(Vec<(usize, EntryError)>),
}

impl AllowList {
    /// Loads a list whose items are entries; they are not split.
    ///
    /// ```
    /// use toolc::permission::{AllowList, Known};
    ///
    /// let loaded = AllowList::load(["Read(/srv/**)", "Bash(git:*)"], &Known::new())?;
    /// assert_eq!(loaded.list.to_string(), "Read(/srv/**), Bash(git:*)");
    /// # Ok::<(), toolc::permission::ListError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Every entry that is wrong, or that there is none.
    pub fn load<I>(items: I, known: &Known) -> Result<Loaded, ListError>
    where
        I: IntoIterator<Item: AsRef<str>>,
    {
        let mut entries: Vec<Listed> = Vec::new();
        let mut errors = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            match Listed::new(item.as_ref(), known) {
                Ok(listed) => entries.push(listed),
                Err(error) => errors.push((index, error)),
            }
        }
        if !errors.is_empty() {
            return Err(ListError::Entries(errors));
        }
        if entries.is_empty() {
            return Err(ListError::Empty);
        }
        let mut by_name = HashMap::<String, Vec<usize>>::new();
        for (index, listed) in entries.iter().enumerate() {
            by_name
                .entry(listed.entry().name().to_owned())
                .or_default()
                .push(index);
        }
        let list = Self { entries, by_name };
        let warnings = list.warnings(known);
        Ok(Loaded { list, warnings })
    }

    /// Loads a list that is one text: entries between commas and white space.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load); the index is that of the piece in [`split`].
    pub fn load_text(text: &str, known: &Known) -> Result<Loaded, ListError> {
        Self::load(split(text).map(|at| &text[at]), known)
    }

    /// The entries, in their order; never none.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().map(Listed::entry)
    }

    /// The names that occur, each once, in the order of their first entry.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries
            .iter()
            .enumerate()
            .filter(|(index, listed)| self.by_name[listed.entry().name()][0] == *index)
            .map(|(_, listed)| listed.entry().name())
    }

    /// Does an entry have this name?
    pub fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Does it mention a tool, by its name or with a pattern under a name it had?
    pub fn mentions(&self, name: &str, former: &[&str]) -> bool {
        self.has(name)
            || former
                .iter()
                .any(|former| self.under(former).any(|it| it.entry().pattern().is_some()))
    }

    /// The entries as `explain` goes through them.
    pub(super) fn listed(&self) -> &[Listed] {
        &self.entries
    }

    fn under(&self, name: &str) -> impl Iterator<Item = &Listed> {
        self.by_name
            .get(name)
            .into_iter()
            .flatten()
            .map(|index| &self.entries[*index])
    }

    /// The entries with a pattern that bind a call.
    pub(super) fn patterns<'a>(&'a self, asked: &Asked<'a>) -> impl Iterator<Item = &'a Listed> {
        std::iter::once(asked.name)
            .chain(asked.former.iter().copied())
            .flat_map(|name| self.under(name))
            .filter(|listed| listed.entry().pattern().is_some())
    }

    /// Decides. The order is the contract: the name, then whether anything has a pattern, then the subjects, then the rule,
    /// and whatever nobody can interpret is denied.
    pub(super) fn decide(&self, asked: &Asked<'_>) -> Result<Allow, Deny> {
        if self.patterns(asked).next().is_none() {
            return if self.has(asked.name) {
                Ok(Allow::Listed)
            } else {
                Err(Deny::NotListed)
            };
        }
        let stance = asked.stance.ok_or(Deny::UnknownTool)?;
        match stance {
            Stance {
                subject: Some(kind),
                ..
            } if !asked.has_none() => {
                for subject in asked.subjects {
                    self.decide_subject(asked, kind, subject)?;
                }
                Ok(Allow::Matched)
            }
            Stance { rule: true, .. } => self.ask_rule(asked),
            Stance {
                subject: Some(kind),
                ..
            } => Err(Deny::NoSubject { kind }),
            Stance { subject: None, .. } => Err(Deny::Uninterpretable),
        }
    }

    fn decide_subject(
        &self,
        asked: &Asked<'_>,
        kind: SubjectKind,
        subject: &str,
    ) -> Result<(), Deny> {
        let value = asked
            .judged(kind, subject)
            .map_err(|why| Deny::Unjudgeable {
                kind,
                subject: subject.to_owned(),
                why,
            })?;
        if kind == SubjectKind::Command
            && let Some(character) = command::refused(&value)
        {
            return Err(Deny::RefusedCharacter {
                command: value.into_owned(),
                character,
            });
        }
        if self
            .patterns(asked)
            .any(|listed| listed.allows(kind, &value))
        {
            return Ok(());
        }
        Err(Deny::NoMatch {
            kind,
            subject: value.into_owned(),
        })
    }

    fn ask_rule(&self, asked: &Asked<'_>) -> Result<Allow, Deny> {
        let rule = asked.rule.ok_or(Deny::RuleAbsent)?;
        let entries: Vec<_> = self.patterns(asked).map(Listed::entry).collect();
        match rule(Patterns(&entries)) {
            Ruling::Allow => Ok(Allow::Ruled),
            Ruling::Deny(detail) => Err(Deny::Ruled { detail }),
        }
    }

    fn warnings(&self, known: &Known) -> Vec<Warning> {
        let beside_pattern = |entry: &Entry| {
            entry.pattern().is_none()
                && self
                    .under(entry.name())
                    .any(|other| other.entry().pattern().is_some())
        };
        self.entries()
            .flat_map(|entry| {
                let mut remarks = warning::about(entry, known);
                if beside_pattern(entry) {
                    remarks.push(WarningKind::BareBesidePattern);
                }
                remarks.into_iter().map(|kind| Warning {
                    entry: entry.clone(),
                    kind,
                })
            })
            .collect()
    }
}

/// Two lists are equal when they hold the same entries in the same order.
impl PartialEq for AllowList {
    fn eq(&self, other: &Self) -> bool {
        self.entries().eq(other.entries())
    }
}

impl Eq for AllowList {}

impl fmt::Display for AllowList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, entry) in self.entries().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            entry.fmt(f)?;
        }
        Ok(())
    }
}

impl ListError {
    /// A stable word for it, as `toolc explain` prints it: that of the first entry that is wrong.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty-list",
            Self::Entries(errors) => errors
                .first()
                .map_or("empty-list", |(_, error)| error.problem.code()),
        }
    }
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                f.write_str("the list is empty; remove the key to leave the agent unrestricted")
            }
            Self::Entries(errors) => {
                for (index, (_, error)) in errors.iter().enumerate() {
                    if index > 0 {
                        f.write_str("; ")?;
                    }
                    error.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for ListError {}
