//! What templates print, item by item: laid out already, or source that is yet to be formatted.
//!
//! Reading Rust back is most of what the generator would do, in a build script that nobody optimises. Items that look the same
//! for every declaration are therefore printed as they are to stand, and declarations of one expression on one line, from
//! which the layout can be told (see `fold`). A test holds all of them to the printer's own layout, for every golden case and
//! for random declarations.

use super::fold::fold;
use super::view::Code;

/// Precedes an item that is laid out.
const SETTLED: &str = "//= settled";
/// Precedes source.
const FREE: &str = "//= free";
/// No line of a settled item is longer, in characters: the printer, which has 89 to a line, would break some of those that are.
const WIDTH: usize = 84;
/// What is longer does not stand on one line.
const TOO_WIDE: usize = 92;

/// A piece of what a template printed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source<'a> {
    /// Items as they are to stand, without an empty line between.
    Settled(String),
    /// Any number of items.
    Free(&'a str),
}

/// The pieces. What claims to be settled and may be not is source like any other.
pub(super) fn sources(text: &str) -> Vec<Source<'_>> {
    let mut sources = Vec::new();
    // Where the piece begins, and its items, if it is settled as far as it was read.
    let (mut start, mut settled) = (0, None);
    let mut at = 0;
    for line in text.split('\n').chain([FREE]) {
        let end = at;
        at += line.len() + 1;
        if line == SETTLED || line == FREE {
            sources.extend(source(&text[start..end.min(text.len())], settled));
            start = at;
            settled = (line == SETTLED).then(String::new);
        } else if let Some(items) = &mut settled
            && !settle(line, items)
        {
            settled = None;
        }
    }
    sources
}

fn source(piece: &str, settled: Option<String>) -> Option<Source<'_>> {
    match settled {
        Some(items) => (!items.is_empty()).then_some(Source::Settled(items)),
        None => (!piece.trim_ascii().is_empty()).then_some(Source::Free(piece)),
    }
}

/// Adds a line as it is to stand, if that can be told.
fn settle(line: &str, items: &mut String) -> bool {
    let indent = line.bytes().take_while(|byte| *byte == b' ').count();
    let text = &line[indent..];
    if text.is_empty() {
        return true;
    }
    let declares = ["static ", "pub static ", "pub(super) static "];
    if line.len() > WIDTH && text.starts_with("const ")
        || declares.iter().any(|start| line.starts_with(start))
    {
        let folded = fold(line, indent);
        items.push_str(folded.as_deref().unwrap_or_default());
        return folded.is_some();
    }
    // Comments and literals are never broken.
    let unbroken = ["///", "\"", "r\"", "r#\""];
    items.push_str(line);
    items.push('\n');
    line.len() <= WIDTH || unbroken.iter().any(|start| text.starts_with(start))
}

/// The elements of a list that surely take a line each; none where they may share one.
pub(super) fn rows(rows: Vec<Code>) -> Vec<Code> {
    let all: usize = rows.iter().map(|row| row.as_str().len()).sum();
    if all > TOO_WIDE { rows } else { Vec::new() }
}

/// Does `Self { … }` of these fields and their values stand on one line?
pub(super) fn is_flat<'a>(fields: impl Iterator<Item = (&'a Code, &'a Code)>) -> bool {
    /// So many columns has a struct on one line, up to its brace.
    const MOST: usize = 34;
    let fields =
        fields.map(|(name, value)| name.as_str().len() + value.as_str().len() + ": , ".len());
    "Self { ".len() + fields.sum::<usize>() - ",".len() <= MOST
}

/// The calls of a chain that surely take a line each, or three where the only argument is a text that is too long for one.
pub(super) fn chain(calls: &[Code]) -> Option<Vec<Code>> {
    /// Where the chain begins, and how far its calls are indented.
    const START: usize = "    const SPEC: &'static rt::Spec = &rt::Spec::new(NAME, SCHEMA)".len();
    const INDENT: usize = 8;
    let mut all = START;
    let mut lines = Vec::new();
    for call in calls {
        let call = call.as_str();
        let own = call.chars().count() + ".".len();
        let width = INDENT + own + ";".len();
        all += own;
        let text = ["title(", "description("].iter().find_map(|name| {
            let argument = call.strip_prefix(name)?.strip_suffix(')')?;
            Some((*name, argument))
        });
        lines.push(match text {
            _ if width <= WIDTH => format!(".{call}"),
            Some((name, argument)) if width > TOO_WIDE => {
                format!(".{name}\n            {argument},\n        )")
            }
            _ => return None,
        });
    }
    (all > TOO_WIDE).then(|| lines.into_iter().map(Code::from).collect())
}
