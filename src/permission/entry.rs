//! One entry of an allow-list as it is written: `Name` or `Name(pattern)`.
//!
//! The parser looks at the parentheses and at nothing else: `Read(/tmp/**)` and `Bash(git:*)` look alike to it, and what
//! the pattern means is known to the tool alone. Whatever it cannot read is an error, never a wider rule.

use std::fmt;
use std::ops::Range;

/// One entry of an allow-list.
///
/// ```
/// use toolc::permission::Entry;
///
/// let entry: Entry = "Read(/srv/report (final)/**)".parse()?;
/// assert_eq!(entry.name(), "Read");
/// assert_eq!(entry.pattern(), Some("/srv/report (final)/**"));
/// # Ok::<(), toolc::permission::EntryError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    name: String,
    pattern: Option<String>,
}

impl Entry {
    /// The tool's name, compared byte for byte.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What stands in the parentheses; never blank.
    pub fn pattern(&self) -> Option<&str> {
        self.pattern.as_deref()
    }
}

impl std::str::FromStr for Entry {
    type Err = EntryError;

    /// Reads one entry. The pattern runs from the first `(` to the last `)`.
    fn from_str(text: &str) -> Result<Self, EntryError> {
        let fail = |problem, at: Range<usize>| {
            Err(EntryError {
                entry: text.to_owned(),
                problem,
                at,
            })
        };
        let Some(open) = text.find('(') else {
            if let Some(close) = text.find(')') {
                return fail(EntryProblem::Unopened, close..close + 1);
            }
            let name = trim(text);
            if name.trim().is_empty() {
                return fail(EntryProblem::NoName, 0..text.len());
            }
            return Ok(Self {
                name: name.to_owned(),
                pattern: None,
            });
        };
        let name = trim(&text[..open]);
        if name.contains(')') {
            let close = text.find(')').unwrap_or(open);
            return fail(EntryProblem::Unopened, close..close + 1);
        }
        let Some(close) = text.rfind(')').filter(|close| *close > open) else {
            return fail(EntryProblem::Unclosed, open..open + 1);
        };
        if !trim(&text[close + 1..]).is_empty() {
            return fail(EntryProblem::Trailing, close + 1..text.len());
        }
        if name.trim().is_empty() {
            return fail(EntryProblem::NoName, 0..open);
        }
        let pattern = trim(&text[open + 1..close]);
        if pattern.trim().is_empty() {
            return fail(EntryProblem::BlankPattern, open..close + 1);
        }
        Ok(Self {
            name: name.to_owned(),
            pattern: Some(pattern.to_owned()),
        })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pattern {
            Some(pattern) => write!(f, "{}({pattern})", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// Trims what a keyboard's space bar, tabulator and return key make. Other white space of Unicode is part of the text: an
/// entry is compared byte for byte, and trimming more could only widen it.
fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_ascii_whitespace())
}

/// An entry that cannot be read, or whose pattern cannot mean anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryError {
    /// The entry as written.
    pub entry: String,
    /// What is wrong.
    pub problem: EntryProblem,
    /// Where, in bytes of [`entry`](Self::entry).
    pub at: Range<usize>,
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.entry, self.problem)
    }
}

impl std::error::Error for EntryError {}

/// What can be wrong with an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryProblem {
    /// `Bash(git:*`
    Unclosed,
    /// `Bash)`
    Unopened,
    /// `Bash(git:*) more`
    Trailing,
    /// `(git:*)`, or nothing at all
    NoName,
    /// `Bash()`, `Bash( )`
    BlankPattern,
    /// `Bash(:*)`
    EmptyPrefix,
    /// `Read(/srv/{a/**)`
    Glob(super::GlobProblem),
}

impl EntryProblem {
    /// A stable word for it, as `toolc explain` prints it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unclosed => "unclosed-parenthesis",
            Self::Unopened => "unopened-parenthesis",
            Self::Trailing => "trailing-text",
            Self::NoName => "empty-name",
            Self::BlankPattern => "blank-pattern",
            Self::EmptyPrefix => "empty-prefix",
            Self::Glob(_) => "bad-glob",
        }
    }
}

impl fmt::Display for EntryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclosed => f.write_str("the parenthesis is never closed"),
            Self::Unopened => f.write_str("`)` without a `(` before it"),
            Self::Trailing => f.write_str("text after the closing parenthesis"),
            Self::NoName => f.write_str("the tool's name is missing"),
            Self::BlankPattern => f.write_str(
                "the pattern is blank; leave the parentheses out to allow every call of the tool",
            ),
            Self::EmptyPrefix => f.write_str(
                "nothing stands before `:*`; leave the parentheses out to allow every command",
            ),
            Self::Glob(problem) => problem.fmt(f),
        }
    }
}
