//! What can be wrong with arguments, one variant one sentence.
//!
//! The sentences are the guide's, word for word; the others are made in their image. Code decides by [`Kind`], never by a
//! sentence.

use std::borrow::Cow;
use std::fmt::{self, Display};

use super::malformed::Malformed;
use super::path::Path;

/// What ends every sentence.
const NOT_EXECUTED: &str = "The tool was not executed.";
/// So much of a value that the model sent is repeated to it, in bytes.
const ECHO: usize = 48;
/// So much of a pattern or a choice is repeated to it, in bytes.
const LONGEST: usize = 400;

/// One thing that is wrong with a call's arguments. The sentence is its `Display`.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    path: String,
    parameter: String,
    problem: Problem,
}

/// The kinds of violations, as they are named in data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the words of the command line's contract")]
pub enum Kind {
    Missing,
    Type,
    Enum,
    Unknown,
    Malformed,
    Range,
    Length,
    Pattern,
    Format,
}

impl Kind {
    /// Its word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Type => "type",
            Self::Enum => "enum",
            Self::Unknown => "unknown",
            Self::Malformed => "malformed",
            Self::Range => "range",
            Self::Length => "length",
            Self::Pattern => "pattern",
            Self::Format => "format",
        }
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// A required parameter is not there, or is null.
    Missing {
        /// What it should be: `string`, `string or null`; empty where anything would do.
        expected: String,
    },
    /// It is of another type.
    Type {
        /// What it should be.
        expected: String,
    },
    /// It is none of the declared values.
    Enum {
        /// The values, as the sentence lists them.
        allowed: String,
        /// What it is, shortened.
        was: String,
        /// The nearest value, where not all of them are listed.
        nearest: Option<String>,
    },
    /// It is not declared.
    Unknown(Hint),
    /// It is below or above its range.
    Range {
        /// `>=`, `>`, `<=` or `<`.
        relation: &'static str,
        /// The end of the range.
        end: String,
        /// What it is.
        was: String,
    },
    /// It is no multiple.
    Multiple {
        /// Of what it should be one.
        of: String,
        /// What it is.
        was: String,
    },
    /// It has too few or too many of something.
    Length {
        /// `at least` or `at most`.
        relation: &'static str,
        /// So many are allowed.
        limit: u64,
        /// Of what: characters, items, properties.
        unit: Unit,
        /// So many there are.
        was: u64,
    },
    /// It does not match its pattern.
    Pattern {
        /// The regular expression.
        pattern: String,
    },
    /// It is no date, address or the like.
    Format {
        /// The word of `format`.
        format: &'static str,
        /// One that would do.
        example: &'static str,
    },
    /// No value is right here, or not this one.
    Forbidden,
    /// It fits more than one of several forms, of which it should have exactly one.
    Ambiguous {
        /// How many it fits.
        fitting: usize,
    },
    /// The arguments cannot be read.
    Malformed(Malformed),
}

/// What helps with an unknown name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// Nothing is sure enough.
    None,
    /// This declared name is meant, with its path.
    Nearest(String),
    /// All declared names.
    Valid(Vec<String>),
}

impl Hint {
    /// All declared names, where they are few enough to help.
    pub(super) fn valid<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Self {
        const LISTED: usize = 12;
        if (1..=LISTED).contains(&names.len()) {
            Self::Valid(names.map(str::to_owned).collect())
        } else {
            Self::None
        }
    }
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the words of the sentence")]
pub enum Unit {
    Characters,
    Items,
    Properties,
}

impl Violation {
    pub(super) fn new(path: &Path<'_>, problem: Problem) -> Self {
        Self {
            path: path.pointer(),
            parameter: path.name(),
            problem,
        }
    }

    pub(super) fn malformed(malformed: Malformed) -> Self {
        Self::new(&Path::Root, Problem::Malformed(malformed))
    }

    /// The place of the value, as a JSON Pointer. Empty = the arguments as a whole.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The place of the value, as the sentence names it: `items[0].name`.
    pub fn parameter(&self) -> &str {
        &self.parameter
    }

    /// What is wrong there.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What is wrong there, in one word.
    pub fn kind(&self) -> Kind {
        match self.problem {
            Problem::Missing { .. } => Kind::Missing,
            Problem::Type { .. } | Problem::Forbidden | Problem::Ambiguous { .. } => Kind::Type,
            Problem::Enum { .. } => Kind::Enum,
            Problem::Unknown(_) => Kind::Unknown,
            Problem::Range { .. } | Problem::Multiple { .. } => Kind::Range,
            Problem::Length { .. } => Kind::Length,
            Problem::Pattern { .. } => Kind::Pattern,
            Problem::Format { .. } => Kind::Format,
            Problem::Malformed(_) => Kind::Malformed,
        }
    }

    /// A wrong type at the place of a union says what the whole union takes.
    pub(super) fn widen(&mut self, path: &Path<'_>, expected: &str) {
        if let Problem::Type { expected: narrow } = &mut self.problem
            && self.path == path.pointer()
        {
            expected.clone_into(narrow);
        }
    }
}

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = Place(&self.parameter);
        match &self.problem {
            Problem::Missing { expected } if expected.is_empty() => {
                write!(f, "{place} is required.")
            }
            Problem::Missing { expected } => write!(f, "{place} is required (type: {expected})."),
            Problem::Type { expected } => {
                write!(f, "{place} must be {} {expected}.", article(expected))
            }
            Problem::Enum {
                allowed,
                was,
                nearest,
            } => {
                write!(f, "{place} must be one of [{allowed}], but was '{was}'.")?;
                match nearest {
                    Some(nearest) => write!(f, " Did you mean '{nearest}'?"),
                    None => Ok(()),
                }
            }
            Problem::Unknown(hint) => {
                write!(
                    f,
                    "Unknown parameter '{}'.",
                    bounded(&self.parameter, 2 * ECHO)
                )?;
                match hint {
                    Hint::None => Ok(()),
                    Hint::Nearest(nearest) => write!(f, " Did you mean '{nearest}'?"),
                    Hint::Valid(names) => write!(f, " Valid parameters: {}.", names.join(", ")),
                }
            }
            Problem::Range { relation, end, was } => {
                write!(f, "{place} must be {relation} {end}, but was {was}.")
            }
            Problem::Multiple { of, was } => {
                write!(f, "{place} must be a multiple of {of}, but was {was}.")
            }
            Problem::Length {
                relation,
                limit,
                unit,
                was,
            } => write!(
                f,
                "{place} must have {relation} {limit} {}, but has {was}.",
                unit.of(*limit)
            ),
            Problem::Pattern { pattern } => {
                write!(
                    f,
                    "{place} must match the pattern {}.",
                    bounded(pattern, LONGEST)
                )
            }
            Problem::Format { format, example } => {
                write!(
                    f,
                    "{place} must be {} {format} such as {example}.",
                    article(format)
                )
            }
            Problem::Forbidden => write!(f, "{place} must not be given like this."),
            Problem::Ambiguous { fitting } => {
                write!(
                    f,
                    "{place} must fit only one of its forms, but fits {fitting}."
                )
            }
            Problem::Malformed(malformed) => malformed.fmt(f),
        }?;
        write!(f, " {NOT_EXECUTED}")
    }
}

/// How a sentence starts.
struct Place<'a>(&'a str);

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str("The arguments"),
            name => write!(f, "Parameter '{}'", bounded(name, 2 * ECHO)),
        }
    }
}

impl Unit {
    const fn of(self, count: u64) -> &'static str {
        match (self, count) {
            (Self::Characters, 1) => "character",
            (Self::Characters, _) => "characters",
            (Self::Items, 1) => "item",
            (Self::Items, _) => "items",
            (Self::Properties, 1) => "property",
            (Self::Properties, _) => "properties",
        }
    }
}

/// Everything that is wrong with a call's arguments; never empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Violations(pub(crate) Vec<Violation>);

impl Violations {
    /// All of them, in the order of the sentences.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.0.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Never, but for completeness.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text of the error result that the model gets.
    pub fn answer(&self, tool: &str) -> String {
        format!("Invalid input for tool '{tool}':\n{self}")
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// One sentence a line.
impl Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            violation.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}

/// A text that is repeated to the model: not longer than this, and cut where a character ends.
pub(super) fn bounded(text: &str, bytes: usize) -> Cow<'_, str> {
    if text.len() <= bytes {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}…", &text[..text.floor_char_boundary(bytes)]))
}

/// A value that the model sent, as it is repeated to it.
pub(super) fn echo(text: &str) -> String {
    bounded(text, ECHO).into_owned()
}

/// A list of choices as the sentence has it. Up to 20 are all there; of more, the first ones stand for the rest, so that
/// the sentence stays one that is read. The second value tells whether it was cut.
pub(super) fn listed<'a>(choices: impl ExactSizeIterator<Item = Cow<'a, str>>) -> (String, bool) {
    const ALL: usize = 20;
    const SOME: usize = 32;
    let total = choices.len();
    let budget = if total > ALL { SOME } else { LONGEST };
    let mut text = String::new();
    for (index, choice) in choices.enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        if index > 0 && text.len() + choice.len() > budget {
            text.push_str(&format!("… {} more", total - index));
            return (text, true);
        }
        text.push_str(&bounded(&choice, budget));
    }
    (text, false)
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        // "a uuid", "a uri": these words start with the sound of "you".
        return if noun.starts_with('u') { "a" } else { "an" };
    }
    "a"
}
