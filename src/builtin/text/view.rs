//! The view of a file in which text is searched, and the way back from it to the file's own bytes.
//!
//! The view is UTF-8 with `\n` for every line end, which is what a model was shown and writes back. Bytes that are no text
//! in the file's encoding stand in it as `0xFF`, which no search finds. Beside it are the places where view and file drift
//! apart, so that a match leads to exactly the bytes it stands for, and everything around it can stay as it is.

use std::ops::Range;

use encoding_rs::EUC_KR;

use super::Charset;

/// A file's text for searching.
#[derive(Debug)]
pub(crate) struct View {
    text: Vec<u8>,
    /// `(in the view, in the file)`, ascending: from there on both advance together until the next.
    drift: Vec<(usize, usize)>,
    sound: bool,
    endings: [usize; 3],
}

/// How a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Line feed.
    Lf,
    /// Carriage return and line feed.
    CrLf,
    /// Carriage return alone.
    Cr,
}

impl Ending {
    /// Its characters.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
        }
    }
}

impl View {
    /// The view of a file's bytes, its mark included.
    pub(crate) fn new(bytes: &[u8], charset: Charset) -> Self {
        let start = if bytes.starts_with(charset.mark()) {
            charset.mark().len()
        } else {
            0
        };
        let mut view = Self {
            text: Vec::with_capacity(bytes.len()),
            drift: vec![(0, start)],
            sound: true,
            endings: [0; 3],
        };
        match charset {
            Charset::Utf8 | Charset::Utf8Marked => view.fill_bytes(bytes, start),
            Charset::Utf16Le => view.fill_wide(bytes, start, u16::from_le_bytes),
            Charset::Utf16Be => view.fill_wide(bytes, start, u16::from_be_bytes),
            Charset::Latin1 => view.fill_units(bytes, start, |rest| (1, Some(char::from(rest[0])))),
            Charset::EucKr => view.fill_units(bytes, start, euc_kr_unit),
        }
        view
    }

    /// The text, with `\n` for every line end.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The file's bytes behind a part of the view that starts and ends between characters.
    pub(crate) fn in_file(&self, part: Range<usize>) -> Range<usize> {
        self.place(part.start)..self.place(part.end)
    }

    /// Is all of it text in its encoding?
    pub(crate) fn is_sound(&self) -> bool {
        self.sound
    }

    /// The line end that most lines have; `\n` when it is none or a tie.
    pub(crate) fn prevailing_ending(&self) -> Ending {
        let [lf, crlf, cr] = self.endings;
        if crlf > lf && crlf > cr {
            Ending::CrLf
        } else if cr > lf && cr > crlf {
            Ending::Cr
        } else {
            Ending::Lf
        }
    }

    /// The line, counted from 1, on which a place of the view lies.
    pub(crate) fn line(&self, place: usize) -> usize {
        1 + memchr::memchr_iter(b'\n', &self.text[..place]).count()
    }

    fn place(&self, in_view: usize) -> usize {
        let next = self.drift.partition_point(|&(view, _)| view <= in_view);
        let (view, file) = self.drift[next - 1];
        file + (in_view - view)
    }

    /// UTF-8 is its own view but for the carriage returns.
    fn fill_bytes(&mut self, bytes: &[u8], start: usize) {
        self.sound = std::str::from_utf8(&bytes[start..]).is_ok();
        let mut from = start;
        for at in memchr::memchr_iter(b'\r', &bytes[start..]) {
            let at = start + at;
            self.text.extend_from_slice(&bytes[from..at]);
            let followed = bytes.get(at + 1) == Some(&b'\n');
            from = at + 1 + usize::from(followed);
            self.end_line(if followed { Ending::CrLf } else { Ending::Cr }, from);
        }
        self.text.extend_from_slice(&bytes[from..]);
        let all = memchr::memchr_iter(b'\n', &self.text).count();
        self.endings[0] = all - self.endings[1] - self.endings[2];
    }

    fn fill_wide(&mut self, bytes: &[u8], start: usize, unit: fn([u8; 2]) -> u16) {
        self.fill_units(bytes, start, |rest| {
            let mut units = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
            match (units.next(), units.next()) {
                (None, _) => (1, None),
                (Some(first), second) => {
                    let pair = std::iter::once(first).chain(second);
                    match char::decode_utf16(pair).next() {
                        Some(Ok(character)) => (2 * character.len_utf16(), Some(character)),
                        _ => (2, None),
                    }
                }
            }
        });
    }

    /// Goes through the file by characters; `next` tells how many bytes the first one of the rest has, and which it is.
    fn fill_units(
        &mut self,
        bytes: &[u8],
        start: usize,
        next: impl Fn(&[u8]) -> (usize, Option<char>),
    ) {
        let mut at = start;
        while at < bytes.len() {
            let (len, character) = next(&bytes[at..]);
            at += len;
            match character {
                Some('\r') => {
                    let (more, following) = if at < bytes.len() {
                        next(&bytes[at..])
                    } else {
                        (0, None)
                    };
                    if following == Some('\n') {
                        at += more;
                        self.end_line(Ending::CrLf, at);
                    } else {
                        self.end_line(Ending::Cr, at);
                    }
                }
                Some('\n') => self.end_line(Ending::Lf, at),
                Some(character) => {
                    let mut place = [0; 4];
                    let encoded = character.encode_utf8(&mut place);
                    self.text.extend_from_slice(encoded.as_bytes());
                    self.meet(at);
                }
                None => {
                    self.sound = false;
                    self.text.push(0xFF);
                    self.meet(at);
                }
            }
        }
    }

    fn end_line(&mut self, ending: Ending, in_file: usize) {
        self.text.push(b'\n');
        self.endings[ending as usize] += 1;
        self.meet(in_file);
    }

    /// The end of the view so far stands for this place of the file.
    fn meet(&mut self, in_file: usize) {
        if self.place(self.text.len()) != in_file {
            self.drift.push((self.text.len(), in_file));
        }
    }
}

/// The first character of EUC-KR text: one byte below 0x80, else two, of which the second may look like a letter.
fn euc_kr_unit(rest: &[u8]) -> (usize, Option<char>) {
    if rest[0] < 0x80 {
        return (1, Some(char::from(rest[0])));
    }
    let pair = &rest[..rest.len().min(2)];
    match EUC_KR.decode_without_bom_handling_and_without_replacement(pair) {
        Some(text) => {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(character), None) => (pair.len(), Some(character)),
                _ => (1, None),
            }
        }
        None => (1, None),
    }
}
