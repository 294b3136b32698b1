//! A tool as it is about to be published: what every format is made from.

use serde_json::{Value, json};

use crate::executor::Offered;
use crate::tool::{SideEffect, Spec};

/// A tool as it is about to be published.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// The name on the wire.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What the model reads; may be empty.
    pub description: String,
    /// The input schema.
    pub schema: Value,
    /// The output schema, of a tool with structured output.
    pub output: Option<Value>,
    /// MCP's hints.
    pub annotations: Option<Value>,
}

impl Definition {
    /// A tool of which no more is known.
    pub fn new(name: impl Into<String>, description: impl Into<String>, schema: Value) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            schema,
            output: None,
            annotations: None,
        }
    }
}

impl From<&Spec> for Definition {
    fn from(spec: &Spec) -> Self {
        // A schema that is no JSON says nothing about the arguments.
        let parsed = |text: &str| serde_json::from_str(text).unwrap_or(Value::Bool(true));
        Self {
            title: spec.title.as_deref().map(str::to_owned),
            output: spec.output_schema.as_deref().map(parsed),
            annotations: Some(annotations(spec)),
            ..Self::new(&*spec.name, &*spec.description, parsed(&spec.input_schema))
        }
    }
}

/// With the description as the handler completes it now.
impl From<&Offered> for Definition {
    fn from(offered: &Offered) -> Self {
        Self {
            description: offered.description.clone(),
            ..Self::from(offered.entry.spec())
        }
    }
}

/// MCP's hints: what the declaration says of a tool's effects.
pub(crate) fn annotations(spec: &Spec) -> Value {
    match spec.side_effect {
        SideEffect::ReadOnly => json!({
            "readOnlyHint": true,
            "openWorldHint": spec.open_world,
        }),
        SideEffect::Mutating {
            destructive,
            idempotent,
        } => json!({
            "readOnlyHint": false,
            "destructiveHint": destructive,
            "idempotentHint": idempotent,
            "openWorldHint": spec.open_world,
        }),
    }
}
