//! An allow-list in the text of a file: written above or below the front matter, or without one that this reader knows.
//! There it restricts nothing, and whoever wrote it believes that it does.

use std::ops::Range;

use super::Surface;
use super::fence::is_code;

/// The first line of a text that starts as an allow-list does. Blocks of code are passed over: they may be about one.
pub(super) fn list(text: &str, body: Range<usize>) -> Option<Range<usize>> {
    let mut at = body.start;
    let mut in_code = false;
    for line in text[body].split_inclusive(['\n', '\r']) {
        let here = at + (line.len() - line.trim_start().len());
        at += line.len();
        let line = line.trim();
        if is_code(line) {
            in_code = !in_code;
        } else if let Some((key, _)) = line.split_once([':', '=']).filter(|_| !in_code)
            && Surface::is_allow_list(key.trim_end())
        {
            return Some(here..here + key.trim_end().len());
        }
    }
    None
}
