//! What was decided while importing, and what was lost: for people on stderr, for machines as JSON.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use serde_json::{Value, json};

use super::published::Format;
use super::shape::{Declared, Input};

/// What an import did.
#[derive(Debug, Clone)]
pub struct Report {
    /// The format that the definitions came in.
    pub format: Format,
    /// The tools that are declared, in order.
    pub tools: Vec<ToolReport>,
    /// The tools that are not.
    pub left_out: Vec<LeftOut>,
    /// Entries that are no definitions: the provider's own tools, and what else stands among tools.
    pub passed_over: Vec<LeftOut>,
}

/// What became of one tool.
#[derive(Debug, Clone)]
pub struct ToolReport {
    /// Its name.
    pub name: String,
    /// How much of it has types.
    pub status: Status,
    /// What was decided.
    pub notes: Vec<Note>,
}

/// How much of a tool has types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All of it.
    Typed,
    /// Some parameters are somebody else's schema.
    PartlyRaw,
    /// Its whole input is somebody else's schema.
    Raw,
}

/// A tool that is not declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name, as far as it has one.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// One decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What kind of decision.
    pub kind: NoteKind,
    /// The properties on the way to where it was taken.
    pub path: String,
    /// What it was about.
    pub what: String,
}

/// What kinds of decisions there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// A schema stayed as it was, for a reason.
    Raw,
    /// What did not say that it is open was closed.
    Closed,
    /// A type, or something else, was spelled as JSON Schema spells it.
    Spelling,
    /// An annotation that the format has no word for went.
    Annotation,
    /// A default went, or moved.
    Default,
    /// A format that is not checked went.
    Format,
    /// `oneOf` became the first that fits.
    OneOf,
    /// What is said of the values of an enum moved into the description.
    Values,
    /// A required name without a schema became a parameter of any value.
    Undeclared,
}

impl NoteKind {
    /// The word of reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Closed => "closed",
            Self::Spelling => "spelling",
            Self::Annotation => "annotation",
            Self::Default => "default",
            Self::Format => "format",
            Self::OneOf => "one-of",
            Self::Values => "values",
            Self::Undeclared => "undeclared",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::Raw => "kept as it was published",
            Self::Closed => "closed, though it did not say so",
            Self::Spelling => "spelled as JSON Schema spells it",
            Self::Annotation => "left out, for the format has no word for it",
            Self::Default => "left out as a default",
            Self::Format => "left out as a format, for it is not checked",
            Self::OneOf => "`oneOf` became the first that fits",
            Self::Values => "what is said of the values moved into the description",
            Self::Undeclared => "required and not described: takes any value",
        }
    }
}

impl Status {
    /// The word of reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Typed => "typed",
            Self::PartlyRaw => "partly-raw",
            Self::Raw => "raw",
        }
    }
}

impl ToolReport {
    pub(super) fn of(tool: &Declared) -> Self {
        let status = match &tool.input {
            Input::Raw(_) => Status::Raw,
            Input::Fields(fields) => {
                let mut shapes = fields.iter().map(|field| &field.shape);
                match shapes.any(|shape| shape.is_raw(&tool.definitions)) {
                    true => Status::PartlyRaw,
                    false => Status::Typed,
                }
            }
        };
        Self {
            name: tool.name.clone(),
            status,
            notes: tool.notes.clone(),
        }
    }
}

impl Report {
    pub(super) fn new(format: Format, passed_over: Vec<LeftOut>) -> Self {
        Self {
            format,
            tools: Vec::new(),
            left_out: Vec::new(),
            passed_over,
        }
    }

    /// How many tools have that status.
    pub fn count(&self, status: Status) -> usize {
        let tools = self.tools.iter();
        tools.filter(|tool| tool.status == status).count()
    }

    /// The report as data.
    pub fn to_json(&self) -> Value {
        let left_out = |all: &[LeftOut]| {
            let all = all.iter();
            all.map(|it| json!({"name": it.name, "reason": it.reason}))
                .collect::<Vec<_>>()
        };
        let tools = self.tools.iter().map(|tool| {
            let notes = tool.notes.iter().map(
                |note| json!({"kind": note.kind.word(), "path": note.path, "what": note.what}),
            );
            json!({
                "name": tool.name,
                "status": tool.status.word(),
                "notes": notes.collect::<Vec<_>>(),
            })
        });
        json!({
            "from": self.format.word(),
            "typed": self.count(Status::Typed),
            "partly_raw": self.count(Status::PartlyRaw),
            "raw": self.count(Status::Raw),
            "tools": tools.collect::<Vec<_>>(),
            "left_out": left_out(&self.left_out),
            "passed_over": left_out(&self.passed_over),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools = self.tools.len();
        let plural = if tools == 1 { "" } else { "s" };
        write!(
            f,
            "{tools} tool{plural} ({}): {} typed, {} partly raw, {} raw",
            self.format.word(),
            self.count(Status::Typed),
            self.count(Status::PartlyRaw),
            self.count(Status::Raw),
        )?;
        let missing = self.left_out.iter().map(|it| ("left out", it));
        let missing = missing.chain(self.passed_over.iter().map(|it| ("passed over", it)));
        for (word, it) in missing {
            write!(f, "\n{word} `{}`: {}", it.name, it.reason)?;
        }
        for tool in &self.tools {
            let mut kinds: BTreeMap<NoteKind, Vec<String>> = BTreeMap::new();
            for note in &tool.notes {
                let mut place = String::new();
                if !note.path.is_empty() {
                    write!(place, "{}", note.path)?;
                }
                if !note.what.is_empty() {
                    let gap = if place.is_empty() { "" } else { ": " };
                    write!(place, "{gap}{}", note.what)?;
                }
                kinds.entry(note.kind).or_default().push(place);
            }
            for (kind, mut places) in kinds {
                places.retain(|place| !place.is_empty());
                places.dedup();
                write!(f, "\n{}: {}", tool.name, kind.sentence())?;
                if !places.is_empty() {
                    write!(f, " ({})", places.join("; "))?;
                }
            }
        }
        Ok(())
    }
}
