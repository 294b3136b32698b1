//! The format's keys: one table of keys for each kind of table, and nothing said twice.
//!
//! The walk over a file, the hints of its complaints, the JSON Schema for editors and the reference page all read
//! these tables. What they do not hold is meaning that needs more than one key to judge: that is `check`'s.

mod editor;
mod reference;
mod tables;
mod toolset;
mod types;

pub use editor::editor_schema;
pub use reference::format_page;
pub use tables::{CONCURRENCY, PERMISSION, ROOT, TOOL};
pub use toolset::TOOLSET;
pub use types::{NODE, PARAMETER, TYPE};

/// A kind of table.
#[derive(Debug)]
pub struct Table {
    /// As sentences name it: `a parameter`.
    pub name: &'static str,
    /// As a file shows it: `[tools.NAME.input]`.
    pub header: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Its keys, in the order of the reference.
    pub keys: &'static [&'static Key],
}

/// A key.
#[derive(Debug)]
pub struct Key {
    /// As it is written.
    pub name: &'static str,
    /// What its value may be.
    pub kinds: &'static [Kind],
    /// What it says, in one sentence.
    pub doc: &'static str,
    /// A line that uses it.
    pub example: &'static str,
    /// The shapes of types it fits; empty for all.
    pub fits: &'static [Shape],
}

/// What a value may be.
#[derive(Debug)]
pub enum Kind {
    /// Text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A whole number from 0.
    Count,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Whatever JSON can hold.
    Json,
    /// Several of these.
    List(&'static [Self]),
    /// A table with keys of the format.
    Table(&'static Table),
    /// A table with names of the author's, each with one of these.
    Named(&'static [Self]),
}

/// What a type is, as far as its keys are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the words of `word` say it")]
pub enum Shape {
    Text,
    Integer,
    Number,
    Boolean,
    Any,
    Enum,
    List,
    Map,
    Object,
    Tagged,
    Union,
    Raw,
}

impl Shape {
    /// As sentences name it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Any => "any value",
            Self::Enum => "an enum",
            Self::List => "an array",
            Self::Map => "a map",
            Self::Object => "an object",
            Self::Tagged => "a tagged union",
            Self::Union => "a union",
            Self::Raw => "a raw schema",
        }
    }
}

impl Table {
    /// The key of that name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name).copied()
    }

    /// The names of its keys.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        let keys: &'static [&'static Key] = self.keys;
        keys.iter().map(|key| key.name)
    }
}

impl Key {
    const fn new(
        name: &'static str,
        kinds: &'static [Kind],
        example: &'static str,
        doc: &'static str,
    ) -> Self {
        Self {
            name,
            kinds,
            doc,
            example,
            fits: &[],
        }
    }

    const fn fits(mut self, shapes: &'static [Shape]) -> Self {
        self.fits = shapes;
        self
    }

    /// The shapes it fits, as a sentence names them.
    pub fn fits_words(&self) -> String {
        one_of(self.fits.iter().map(|shape| shape.word().to_owned()))
    }
}

impl Kind {
    /// As sentences name it.
    pub fn word(&self) -> String {
        match self {
            Self::Text => "text".to_owned(),
            Self::Word(words) => one_of(words.iter().map(|word| format!("`\"{word}\"`"))),
            Self::Flag => "`true` or `false`".to_owned(),
            Self::Count => "a whole number from 0".to_owned(),
            Self::Integer => "a whole number".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::Json => "a value".to_owned(),
            Self::List(of) => format!("an array of {}", kinds_word(of)),
            Self::Table(table) => table.name.to_owned(),
            Self::Named(of) => format!("a table of names, each with {}", kinds_word(of)),
        }
    }
}

/// What a value may be, as sentences name it. A list of itself is not unfolded.
pub fn kinds_word(kinds: &[Kind]) -> String {
    let word = |kind: &Kind| match kind {
        Kind::List(of) if std::ptr::eq(*of, kinds) => "an array of these".to_owned(),
        kind => kind.word(),
    };
    one_of(kinds.iter().map(word))
}

/// `a`, `a or b`, `a, b or c`.
pub fn one_of(words: impl Iterator<Item = String>) -> String {
    let mut words: Vec<_> = words.collect();
    let Some(last) = words.pop() else {
        return String::new();
    };
    if words.is_empty() {
        return last;
    }
    format!("{} or {last}", words.join(", "))
}

/// A table and all tables below it, each once, as a reader meets them.
fn tables_below(root: &'static Table) -> Vec<&'static Table> {
    fn look(kinds: &'static [Kind], found: &mut Vec<&'static Table>) {
        for kind in kinds {
            match kind {
                Kind::Table(table) if !found.iter().any(|seen| std::ptr::eq(*seen, *table)) => {
                    found.push(table);
                }
                Kind::List(of) if !std::ptr::eq(*of, kinds) => look(of, found),
                Kind::Named(of) => look(of, found),
                _ => {}
            }
        }
    }
    let mut found = vec![root];
    let mut next = 0;
    while let Some(table) = found.get(next).copied() {
        for key in table.keys {
            look(key.kinds, &mut found);
        }
        next += 1;
    }
    found
}
