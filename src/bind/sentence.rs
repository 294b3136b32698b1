//! The sentences, as the model reads them.
//!
//! The guide's stand here word for word, the others are made in their image. Whatever of the model's own text is repeated to it
//! is kept short.

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};

use super::problem::{Hint, Problem, Unit};
use super::violation::{Violation, Violations};

/// What ends every sentence.
const NOT_EXECUTED: &str = "The tool was not executed.";
/// So much of a value that the model sent is repeated to it, in bytes.
const ECHO: usize = 48;
/// Most sentences are no longer, in bytes.
const ROOM: usize = 128;
/// So much of a pattern or a choice is repeated to it, in bytes.
const LONGEST: usize = 400;

/// Where it goes, the sentence is written as text: formatting costs several times as much, and is what most of the time of a
/// refused call would go to.
impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sentence = String::with_capacity(ROOM);
        self.write(&mut sentence);
        f.write_str(&sentence)
    }
}

/// One sentence a line.
impl Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(ROOM * self.len());
        for violation in self {
            if !text.is_empty() {
                text.push('\n');
            }
            violation.write(&mut text);
        }
        f.write_str(&text)
    }
}

impl Violation {
    /// Appends a subject and a predicate.
    fn write(&self, to: &mut String) {
        let parameter = bounded(self.parameter(), 2 * ECHO);
        match (self.problem(), &*parameter) {
            (Problem::Unknown(_), name) => say(to, ["Unknown parameter '", name, "'."]),
            (Problem::Malformed(malformed), _) => format(to, format_args!("{malformed}")),
            (_, "") => say(to, ["The arguments"]),
            (_, name) => say(to, ["Parameter '", name, "'"]),
        }
        match self.problem() {
            Problem::Missing { expected } if expected.is_empty() => say(to, [" is required."]),
            Problem::Missing { expected } => say(to, [" is required (type: ", expected, ")."]),
            Problem::Type { expected } => {
                say(to, [" must be ", article(expected), " ", expected, "."]);
            }
            Problem::Enum {
                allowed,
                was,
                nearest,
            } => {
                say(
                    to,
                    [" must be one of [", allowed, "], but was '", was, "'."],
                );
                if let Some(nearest) = nearest {
                    meant(to, nearest);
                }
            }
            Problem::Unknown(Hint::Nearest(nearest)) => meant(to, nearest),
            Problem::Unknown(Hint::Valid(names)) => {
                say(to, [" Valid parameters: ", &names.join(", "), "."]);
            }
            Problem::Unknown(Hint::None) | Problem::Malformed(_) => {}
            Problem::Range { relation, end, was } => {
                say(
                    to,
                    [" must be ", relation, " ", end, ", but was ", was, "."],
                );
            }
            Problem::Multiple { of, was } => {
                say(to, [" must be a multiple of ", of, ", but was ", was, "."]);
            }
            Problem::Length {
                relation,
                limit,
                unit,
                was,
            } => {
                let unit = unit.of(*limit);
                format(
                    to,
                    format_args!(" must have {relation} {limit} {unit}, but has {was}."),
                );
            }
            Problem::Pattern { pattern } => {
                let pattern = bounded(pattern, LONGEST);
                say(to, [" must match the pattern ", &pattern, "."]);
            }
            Problem::Format { format, example } => {
                let article = article(format);
                say(
                    to,
                    [" must be ", article, " ", format, " such as ", example, "."],
                );
            }
            Problem::Forbidden => say(to, [" must not be given like this."]),
            Problem::Ambiguous { fitting } => {
                format(
                    to,
                    format_args!(" must fit only one of its forms, but fits {fitting}."),
                );
            }
        }
        say(to, [" ", NOT_EXECUTED]);
    }
}

fn say<const PARTS: usize>(to: &mut String, parts: [&str; PARTS]) {
    parts.iter().for_each(|part| to.push_str(part));
}

fn format(to: &mut String, text: fmt::Arguments<'_>) {
    // A text takes everything.
    let _ = to.write_fmt(text);
}

fn meant(to: &mut String, nearest: &str) {
    say(to, [" Did you mean '", nearest, "'?"]);
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
