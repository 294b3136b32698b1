//! Text as Rust source: string literals and doc comments that no content can leave.
//!
//! The escaping is our own rather than `{:?}`, whose tables of printable characters change with the standard library:
//! the same declaration gives the same bytes with every toolchain.

/// A string literal. Raw where that reads better, as for patterns and JSON.
pub fn string(text: &str) -> String {
    let raw = text.contains(['"', '\\']) && !text.contains("\"#") && !text.chars().any(is_hidden);
    if !raw {
        return format!("\"{}\"", escaped(text));
    }
    let fence = if text.contains('"') { "#" } else { "" };
    format!("r{fence}\"{text}\"{fence}")
}

/// A list of string literals, `&["a", "b"]`.
pub fn strings<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let literals: Vec<String> = texts.into_iter().map(|text| string(text)).collect();
    format!("&[{}]", literals.join(", "))
}

/// The lines of a doc comment, each with its leading blank; none for an empty text.
///
/// Rustdoc runs code blocks as tests, and a description is written by anybody. Whatever could be one (a fence, or an
/// indentation of four) is therefore shown verbatim in a fence of plain text that nothing in it can close.
pub fn doc(text: &str) -> Vec<String> {
    let text = text.trim_end();
    if text.is_empty() {
        return Vec::new();
    }
    let lines = text.lines().map(shown);
    if ["```", "~~~", "\t", "    "]
        .iter()
        .any(|code| text.contains(code))
    {
        let fence = "`".repeat(3.max(longest_run(text, '`') + 1));
        [format!(" {fence}text")]
            .into_iter()
            .chain(lines)
            .chain([format!(" {fence}")])
            .collect()
    } else {
        lines.collect()
    }
}

/// A line of a comment: what cannot be seen is spelled out, since rustc refuses some of it and no reader finds it.
fn shown(line: &str) -> String {
    let mut shown = String::with_capacity(line.len() + 1);
    if !line.is_empty() {
        shown.push(' ');
    }
    for character in line.chars() {
        if character != '\t' && is_hidden(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            '\0' => escaped.push_str("\\0"),
            hidden if is_hidden(hidden) => escaped.extend(hidden.escape_unicode()),
            plain => escaped.push(plain),
        }
    }
    escaped
}

/// Control characters, and what turns the direction of text or takes no room. The joiner of emoji stays.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

fn longest_run(text: &str, of: char) -> usize {
    text.split(|character| character != of)
        .map(str::len)
        .max()
        .unwrap_or(0)
}
