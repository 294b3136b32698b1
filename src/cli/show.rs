//! `toolc show`: everything that is known of one tool.

use clap::Args;
use serde_json::Value;

use super::Outcome;
use super::failure::Failure;
use super::listing::{Selection, interrupt, object, schema, subject_kind};
use super::terminal::{print, print_json};
use crate::tool::{Concurrency, SideEffect, Spec, Toolset};

/// Show one tool.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// Its name.
    tool: String,
    #[command(flatten)]
    selection: Selection,
    /// Print its MCP tool object; what MCP has no word for is under `_meta`.
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(self, toolset: &impl Toolset) -> Result<Outcome, Failure> {
        let specs = self.selection.specs(toolset)?;
        let Some(spec) = specs.iter().find(|spec| spec.name == self.tool) else {
            return Err(Failure::UnknownTool {
                name: self.tool,
                known: specs.iter().map(|spec| spec.name.to_string()).collect(),
            });
        };
        if self.json {
            print_json(&object(spec))?;
        } else {
            print(&page(spec))?;
        }
        Ok(Outcome::Done)
    }
}

fn page(spec: &Spec) -> String {
    let mut page = spec.name.to_string();
    if let Some(title) = &spec.title {
        page += &format!(" - {title}");
    }
    if !spec.description.is_empty() {
        page += &format!("\n\n{}", spec.description);
    }
    page += "\n\n";
    for (word, value) in facts(spec) {
        page += &format!("{word:12} {value}\n");
    }
    page += "\n";
    page + &parameters(&schema(&spec.input_schema))
}

fn facts(spec: &Spec) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("side effect", effect(spec)),
        ("concurrency", concurrency(spec)),
        ("interrupt", interrupt(spec).into()),
    ];
    if let Some((kind, parameters)) = &spec.subject {
        let parameters = parameters.join(", ");
        facts.push((
            "permission",
            format!("{} in {parameters}", subject_kind(*kind)),
        ));
    }
    if spec.custom_rule {
        facts.push(("permission", "a rule in code".into()));
    }
    if let Some(timeout) = spec.timeout {
        facts.push(("timeout", format!("{timeout:?}")));
    }
    if !spec.renamed_from.is_empty() {
        facts.push(("was called", spec.renamed_from.join(", ")));
    }
    if spec.defer {
        facts.push(("offered", "through ToolSearch".into()));
    }
    if let Some(output) = &spec.output_schema {
        facts.push(("output", kind(&schema(output))));
    }
    facts
}

fn effect(spec: &Spec) -> String {
    let mut words = match spec.side_effect {
        SideEffect::ReadOnly => vec!["read-only"],
        SideEffect::Mutating {
            destructive,
            idempotent,
        } => [
            Some("mutating"),
            destructive.then_some("destructive"),
            idempotent.then_some("idempotent"),
        ]
        .into_iter()
        .flatten()
        .collect(),
    };
    if spec.open_world {
        words.push("open world");
    }
    words.join(", ")
}

fn concurrency(spec: &Spec) -> String {
    match &spec.concurrency {
        Concurrency::Sequential => "sequential".into(),
        Concurrency::ConcurrentSafe => "concurrent-safe".into(),
        Concurrency::Exclusive(key) => format!("exclusive by {key}"),
        Concurrency::Shared(key) => format!("shared by {key}"),
    }
}

/// The parameters as the published schema has them: that is what a model reads.
fn parameters(schema: &Value) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        return "No parameters.\n".into();
    };
    let required = |name: &str| {
        let required = schema["required"].as_array();
        required.is_some_and(|names| names.iter().any(|it| it == name))
    };
    if properties.is_empty() {
        return "No parameters.\n".into();
    }
    let width = properties.keys().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0);
    let mut page = String::new();
    for (name, node) in properties {
        let must = if required(name) { ", required" } else { "" };
        page += &format!("{name:width$}  {}{must}\n", kind(node));
        for line in node["description"].as_str().unwrap_or_default().lines() {
            page += &format!("{:width$}  {line}\n", "");
        }
    }
    page
}

/// A schema node in a few words.
fn kind(node: &Value) -> String {
    if let Some(words) = node["enum"].as_array() {
        let words: Vec<_> = words.iter().map(Value::to_string).collect();
        return words.join(" | ");
    }
    if let Some(name) = node["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or(name).into();
    }
    for word in ["anyOf", "oneOf"] {
        if let Some(nodes) = node[word].as_array() {
            let kinds: Vec<_> = nodes.iter().map(kind).collect();
            return kinds.join(" or ");
        }
    }
    match &node["type"] {
        Value::String(word) if word == "array" => format!("array of {}", kind(&node["items"])),
        Value::String(word) => word.clone(),
        Value::Array(words) => {
            let words: Vec<_> = words.iter().filter_map(Value::as_str).collect();
            words.join(" or ")
        }
        _ => "any".into(),
    }
}
