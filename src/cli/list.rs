//! `toolc list`: every tool on one line.

use clap::Args;
use serde_json::Value;

use super::Outcome;
use super::failure::Failure;
use super::listing::{Selection, object};
use super::terminal::{print, print_json};
use crate::tool::{Concurrency, SideEffect, Spec, Toolset};

/// List the tools.
#[derive(Debug, Args)]
pub(super) struct List {
    #[command(flatten)]
    selection: Selection,
    /// Print an array of MCP tool objects; what MCP has no word for is under `_meta`.
    #[arg(long)]
    json: bool,
}

impl List {
    pub(super) fn run(self, toolset: &impl Toolset) -> Result<Outcome, Failure> {
        let specs = self.selection.specs(toolset)?;
        if self.json {
            print_json(&Value::Array(specs.iter().map(object).collect()))?;
        } else {
            print(&table(&specs))?;
        }
        Ok(Outcome::Done)
    }
}

fn table(specs: &[Spec]) -> String {
    let width = |column: fn(&Spec) -> &str| specs.iter().map(|it| column(it).len()).max();
    let (name, effect, concurrency) = (width(name), width(effect), width(concurrency));
    specs.iter().fold(String::new(), |table, spec| {
        let line = format!(
            "{:name$}  {:effect$}  {:concurrency$}  {}",
            self::name(spec),
            self::effect(spec),
            self::concurrency(spec),
            summary(spec),
            name = name.unwrap_or(0),
            effect = effect.unwrap_or(0),
            concurrency = concurrency.unwrap_or(0),
        );
        table + line.trim_end() + "\n"
    })
}

fn name(spec: &Spec) -> &str {
    &spec.name
}

fn effect(spec: &Spec) -> &'static str {
    match spec.side_effect {
        SideEffect::ReadOnly => "read-only",
        SideEffect::Mutating {
            destructive: true, ..
        } => "destructive",
        SideEffect::Mutating { .. } => "mutating",
    }
}

fn concurrency(spec: &Spec) -> &'static str {
    match spec.concurrency {
        Concurrency::Sequential => "sequential",
        Concurrency::ConcurrentSafe => "concurrent-safe",
        Concurrency::Exclusive(_) => "exclusive",
        Concurrency::Shared(_) => "shared",
    }
}

/// The name for people, else the first sentence of the description.
fn summary(spec: &Spec) -> &str {
    if let Some(title) = &spec.title {
        return title;
    }
    let line = spec.description.lines().next().unwrap_or_default();
    let sentence = line.split_once(". ").map_or(line, |(first, _)| first);
    sentence.trim_end_matches('.')
}
