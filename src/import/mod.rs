//! Published definitions to `tools.toml`: what others declared elsewhere, declared here.
//!
//! In the order of the data: `published` finds the definitions in whatever format they come, `normal` spells them as
//! JSON Schema does, `typed` makes shapes of them, `judge` asks the compiler whether they hold, `share` names what
//! occurs more than once, and [`write`] prints.
//!
//! A schema becomes a type only if the type says all that the schema asserts; what does not fit stays somebody else's
//! schema (`schema = '…'`), as narrowly as possible. One decision is the exception, and the report tells it: what does not
//! say that it is open is closed here. Nothing is invented: what had no description has none.

mod judge;
mod normal;
mod objects;
mod published;
mod report;
mod shape;
mod share;
mod text;
mod typed;
mod unions;
mod words;
mod write;

use std::collections::BTreeSet;

use crate::compiler::check::names::{Role, Scope, module};
use crate::compiler::model::Span;
use published::Published;
pub use published::{Format, NotDefinitions};
pub use report::{LeftOut, Note, NoteKind, Report, Status, ToolReport};
use shape::Declared;

/// How to import.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The format; found out where it is not said.
    pub from: Option<Format>,
    /// Whether only what can be published again as it was may change its form.
    pub fidelity: Fidelity,
}

/// How closely what is published again must follow what was imported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Fidelity {
    /// In meaning: quirks are normalised, annotations may go.
    #[default]
    Meaning,
    /// To the value: a tool whose schema would come out as another JSON value keeps it.
    Exact,
}

/// What came of an import.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The declaration.
    pub toml: String,
    /// What was decided, and what was lost.
    pub report: Report,
}

/// Reads definitions and declares them.
///
/// ```
/// use toolc::import::{Options, import};
///
/// let published = r#"{"tools": [{"name": "echo", "inputSchema": {
///     "type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]
/// }}]}"#;
/// let imported = import(published, &Options::default())?;
/// assert!(imported.toml.contains("message = { type = \"string\", required = true, description = \"\" }"));
/// # Ok::<(), toolc::import::NotDefinitions>(())
/// ```
///
/// # Errors
///
/// What holds no definitions in any format that is known, or not in the one that is asked for.
pub fn import(text: &str, options: &Options) -> Result<Imported, NotDefinitions> {
    let found = published::read(text, options.from)?;
    let mut report = Report::new(found.format, found.passed_over);
    let mut names = Names::default();
    let mut tools = Vec::new();
    for published in found.tools {
        match names.admit(&published, &tools) {
            Ok(rust) => {
                let tool = judge::judged(&published, rust, options.fidelity);
                report.tools.push(ToolReport::of(&tool));
                tools.push((published, tool));
            }
            Err(why) => report.left_out.push(LeftOut {
                name: published.name.clone(),
                reason: why.to_owned(),
            }),
        }
    }
    let tools: Vec<Declared> = tools.into_iter().map(|(_, tool)| tool).collect();
    let types = share::name_types(&tools);
    Ok(Imported {
        toml: write::file(&tools, &types, found.format),
        report,
    })
}

/// The names that are taken in the toolset.
struct Names {
    types: Scope,
    lower: BTreeSet<String>,
    modules: BTreeSet<String>,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            types: Scope::new(Role::Type),
            lower: BTreeSet::new(),
            modules: BTreeSet::new(),
        }
    }
}

impl Names {
    /// The Rust name to write for a tool, where it needs one; or why it cannot stand beside the others.
    fn admit(
        &mut self,
        tool: &Published,
        before: &[(Published, Declared)],
    ) -> Result<Option<String>, &'static str> {
        if tool.name.is_empty() {
            return Err("it has no name");
        }
        if !tool.schema.is_object() {
            return Err("its schema is neither an object nor a boolean");
        }
        if !self.lower.insert(tool.name.to_lowercase()) {
            let same = before.iter().find(|(other, _)| other.name == tool.name);
            return Err(match same {
                Some((other, _)) if other == tool => "it is there already, word for word",
                Some(_) => "there is another tool of that name",
                None => "its name differs from another's only in case",
            });
        }
        let (mut rust, problem) = self.types.name(&tool.name, Span::default(), None);
        let mut said = problem.is_some().then(|| rust.clone());
        if problem.is_some() {
            rust = self.types.free(&Role::Type.propose(&tool.name));
            self.types
                .name(&tool.name, Span::default(), Some((&rust, Span::default())));
            said = Some(rust.clone());
        }
        let mut number = 2;
        while !self.modules.insert(module(&rust)) {
            rust = format!("{}{number}", rust.trim_end_matches(char::is_numeric));
            self.types
                .name(&tool.name, Span::default(), Some((&rust, Span::default())));
            said = Some(rust.clone());
            number += 1;
        }
        Ok(said)
    }
}
