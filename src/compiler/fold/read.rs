//! An expression as pieces: text, groups, and the places where a line may end.
//!
//! What it reads is known to be Rust, and to hold a blank only where the printer has one.

use super::{End, INDENT, Kind, Piece};

/// The pieces of `expression;`, unless there is something in it that only the printer knows.
pub(super) fn pieces(source: &str) -> Option<Vec<Piece<'_>>> {
    let mut reader = Reader {
        source,
        at: 0,
        pieces: Vec::with_capacity(source.len() / 4),
    };
    reader.expression()?;
    let end = &source[reader.at..];
    reader.push(Kind::Text(end));
    (end == ";").then_some(reader.pieces)
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    pieces: Vec<Piece<'a>>,
}

impl<'a> Reader<'a> {
    fn push(&mut self, kind: Kind<'a>) {
        self.pieces.push(Piece { kind, reach: 0 });
    }

    /// The byte that is read next; 0 at the end.
    fn next(&self) -> u8 {
        let bytes = self.source.as_bytes();
        if self.at < bytes.len() {
            bytes[self.at]
        } else {
            0
        }
    }

    /// What was read since `start` is printed as it is.
    fn text(&mut self, start: usize) {
        self.push(Kind::Text(&self.source[start..self.at]));
    }

    fn expression(&mut self) -> Option<()> {
        let start = self.at;
        match self.next() {
            b'&' => {
                self.at += 1;
                self.text(start);
                self.expression()
            }
            b'[' => self.list(),
            // Parentheses around one expression are something else.
            b'(' => (self.several(b')')? > 1).then_some(()),
            b'"' => self.string(),
            b'r' if matches!(self.source.as_bytes().get(start + 1), Some(b'"' | b'#')) => {
                self.raw_string()
            }
            b'-' | b'0'..=b'9' => {
                self.at += 1;
                while matches!(self.next(), b'0'..=b'9' | b'.' | b'e' | b'-') {
                    self.at += 1;
                }
                self.text(start);
                Some(())
            }
            _ => self.chain(),
        }
    }

    fn string(&mut self) -> Option<()> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.next() {
                0 => return None,
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.text(start);
        Some(())
    }

    fn raw_string(&mut self) -> Option<()> {
        let start = self.at;
        let (fence, inside) = self.source[start + 1..].split_once('"')?;
        if fence.bytes().any(|byte| byte != b'#') {
            return None;
        }
        let end = inside.find(&format!("\"{fence}"))?;
        self.at += "r".len() + 2 * (fence.len() + "\"".len()) + end;
        self.text(start);
        Some(())
    }

    /// A name, what it is called with, and the methods that follow.
    fn chain(&mut self) -> Option<()> {
        let start = self.at;
        if self.next() == b'<' {
            let inside = &self.source[start + 1..];
            let end = inside.find('>')?;
            // Arguments of a type's own could be broken.
            if inside[..end].contains('<') {
                return None;
            }
            self.at += end + "<>".len();
        }
        self.name()?;
        let head = self.pieces.len();
        self.text(start);
        if self.next() == b'(' {
            self.several(b')')?;
        }
        if self.next() != b'.' {
            return Some(());
        }
        let pieces = [
            Kind::Open(INDENT),
            Kind::Open(-INDENT),
            self.pieces[head].kind,
            Kind::Close,
        ];
        let pieces = pieces.map(|kind| Piece { kind, reach: 0 });
        self.pieces.splice(head..=head, pieces);
        while self.next() == b'.' {
            self.push(Kind::Break(End::Plain));
            let start = self.at;
            self.at += 1;
            self.name()?;
            self.text(start);
            if self.next() != b'(' {
                return None;
            }
            self.push(Kind::Open(0));
            self.several(b')')?;
            self.push(Kind::Close);
        }
        self.push(Kind::Close);
        Some(())
    }

    /// Words with `::` between.
    fn name(&mut self) -> Option<()> {
        let start = self.at;
        while matches!(self.next(), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b':' | b'#' | 0x80..)
        {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    fn list(&mut self) -> Option<()> {
        let inside = &self.source[self.at + 1..];
        let inside = &inside[..inside.find(']')?];
        let plain = |byte| matches!(byte, b'0'..=b'9' | b',' | b' ');
        if inside.is_empty() || !inside.bytes().all(plain) {
            return self.several(b']').map(drop);
        }
        // Plain numbers share lines.
        self.push(Kind::Open(INDENT));
        self.push(Kind::Text("["));
        self.push(Kind::Break(End::Plain));
        self.push(Kind::Fill);
        for (index, number) in inside.split(", ").enumerate() {
            if index > 0 {
                self.push(Kind::Text(","));
                self.push(Kind::Break(End::Blank));
            }
            self.push(Kind::Text(number));
        }
        self.push(Kind::Close);
        self.push(Kind::Break(End::Comma));
        self.push(Kind::Text("]"));
        self.push(Kind::Close);
        self.at += inside.len() + "[]".len();
        Some(())
    }

    /// Expressions with commas between, and the brackets around them. Tells how many.
    fn several(&mut self, end: u8) -> Option<usize> {
        let start = self.at;
        self.at += 1;
        if self.next() == end {
            self.at += 1;
            self.text(start);
            return Some(0);
        }
        self.text(start);
        // Alone in its brackets, it would hug them.
        let hugs = end == b')' && matches!(self.next(), b'[' | b'(');
        self.push(Kind::Open(INDENT));
        self.push(Kind::Break(End::Plain));
        let mut count = 1;
        loop {
            self.expression()?;
            if self.next() == end {
                break;
            }
            let comma = self.at;
            if !self.source[comma..].starts_with(", ") {
                return None;
            }
            self.at += 1;
            self.text(comma);
            self.push(Kind::Break(End::Blank));
            self.at += 1;
            count += 1;
        }
        if hugs && count == 1 {
            return None;
        }
        self.push(Kind::Break(End::Comma));
        self.push(Kind::Close);
        let close = self.at;
        self.at += 1;
        self.text(close);
        Some(count)
    }
}
