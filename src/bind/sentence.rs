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

/// A subject and a predicate. Most of them are texts alone, which are written as such: formatting them costs several times as
/// much, and is what most of the time of a refused call would go to.
impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameter = bounded(self.parameter(), 2 * ECHO);
        match (self.problem(), &*parameter) {
            (Problem::Unknown(_), name) => say(f, ["Unknown parameter '", name, "'."])?,
            (Problem::Malformed(malformed), _) => malformed.fmt(f)?,
            (_, "") => f.write_str("The arguments")?,
            (_, name) => say(f, ["Parameter '", name, "'"])?,
        }
        match self.problem() {
            Problem::Missing { expected } if expected.is_empty() => f.write_str(" is required."),
            Problem::Missing { expected } => say(f, [" is required (type: ", expected, ")."]),
            Problem::Type { expected } => {
                say(f, [" must be ", article(expected), " ", expected, "."])
            }
            Problem::Enum {
                allowed,
                was,
                nearest,
            } => {
                say(f, [" must be one of [", allowed, "], but was '", was, "'."])?;
                match nearest {
                    Some(nearest) => meant(f, nearest),
                    None => Ok(()),
                }
            }
            Problem::Unknown(Hint::Nearest(nearest)) => meant(f, nearest),
            Problem::Unknown(Hint::Valid(names)) => {
                say(f, [" Valid parameters: ", &names.join(", "), "."])
            }
            Problem::Unknown(Hint::None) | Problem::Malformed(_) => Ok(()),
            Problem::Range { relation, end, was } => {
                say(f, [" must be ", relation, " ", end, ", but was ", was, "."])
            }
            Problem::Multiple { of, was } => {
                say(f, [" must be a multiple of ", of, ", but was ", was, "."])
            }
            Problem::Length {
                relation,
                limit,
                unit,
                was,
            } => {
                let unit = unit.of(*limit);
                write!(f, " must have {relation} {limit} {unit}, but has {was}.")
            }
            Problem::Pattern { pattern } => {
                let pattern = bounded(pattern, LONGEST);
                say(f, [" must match the pattern ", &pattern, "."])
            }
            Problem::Format { format, example } => {
                let article = article(format);
                say(
                    f,
                    [" must be ", article, " ", format, " such as ", example, "."],
                )
            }
            Problem::Forbidden => f.write_str(" must not be given like this."),
            Problem::Ambiguous { fitting } => {
                write!(f, " must fit only one of its forms, but fits {fitting}.")
            }
        }?;
        say(f, [" ", NOT_EXECUTED])
    }
}

fn say<const PARTS: usize>(f: &mut fmt::Formatter<'_>, parts: [&str; PARTS]) -> fmt::Result {
    parts.iter().try_for_each(|part| f.write_str(part))
}

fn meant(f: &mut fmt::Formatter<'_>, nearest: &str) -> fmt::Result {
    say(f, [" Did you mean '", nearest, "'?"])
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
