//! A list of entries that is written as one text: `Read, Bash(git diff:*) Grep(/srv/{a,b}/**)`.
//!
//! All four surfaces split the same way. Lists that are lists already (YAML, TOML, JSON, arguments) are never split.

use std::ops::Range;

/// Splits at commas and white space outside parentheses; where each piece stands, in bytes.
///
/// Parentheses are counted here, since something has to end an entry: one whose pattern holds a lonely parenthesis has to
/// be an item of a real list.
///
/// ```
/// let text = "Read, Bash(git diff:*)";
/// let pieces: Vec<_> = toolc::permission::split(text).map(|at| &text[at]).collect();
/// assert_eq!(pieces, ["Read", "Bash(git diff:*)"]);
/// ```
pub fn split(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut rest = text.char_indices();
    std::iter::from_fn(move || {
        let mut depth = 0_usize;
        let mut start = None;
        for (at, c) in rest.by_ref() {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && (c == ',' || c.is_ascii_whitespace()) {
                if let Some(start) = start {
                    return Some(start..at);
                }
            } else {
                start.get_or_insert(at);
            }
        }
        start.map(|start| start..text.len())
    })
}
