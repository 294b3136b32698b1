//! Why an argument of a run-time tool is not what its handler asked for: one variant, one sentence.

use std::fmt;

/// Why an argument is not what an accessor asked for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InputError {
    /// It is not there.
    Missing {
        /// The parameter.
        name: String,
    },
    /// It has another type.
    Type {
        /// The parameter.
        name: String,
        /// The type that was asked for, in JSON's words.
        expected: &'static str,
        /// The type it has, in JSON's words.
        actual: &'static str,
    },
    /// It is text, and not the text of an integer.
    NotAnInteger {
        /// The parameter.
        name: String,
        /// The text.
        text: String,
    },
    /// It is a number that does not fit.
    Range {
        /// The parameter.
        name: String,
        /// The number.
        value: String,
    },
    /// It was given twice, to `ToolInput::of`.
    Duplicate {
        /// The parameter.
        name: String,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { name } => write!(f, "Missing required parameter: {name}"),
            Self::Type {
                name,
                expected,
                actual,
            } => {
                let article = if expected.starts_with('i') { "an" } else { "a" };
                write!(
                    f,
                    "Parameter '{name}' must be {article} {expected}, but was: {actual}"
                )
            }
            Self::NotAnInteger { name, text } => {
                write!(
                    f,
                    "Parameter '{name}' must be an integer, but was: '{text}'"
                )
            }
            Self::Range { name, value } => {
                write!(
                    f,
                    "Parameter '{name}' value {value} is out of integer range"
                )
            }
            Self::Duplicate { name } => write!(f, "Duplicate parameter: {name}"),
        }
    }
}

impl std::error::Error for InputError {}
