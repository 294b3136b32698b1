//! The one thing that prettyplease lays out unlike rustfmt in our output: a list as the only argument of a call.
//!
//! It gives the list a level of its own; rustfmt, and a person, lets it hug the parentheses. No literal of ours spans
//! lines, so that lines can be moved without reading what is in them.

/// Turns `call(`, `    &[`, …, `    ],`, `)` into `call(&[`, …, `])`, also where the list has one line.
pub(super) fn hug(printed: &str) -> String {
    let lines: Vec<&str> = printed.lines().collect();
    let mut hugged = String::with_capacity(printed.len());
    lay(&lines, 0, &mut hugged);
    hugged
}

/// Appends lines, moved so many columns to the left.
fn lay(lines: &[&str], left: usize, to: &mut String) {
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let line = line.get(left..).unwrap_or_default();
        to.push_str(line);
        at += 1;
        if let Some(list) = list(&lines[at - 1..]) {
            to.push_str("&[\n");
            match list {
                List::Line(items) => {
                    let indent = " ".repeat(indentation(line) + INDENT);
                    to.push_str(&format!("{indent}{items},\n"));
                    at += 1;
                }
                List::Lines(count) => {
                    lay(&lines[at + 1..=at + count], left + INDENT, to);
                    at += count + 2;
                }
            }
            let indent = " ".repeat(indentation(line));
            to.push_str(&format!("{indent}]{}", lines[at].trim_start()));
            at += 1;
        }
        to.push('\n');
    }
}

const INDENT: usize = 4;

/// A list that is the only argument of a call.
enum List<'a> {
    /// On a line of its own.
    Line(&'a str),
    /// Its items on so many lines, between those of its brackets.
    Lines(usize),
}

/// The list of the call that begins on the first line, if it has one and nothing else.
fn list<'a>(lines: &[&'a str]) -> Option<List<'a>> {
    let [call, open, ..] = lines else {
        return None;
    };
    let inside = indentation(call) + INDENT;
    if !call.ends_with('(') || indentation(open) != inside {
        return None;
    }
    let items = open.trim_start().strip_prefix("&[")?;
    let (list, end) = if items.is_empty() {
        let closes = |line: &&str| indentation(line) == inside && line.trim_start() == "],";
        let end = lines.iter().position(closes)?;
        (List::Lines(end - 2), end)
    } else {
        (List::Line(items.strip_suffix("],")?), 1)
    };
    let after = lines.get(end + 1)?;
    (indentation(after) == inside - INDENT && after.trim_start().starts_with(')')).then_some(list)
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}
