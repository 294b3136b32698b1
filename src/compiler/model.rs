//! What a declaration means: the checked model.
//!
//! Only `check` makes these types, and only out of a file without mistakes: what is invalid cannot be written down
//! here. It is not what was written (that is `raw`, with spans and without promises) and not what is printed (that is
//! `view`, with every Rust literal final). Everything stands in the author's order.

use std::time::Duration;

pub use super::super::provider::limits::{Limits, Target};
pub use types::{
    Alternative, Bound, Choice, Home, Integer, Kind, List, Node, Number, Param, Presence, Record,
    Tagged, Text, Type, TypeDef, TypeId, Variant,
};

mod types;

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
