//! What a change did, as people and models read it: a short unified diff.

use std::time::Duration;

use similar::{Algorithm, TextDiff};

/// The longest diff that is shown, in lines.
const LONGEST: usize = 60;

/// How long a diff may be searched for; then it is rougher, never wrong.
const PATIENCE: Duration = Duration::from_millis(200);

/// A unified diff of two texts with three lines of context; empty when they are equal. A long one is cut, and says so.
pub(crate) fn unified(before: &str, after: &str) -> String {
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Myers)
        .timeout(PATIENCE)
        .diff_lines(before, after);
    let text = diff.unified_diff().context_radius(3).to_string();
    let total = text.lines().count();
    if total <= LONGEST {
        return text;
    }
    let mut short: String = text.split_inclusive('\n').take(LONGEST).collect();
    short.push_str(&format!("[{} more lines of the diff]\n", total - LONGEST));
    short
}
