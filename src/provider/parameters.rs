//! Parameters that travel under an alias: renamed in the schema on the way out, and in the arguments on the way in.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::limits::{Aliases, NameRule};
use super::node::{Node, rebuilt};
use crate::bind::Arguments;

/// How deep arguments are followed; what is deeper does not bind anyway.
const DEPTH: usize = 128;

/// The property names of one tool's schema, at any depth, as a target knows them.
#[derive(Debug, Clone)]
pub(super) struct Parameters {
    names: Aliases,
    /// The schema under the names' own spelling, to tell properties from the keys of a map.
    schema: Value,
}

impl Parameters {
    pub(super) fn new(rule: NameRule, schema: &Value) -> Self {
        let mut names = BTreeSet::new();
        rebuilt(schema, &mut |node| {
            names.extend(properties(&node).map(|(name, _)| name.to_owned()));
            node
        });
        Self {
            names: Aliases::new(rule, names.iter().map(String::as_str)),
            schema: schema.clone(),
        }
    }

    /// Does every name travel as it is?
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The schema under the names that travel.
    pub(super) fn rename(&self, schema: &Value) -> Value {
        rebuilt(schema, &mut |mut node| {
            if let Some(Value::Object(properties)) = node.get_mut("properties") {
                *properties = std::mem::take(properties)
                    .into_iter()
                    .map(|(name, schema)| (self.names.to_wire(&name).to_owned(), schema))
                    .collect();
            }
            if let Some(Value::Array(required)) = node.get_mut("required") {
                for name in required {
                    if let Some(text) = name.as_str() {
                        *name = self.names.to_wire(text).into();
                    }
                }
            }
            node
        })
    }

    /// Arguments under the parameters' own names. Text that is no JSON stays as it is: what is wrong with it is the
    /// binding's to say.
    pub(super) fn restore(&self, arguments: Arguments) -> Arguments {
        let value = match &arguments {
            Arguments::Value(value) => value.clone(),
            Arguments::Text(text) => match serde_json::from_str(text) {
                Ok(value) => value,
                Err(_) => return arguments,
            },
        };
        Arguments::Value(self.restored(value, &[&self.schema], DEPTH))
    }

    /// `schemas` are all that may describe the value: the alternatives of a union are not told apart.
    fn restored(&self, value: Value, schemas: &[&Value], depth: usize) -> Value {
        let schemas = self.unfolded(schemas);
        if depth == 0 || schemas.is_empty() {
            return value;
        }
        match value {
            Value::Object(object) => {
                let mut restored = Map::new();
                for (key, value) in object {
                    let name = self.names.canonical(&key);
                    let declared = schemas.iter().any(|node| property(node, name).is_some());
                    let name = if declared { name } else { &key };
                    let inside: Vec<&Value> = schemas
                        .iter()
                        .filter_map(|node| {
                            property(node, name).or_else(|| node.get("additionalProperties"))
                        })
                        .collect();
                    let value = self.restored(value, &inside, depth - 1);
                    restored.insert(name.to_owned(), value);
                }
                restored.into()
            }
            Value::Array(items) => {
                let inside: Vec<&Value> = schemas
                    .iter()
                    .filter_map(|node| node.get("items"))
                    .collect();
                let items = items.into_iter();
                items
                    .map(|item| self.restored(item, &inside, depth - 1))
                    .collect()
            }
            other => other,
        }
    }

    /// The schemas with their references and alternatives.
    fn unfolded<'a>(&'a self, schemas: &[&'a Value]) -> Vec<&'a Node> {
        let mut nodes: Vec<&Node> = Vec::new();
        let mut waiting = schemas.to_vec();
        while let Some(schema) = waiting.pop() {
            let Value::Object(node) = schema else {
                continue;
            };
            if nodes.iter().any(|seen| std::ptr::eq(*seen, node)) {
                continue;
            }
            nodes.push(node);
            let reference = node.get("$ref").and_then(Value::as_str);
            let place = reference.and_then(|it| it.strip_prefix('#'));
            waiting.extend(place.and_then(|place| self.schema.pointer(place)));
            for key in ["anyOf", "oneOf", "allOf"] {
                waiting.extend(
                    node.get(key)
                        .and_then(Value::as_array)
                        .into_iter()
                        .flatten(),
                );
            }
        }
        nodes
    }
}

fn properties(node: &Node) -> impl Iterator<Item = (&str, &Value)> {
    let properties = node.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    properties.map(|(name, schema)| (name.as_str(), schema))
}

fn property<'a>(node: &'a Node, name: &str) -> Option<&'a Value> {
    node.get("properties")?.get(name)
}
