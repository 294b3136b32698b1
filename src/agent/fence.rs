//! Cutting a file into front matter and body at its two lines of `---`.

use std::ops::Range;

use super::problem::Problem;

/// The two parts of a file, in bytes of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parts {
    /// What stands between the fences; `None` where there are none.
    pub(super) front: Option<Range<usize>>,
    pub(super) body: Range<usize>,
}

/// Cuts a file. A fence that does not start or end what it should is an error: half a front matter taken for text would
/// leave its allow-list unread.
pub(super) fn cut(text: &str) -> Result<Parts, (Problem, Range<usize>)> {
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut at = start;
    let mut fences = Vec::new();
    for line in text[start..].split_inclusive('\n') {
        let here = at..at + line.len();
        at = here.end;
        if line.trim_end() == "---" {
            let before = text[start..here.start].trim();
            if fences.is_empty() && before.lines().count() == 1 && is_code(before) {
                // The file stands in a block of code, as a model writes it.
                return Err((Problem::LateFence, here));
            }
            if fences.is_empty() && !before.is_empty() {
                // A rule in the middle of a text.
                break;
            }
            fences.push(here);
            if fences.len() == 2 {
                break;
            }
        }
    }
    match fences.as_slice() {
        [] => Ok(Parts {
            front: None,
            body: start..text.len(),
        }),
        [open, ..] if open.start != start => Err((Problem::LateFence, open.clone())),
        [open] => Err((Problem::OpenFence, open.clone())),
        [open, close, ..] => Ok(Parts {
            front: Some(open.end..close.start),
            body: close.end..text.len(),
        }),
    }
}

/// The line starts or ends a block of code.
pub(super) fn is_code(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}
