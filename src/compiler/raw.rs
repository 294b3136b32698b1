//! A declaration as it was written: only keys that the format has, only values of the kind that they take, everything with
//! its place. Nothing is promised about what it means.

use super::keys::{self, Key};
use super::model::Span;

/// A file.
#[derive(Debug, Default)]
pub struct File {
    /// `[toolset]`.
    pub toolset: Option<Table>,
    /// `[defaults]`.
    pub defaults: Option<Table>,
    /// `[tools.NAME]`.
    pub tools: Vec<Named>,
    /// `[groups.NAME]`.
    pub groups: Vec<Named>,
    /// `[types.NAME]`.
    pub types: Vec<Named>,
    /// It could not be read to its end: what is not here may be there all the same.
    pub partial: bool,
}

/// Text with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A table with keys of the format.
#[derive(Debug)]
pub struct Table {
    /// Its kind.
    pub keys: &'static keys::Table,
    /// Its header, its braces, or the first of its dotted keys.
    pub span: Span,
    /// What it holds, in the author's order.
    pub entries: Vec<Entry>,
    /// Keys that were given with a value of the wrong kind, or meant by a misspelt one. They are reported already.
    pub spoilt: Vec<&'static str>,
}

/// A key with its value.
#[derive(Debug)]
pub struct Entry {
    /// The key.
    pub key: &'static Key,
    /// Where the key stands.
    pub span: Span,
    /// Its value.
    pub value: Value,
}

/// A name of the author's, with what it names.
#[derive(Debug)]
pub struct Named {
    /// The name.
    pub name: Text,
    /// What it names.
    pub value: Value,
    /// Something in it is wrong, and reported already.
    pub broken: bool,
    /// It was read to its end.
    pub whole: bool,
}

/// A value with its place.
#[derive(Debug)]
pub struct Value {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub data: Data,
}

/// The kinds of values.
#[derive(Debug)]
#[allow(missing_docs, reason = "named as in `keys::Kind`")]
pub enum Data {
    Text(String),
    Flag(bool),
    Integer(i64),
    Number(f64),
    List(Vec<Value>),
    Table(Table),
    Named(Vec<Named>),
    Json(serde_json::Value),
}

impl Table {
    /// The entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        debug_assert!(
            self.keys.key(key).is_some(),
            "{} has no key {key}",
            self.keys.name
        );
        self.entries.iter().find(|entry| entry.key.name == key)
    }

    /// The value of a key.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Was the key given, if only with a wrong value?
    pub fn gave(&self, key: &str) -> bool {
        self.spoilt.contains(&key) || self.entry(key).is_some()
    }

    /// The text of a key.
    pub fn text(&self, key: &str) -> Option<Text> {
        self.value(key)?.text()
    }

    /// The texts of a key that takes one or several.
    pub fn texts(&self, key: &str) -> Vec<Text> {
        self.value(key).map(Value::texts).unwrap_or_default()
    }

    /// The flag of a key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.value(key)?.data {
            Data::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    /// The table of a key.
    pub fn table(&self, key: &str) -> Option<&Self> {
        match &self.value(key)?.data {
            Data::Table(table) => Some(table),
            _ => None,
        }
    }

    /// What the names under a key name.
    pub fn named(&self, key: &str) -> &[Named] {
        match self.value(key).map(|value| &value.data) {
            Some(Data::Named(named)) => named,
            _ => &[],
        }
    }

    /// The last byte that belongs to it.
    pub fn reach(&self) -> usize {
        let values = self.entries.iter().map(|entry| entry.value.reach());
        values.max().unwrap_or(0).max(self.span.end)
    }
}

impl Named {
    /// What it names, if that is a table with keys of the format.
    pub fn table(&self) -> Option<&Table> {
        match &self.value.data {
            Data::Table(table) => Some(table),
            _ => None,
        }
    }

    /// What it names, if that is a table with names.
    pub fn named(&self) -> &[Self] {
        match &self.value.data {
            Data::Named(named) => named,
            _ => &[],
        }
    }
}

impl Value {
    /// The text.
    pub fn text(&self) -> Option<Text> {
        match &self.data {
            Data::Text(text) => Some(Text {
                text: text.clone(),
                span: self.span,
            }),
            _ => None,
        }
    }

    /// One text, or several.
    pub fn texts(&self) -> Vec<Text> {
        match &self.data {
            Data::List(list) => list.iter().filter_map(Self::text).collect(),
            _ => self.text().into_iter().collect(),
        }
    }

    /// The items of a list.
    pub fn list(&self) -> &[Self] {
        match &self.data {
            Data::List(list) => list,
            _ => &[],
        }
    }

    /// The last byte that belongs to it.
    pub fn reach(&self) -> usize {
        let inside = match &self.data {
            Data::Table(table) => table.reach(),
            Data::List(list) => list.iter().map(Self::reach).max().unwrap_or(0),
            Data::Named(named) => named
                .iter()
                .map(|named| named.value.reach().max(named.name.span.end))
                .max()
                .unwrap_or(0),
            _ => 0,
        };
        inside.max(self.span.end)
    }
}
