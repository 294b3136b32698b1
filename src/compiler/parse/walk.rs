//! The walk over a file's tables along the key tables: unknown keys, keys in the wrong table, values of the wrong kind.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::diagnostic::Diagnostic;
use super::super::hints;
use super::super::keys::{self, Key, Kind};
use super::super::model::Span;
use super::super::problem::Problem;
use super::super::raw::{Data, Entry, Named, Table, Text, Value};

/// The state of a walk.
pub(super) struct Walk {
    file: usize,
    /// The names on the way here, as a header would say them.
    pub(super) path: Vec<String>,
    /// Values that TOML itself refused, and how many of them were met. They are reported already.
    refused: Vec<Range<usize>>,
    met: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Walk {
    pub(super) fn new(file: usize, refused: Vec<Range<usize>>) -> Self {
        Self {
            file,
            path: Vec::new(),
            refused,
            met: 0,
            diagnostics: Vec::new(),
        }
    }

    /// A table with keys of the format.
    pub(super) fn table(
        &mut self,
        keys: &'static keys::Table,
        written: &DeTable<'_>,
        span: Range<usize>,
    ) -> Table {
        let mut table = Table {
            keys,
            span: self.span(span),
            entries: Vec::new(),
            spoilt: Vec::new(),
        };
        for (name, value) in in_order(written) {
            let span = self.span(name.span());
            let Some(key) = keys.key(name.get_ref()) else {
                table
                    .spoilt
                    .extend(self.unknown_key(keys, name.get_ref(), span));
                continue;
            };
            self.path.push(key.name.to_owned());
            match self.value(key, key.kinds, value) {
                Some(value) => table.entries.push(Entry { key, span, value }),
                None => table.spoilt.push(key.name),
            }
            self.path.pop();
        }
        table
    }

    /// A value of one of the kinds; nothing if it is of none, which is reported then.
    fn value(
        &mut self,
        key: &'static Key,
        kinds: &'static [Kind],
        written: &Spanned<DeValue<'_>>,
    ) -> Option<Value> {
        let span = self.span(written.span());
        if self.is_refused(written) {
            self.met += 1;
            return None;
        }
        for kind in kinds {
            let data = match (kind, written.get_ref()) {
                (Kind::Text, DeValue::String(text)) => Data::Text(text.replace("\r\n", "\n")),
                (Kind::Word(words), DeValue::String(text)) => {
                    return self.word(key, words, text, span);
                }
                (Kind::Flag, DeValue::Boolean(flag)) => Data::Flag(*flag),
                (Kind::Json, value) => Data::Json(self.json(key, value, span)?),
                (Kind::Count | Kind::Integer | Kind::Number, DeValue::Integer(integer)) => {
                    let integer = self.integer(integer, span)?;
                    if matches!(kind, Kind::Count) && integer < 0 {
                        return self.wrong_kind(key, kinds, "below 0", span);
                    }
                    Data::Integer(integer)
                }
                (Kind::Number, DeValue::Float(float)) => {
                    Data::Number(self.float(key, float.as_str(), span)?)
                }
                (Kind::List(of), DeValue::Array(list)) => {
                    let before = list.len();
                    let list: Vec<_> = list
                        .iter()
                        .filter_map(|item| self.value(key, of, item))
                        .collect();
                    if list.len() < before {
                        return None;
                    }
                    Data::List(list)
                }
                (Kind::Table(keys), DeValue::Table(table)) => {
                    Data::Table(self.table(keys, table, written.span()))
                }
                (Kind::Named(of), DeValue::Table(table)) => Data::Named(self.named(key, of, table)),
                _ => continue,
            };
            return Some(Value { span, data });
        }
        self.wrong_kind(key, kinds, found(written.get_ref()), span)
    }

    /// A table with names of the author's.
    fn named(
        &mut self,
        key: &'static Key,
        of: &'static [Kind],
        written: &DeTable<'_>,
    ) -> Vec<Named> {
        let mut list = Vec::new();
        for (name, value) in in_order(written) {
            let before = self.diagnostics.len() + self.met;
            let span = self.span(name.span());
            let text = name.get_ref().to_string();
            self.path.push(text.clone());
            let parameter =
                matches!(of, [Kind::Table(table)] if std::ptr::eq(*table, &keys::PARAMETER));
            let table = value.get_ref().is_table();
            let value = if parameter && (!table || self.is_of_the_tool(&text, value.get_ref())) {
                self.bare_value(&text, span);
                None
            } else {
                self.value(key, of, value)
            };
            self.path.pop();
            let name = Text { text, span };
            let broken = self.diagnostics.len() + self.met > before;
            let value = value.unwrap_or(Value {
                span,
                data: Data::Flag(false),
            });
            list.push(Named {
                name,
                value,
                broken,
                whole: true,
            });
        }
        list
    }

    /// Is it a value that TOML itself refused? The parser puts something else in its place.
    fn is_refused(&self, written: &Spanned<DeValue<'_>>) -> bool {
        let span = written.span();
        let inside = |refused: &Range<usize>| refused.start < span.end && span.start < refused.end;
        let holds_others = matches!(written.get_ref(), DeValue::Array(_) | DeValue::Table(_));
        !holds_others && self.refused.iter().any(inside)
    }

    fn word(
        &mut self,
        key: &'static Key,
        words: &'static [&'static str],
        text: &str,
        span: Span,
    ) -> Option<Value> {
        if words.contains(&text) {
            let data = Data::Text(text.to_owned());
            return Some(Value { span, data });
        }
        let problem = Problem::UnknownWord {
            key: key.name.to_owned(),
            word: text.to_owned(),
            hint: hints::hint(text, words.iter().copied(), ""),
        };
        let fix = hints::nearest(text, words.iter().copied());
        self.push(problem, span, fix.map(|word| format!("{word:?}")));
        None
    }

    fn integer(&mut self, integer: &toml::de::DeInteger<'_>, span: Span) -> Option<i64> {
        let value = i64::from_str_radix(integer.as_str(), integer.radix());
        if value.is_err() {
            let text = integer.to_string();
            self.push(Problem::IntegerTooLarge { text }, span, None);
        }
        value.ok()
    }

    fn float(&mut self, key: &'static Key, text: &str, span: Span) -> Option<f64> {
        let value = text.parse().ok().filter(|value: &f64| value.is_finite());
        if value.is_none() {
            let key = key.name.to_owned();
            self.push(Problem::NotFinite { key }, span, None);
        }
        value
    }

    /// A value as JSON. What JSON does not know is reported, at its own place.
    fn json(
        &mut self,
        key: &'static Key,
        value: &DeValue<'_>,
        span: Span,
    ) -> Option<serde_json::Value> {
        let inner = |value: &Spanned<DeValue<'_>>| self.span(value.span());
        Some(match value {
            DeValue::String(text) => text.replace("\r\n", "\n").into(),
            DeValue::Boolean(flag) => (*flag).into(),
            DeValue::Integer(integer) => self.integer(integer, span)?.into(),
            DeValue::Float(float) => self.float(key, float.as_str(), span)?.into(),
            DeValue::Datetime(_) => {
                let key = key.name.to_owned();
                self.push(Problem::NotJson { key }, span, None);
                return None;
            }
            DeValue::Array(list) => {
                let items = list.iter().map(|item| (item, inner(item)));
                let items: Vec<_> = items.collect();
                let items = items
                    .into_iter()
                    .map(|(item, span)| self.json(key, item.get_ref(), span));
                items.collect::<Option<Vec<_>>>()?.into()
            }
            DeValue::Table(table) => {
                let mut object = serde_json::Map::new();
                for (name, value) in in_order(table) {
                    let span = self.span(value.span());
                    let value = self.json(key, value.get_ref(), span)?;
                    object.insert(name.get_ref().to_string(), value);
                }
                object.into()
            }
        })
    }

    fn wrong_kind(
        &mut self,
        key: &'static Key,
        kinds: &'static [Kind],
        found: &str,
        span: Span,
    ) -> Option<Value> {
        // What is named by the author is called by that name, not by the key that it stands under.
        let called = self.path.last().map_or(key.name, String::as_str);
        let problem = Problem::WrongKind {
            key: called.to_owned(),
            expected: keys::kinds_word(kinds),
            found: found.to_owned(),
        };
        self.push(problem, span, None);
        None
    }

    pub(super) fn push(&mut self, problem: Problem, span: Span, fix: Option<String>) {
        let mut diagnostic = Diagnostic::new(problem, span);
        diagnostic.fix = fix;
        self.diagnostics.push(diagnostic);
    }

    fn span(&self, span: Range<usize>) -> Span {
        Span {
            file: self.file,
            start: span.start,
            end: span.end,
        }
    }
}

/// The entries of a table in the order of the file. The parser moves a table to the end when its own header comes after that
/// of a table inside of it.
fn in_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> impl Iterator<
    Item = (
        &'t Spanned<toml::de::DeString<'i>>,
        &'t Spanned<DeValue<'i>>,
    ),
> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries.into_iter()
}

fn found(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date or a time",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
