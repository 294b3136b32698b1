//! What a call is judged by: what is known of its tool, and the values of its subjects.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use super::{Patterns, Ruling, Style, Unfoldable, fold};
use crate::tool::{Spec, SubjectKind, Toolset};

/// How the calls of a tool are judged where an entry has a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stance {
    /// By the values of its subject parameters.
    pub subject: Option<SubjectKind>,
    /// By a rule in code, where there is no subject.
    pub rule: bool,
}

impl From<&Spec> for Stance {
    fn from(spec: &Spec) -> Self {
        Self {
            subject: spec.subject.as_ref().map(|(kind, _)| *kind),
            rule: spec.custom_rule,
        }
    }
}

/// The tools that are known where a list is loaded: they give its patterns a meaning, and misspelt names a suggestion.
#[derive(Debug, Clone, Default)]
pub struct Known {
    tools: BTreeMap<String, Stance>,
    former: BTreeMap<String, String>,
}

impl Known {
    /// No tool. Then only parentheses are checked.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool.
    #[must_use]
    pub fn tool(mut self, name: &str, stance: Stance) -> Self {
        self.tools.insert(name.to_owned(), stance);
        self
    }

    /// Adds a name that a tool had.
    #[must_use]
    pub fn former(mut self, former: &str, name: &str) -> Self {
        self.former.insert(former.to_owned(), name.to_owned());
        self
    }

    /// Adds every tool of a set.
    #[must_use]
    pub fn toolset(self, tools: &dyn Toolset) -> Self {
        (0..tools.len())
            .map(|index| tools.spec(index))
            .fold(self, |known, spec| known.spec(spec))
    }

    /// Adds a tool with the names it had.
    #[must_use]
    pub fn spec(self, spec: &Spec) -> Self {
        spec.renamed_from.iter().fold(
            self.tool(&spec.name, Stance::from(spec)),
            |known, former| known.former(former, &spec.name),
        )
    }

    /// Is no tool known?
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// What is known of a tool.
    pub fn stance(&self, name: &str) -> Option<Stance> {
        self.tools.get(name).copied()
    }

    /// Today's name of a tool that had this one.
    pub fn today(&self, former: &str) -> Option<&str> {
        self.former.get(former).map(String::as_str)
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.keys().map(String::as_str)
    }
}

/// A call, as the allow-list sees it.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The tool's name; of a renamed tool today's.
    pub name: &'a str,
    /// Names it had. Patterns under them bind the call too, bare entries do not.
    pub former: &'a [&'static str],
    /// What is known of it; `None` when no such tool exists.
    pub stance: Option<Stance>,
    /// The values of its subject parameters, as bound: every one has to be allowed.
    pub subjects: &'a [String],
    /// Where relative paths start: the context's working directory, never the process's.
    pub cwd: Option<&'a Path>,
    /// The tool's rule, where it has one and its code is here.
    pub rule: Option<&'a dyn Fn(Patterns<'_>) -> Ruling>,
}

impl<'a> Asked<'a> {
    /// A call of a tool.
    pub fn of(spec: &'a Spec, subjects: &'a [String], cwd: Option<&'a Path>) -> Self {
        Self {
            name: &spec.name,
            former: &spec.renamed_from,
            stance: Some(Stance::from(spec)),
            subjects,
            cwd,
            rule: None,
        }
    }

    /// Asks this rule where there is no subject.
    #[must_use]
    pub fn ruled(mut self, rule: &'a dyn Fn(Patterns<'_>) -> Ruling) -> Self {
        self.rule = Some(rule);
        self
    }

    /// A call of a tool that does not exist.
    pub fn unknown(name: &'a str) -> Self {
        Self {
            name,
            former: &[],
            stance: None,
            subjects: &[],
            cwd: None,
            rule: None,
        }
    }

    /// Has it no subject at all (absent, blank, not text)?
    pub(super) fn has_none(&self) -> bool {
        self.subjects
            .iter()
            .all(|subject| subject.trim().is_empty())
    }

    /// The value of a subject that is judged. A command is judged as it was sent.
    pub(super) fn judged(
        &self,
        kind: SubjectKind,
        subject: &'a str,
    ) -> Result<Cow<'a, str>, Unjudgeable> {
        match kind {
            SubjectKind::Command if subject.trim().is_empty() => Err(Unfoldable::Blank.into()),
            SubjectKind::Command => Ok(Cow::Borrowed(subject)),
            SubjectKind::Path | SubjectKind::Tree => locate(subject, self.cwd).map(Cow::Owned),
        }
    }
}

/// The file that a path names, as absolute text without `.` and `..`: **what is judged and what has to be opened**.
///
/// Tools that open files call this with [`Context::cwd`](crate::tool::Context) and open the answer, not what the model
/// wrote; then a decision and what runs cannot differ by a spelling.
///
/// ```
/// use std::path::Path;
/// use toolc::permission::locate;
///
/// # if cfg!(unix) {
/// assert_eq!(locate("../b", Some(Path::new("/srv/a"))).as_deref(), Ok("/srv/b"));
/// # }
/// assert!(locate("b", None).is_err());
/// ```
///
/// # Errors
///
/// A path for which there is no one answer: blank, with a NUL, or relative without an absolute working directory.
pub fn locate(path: &str, cwd: Option<&Path>) -> Result<String, Unjudgeable> {
    let style = Style::native();
    let base = match cwd.map(Path::to_str) {
        // An absolute path needs no working directory, whatever its name is.
        Some(None) => match fold(style, path, None) {
            Err(Unfoldable::NoBase) => return Err(Unjudgeable::CwdNotText),
            folded => return folded.map_err(Unjudgeable::Path),
        },
        Some(base) => base,
        None => None,
    };
    fold(style, path, base).map_err(Unjudgeable::Path)
}

/// Why a subject cannot be judged. Where a pattern exists, that is a denial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unjudgeable {
    /// It has no folded form; a command is only ever [`Unfoldable::Blank`].
    Path(Unfoldable),
    /// It is relative, and the working directory's name is no text.
    CwdNotText,
}

impl From<Unfoldable> for Unjudgeable {
    fn from(reason: Unfoldable) -> Self {
        Self::Path(reason)
    }
}

impl std::fmt::Display for Unjudgeable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Path(Unfoldable::Blank) => "it is blank",
            Self::Path(Unfoldable::Nul) => "it holds a NUL",
            Self::Path(Unfoldable::NoBase) => "it is relative, and there is no working directory",
            Self::Path(Unfoldable::RelativeBase) => {
                "it is relative, and the working directory is not absolute"
            }
            Self::Path(Unfoldable::DriveRelative) => "it is relative to a drive",
            Self::Path(Unfoldable::Device) => "it names a device",
            Self::Path(Unfoldable::AliasedName) => "the system reads one of its names differently",
            Self::CwdNotText => "it is relative, and the working directory's name is no text",
        })
    }
}

impl std::error::Error for Unjudgeable {}
