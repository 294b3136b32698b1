//! The run-time gate: schemas that are not ours, checked for shape only, one level deep.
//!
//! It finds four mistakes: a required parameter that is missing, a wrong type, a value outside an enum, and an unknown name
//! where the schema closes itself. What it does not understand, it lets through; ranges and nested values are the
//! tool's business. It is compiled once per tool.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::bits::Bits;
use super::coerce::parsed;
use super::members::{Members, is_whole};
use super::path::Path;
use super::plan::either;
use super::problem::{Hint, Problem};
use super::repair::Repair;
use super::source::Json;
use super::suggest;
use super::violation::Violation;

/// So many unknown names are looked for a suggestion.
const SUGGESTIONS: usize = 16;

/// A schema, ready to check arguments.
#[derive(Debug, Default)]
pub struct Gate {
    /// Names, and where each stands among the properties.
    required: Vec<(String, Option<usize>)>,
    properties: Vec<(String, Shape)>,
    index: HashMap<String, usize>,
    closed: bool,
}

/// What the gate looks at in one property's schema.
#[derive(Debug, Default)]
pub(super) struct Shape {
    types: Vec<Word>,
    members: Option<Members>,
}

/// The words of `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    String,
    Number,
    Integer,
    Boolean,
    Array,
    Object,
    Null,
}

impl Word {
    pub(super) fn named(word: &str) -> Option<Self> {
        Some(match word {
            "string" => Self::String,
            "number" => Self::Number,
            "integer" => Self::Integer,
            "boolean" => Self::Boolean,
            "array" => Self::Array,
            "object" => Self::Object,
            "null" => Self::Null,
            _ => return None,
        })
    }

    /// The kind of JSON that text can be repaired to.
    pub(super) const fn json(self) -> Option<Json> {
        match self {
            Self::Number | Self::Integer => Some(Json::Number),
            Self::Boolean => Some(Json::Boolean),
            Self::Array => Some(Json::List),
            Self::Object => Some(Json::Object),
            Self::String | Self::Null => None,
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Array => "array",
            Self::Object => "object",
            Self::Null => "null",
        }
    }

    pub(super) fn takes(self, value: &Value) -> bool {
        match self {
            Self::String => value.is_string(),
            Self::Number => value.is_number(),
            Self::Integer => is_whole(value),
            Self::Boolean => value.is_boolean(),
            Self::Array => value.is_array(),
            Self::Object => value.is_object(),
            Self::Null => value.is_null(),
        }
    }
}

impl Gate {
    /// Compiles a schema. Whatever it is, there is a gate for it; for most of what is not an object schema, one that lets
    /// everything through.
    pub fn new(schema: &Value) -> Self {
        let Some(schema) = schema.as_object() else {
            return Self::default();
        };
        if schema.get("type").and_then(Value::as_str) != Some("object") {
            return Self::default();
        }
        let names = schema.get("required").and_then(Value::as_array);
        let properties = schema.get("properties").and_then(Value::as_object);
        let index: HashMap<String, usize> = properties
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(at, (name, _))| (name.clone(), at))
            .collect();
        Self {
            required: names
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(|name| (name.to_owned(), index.get(name).copied()))
                .collect(),
            properties: properties
                .into_iter()
                .flatten()
                .map(|(name, schema)| (name.clone(), Shape::new(schema)))
                .collect(),
            index,
            closed: schema.get("additionalProperties") == Some(&Value::Bool(false)),
        }
    }

    /// Everything that is wrong with arguments, in the schema's own order.
    pub fn check(&self, arguments: &Map<String, Value>) -> Vec<Violation> {
        let mut seen = Bits::default();
        let mut wrong = Vec::new();
        let mut unknown = Vec::new();
        let mut next = 0;
        for (name, value) in arguments.iter().filter(|(_, value)| !value.is_null()) {
            match self.find(name, next) {
                Some(index) => {
                    next = index + 1;
                    seen.insert(index);
                    if let Some(problem) = self.properties[index].1.problem(value) {
                        wrong.push((index, problem));
                    }
                }
                None if self.closed => unknown.push(name.as_str()),
                None => {}
            }
        }
        let is_missing = |(name, index): &&(String, Option<usize>)| match index {
            Some(index) => !seen.contains(*index),
            None => arguments.get(name).is_none_or(Value::is_null),
        };
        let mut found = Vec::new();
        let at = |name: &str, problem| Violation::new(&Path::Name(&Path::Root, name), problem);
        for (name, index) in self.required.iter().filter(is_missing) {
            let expected = index.map(|index| self.properties[index].1.expected());
            let expected = expected.unwrap_or_default();
            found.push(at(name, Problem::Missing { expected }));
        }
        wrong.sort_by_key(|(index, _)| *index);
        for (index, problem) in wrong {
            found.push(at(&self.properties[index].0, problem));
        }
        for (count, name) in unknown.into_iter().enumerate() {
            let hint = match count {
                0..SUGGESTIONS => self.hint(name, arguments),
                _ => Hint::None,
            };
            found.push(at(name, Problem::Unknown(hint)));
        }
        found
    }

    fn hint(&self, name: &str, arguments: &Map<String, Value>) -> Hint {
        let names = || self.properties.iter().map(|(name, _)| name.as_str());
        let free = names().filter(|name| !arguments.contains_key(*name));
        match suggest::nearest(name, free) {
            Some(nearest) => Hint::Nearest(nearest.to_owned()),
            None => Hint::valid(names()),
        }
    }

    /// What text can be taken as where something else is wanted, if nothing is lost by that.
    pub(super) fn repairs(&self, arguments: &Map<String, Value>) -> Vec<Repair> {
        let mut repairs = Vec::new();
        for (name, shape) in &self.properties {
            let Some(value) = arguments.get(name) else {
                continue;
            };
            let (true, Value::String(text)) = (shape.problem(value).is_some(), value) else {
                continue;
            };
            let meant = shape.types.iter().filter_map(|word| {
                let meant = parsed(text, word.json()?, 1)?;
                word.takes(&meant).then_some(meant)
            });
            if let Some(meant) = meant.take(1).find(|meant| shape.problem(meant).is_none()) {
                let path = Path::Name(&Path::Root, name);
                repairs.push(Repair::new(&path, value.clone(), meant));
            }
        }
        repairs
    }

    /// The property of this name. Models mostly write arguments in the published order, so the `next` one is tried first.
    fn find(&self, name: &str, next: usize) -> Option<usize> {
        match self.properties.get(next) {
            Some((known, _)) if known == name => Some(next),
            _ => self.index.get(name).copied(),
        }
    }
}

impl Shape {
    /// What can be checked of a property; nothing where it uses what the gate does not understand.
    pub(super) fn new(schema: &Value) -> Self {
        const COMPOSED: [&str; 5] = ["$ref", "oneOf", "anyOf", "allOf", "not"];
        let Some(schema) = schema.as_object() else {
            return Self::default();
        };
        if COMPOSED.iter().any(|keyword| schema.contains_key(*keyword)) {
            return Self::default();
        }
        let types = match schema.get("type") {
            None => Some(Vec::new()),
            Some(Value::String(word)) => Word::named(word).map(|word| vec![word]),
            Some(Value::Array(words)) if !words.is_empty() => words
                .iter()
                .map(|word| word.as_str().and_then(Word::named))
                .collect(),
            Some(_) => None,
        };
        let Some(types) = types else {
            return Self::default();
        };
        let members = schema.get("enum").and_then(Value::as_array);
        Self {
            types,
            members: members
                .filter(|members| !members.is_empty())
                .map(|members| Members::new(members)),
        }
    }

    /// As sentences name it; empty where anything would do.
    pub(super) fn expected(&self) -> String {
        either(self.types.iter().map(|word| word.as_str()))
    }

    /// What is wrong with a value: its type, else its being none of the enum.
    pub(super) fn problem(&self, value: &Value) -> Option<Problem> {
        if !self.types.is_empty() && !self.types.iter().any(|word| word.takes(value)) {
            return Some(Problem::Type {
                expected: self.expected(),
            });
        }
        self.members
            .as_ref()
            .filter(|members| !members.contains(value))
            .map(|members| members.problem(value))
    }
}
