//! A declaration as MCP lists it.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::tool::{SideEffect, Spec};

/// The tool that a client reads of, but for the description, which depends on the moment.
pub(super) fn definition(spec: &Spec) -> Tool {
    let mut tool = Tool::new_with_raw(spec.name.clone(), None, input(spec))
        .with_annotations(annotations(spec));
    tool.title = spec.title.as_deref().map(str::to_owned);
    // One that is no object cannot be sent; without it the answer is only less described.
    tool.output_schema = spec.output_schema.as_deref().and_then(object).map(Arc::new);
    tool
}

/// A description as it is sent: an empty one is none.
pub(super) fn described(text: String) -> Option<Cow<'static, str>> {
    (!text.is_empty()).then_some(Cow::Owned(text))
}

/// The input schema, whose root has to be an object that says so, or strict clients drop the whole list.
fn input(spec: &Spec) -> Arc<JsonObject> {
    let mut schema = object(&spec.input_schema).unwrap_or_default();
    schema.entry("type").or_insert(json!("object"));
    Arc::new(schema)
}

fn object(text: &str) -> Option<JsonObject> {
    match serde_json::from_str(text) {
        Ok(Value::Object(mut schema)) => {
            spell_out(&mut schema);
            Some(schema)
        }
        _ => None,
    }
}

/// What the declaration says of its effects. All four are always written: two of the defaults are `true`.
fn annotations(spec: &Spec) -> ToolAnnotations {
    let (read_only, destructive, idempotent) = match spec.side_effect {
        SideEffect::ReadOnly => (true, false, true),
        SideEffect::Mutating {
            destructive,
            idempotent,
        } => (false, destructive, idempotent),
    };
    ToolAnnotations::new()
        .read_only(read_only)
        .destructive(destructive)
        .idempotent(idempotent)
        .open_world(spec.open_world)
}

/// Spells boolean schemas out as objects, since strict clients drop the whole list over one: `true` is `{}`, `false` is
/// `{"not": {}}`. `additionalProperties` and its like stay, where every client knows booleans.
fn spell_out(schema: &mut JsonObject) {
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            (
                "properties" | "patternProperties" | "dependentSchemas" | "$defs" | "definitions",
                Value::Object(nodes),
            ) => nodes.values_mut().for_each(spell_out_node),
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(nodes)) => {
                nodes.iter_mut().for_each(spell_out_node);
            }
            ("items" | "contains" | "not" | "if" | "then" | "else" | "propertyNames", node) => {
                spell_out_node(node);
            }
            ("additionalProperties" | "unevaluatedProperties", Value::Object(schema)) => {
                spell_out(schema);
            }
            _ => {}
        }
    }
}

fn spell_out_node(node: &mut Value) {
    match node {
        Value::Bool(true) => *node = json!({}),
        Value::Bool(false) => *node = json!({ "not": {} }),
        Value::Object(schema) => spell_out(schema),
        _ => {}
    }
}
