//! What arguments are read by: a declaration, compiled once.
//!
//! Types and records are reached by index, so that a type that contains itself is just an index again. Patterns are
//! compiled, names and words can be found, defaults are values.

use std::collections::HashMap;

use regex::Regex;
use serde_json::Value;

use super::format::Format;
use super::gate::{Gate, Shape as RawShape};
use super::schema::Schema;

/// Index of a type in its plan.
pub(super) type TypeId = usize;
/// Index of a record in its plan.
pub(super) type RecordId = usize;

/// A compiled declaration.
#[derive(Debug)]
pub struct Plan {
    pub(super) types: Vec<Type>,
    pub(super) records: Vec<Record>,
    pub(super) root: Root,
    /// Lossless repairs of everything in a foreign schema.
    pub(super) coerce: bool,
}

/// What the arguments as a whole are.
#[derive(Debug)]
pub(super) enum Root {
    Record(RecordId),
    /// Somebody else's schema, checked as the run-time gate would.
    Raw(Gate),
    /// Somebody else's schema, checked all the way down.
    Schema(TypeId),
}

#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) fields: Vec<Field>,
    /// The type of further keys; `None` = closed.
    pub(super) rest: Option<TypeId>,
    /// The fields that are not just left out when they are not given, as bits, 64 to a word.
    pub(super) wanted: Vec<u64>,
    /// Where there are too many fields to compare one by one.
    index: HashMap<Box<str>, usize>,
}

#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: Box<str>,
    pub(super) ty: TypeId,
    pub(super) presence: Presence,
    pub(super) mode: Mode,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Presence {
    Required,
    Optional,
    Default(Value),
}

/// How a value is taken where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Mode {
    pub(super) nullable: bool,
    pub(super) coerce: bool,
}

impl Mode {
    /// For the items and values inside.
    pub(super) fn inside(self) -> Self {
        Self {
            nullable: false,
            ..self
        }
    }
}

#[derive(Debug)]
pub(super) struct Type {
    pub(super) shape: Shape,
    /// As sentences name it: `string`, `string or integer`; empty where anything would do.
    pub(super) expected: Box<str>,
}

#[derive(Debug)]
pub(super) enum Shape {
    Text(Option<Box<Text>>),
    Integer(Option<Box<Integer>>),
    Number(Option<Box<Number>>),
    Boolean,
    Any,
    Choice(Box<Choice>),
    List(List),
    Map(TypeId),
    Record(RecordId),
    Union(Box<[TypeId]>),
    Tagged(Box<Tagged>),
    Raw(Box<RawShape>),
    Schema(Box<Schema>),
}

#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) pattern: Option<Regex>,
    pub(super) format: Option<Format>,
}

#[derive(Debug, Default)]
pub(super) struct Integer {
    pub(super) lower: Option<Bound<i64>>,
    pub(super) upper: Option<Bound<i64>>,
    pub(super) clamp: bool,
    pub(super) allowed: Box<[i64]>,
}

#[derive(Debug, Default)]
pub(super) struct Number {
    pub(super) lower: Option<Bound<f64>>,
    pub(super) upper: Option<Bound<f64>>,
    pub(super) clamp: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Bound<T> {
    Inclusive(T),
    Exclusive(T),
}

#[derive(Debug)]
pub(super) struct List {
    pub(super) item: TypeId,
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
}

#[derive(Debug)]
pub(super) struct Tagged {
    pub(super) tag: Box<str>,
    pub(super) values: Choice,
    pub(super) records: Box<[RecordId]>,
}

/// Words, and where each stands.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) words: Box<[Box<str>]>,
    index: HashMap<Box<str>, usize>,
}

/// So many names are faster to compare than to hash.
const FEW: usize = 16;

fn indexed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> HashMap<Box<str>, usize> {
    if names.len() <= FEW {
        return HashMap::new();
    }
    names
        .enumerate()
        .map(|(at, name)| (name.into(), at))
        .collect()
}

impl Choice {
    pub(super) fn new<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let words: Box<[Box<str>]> = words.map(Box::from).collect();
        Self {
            index: indexed(words.iter().map(|word| &**word)),
            words,
        }
    }

    pub(super) fn find(&self, word: &str) -> Option<usize> {
        if self.index.is_empty() {
            return self.words.iter().position(|known| same(known, word));
        }
        self.index.get(word).copied()
    }
}

impl Record {
    pub(super) fn new(fields: Vec<Field>, rest: Option<TypeId>) -> Self {
        let wanted = |fields: &[Field]| {
            let bits = fields
                .iter()
                .enumerate()
                .map(|(bit, field)| u64::from(field.presence != Presence::Optional) << bit);
            bits.sum()
        };
        Self {
            wanted: fields.chunks(64).map(wanted).collect(),
            index: indexed(fields.iter().map(|field| &*field.name)),
            fields,
            rest,
        }
    }

    /// The field of this name, and its index. Models mostly write arguments in the declared order, so the `next` one is
    /// tried first.
    #[inline]
    pub(super) fn find(&self, name: &str, next: usize) -> Option<(usize, &Field)> {
        match self.fields.get(next) {
            Some(field) if same(&field.name, name) => Some((next, field)),
            _ => self.search(name, next + 1),
        }
    }

    /// The other fields are mostly left out, not moved: those that follow come first.
    #[inline(never)]
    fn search(&self, name: &str, next: usize) -> Option<(usize, &Field)> {
        if self.index.is_empty() {
            let fields = || self.fields.iter().enumerate();
            let mut fields = fields().skip(next).chain(fields().take(next));
            return fields.find(|(_, field)| same(&field.name, name));
        }
        let index = *self.index.get(name)?;
        Some((index, &self.fields[index]))
    }
}

/// Equality of names, which are short: a call to compare their bytes would cost more than comparing them.
#[inline]
fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    if let Some(same) = same_ends::<8>(one, other) {
        return same && (one.len() <= 16 || one == other);
    }
    same_ends::<4>(one, other).unwrap_or_else(|| one.iter().eq(other))
}

/// Do both begin and end in the same so many bytes? Nothing if they do not have so many.
#[inline]
fn same_ends<const BYTES: usize>(one: &[u8], other: &[u8]) -> Option<bool> {
    let starts = (one.first_chunk::<BYTES>()?, other.first_chunk()?);
    let ends = (one.last_chunk::<BYTES>()?, other.last_chunk()?);
    Some(starts.0 == starts.1 && ends.0 == ends.1)
}

impl Type {
    pub(super) fn new(shape: Shape, expected: &str) -> Self {
        Self {
            shape,
            expected: expected.into(),
        }
    }

    /// What a sentence says is expected.
    pub(super) fn expected(&self, mode: Mode) -> String {
        match (&*self.expected, mode.nullable) {
            ("", _) => String::new(),
            (expected, false) => expected.to_owned(),
            (expected, true) => format!("{expected} or null"),
        }
    }
}

/// The names of several types, each once, in order.
pub(super) fn either<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut all: Vec<&str> = Vec::new();
    for name in names.flat_map(|name| name.split(" or ")) {
        if name.is_empty() {
            return String::new();
        }
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all.join(" or ")
}
