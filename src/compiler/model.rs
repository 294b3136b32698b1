//! What a declaration means: the checked model.
//!
//! Only `check` makes these types, and only out of a file without mistakes: what is invalid cannot be written down
//! here. It is not what was written (that is `raw`, with spans and without promises) and not what is printed (that is
//! `view`, with every Rust literal final). Everything stands in the author's order.

use std::time::Duration;

pub use super::super::provider::limits::{Limits, Target};

/// A whole toolset: one `tools.toml` with the files that it includes.
#[derive(Debug, Clone, PartialEq)]
pub struct Catalog {
    /// `[toolset] name`; the package's or file's name where it is not given.
    pub name: String,
    /// Where the definitions must be sendable to.
    pub targets: Vec<Target>,
    /// What those take: as it was read, but for what `[[toolset.limits]]` knows better.
    pub limits: Limits,
    /// The tools, in the author's order (`tools.toml` first, then the included files by path).
    pub tools: Vec<Tool>,
    /// Everything that becomes a Rust type of its own, [`TypeId`] is the index: named types first, then what the
    /// tools' parameters need (enums, inline objects, unions).
    pub types: Vec<TypeDef>,
}

impl Catalog {
    /// The definition behind an id.
    pub fn get(&self, id: TypeId) -> &TypeDef {
        &self.types[id.0]
    }
}

/// A place in the declaration: a file (its index in the list of inputs) and a byte range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// Index of the file in the compiler's inputs.
    pub file: usize,
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
}

/// One `[tools.NAME]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// The name on the wire, never converted.
    pub name: String,
    /// The Rust type, `Grep`.
    pub rust: String,
    /// The Rust module and file, `grep`.
    pub module: String,
    /// Where the tool's header stands.
    pub span: Span,
    /// A name for people.
    pub title: Option<String>,
    /// What the model reads; may be empty on purpose.
    pub description: String,
    /// May it run beside others?
    pub concurrency: Concurrency,
    /// How it can be stopped.
    pub interrupt: Interrupt,
    /// What it leaves behind.
    pub side_effect: SideEffect,
    /// Does it reach beyond what the host controls? `true` unless said.
    pub open_world: bool,
    /// What an allow-list's pattern is compared with.
    pub permission: Permission,
    /// The longest it may run.
    pub timeout: Option<Duration>,
    /// Its parameters.
    pub input: Input,
    /// What it answers.
    pub output: Output,
    /// Names it had.
    pub renamed_from: Vec<String>,
    /// Found through `ToolSearch` only.
    pub defer: bool,
    /// The handler appends to the description when tools are offered.
    pub describe: bool,
    /// Left out when this Cargo feature is off.
    pub feature: Option<String>,
    /// Calls with their expected outcome.
    pub examples: Vec<Example>,
}

/// May a call run beside others of the same batch?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Concurrency {
    /// Never. The default.
    Sequential,
    /// Beside other safe calls.
    ConcurrentSafe,
    /// Beside calls with another key; calls with the same key run in input order.
    Exclusive {
        /// The parameter that holds the key.
        key: String,
    },
    /// As `Exclusive`, but calls with the same key that are all shared run together.
    Shared {
        /// The parameter that holds the key.
        key: String,
    },
}

/// How a running call can be stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "the words of the format")]
pub enum Interrupt {
    /// Not at all; honoured at the next boundary. The default.
    NonInterruptible,
    /// It watches the token in its context.
    Cooperative,
    /// Its future is dropped.
    ThreadInterrupt,
    /// It registers what terminates it.
    ExternallyTerminated,
}

/// What a call leaves behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideEffect {
    /// Nothing that an outside observer could notice.
    ReadOnly,
    /// Something. The default.
    Mutating {
        /// May destroy what was there. `true` unless said.
        destructive: bool,
        /// Calling again with the same arguments changes nothing more. `false` unless said.
        idempotent: bool,
    },
}

/// What an allow-list's pattern is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Permission {
    /// The kind of subject and the parameters that hold it; all of them must be allowed.
    pub subject: Option<(SubjectKind, Vec<String>)>,
    /// A rule in code decides too.
    pub custom: bool,
}

/// Which matcher judges a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectKind {
    /// A shell command line.
    Command,
    /// A path.
    Path,
    /// The root of a walk.
    Tree,
}

/// A tool's parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Declared: a [`Kind::Record`], whose Rust type is the tool itself.
    Record(TypeId),
    /// Somebody else's schema, JSON text as written.
    Raw(String),
}

/// What a tool answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Text. The default.
    Text,
    /// Text, images, resources.
    Content,
    /// A declared type: structured, with an output schema.
    Typed(Node),
}

/// One `[[tools.NAME.examples]]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Where it stands.
    pub span: Span,
    /// The allow-list it runs under; `None` is unrestricted.
    pub allow: Option<Vec<String>>,
    /// The working directory for relative paths; `None` is none.
    pub cwd: Option<String>,
    /// The arguments.
    pub input: serde_json::Value,
    /// What must come of it.
    pub expect: Expect,
}

/// The expected outcome of an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// The arguments bind. The default.
    Valid,
    /// They do not.
    Invalid,
    /// The allow-list lets the call through.
    Allow,
    /// It does not.
    Deny,
}

/// Index into [`Catalog::types`].
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
