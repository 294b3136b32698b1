//! What templates print, item by item: laid out already, or source that is yet to be formatted.
//!
//! Reading Rust back is most of what the generator would do, in a build script that nobody optimises. Items that look the same
//! for every declaration are therefore printed as they are to stand. A test holds them to the printer's own layout, for
//! every golden case and for random declarations.

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
pub(super) enum Source {
    /// One item as it is to stand.
    Settled(String),
    /// Any number of items.
    Free(String),
}

/// The pieces. What claims to be settled and may be not is source like any other.
pub(super) fn sources(text: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut claimed = false;
    let mut piece = String::new();
    for line in text.lines().chain([FREE]) {
        let marker = line == SETTLED || line == FREE;
        if !marker {
            if !line.trim().is_empty() {
                piece.push_str(line);
                piece.push('\n');
            }
            continue;
        }
        if !piece.is_empty() {
            let piece = std::mem::take(&mut piece);
            sources.push(match claimed && piece.lines().all(is_short) {
                true => Source::Settled(piece),
                false => Source::Free(piece),
            });
        }
        claimed = line == SETTLED;
    }
    sources
}

/// Comments and literals are never broken.
fn is_short(line: &str) -> bool {
    let text = line.trim_start();
    line.len() <= WIDTH
        || ["///", "\"", "r\"", "r#\""]
            .iter()
            .any(|start| text.starts_with(start))
}

/// The elements of a table that surely take a line each; none where they may share one.
pub(super) fn rows(rows: Vec<Code>) -> Vec<Code> {
    let all: usize = rows.iter().map(|row| row.as_str().chars().count()).sum();
    if all > TOO_WIDE { rows } else { Vec::new() }
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
