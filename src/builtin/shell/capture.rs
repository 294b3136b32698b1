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
        let text = String::from_utf8_lossy(&kept);
        let whole = kept.len() as u64 == self.total;
        let start_of_tail = text.char_indices().rev().nth(KEPT / 2 - 1);
        let end_of_head = text.char_indices().nth(KEPT / 2);
        match (end_of_head, start_of_tail) {
            (Some((end, _)), Some((start, _))) if !whole || text.chars().nth(KEPT).is_some() => {
                let (head, tail) = (&text[..end], &text[start..]);
                let left_out = self.total - (head.len() + tail.len()).min(kept.len()) as u64;
                format!(
                    "{head}\n\n[Output truncated at 30,000 characters: {left_out} bytes are left out here]\n\n{tail}"
                )
            }
            _ => text.into_owned(),
        }
    }
}
