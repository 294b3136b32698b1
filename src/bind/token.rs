//! The words, numbers and strings of JSON text.

use std::borrow::Cow;

use super::malformed::{Stop, Syntax};
use super::numeral::{Numeral, decimal};
use super::text::Text;

impl<'s> Text<'s> {
    pub(super) fn word(&mut self, word: &str) -> Result<(), Stop> {
        if self.text[self.at..].starts_with(word) {
            self.at += word.len();
            return Ok(());
        }
        let rest = &self.bytes()[self.at..];
        if word.as_bytes().starts_with(rest) {
            self.at = self.text.len();
        }
        Err(self.error(Syntax::ExpectedValue))
    }

    /// Passes over digits and appends them to a number; how many there were. The number is exact up to 19 of them.
    #[inline]
    fn run_of_digits(&mut self, number: &mut u64) -> usize {
        let bytes = self.bytes();
        let start = self.at;
        while let Some(digit @ b'0'..=b'9') = bytes.get(self.at) {
            *number = number
                .wrapping_mul(10)
                .wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        self.at - start
    }

    #[inline]
    pub(super) fn numeral(&mut self) -> Result<Numeral<'s>, Stop> {
        let bytes = self.bytes();
        let start = self.at;
        let negative = bytes[start] == b'-';
        if negative {
            self.at += 1;
        }
        let first = self.at;
        let mut magnitude = 0;
        let whole = self.run_of_digits(&mut magnitude);
        if whole == 0 || (whole > 1 && bytes[first] == b'0') {
            if whole > 1 {
                self.at = first + 1;
            }
            return Err(self.error(Syntax::BadNumber));
        }
        let mut fraction = 0;
        if bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            fraction = self.run_of_digits(&mut magnitude);
            if fraction == 0 {
                return Err(self.error(Syntax::BadNumber));
            }
        }
        let exponent = matches!(bytes.get(self.at), Some(b'e' | b'E'));
        if exponent {
            self.at += 1;
            if let Some(b'+' | b'-') = bytes.get(self.at) {
                self.at += 1;
            }
            if self.run_of_digits(&mut 0) == 0 {
                return Err(self.error(Syntax::BadNumber));
            }
        } else if fraction == 0 && whole <= 18 && !(negative && magnitude == 0) {
            #[allow(clippy::cast_possible_wrap, reason = "at most 18 digits")]
            let integer = magnitude as i64;
            return Ok(Numeral::Integer(if negative { -integer } else { integer }));
        } else if fraction > 0
            && let Some(float) = decimal(magnitude, whole + fraction, fraction)
        {
            return Ok(Numeral::Float(if negative { -float } else { float }));
        }
        let text = &self.text[start..self.at];
        if !exponent
            && fraction == 0
            && text != "-0"
            && let Ok(integer) = text.parse::<i64>()
        {
            return Ok(Numeral::Integer(integer));
        }
        if (exponent || whole > 300) && text.parse::<f64>().is_ok_and(f64::is_infinite) {
            return Err(Stop::syntax(Syntax::NumberOutOfRange, start));
        }
        Ok(Numeral::Decimal(text))
    }

    #[inline]
    pub(super) fn string(&mut self) -> Result<Cow<'s, str>, Stop> {
        self.at += 1;
        let start = self.at;
        self.at = special(self.bytes(), start);
        match self.bytes().get(self.at) {
            Some(b'"') => {
                self.at += 1;
                Ok(Cow::Borrowed(&self.text[start..self.at - 1]))
            }
            Some(b'\\') => self.unescape(start).map(Cow::Owned),
            _ => Err(self.error(Syntax::ControlCharacter)),
        }
    }

    /// A string with escapes, from `start`; `at` is at the first one.
    fn unescape(&mut self, start: usize) -> Result<String, Stop> {
        let bytes = self.bytes();
        let mut decoded = Vec::with_capacity(room(&bytes[start..], self.at - start));
        decoded.extend_from_slice(&bytes[start..self.at]);
        loop {
            match bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => self.escape(&mut decoded)?,
                _ => return Err(self.error(Syntax::ControlCharacter)),
            }
            let run = self.at;
            self.at = special(bytes, run);
            decoded.extend_from_slice(&bytes[run..self.at]);
        }
        self.at += 1;
        // Runs of text end at ASCII and escapes are whole characters, so there is nothing else than UTF-8.
        String::from_utf8(decoded).map_err(|_| self.error(Syntax::UnknownEscape))
    }

    fn escape(&mut self, decoded: &mut Vec<u8>) -> Result<(), Stop> {
        self.at += 1;
        decoded.push(match self.bytes().get(self.at) {
            Some(plain @ (b'"' | b'\\' | b'/')) => *plain,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                self.at += 1;
                let whole = self.code_point()?;
                decoded.extend_from_slice(whole.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return Err(self.error(Syntax::UnknownEscape)),
        });
        self.at += 1;
        Ok(())
    }

    fn code_point(&mut self) -> Result<char, Stop> {
        let start = self.at;
        let high = self.hex()?;
        if let Some(whole) = char::from_u32(high) {
            return Ok(whole);
        }
        let lone = || Stop::syntax(Syntax::LoneSurrogate, start);
        if high >= 0xDC00 || !self.bytes()[self.at..].starts_with(b"\\u") {
            return Err(if self.at < self.text.len() {
                lone()
            } else {
                self.error(Syntax::EndOfText)
            });
        }
        self.at += 2;
        let low = self.hex()?;
        if !(0xDC00..0xE000).contains(&low) {
            return Err(lone());
        }
        char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)).ok_or_else(lone)
    }

    fn hex(&mut self) -> Result<u32, Stop> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self
                .bytes()
                .get(self.at)
                .and_then(|byte| char::from(*byte).to_digit(16));
            code = code * 16 + digit.ok_or_else(|| self.error(Syntax::UnknownEscape))?;
            self.at += 1;
        }
        Ok(code)
    }
}

/// The next quote, backslash or control character, or the end. Eight bytes at a time.
#[inline]
fn special(bytes: &[u8], mut at: usize) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    while let Some(chunk) = bytes
        .get(at..at + 8)
        .and_then(|chunk| chunk.try_into().ok())
    {
        let word = u64::from_le_bytes(chunk);
        let quote = word ^ (LOW * 0x22);
        let backslash = word ^ (LOW * 0x5C);
        // The classic zero-byte test; a borrow can only mark bytes after the first true one.
        let found = ((quote.wrapping_sub(LOW) & !quote)
            | (backslash.wrapping_sub(LOW) & !backslash)
            | (word.wrapping_sub(LOW * 0x20) & !word))
            & HIGH;
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(byte) = bytes.get(at) {
        if matches!(byte, b'"' | b'\\' | 0..0x20) {
            break;
        }
        at += 1;
    }
    at
}

/// How much room to make for a string that starts here and has its first backslash at `at`: exactly what a short one can
/// become. A long one grows as it is read, which costs less than looking for its end first.
fn room(bytes: &[u8], mut at: usize) -> usize {
    const SHORT: usize = 256;
    const LONG: usize = 1024;
    let near = &bytes[..bytes.len().min(at + SHORT)];
    while let Some(found) = memchr::memchr2(b'"', b'\\', &near[at..]) {
        at += found;
        if near[at] == b'"' {
            return at;
        }
        // What is escaped may be a quote.
        at = near.len().min(at + 2);
    }
    LONG.max(2 * at).min(bytes.len())
}
