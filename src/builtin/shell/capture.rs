//! What a command printed, of bounded size whatever it prints: the beginning, the end, and how much lay between.

use std::collections::VecDeque;

/// How many characters are kept, half of them from each end.
const KEPT: usize = 30_000;

/// The bytes that surely hold one half.
const HALF: usize = KEPT / 2 * 4;

/// Output that is being captured.
#[derive(Debug, Default)]
pub(crate) struct Capture {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
}

impl Capture {
    /// Takes what was printed next.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let (head, rest) = bytes.split_at(bytes.len().min(HALF - self.head.len()));
        self.head.extend_from_slice(head);
        let rest = &rest[rest.len().saturating_sub(HALF)..];
        let over = (self.tail.len() + rest.len()).saturating_sub(HALF);
        self.tail.drain(..over);
        self.tail.extend(rest);
    }

    /// As text: all of it, or the two ends with a note between them.
    pub(crate) fn to_text(&self) -> String {
        let (a, b) = self.tail.as_slices();
        let kept = [&self.head, a, b].concat();
        let whole = kept.len() as u64 == self.total;
        let lengths = lengths(&kept);
        if whole && lengths.len() <= KEPT || lengths.len() < KEPT {
            return String::from_utf8_lossy(&kept).into_owned();
        }
        let head: usize = lengths[..KEPT / 2].iter().sum();
        let tail: usize = lengths[lengths.len() - KEPT / 2..].iter().sum();
        format!(
            "{}\n\n[Output truncated at 30,000 characters: {} bytes are left out here]\n\n{}",
            String::from_utf8_lossy(&kept[..head]),
            self.total - (head + tail) as u64,
            String::from_utf8_lossy(&kept[kept.len() - tail..])
        )
    }
}

/// Of how many bytes each character is made that these are shown as; what is no text is shown as a character, too.
fn lengths(bytes: &[u8]) -> Vec<usize> {
    let mut lengths = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        lengths.extend(chunk.valid().chars().map(char::len_utf8));
        if !chunk.invalid().is_empty() {
            lengths.push(chunk.invalid().len());
        }
    }
    lengths
}
