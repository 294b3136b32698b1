//! What a search finds in one file, as lines of a result. The search itself is ripgrep's.

use std::io;
use std::ops::ControlFlow;

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;
use grep_searcher::{Searcher, Sink, SinkContext, SinkFinish, SinkMatch};

use super::page::Page;
use super::tools::grep::OutputMode;

/// The longest line that is shown whole, in characters.
const LONGEST_LINE: usize = 2_000;

/// Writes the matches of one file to a page.
pub(super) struct Matches<'a> {
    pub(super) page: &'a mut Page,
    pub(super) matcher: &'a RegexMatcher,
    pub(super) mode: OutputMode,
    pub(super) line_numbers: bool,
    /// What the file is called.
    pub(super) name: &'a str,
    /// Asked at every match.
    pub(super) stop: &'a dyn Fn() -> bool,
    /// How many lines matched, or matches that span lines.
    pub(super) count: u64,
    /// Whether more is wanted.
    pub(super) flow: ControlFlow<()>,
    /// The name stands above the matches.
    pub(super) headed: bool,
}

impl Matches<'_> {
    fn push(&mut self, line: &str) -> io::Result<bool> {
        self.flow = self.page.push(line);
        Ok(self.flow.is_continue())
    }

    /// One line of the file; above the first stands the file's name, apart from the file before.
    fn line(&mut self, number: Option<u64>, bytes: &[u8], place: Place) -> io::Result<bool> {
        if !std::mem::replace(&mut self.headed, true) {
            let apart = self.page.is_of_nothing() || self.push("")?;
            if !apart || !self.push(self.name)? {
                return Ok(false);
            }
        }
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_end_matches('\n').trim_end_matches('\r');
        let (text, cut) = match text.char_indices().nth(LONGEST_LINE) {
            Some((end, _)) => (&text[..end], "..."),
            None => (text, ""),
        };
        let line = match (number.filter(|_| self.line_numbers), place) {
            (Some(number), Place::Match) => format!("{number}:{text}{cut}"),
            (None, Place::Match) => format!("{text}{cut}"),
            (Some(number), Place::Context) => format!("  {number}-{text}{cut}"),
            (None, Place::Context) => format!("  {text}{cut}"),
        };
        self.push(&line)
    }
}

#[derive(Clone, Copy)]
enum Place {
    Match,
    Context,
}

impl Sink for Matches<'_> {
    type Error = io::Error;

    fn matched(&mut self, searcher: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        if (self.stop)() {
            return Ok(false);
        }
        self.count += if searcher.multi_line_with_matcher(self.matcher) {
            let mut matches = 0;
            self.matcher
                .find_iter(found.bytes(), |_| {
                    matches += 1;
                    true
                })
                .map_err(io::Error::other)?;
            matches.max(1)
        } else {
            1
        };
        match self.mode {
            OutputMode::FilesWithMatches => Ok(false),
            OutputMode::Count => Ok(true),
            OutputMode::Content => {
                for (line, number) in found.lines().zip(found.line_number().unwrap_or(1)..) {
                    if !self.line(Some(number), line, Place::Match)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        if self.mode != OutputMode::Content {
            return Ok(true);
        }
        self.line(context.line_number(), context.bytes(), Place::Context)
    }

    fn context_break(&mut self, _: &Searcher) -> io::Result<bool> {
        if self.mode == OutputMode::Content {
            return self.push("--");
        }
        Ok(true)
    }

    fn finish(&mut self, searcher: &Searcher, end: &SinkFinish) -> io::Result<()> {
        // As ripgrep: a file that turns out to be binary has no count.
        let binary = end.binary_byte_offset().is_some();
        if binary
            && searcher.binary_detection().quit_byte().is_some()
            && self.mode == OutputMode::Count
        {
            self.count = 0;
        }
        Ok(())
    }
}
