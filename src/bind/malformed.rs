//! Why arguments cannot be read at all. It ends the reading, and is reported alone.

use std::fmt::{self, Display};

use super::path::Path;

/// What makes arguments unreadable.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Malformed {
    /// The text is no JSON. Line and column count from 1, the column in bytes.
    Syntax {
        /// What is wrong with it.
        reason: Syntax,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// They are JSON, but no object.
    NotAnObject,
    /// They are nested 128 levels deep or deeper.
    TooDeep,
    /// An object names something twice.
    Twice {
        /// As in sentences: `items[0].name`.
        parameter: String,
    },
}

/// What is wrong with a JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each has its words in `Display`")]
pub enum Syntax {
    EndOfText,
    ExpectedValue,
    ExpectedName,
    ExpectedColon,
    ExpectedCommaOrBrace,
    ExpectedCommaOrBracket,
    ControlCharacter,
    UnknownEscape,
    LoneSurrogate,
    BadNumber,
    NumberOutOfRange,
    TrailingText,
}

impl Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EndOfText => "the text ends too early",
            Self::ExpectedValue => "a value is expected",
            Self::ExpectedName => "a name in quotes is expected",
            Self::ExpectedColon => "a colon is expected after a name",
            Self::ExpectedCommaOrBrace => "a comma or a closing brace is expected",
            Self::ExpectedCommaOrBracket => "a comma or a closing bracket is expected",
            Self::ControlCharacter => "a control character in a string must be escaped",
            Self::UnknownEscape => "a string has an unknown escape",
            Self::LoneSurrogate => "a string has half of a surrogate pair",
            Self::BadNumber => "a number is not written as JSON writes it",
            Self::NumberOutOfRange => "a number is out of range",
            Self::TrailingText => "something follows the object",
        })
    }
}

impl Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax {
                reason,
                line,
                column,
            } => write!(
                f,
                "The arguments are not valid JSON: {reason} (line {line}, column {column})."
            ),
            Self::NotAnObject => f.write_str("The arguments must be a JSON object."),
            Self::TooDeep => f.write_str("The arguments are nested too deep."),
            Self::Twice { parameter } => write!(f, "Parameter '{parameter}' is given twice."),
        }
    }
}

/// Ends the reading. Boxed, so that what is read on the way stays small.
#[derive(Debug)]
pub(super) struct Stop(Box<Cause>);

#[derive(Debug)]
enum Cause {
    Syntax(Syntax, usize),
    Known(Malformed),
}

impl Stop {
    #[cold]
    pub(super) fn syntax(reason: Syntax, at: usize) -> Self {
        Self(Box::new(Cause::Syntax(reason, at)))
    }

    #[cold]
    pub(super) fn not_an_object() -> Self {
        Self(Box::new(Cause::Known(Malformed::NotAnObject)))
    }

    #[cold]
    pub(super) fn too_deep() -> Self {
        Self(Box::new(Cause::Known(Malformed::TooDeep)))
    }

    #[cold]
    pub(super) fn twice(path: &Path<'_>, name: &str) -> Self {
        Self(Box::new(Cause::Known(Malformed::Twice {
            parameter: super::sentence::bounded(&Path::Name(path, name).name(), 80).into_owned(),
        })))
    }

    /// What it was, given the text that was read (empty for a JSON value).
    pub(super) fn explain(self, text: &str) -> Malformed {
        match *self.0 {
            Cause::Known(known) => known,
            Cause::Syntax(reason, at) => {
                let before = &text.as_bytes()[..at.min(text.len())];
                let start = before
                    .iter()
                    .rposition(|byte| *byte == b'\n')
                    .map_or(0, |at| at + 1);
                Malformed::Syntax {
                    reason,
                    line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
                    column: 1 + before.len() - start,
                }
            }
        }
    }
}
