//! The toolsets of an executor: every tool under one name, and the names that tools had before.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::ToolCall;
use super::race::caught_now;
use crate::bind::Arguments;
use crate::permission::{Known, Patterns, Ruling};
use crate::tool::{Binding, Context, Spec, Toolset};

/// Several toolsets, seen as one. It is never narrowed: what a run offers is the run's business, so that a tool that is
/// withheld is "not allowed" and not "unknown".
#[derive(Clone, Default)]
pub struct Registry {
    sets: Vec<Arc<dyn Toolset>>,
    /// Names that tools had before, and which tool has answered to each since.
    renamed: HashMap<String, (usize, usize)>,
}

/// Two tools answer to one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateTool {
    /// The name.
    pub tool: String,
    /// The toolset that was there first.
    pub first: String,
    /// The toolset that came second.
    pub second: String,
}

impl fmt::Display for DuplicateTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tool,
            first,
            second,
        } = self;
        write!(
            f,
            "Tool '{tool}' is in toolset '{first}' and in toolset '{second}'"
        )
    }
}

impl std::error::Error for DuplicateTool {}

impl Registry {
    /// No tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// With these tools too.
    ///
    /// # Errors
    ///
    /// A tool of this name is there already, under its own name or as the former name of another.
    pub fn with(mut self, set: impl Toolset) -> Result<Self, DuplicateTool> {
        let place = self.sets.len();
        let duplicate = |tool: &str, first: &Self, (owner, _): (usize, usize)| DuplicateTool {
            tool: tool.to_owned(),
            first: first.sets[owner].name().to_owned(),
            second: set.name().to_owned(),
        };
        let mut renamed = HashMap::new();
        for index in 0..set.len() {
            let spec = set.spec(index);
            let former = spec.renamed_from.iter().copied();
            for name in std::iter::once(&*spec.name).chain(former) {
                if let Some(owner) = self.place(name) {
                    return Err(duplicate(name, &self, owner));
                }
            }
            for former in spec.renamed_from.iter() {
                renamed.insert((*former).to_owned(), (place, index));
            }
        }
        self.renamed.extend(renamed);
        self.sets.push(Arc::new(set));
        Ok(self)
    }

    /// The tool that answers to this name, which may be one that it had before.
    pub fn find(&self, name: &str) -> Option<Entry> {
        let (set, index) = self.place(name)?;
        let set = self.sets[set].clone();
        Some(Entry { set, index })
    }

    /// The name that a call means, and the tool that answers to it.
    pub(crate) fn meant<'a>(&self, call: &'a ToolCall) -> (&'a str, Option<Entry>) {
        let name = ToolCall::named(&call.tool, |name| self.place(name).is_some());
        (name, self.find(name))
    }

    /// What an allow-list needs to know of the tools.
    pub fn known(&self) -> Known {
        self.iter()
            .fold(Known::new(), |known, entry| known.spec(entry.spec()))
    }

    /// All tools, in order.
    pub fn iter(&self) -> impl Iterator<Item = Entry> {
        self.sets.iter().flat_map(|set| {
            (0..set.len()).map(|index| Entry {
                set: set.clone(),
                index,
            })
        })
    }

    fn place(&self, name: &str) -> Option<(usize, usize)> {
        let mut sets = self.sets.iter().enumerate();
        sets.find_map(|(set, tools)| Some((set, tools.position(name)?)))
            .or_else(|| self.renamed.get(name).copied())
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(|entry| entry.spec().name.clone()))
            .finish()
    }
}

/// One tool of a registry.
#[derive(Clone)]
pub struct Entry {
    set: Arc<dyn Toolset>,
    index: usize,
}

impl Entry {
    /// What is known of it.
    pub fn spec(&self) -> &Spec {
        self.set.spec(self.index)
    }

    /// The toolset that it is from.
    pub fn toolset(&self) -> &str {
        self.set.name()
    }

    /// What the model reads of it: the declared description, and what the handler appends to it now.
    pub fn description(&self, cx: &Context) -> String {
        let declared = &self.spec().description;
        match caught_now(|| self.set.describe(self.index, cx)) {
            Ok(more) => described(declared, &more.unwrap_or_default()),
            Err(panic) => {
                let tool = &*self.spec().name;
                tracing::error!(tool, panic, "the tool panicked while it was described");
                declared.to_string()
            }
        }
    }

    /// Looks at the arguments of a call; nothing runs.
    pub fn bind(&self, arguments: Arguments, cx: Context) -> Binding {
        self.set.bind(self.index, arguments, cx)
    }

    /// Asks the tool's rule about a call.
    pub fn ruling(&self, arguments: Arguments, patterns: Patterns<'_>, cx: &Context) -> Ruling {
        self.set.ruling(self.index, arguments, patterns, cx)
    }
}

/// A declared description, and what the handler appends to it.
pub(crate) fn described(declared: &str, more: &str) -> String {
    match more {
        "" => declared.to_owned(),
        more => format!("{declared}\n\n{more}"),
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("toolset", &self.toolset())
            .field("tool", &self.spec().name)
            .finish()
    }
}
