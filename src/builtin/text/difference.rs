//! What a change did, as people and models read it: a short unified diff.

use std::time::Duration;

use similar::{Algorithm, TextDiff};

/// The longest diff that is shown, in lines.
const LONGEST: usize = 60;

/// The longest line of it that is shown whole, in characters.
const LONGEST_LINE: usize = 500;

/// How long a diff may be searched for; then it is rougher, never wrong.
const PATIENCE: Duration = Duration::from_millis(200);

/// A unified diff of two texts with three lines of context; empty when they are equal. A long one is cut, and says so;
/// so is a long line.
pub(crate) fn unified(before: &str, after: &str) -> String {
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Myers)
        .timeout(PATIENCE)
        .diff_lines(before, after);
    let text = diff.unified_diff().context_radius(3).to_string();
    let mut short = String::new();
    let mut lines = text.split_inclusive('\n');
    for line in lines.by_ref().take(LONGEST) {
        match line.char_indices().nth(LONGEST_LINE) {
            Some((cut, _)) if cut + 1 < line.len() => {
                short.push_str(&line[..cut]);
                short.push_str("...\n");
            }
            _ => short.push_str(line),
        }
    }
    match lines.count() {
        0 => {}
        more => short.push_str(&format!("[{more} more lines of the diff]\n")),
    }
    short
}
