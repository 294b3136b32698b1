//! A part of a long result: so many lines after so many others, and never more than a model can use.

use std::ops::ControlFlow;

/// The longest result, in bytes, whatever was asked for.
const LONGEST: usize = 1_000_000;

/// The lines of a result that were asked for. It takes the whole result line by line and says when it has enough.
#[derive(Debug)]
pub(super) struct Page {
    skip: u64,
    limit: u64,
    text: String,
    lines: u64,
    too_long: bool,
}

impl Page {
    /// The lines after `skip` others, at most `limit`.
    pub(super) fn new(skip: u64, limit: Option<u64>) -> Self {
        Self {
            skip,
            limit: limit.unwrap_or(u64::MAX),
            text: String::new(),
            lines: 0,
            too_long: false,
        }
    }

    /// The next line of the result; breaks off when no further one is wanted.
    pub(super) fn push(&mut self, line: &str) -> ControlFlow<()> {
        if self.too_long || self.lines - self.skip.min(self.lines) >= self.limit {
            return ControlFlow::Break(());
        }
        if self.text.len() + line.len() > LONGEST {
            self.too_long = true;
            return ControlFlow::Break(());
        }
        self.lines += 1;
        if self.lines > self.skip {
            self.text.push_str(line);
            self.text.push('\n');
        }
        ControlFlow::Continue(())
    }

    /// Was nothing ever pushed?
    pub(super) fn is_of_nothing(&self) -> bool {
        self.lines == 0
    }

    /// The page, or why it is empty; a `note` follows on a line of its own.
    pub(super) fn finish(mut self, note: Option<String>) -> String {
        if self.text.is_empty() && self.lines <= self.skip {
            let noun = if self.lines == 1 { "line" } else { "lines" };
            self.text = format!(
                "[offset {} is past the end of the result, which has {} {noun}]\n",
                self.skip, self.lines
            );
        }
        if self.too_long {
            self.text.push_str(&format!(
                "[The result is longer. Continue with offset {}, or ask for less.]\n",
                self.lines
            ));
        }
        if let Some(note) = note {
            self.text.push_str(&note);
            self.text.push('\n');
        }
        self.text.truncate(self.text.trim_end_matches('\n').len());
        self.text
    }
}
