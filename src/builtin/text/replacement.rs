//! Replacing text in a file's bytes: what is not replaced stays as it is, byte for byte.
//!
//! Old and new text are what a model saw and wrote, with any line ends; the file has its own. Both are compared in the
//! [`View`]. What old and new text have in common at their ends is not replaced either, so that the surroundings which a
//! model quotes to make its text unique keep even unusual line ends.

use super::{Charset, Unencodable, View};

/// One replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Replacement<'a> {
    /// What to look for.
    pub(crate) old: &'a str,
    /// What to put there.
    pub(crate) new: &'a str,
    /// How often it may occur.
    pub(crate) occurrences: Occurrences,
}

/// How often the old text may occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occurrences {
    /// Exactly once.
    One,
    /// Once or more; all are replaced.
    All,
}

/// Why a replacement was not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// The old text is empty.
    Empty,
    /// Old and new text are the same.
    Identical,
    /// Old and new text differ in nothing but their line ends.
    OnlyEndings,
    /// The old text does not occur.
    NotFound,
    /// The old text occurs more than once, on these lines.
    NotUnique(Vec<usize>),
    /// The file is not text in this encoding, and the new text needs one.
    Unsound(Charset),
    /// The new text has a character that the file's encoding does not have.
    Unencodable(Unencodable),
}

/// A file after a replacement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    /// The bytes, the mark included.
    pub(crate) bytes: Vec<u8>,
    /// How many occurrences were replaced.
    pub(crate) occurrences: usize,
}

/// Makes one replacement.
///
/// # Errors
///
/// Why it was not made.
pub(crate) fn replace(
    bytes: &[u8],
    charset: Charset,
    replacement: Replacement<'_>,
) -> Result<Replaced, Unfit> {
    let Replacement { old, new, .. } = replacement;
    if old.is_empty() {
        return Err(Unfit::Empty);
    }
    if old == new {
        return Err(Unfit::Identical);
    }
    let (old, new) = (&with_line_feeds(old), &with_line_feeds(new));
    if old == new {
        return Err(Unfit::OnlyEndings);
    }

    let view = View::new(bytes, charset);
    let matches: Vec<usize> = memchr::memmem::find_iter(view.text(), old).collect();
    match (matches.len(), replacement.occurrences) {
        (0, _) => return Err(Unfit::NotFound),
        (1, _) | (_, Occurrences::All) => {}
        (_, Occurrences::One) => {
            return Err(Unfit::NotUnique(
                matches.iter().map(|&at| view.line(at)).collect(),
            ));
        }
    }

    let (before, after) = common_ends(old, new);
    let inserted = new[before..new.len() - after].replace('\n', view.prevailing_ending().as_str());
    if !view.is_sound() && !inserted.is_ascii() {
        return Err(Unfit::Unsound(charset));
    }
    let inserted = charset.encode(&inserted).map_err(Unfit::Unencodable)?;

    let mut result = Vec::with_capacity(bytes.len());
    let mut kept = 0;
    for &at in &matches {
        let replaced = view.in_file(at + before..at + old.len() - after);
        result.extend_from_slice(&bytes[kept..replaced.start]);
        result.extend_from_slice(&inserted);
        kept = replaced.end;
    }
    result.extend_from_slice(&bytes[kept..]);
    Ok(Replaced {
        bytes: result,
        occurrences: matches.len(),
    })
}

/// The lengths of what two texts have in common at the start and, without overlapping it, at the end; whole characters.
fn common_ends(old: &str, new: &str) -> (usize, usize) {
    let before: usize = old
        .chars()
        .zip(new.chars())
        .take_while(|(a, b)| a == b)
        .map(|(c, _)| c.len_utf8())
        .sum();
    let after = old[before..]
        .chars()
        .rev()
        .zip(new[before..].chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(c, _)| c.len_utf8())
        .sum();
    (before, after)
}

fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
