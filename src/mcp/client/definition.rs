//! A server's tool as a tool of ours: its name made unmistakable, its schema left as it is.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::ServerConfig;
use crate::tool::{Concurrency, Interrupt, SideEffect, Spec};

/// A tool, and what its server calls it.
pub(super) struct Known {
    spec: Spec,
    theirs: String,
}

/// What a server calls its tools, by our names for them.
pub(super) type Names = HashMap<String, String>;

impl Known {
    /// What is known of it, and our name for it beside its server's.
    pub(super) fn split(self) -> (Spec, (String, String)) {
        let ours = self.spec.name.to_string();
        (self.spec, (ours, self.theirs))
    }
}

/// The tools of a list. One that makes no sense is left out, the others stay; of two with one name the first stays.
pub(super) fn tools(listed: &[Value], config: &ServerConfig) -> Vec<Known> {
    let server = &*config.name;
    let mut names = HashSet::new();
    let known = listed.iter().filter_map(|tool| match known(tool, config) {
        Ok(known) if !names.insert(known.theirs.clone()) => {
            tracing::warn!(server, tool = known.theirs, "listed more than once");
            None
        }
        Ok(known) => Some(known),
        Err(reason) => {
            tracing::warn!(server, %tool, reason, "a tool is left out");
            None
        }
    });
    known.collect()
}

fn known(tool: &Value, config: &ServerConfig) -> Result<Known, &'static str> {
    let theirs = match tool.get("name").and_then(Value::as_str) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => return Err("it has no name"),
    };
    let schema = match tool.get("inputSchema") {
        // A boolean says as much as none at all: anything goes. A server that takes nothing has no use for a tool.
        None | Some(Value::Null | Value::Bool(_)) => json!({ "type": "object" }),
        Some(schema @ Value::Object(_)) => schema.clone(),
        Some(_) => return Err("its schema is neither an object nor a boolean"),
    };
    let text = |key: &str| tool.get(key).and_then(Value::as_str);
    let name = format!("mcp__{}__{theirs}", config.name);
    let mut spec = Spec::dynamic(
        name,
        text("description").unwrap_or_default(),
        schema.to_string(),
    );
    let title = text("title").or_else(|| tool.pointer("/annotations/title")?.as_str());
    spec.title = title.map(|title| Cow::Owned(title.to_owned()));
    let output = tool.get("outputSchema").filter(|schema| schema.is_object());
    spec.output_schema = output.map(|schema| Cow::Owned(schema.to_string()));
    // The server is told to stop; whether it does is its business.
    spec.interrupt = Interrupt::Cooperative;
    if config.trusts_annotations {
        believe(&mut spec, tool);
    }
    Ok(Known { spec, theirs })
}

/// Takes over what the server says of the tool's effects, with the protocol's defaults.
fn believe(spec: &mut Spec, tool: &Value) {
    let hint = |key: &str, default| {
        let hint = tool.get("annotations").and_then(|hints| hints.get(key));
        hint.and_then(Value::as_bool).unwrap_or(default)
    };
    spec.open_world = hint("openWorldHint", true);
    if hint("readOnlyHint", false) {
        spec.side_effect = SideEffect::ReadOnly;
        spec.concurrency = Concurrency::ConcurrentSafe;
    } else {
        spec.side_effect = SideEffect::Mutating {
            destructive: hint("destructiveHint", true),
            idempotent: hint("idempotentHint", false),
        };
    }
}
