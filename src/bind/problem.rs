//! What can be wrong with an argument: one variant, one sentence.

use std::fmt::{self, Display};

use super::malformed::Malformed;

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

impl Problem {
    /// In one word.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Missing { .. } => Kind::Missing,
            Self::Type { .. } | Self::Forbidden | Self::Ambiguous { .. } => Kind::Type,
            Self::Enum { .. } => Kind::Enum,
            Self::Unknown(_) => Kind::Unknown,
            Self::Range { .. } | Self::Multiple { .. } => Kind::Range,
            Self::Length { .. } => Kind::Length,
            Self::Pattern { .. } => Kind::Pattern,
            Self::Format { .. } => Kind::Format,
            Self::Malformed(_) => Kind::Malformed,
        }
    }
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
