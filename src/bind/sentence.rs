//! The sentences, as the model reads them.
//!
//! The guide's stand here word for word, the others are made in their image. Whatever of the model's own text is repeated to it
//! is kept short.

use std::borrow::Cow;
use std::fmt::{self, Display};

use super::problem::{Hint, Problem, Unit};
use super::violation::Violation;

/// What ends every sentence.
const NOT_EXECUTED: &str = "The tool was not executed.";
/// So much of a value that the model sent is repeated to it, in bytes.
const ECHO: usize = 48;
/// So much of a pattern or a choice is repeated to it, in bytes.
const LONGEST: usize = 400;

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = Place(self.parameter());
        match self.problem() {
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
                    bounded(self.parameter(), 2 * ECHO)
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
