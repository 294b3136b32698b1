//! JSON text as a source: a pull tokenizer.
//!
//! It accepts exactly the grammar of RFC 8259 in UTF-8, with `serde_json`'s limit of depth. A property test compares it with
//! `serde_json`. Names given twice are found by whoever collects them.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::malformed::{Stop, Syntax};
use super::names::Names;
use super::numeral::Numeral;
use super::path::Path;
use super::source::{DEPTH, Json, Source};
use super::value::Tree;

/// JSON text, and how far it is read.
pub(super) struct Text<'s> {
    pub(super) text: &'s str,
    pub(super) at: usize,
    depth: u32,
}

/// Is nothing of this container read yet?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Start,
    Middle,
}

impl<'s> Text<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self::within(text, 0)
    }

    /// Text that stands inside something already this deep.
    pub(super) fn within(text: &'s str, depth: u32) -> Self {
        Self { text, at: 0, depth }
    }

    /// Nothing but blanks may follow.
    pub(super) fn end(&mut self) -> Result<(), Stop> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.error(Syntax::TrailingText)),
        }
    }

    #[inline]
    pub(super) fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    pub(super) fn error(&self, reason: Syntax) -> Stop {
        if self.at >= self.text.len() {
            return Stop::syntax(Syntax::EndOfText, self.text.len());
        }
        Stop::syntax(reason, self.at)
    }

    /// The next byte that is no blank.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.bytes();
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    #[inline]
    fn enter(&mut self) -> Result<(), Stop> {
        self.at += 1;
        self.depth += 1;
        if self.depth >= DEPTH {
            return Err(Stop::too_deep());
        }
        Ok(())
    }

    #[inline]
    fn leave(&mut self) {
        self.at += 1;
        self.depth -= 1;
    }
}

impl<'s> Source<'s> for Text<'s> {
    type Node = ();
    type Items = Progress;
    type Members = Progress;

    #[inline]
    fn kind(&mut self, (): ()) -> Result<Json, Stop> {
        Ok(match self.peek() {
            Some(b'"') => Json::Text,
            Some(b'-' | b'0'..=b'9') => Json::Number,
            Some(b't' | b'f') => Json::Boolean,
            Some(b'{') => Json::Object,
            Some(b'[') => Json::List,
            Some(b'n') => Json::Null,
            _ => return Err(self.error(Syntax::ExpectedValue)),
        })
    }

    #[inline]
    fn null(&mut self, (): ()) -> Result<(), Stop> {
        self.word("null")
    }

    #[inline]
    fn boolean(&mut self, (): ()) -> Result<bool, Stop> {
        if self.bytes()[self.at] == b't' {
            self.word("true").map(|()| true)
        } else {
            self.word("false").map(|()| false)
        }
    }

    #[inline]
    fn number(&mut self, (): ()) -> Result<Numeral<'s>, Stop> {
        self.numeral()
    }

    #[inline]
    fn float(&mut self, (): ()) -> Result<f64, Stop> {
        self.numeral().map(Numeral::as_float)
    }

    #[inline]
    fn text(&mut self, (): ()) -> Result<Cow<'s, str>, Stop> {
        self.string()
    }

    #[inline]
    fn list(&mut self, (): ()) -> Result<Progress, Stop> {
        self.enter().map(|()| Progress::Start)
    }

    #[inline]
    fn item(&mut self, progress: &mut Progress) -> Result<Option<()>, Stop> {
        match (self.peek(), *progress) {
            (Some(b']'), _) => {
                self.leave();
                return Ok(None);
            }
            (_, Progress::Start) => *progress = Progress::Middle,
            (Some(b','), _) => {
                self.at += 1;
                if self.peek() == Some(b']') {
                    return Err(self.error(Syntax::ExpectedValue));
                }
            }
            _ => return Err(self.error(Syntax::ExpectedCommaOrBracket)),
        }
        Ok(Some(()))
    }

    fn items_left(&self, _: &Progress) -> usize {
        0
    }

    #[inline]
    fn object(&mut self, (): ()) -> Result<Progress, Stop> {
        self.enter().map(|()| Progress::Start)
    }

    #[inline]
    fn member(&mut self, progress: &mut Progress) -> Result<Option<(Cow<'s, str>, ())>, Stop> {
        match (self.peek(), *progress) {
            (Some(b'}'), _) => {
                self.leave();
                return Ok(None);
            }
            (_, Progress::Start) => *progress = Progress::Middle,
            (Some(b','), _) => self.at += 1,
            _ => return Err(self.error(Syntax::ExpectedCommaOrBrace)),
        }
        if self.peek() != Some(b'"') {
            return Err(self.error(Syntax::ExpectedName));
        }
        let name = self.string()?;
        if self.peek() != Some(b':') {
            return Err(self.error(Syntax::ExpectedColon));
        }
        self.at += 1;
        Ok(Some((name, ())))
    }

    fn value(&mut self, (): (), path: &Path<'_>) -> Result<Cow<'s, Value>, Stop> {
        self.build(path).map(Cow::Owned)
    }

    fn skip(&mut self, (): (), path: &Path<'_>) -> Result<(), Stop> {
        match self.kind(())? {
            Json::Null => self.null(()),
            Json::Boolean => self.boolean(()).map(drop),
            Json::Number => self.number(()).map(drop),
            Json::Text => self.text(()).map(drop),
            Json::List => {
                let mut items = self.list(())?;
                let mut index = 0;
                while self.item(&mut items)?.is_some() {
                    self.skip((), &Path::Item(path, index))?;
                    index += 1;
                }
                Ok(())
            }
            Json::Object => {
                let mut members = self.object(())?;
                let mut names = Names::default();
                while let Some((name, ())) = self.member(&mut members)? {
                    self.skip((), &Path::Name(path, &name))?;
                    names.add(name, path)?;
                }
                Ok(())
            }
        }
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn tree(&mut self) -> Option<&mut Tree> {
        None
    }
}

impl Text<'_> {
    fn build(&mut self, path: &Path<'_>) -> Result<Value, Stop> {
        Ok(match self.kind(())? {
            Json::Null => {
                self.null(())?;
                Value::Null
            }
            Json::Boolean => self.boolean(())?.into(),
            Json::Number => self.number(())?.to_number().into(),
            Json::Text => self.text(())?.into(),
            Json::List => {
                let mut items = self.list(())?;
                let mut list = Vec::new();
                while self.item(&mut items)?.is_some() {
                    list.push(self.build(&Path::Item(path, list.len()))?);
                }
                list.into()
            }
            Json::Object => {
                let mut members = self.object(())?;
                let mut map = Map::new();
                while let Some((name, ())) = self.member(&mut members)? {
                    let value = self.build(&Path::Name(path, &name))?;
                    if map.contains_key(&*name) {
                        return Err(Stop::twice(path, &name));
                    }
                    map.insert(name.into_owned(), value);
                }
                map.into()
            }
        })
    }
}
