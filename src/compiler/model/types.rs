//! What a value of the checked model can be: types, the parameters that have them, and their bounds.
//!
//! It is not the tools (those are in `model`), nor JSON Schema (that is made of it in `schema`).

use super::Span;

/// Index into [`Catalog::types`](super::Catalog::types).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub usize);

/// Something that becomes a Rust type of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeDef {
    /// The Rust name, unique in its home.
    pub rust: String,
    /// The module it lives in.
    pub home: Home,
    /// The name under `[types]`; `None` for what a parameter or variant brought along.
    pub wire: Option<String>,
    /// What it is for.
    pub description: String,
    /// What it is.
    pub kind: Kind,
    /// Contains itself: published by `$defs` instead of inline.
    pub recursive: bool,
}

/// Which generated module a type lives in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Home {
    /// `tools::types`.
    Types,
    /// The module of the tool with this index.
    Tool(usize),
}

/// The kinds of Rust types that are generated.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A struct.
    Record(Record),
    /// An enum of words.
    Choice(Vec<Choice>),
    /// An enum over records, told apart by a tag.
    Tagged(Tagged),
    /// An enum over types, tried in order.
    Union(Vec<Alternative>),
}

/// An object with declared fields.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// The fields, in the author's order.
    pub fields: Vec<Param>,
    /// Further keys are kept in a Rust field `rest`.
    pub open: bool,
}

/// One word of an enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// On the wire.
    pub value: String,
    /// The Rust variant.
    pub rust: String,
}

/// A tagged union.
#[derive(Debug, Clone, PartialEq)]
pub struct Tagged {
    /// The field that tells the variants apart.
    pub tag: String,
    /// The variants; each holds a record without the tag.
    pub variants: Vec<Variant>,
}

/// One variant of a tagged union.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// The tag's value.
    pub value: String,
    /// The Rust variant.
    pub rust: String,
    /// What it is for.
    pub description: String,
    /// Its fields: a [`Kind::Record`].
    pub record: TypeId,
}

/// One alternative of an untagged union.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// The Rust variant.
    pub rust: String,
    /// Its type.
    pub node: Node,
}

/// A parameter, or a field of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// On the wire, never converted.
    pub name: String,
    /// The Rust field.
    pub rust: String,
    /// Where its key stands.
    pub span: Span,
    /// What the model reads, without the `(default: X)` that is published; may be empty on purpose.
    pub description: String,
    /// Must it be there?
    pub presence: Presence,
    /// Null is a value, not absence.
    pub nullable: bool,
    /// Lossless repairs are allowed.
    pub coerce: bool,
    /// The Rust field is boxed, since the type contains itself through it.
    pub boxed: bool,
    /// Its type.
    pub ty: Type,
}

/// Must a parameter be there?
#[derive(Debug, Clone, PartialEq)]
pub enum Presence {
    /// Yes.
    Required,
    /// No; the Rust field is an `Option`.
    Optional,
    /// No; the Rust field is plain and starts with this value (already of the parameter's type and in its range).
    Default(serde_json::Value),
}

/// A type with what is said about it where it stands (an item, a value, an alternative, an output).
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The type.
    pub ty: Type,
    /// What is said about it here; may be empty.
    pub description: String,
}

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// `string`.
    Text(Text),
    /// `integer`: an `i64`.
    Integer(Integer),
    /// `number`: an `f64`.
    Number(Number),
    /// `boolean`.
    Boolean,
    /// `any`: a JSON value.
    Any,
    /// `items`.
    List(Box<List>),
    /// `values`.
    Map(Box<Node>),
    /// A type with a definition of its own (record, enum of words, union).
    Named(TypeId),
    /// Somebody else's schema, JSON text as written: a JSON value, checked as the run-time gate would.
    Raw(String),
}

/// What a text must be like.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// In characters (Unicode scalar values).
    pub min_length: Option<u64>,
    /// In characters (Unicode scalar values).
    pub max_length: Option<u64>,
    /// A regular expression that must match somewhere.
    pub pattern: Option<String>,
    /// A word of `format`; unknown ones are published and not checked.
    pub format: Option<String>,
}

/// What an integer must be like.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Integer {
    /// The lower end.
    pub lower: Option<Bound<i64>>,
    /// The upper end.
    pub upper: Option<Bound<i64>>,
    /// `out-of-range = "clamp"`.
    pub clamp: bool,
    /// The only values; empty = any.
    pub allowed: Vec<i64>,
}

/// What a number must be like.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Number {
    /// The lower end.
    pub lower: Option<Bound<f64>>,
    /// The upper end.
    pub upper: Option<Bound<f64>>,
    /// `out-of-range = "clamp"`; only with inclusive ends.
    pub clamp: bool,
}

/// One end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound<T> {
    /// `minimum`, `maximum`.
    Inclusive(T),
    /// `exclusive-minimum`, `exclusive-maximum`.
    Exclusive(T),
}

/// A list.
#[derive(Debug, Clone, PartialEq)]
pub struct List {
    /// What it holds.
    pub item: Node,
    /// The fewest items.
    pub min_items: Option<u64>,
    /// The most items.
    pub max_items: Option<u64>,
}
