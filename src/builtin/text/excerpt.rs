//! Some lines of a file, numbered, read as a stream: what comes before is counted and forgotten, what comes after is never
//! read. However long a line or a file is, memory holds one buffer and the lines that are shown.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::ops::Range;

use super::Charset;

/// The longest line that is shown whole, in characters.
const LONGEST_LINE: usize = 2_000;

/// Bytes that surely hold that many characters and one more: none of the encodings takes more than four for one.
const KEPT_OF_A_LINE: usize = 4 * (LONGEST_LINE + 1);

const BUFFER: usize = 64 * 1024;

/// Which lines to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lines {
    /// The first, counted from 1.
    pub(crate) first: u64,
    /// How many.
    pub(crate) count: u64,
}

/// Lines of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// The lines, each with its number in front and a line feed behind.
    pub(crate) text: String,
    /// How many lines that is.
    pub(crate) shown: u64,
    /// How many lines there are up to the last that was looked at; all of them when `more` is false.
    pub(crate) counted: u64,
    /// There are lines after the last that is shown.
    pub(crate) more: bool,
    /// Something was not text in the encoding and stands as U+FFFD.
    pub(crate) replaced: bool,
    /// The bytes that were shown.
    pub(crate) seen: Option<Seen>,
}

/// Which bytes of a file were shown, and their hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    range: Range<u64>,
    hash: u64,
}

impl Seen {
    /// Of a whole file.
    pub(crate) fn whole(content: &[u8]) -> Self {
        Self {
            range: 0..content.len() as u64,
            hash: hash_of(content),
        }
    }

    /// Is it all of a file of this size?
    pub(crate) fn is_whole(&self, len: u64) -> bool {
        self.range == (0..len)
    }

    /// Does the file still hold these bytes at this place?
    pub(crate) fn is_still_in(&self, content: &[u8]) -> bool {
        let bounds = (
            usize::try_from(self.range.start),
            usize::try_from(self.range.end),
        );
        match bounds {
            (Ok(start), Ok(end)) => content
                .get(start..end)
                .is_some_and(|part| hash_of(part) == self.hash),
            _ => false,
        }
    }
}

/// Reads numbered lines from the start of a file.
///
/// Lines end with LF, CRLF or a lone CR; a final line end makes no further line. `stop` is asked once a buffer.
///
/// # Errors
///
/// What the source reports; `Interrupted` when `stop` said so.
pub(crate) fn excerpt(
    source: &mut dyn Read,
    charset: Charset,
    lines: Lines,
    stop: &dyn Fn() -> bool,
) -> io::Result<Excerpt> {
    if charset.is_wide() {
        // Line ends are searched as bytes, which these encodings do not have: a UTF-8 twin is read instead.
        let mut hashing = Hashing {
            source,
            len: 0,
            hasher: DefaultHasher::new(),
        };
        // The decoder takes a file that is nothing but its mark for text, so the mark is passed by here.
        let mark = charset.mark().len() as u64;
        io::copy(&mut (&mut hashing).take(mark), &mut io::sink())?;
        let mut twin = encoding_rs_io::DecodeReaderBytesBuilder::new()
            .encoding(charset.encoding())
            .bom_sniffing(false)
            .build(&mut hashing);
        let mut found = Reading::new(Charset::Utf8, lines).run(&mut twin, stop)?;
        drop(twin);
        let whole = lines.first == 1 && !found.more;
        found.seen = whole.then(|| Seen {
            range: 0..hashing.len,
            hash: hashing.hasher.finish(),
        });
        found.replaced = found.text.contains(char::REPLACEMENT_CHARACTER);
        return Ok(found);
    }
    Reading::new(charset, lines).run(source, stop)
}

/// Where a reading stands.
struct Reading {
    charset: Charset,
    lines: Lines,
    found: Excerpt,
    /// The start of the line that is being read.
    line: Vec<u8>,
    /// It has at least one byte, kept or not.
    begun: bool,
    /// The last byte was a carriage return, so that a line feed right after it ends no other line.
    after_return: bool,
    read: u64,
    seen: Range<u64>,
    hasher: DefaultHasher,
}

impl Reading {
    fn new(charset: Charset, lines: Lines) -> Self {
        Self {
            charset,
            lines,
            found: Excerpt {
                text: String::new(),
                shown: 0,
                counted: 0,
                more: false,
                replaced: false,
                seen: None,
            },
            line: Vec::new(),
            begun: false,
            after_return: false,
            read: 0,
            seen: 0..0,
            hasher: DefaultHasher::new(),
        }
    }

    fn run(mut self, source: &mut dyn Read, stop: &dyn Fn() -> bool) -> io::Result<Excerpt> {
        let mut buffer = vec![0; BUFFER];
        let mut at_start = true;
        while !self.found.more {
            if stop() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let len = match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => len,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            let mut chunk = &buffer[..len];
            if std::mem::take(&mut at_start) {
                let mark = self.charset.mark();
                // A first read shorter than a mark of three bytes is a file shorter than that, or shows the mark.
                if let Some(rest) = chunk.strip_prefix(mark) {
                    self.note(mark);
                    chunk = rest;
                }
            }
            self.take(chunk);
        }
        if self.begun && !self.found.more {
            self.end_line();
        }
        self.found.seen = Some(Seen {
            range: self.seen,
            hash: self.hasher.finish(),
        });
        Ok(self.found)
    }

    /// Goes through a chunk line by line.
    fn take(&mut self, mut chunk: &[u8]) {
        while !chunk.is_empty() {
            if std::mem::take(&mut self.after_return)
                && let Some(rest) = chunk.strip_prefix(b"\n")
            {
                self.note(b"\n");
                chunk = rest;
                continue;
            }
            if self.found.counted >= self.lines.first - 1 + self.lines.count {
                self.found.more = true;
                return;
            }
            let end = memchr::memchr2(b'\n', b'\r', chunk);
            let (part, rest) = chunk.split_at(end.unwrap_or(chunk.len()));
            self.begun |= !part.is_empty();
            if self.is_shown() {
                let room = KEPT_OF_A_LINE.saturating_sub(self.line.len());
                self.line.extend_from_slice(&part[..part.len().min(room)]);
            }
            self.note(part);
            chunk = rest;
            if end.is_some() {
                self.after_return = chunk[0] == b'\r';
                self.note(&chunk[..1]);
                self.end_line();
                chunk = &chunk[1..];
            }
        }
    }

    /// The line that is being read is one to show.
    fn is_shown(&self) -> bool {
        self.found.counted + 1 >= self.lines.first
    }

    /// These bytes were passed; those of shown lines are remembered by their hash.
    fn note(&mut self, bytes: &[u8]) {
        let start = self.read;
        self.read += bytes.len() as u64;
        // A line feed that completes the line end before the first shown line belongs to that line end.
        if self.is_shown() || self.lines.first == 1 {
            if self.seen.is_empty() {
                self.seen.start = start;
            }
            self.seen.end = self.read;
            self.hasher.write(bytes);
        }
    }

    fn end_line(&mut self) {
        if self.is_shown() {
            let decoded = self.charset.decode_lossy(&self.line);
            self.found.replaced |= decoded.contains(char::REPLACEMENT_CHARACTER);
            let number = self.found.counted + 1;
            let text = &mut self.found.text;
            // Writing to a String cannot fail.
            let _ = match decoded.char_indices().nth(LONGEST_LINE) {
                Some((cut, _)) => writeln!(text, "{number:>6}→{}...", &decoded[..cut]),
                None => writeln!(text, "{number:>6}→{decoded}"),
            };
            self.found.shown += 1;
        }
        self.found.counted += 1;
        self.line.clear();
        self.begun = false;
    }
}

/// Passes bytes on and hashes them.
struct Hashing<'a> {
    source: &'a mut dyn Read,
    len: u64,
    hasher: DefaultHasher,
}

impl Read for Hashing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.source.read(buffer)?;
        self.len += len as u64;
        self.hasher.write(&buffer[..len]);
        Ok(len)
    }
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}
