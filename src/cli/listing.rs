//! The tools that a command looks at: those that are linked, or those that a file declares.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::declaration::compile;
use super::failure::Failure;
use crate::compiler::model::Catalog;
use crate::executor::{Executor, described};
use crate::provider::annotations;
use crate::tool::{Concurrency, Context, Interrupt, Spec, SubjectKind, Toolset};
use crate::unbuilt::{Unbuilt, declared};

/// Which tools.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// The tools that this file declares, instead of those of the program.
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
}

impl Selection {
    /// What is known of them, in declared order, with the descriptions that would be offered.
    pub(super) fn specs(&self, toolset: &impl Toolset) -> Result<Vec<Spec>, Failure> {
        match &self.tools {
            Some(file) => from_file(file),
            None => Ok(linked(toolset)),
        }
    }

    /// Are they those of the program?
    pub(super) fn is_linked(&self) -> bool {
        self.tools.is_none()
    }

    /// They themselves, to judge calls with; those of a file have no handlers.
    pub(super) fn executor(&self, toolset: impl Toolset) -> Result<Executor, Failure> {
        let executor = match &self.tools {
            Some(file) => Executor::builder().tools(Unbuilt::new(&compile(file)?.catalog)),
            None => Executor::builder().tools(toolset),
        };
        executor.build().map_err(Failure::Tools)
    }
}

/// The tools that a file declares.
pub(super) fn from_file(file: &Path) -> Result<Vec<Spec>, Failure> {
    Ok(in_catalog(&compile(file)?.catalog))
}

/// The tools of a declaration.
pub(super) fn in_catalog(catalog: &Catalog) -> Vec<Spec> {
    let specs = catalog.tools.iter().map(|tool| declared(catalog, tool));
    specs.collect()
}

/// The tools of the program, with the descriptions that would be offered.
pub(super) fn linked(toolset: &impl Toolset) -> Vec<Spec> {
    let cx = Context::empty();
    let specs = (0..toolset.len()).map(|index| {
        let mut spec = toolset.spec(index).clone();
        if let Some(more) = toolset.describe(index, &cx) {
            spec.description = described(&spec.description, &more).into();
        }
        spec
    });
    specs.collect()
}

/// A tool as MCP lists it, with what only we know under `_meta`.
pub(super) fn object(spec: &Spec) -> Value {
    let mut object = json!({ "name": spec.name });
    if let Some(title) = &spec.title {
        object["title"] = json!(title);
    }
    object["description"] = json!(spec.description);
    object["inputSchema"] = schema(&spec.input_schema);
    if let Some(output) = &spec.output_schema {
        object["outputSchema"] = schema(output);
    }
    object["annotations"] = annotations(spec);
    object["_meta"] = json!({ "toolc": flags(spec) });
    object
}

/// A published schema as data.
pub(super) fn schema(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// What MCP has no word for, in the words of the format.
fn flags(spec: &Spec) -> Value {
    let mut flags = json!({
        "concurrency": concurrency(spec),
        "interrupt": interrupt(spec),
    });
    if let Some((kind, parameters)) = &spec.subject {
        flags["permission"] = json!({ subject_kind(*kind): parameters });
    }
    if spec.custom_rule {
        flags["permission"]["custom"] = json!(true);
    }
    if let Some(timeout) = spec.timeout {
        flags["timeout_ms"] = json!(u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX));
    }
    if !spec.renamed_from.is_empty() {
        flags["renamed_from"] = json!(spec.renamed_from);
    }
    flags["defer"] = json!(spec.defer);
    flags["describe"] = json!(spec.describe);
    flags
}

fn concurrency(spec: &Spec) -> Value {
    match &spec.concurrency {
        Concurrency::Sequential => json!("sequential"),
        Concurrency::ConcurrentSafe => json!("concurrent-safe"),
        Concurrency::Exclusive(key) => json!({ "mode": "exclusive", "key": key }),
        Concurrency::Shared(key) => json!({ "mode": "shared", "key": key }),
    }
}

/// The word for how a call can be stopped.
pub(super) fn interrupt(spec: &Spec) -> &'static str {
    match spec.interrupt {
        Interrupt::NonInterruptible => "non-interruptible",
        Interrupt::Cooperative => "cooperative",
        Interrupt::ThreadInterrupt => "thread-interrupt",
        Interrupt::ExternallyTerminated => "externally-terminated",
    }
}

/// The word for a kind of permission subject.
pub(super) fn subject_kind(kind: SubjectKind) -> &'static str {
    match kind {
        SubjectKind::Command => "command",
        SubjectKind::Path => "path",
        SubjectKind::Tree => "tree",
    }
}
