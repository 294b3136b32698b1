//! Definitions in whatever format they come: which format it is, and where in it the parts of a definition stand.

use std::error::Error;
use std::fmt;

use serde_json::{Map, Value, json};

use super::report::LeftOut;

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// MCP `tools/list`.
    Mcp,
    /// OpenAI, Chat Completions or Responses, and what is like it.
    Openai,
    /// Anthropic Messages.
    Anthropic,
    /// Gemini function declarations.
    Gemini,
    /// `{NAME: schema}`, or one schema with a `title`.
    JsonSchema,
}

impl Format {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 5] = [
        Self::Mcp,
        Self::Openai,
        Self::Anthropic,
        Self::Gemini,
        Self::JsonSchema,
    ];

    /// The word of the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Openai => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::JsonSchema => "json-schema",
        }
    }

    /// The format of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }
}

/// Why nothing can be imported.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotDefinitions {
    /// It is no JSON.
    NotJson(String),
    /// It is JSON, and holds no definitions in that format; in none where no format was asked for.
    None(Option<Format>),
}

impl fmt::Display for NotDefinitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(reason) => write!(f, "this is no JSON: {reason}"),
            Self::None(None) => f.write_str("there are no tool definitions in it"),
            Self::None(Some(format)) => {
                write!(
                    f,
                    "there are no tool definitions for `{}` in it",
                    format.word()
                )
            }
        }
    }
}

impl Error for NotDefinitions {}

/// A definition, as it was published.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Published {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) description: String,
    pub(super) schema: Value,
    pub(super) output: Option<Value>,
    pub(super) annotations: Map<String, Value>,
}

/// Everything that was found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) format: Format,
    pub(super) tools: Vec<Published>,
    pub(super) passed_over: Vec<LeftOut>,
}

pub(super) fn read(text: &str, format: Option<Format>) -> Result<Found, NotDefinitions> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| NotDefinitions::NotJson(error.to_string()))?;
    let entries = entries(&value);
    let format = format
        .or_else(|| entries.iter().find_map(|entry| detected(entry)))
        .or_else(|| is_schemas(&value).then_some(Format::JsonSchema))
        .ok_or(NotDefinitions::None(None))?;
    let mut found = Found {
        format,
        tools: Vec::new(),
        passed_over: Vec::new(),
    };
    if format == Format::JsonSchema {
        found.tools = schemas(&value);
    } else {
        for entry in entries {
            found.entry(entry);
        }
    }
    match found.tools.is_empty() && found.passed_over.is_empty() && !is_empty_list(&value) {
        true => Err(NotDefinitions::None(Some(format))),
        false => Ok(found),
    }
}

/// The entries of a list of tools, wherever it stands.
fn entries(value: &Value) -> Vec<&Value> {
    let lists = [
        "/tools",
        "/result/tools",
        "/toolConfig/tools",
        "/function_declarations",
        "/functionDeclarations",
    ];
    let list = lists.iter().find_map(|pointer| value.pointer(pointer));
    let list = list.unwrap_or(value);
    let entries: Vec<&Value> = match list {
        Value::Array(entries) => entries.iter().collect(),
        one => vec![one],
    };
    // Gemini's declarations and OpenAI's name spaces hold lists of their own.
    let nested = entries.into_iter().flat_map(|entry| {
        let keys = ["functionDeclarations", "function_declarations"];
        let inner = keys.iter().find_map(|key| entry.get(key));
        let space = entry.get("tools").filter(|_| entry.get("name").is_some());
        match inner.or(space).and_then(Value::as_array) {
            Some(inner) => inner.iter().collect(),
            None => vec![entry],
        }
    });
    nested.collect()
}

fn is_empty_list(value: &Value) -> bool {
    let list = value.get("tools").unwrap_or(value);
    list.as_array().is_some_and(Vec::is_empty)
}

/// The format of an entry, by the key that holds its schema.
fn detected(entry: &Value) -> Option<Format> {
    let has = |key: &str| entry.get(key).is_some();
    if has("inputSchema") || has("toolSpec") {
        Some(Format::Mcp)
    } else if has("input_schema") {
        Some(Format::Anthropic)
    } else if has("parametersJsonSchema") || has("parameters_json_schema") {
        Some(Format::Gemini)
    } else if entry.get("function").is_some_and(Value::is_object) {
        Some(Format::Openai)
    } else if has("name") && has("parameters") {
        // Gemini writes types in capitals, and has no `type` beside the name.
        let kind = entry.pointer("/parameters/type").and_then(Value::as_str);
        let capital = kind.is_some_and(|kind| kind.starts_with(char::is_uppercase));
        Some(if capital {
            Format::Gemini
        } else {
            Format::Openai
        })
    } else {
        None
    }
}

fn is_schemas(value: &Value) -> bool {
    !schemas(value).is_empty()
}

/// Plain JSON Schema: one with a title, or many by name.
fn schemas(value: &Value) -> Vec<Published> {
    let Value::Object(object) = value else {
        return Vec::new();
    };
    let is_schema = |schema: &Value| {
        let keys = [
            "type",
            "properties",
            "$ref",
            "anyOf",
            "oneOf",
            "allOf",
            "$schema",
        ];
        schema
            .as_object()
            .is_some_and(|it| it.is_empty() || keys.iter().any(|key| it.contains_key(*key)))
    };
    let title = object.get("title").and_then(Value::as_str);
    if let Some(title) = title.filter(|_| object.get("type").is_some_and(Value::is_string)) {
        return vec![Published::new(title, value)];
    }
    if !object.values().all(is_schema) {
        return Vec::new();
    }
    let schemas = object.iter();
    schemas
        .map(|(name, schema)| Published::new(name, schema))
        .collect()
}

impl Found {
    fn entry(&mut self, entry: &Value) {
        let object = ["function", "toolSpec"]
            .iter()
            .find_map(|key| entry.get(key).filter(|it| it.is_object()))
            .unwrap_or(entry);
        let text = |key: &str| object.get(key).and_then(Value::as_str);
        let kind = entry.get("type").and_then(Value::as_str);
        let name = text("name").or(kind).unwrap_or_default();
        let keys = [
            "inputSchema",
            "input_schema",
            "parameters",
            "parametersJsonSchema",
            "parameters_json_schema",
        ];
        let schema = keys.iter().find_map(|key| object.get(key));
        let schema = schema.map(|schema| {
            schema
                .get("json")
                .filter(|it| it.is_object())
                .unwrap_or(schema)
        });
        // A boolean for a schema says as much as an empty one.
        let schema =
            schema
                .filter(|schema| !schema.is_null())
                .map(|schema| match schema.is_boolean() {
                    true => json!({}),
                    false => schema.clone(),
                });
        let own = kind.is_none_or(|kind| kind == "function" || kind == "custom");
        let described = text("name").is_some() && text("description").is_some();
        let schema = match schema {
            // Without a name it will be left out, and told.
            Some(schema) if own || text("name").is_some() => schema,
            // A function without parameters may leave them out; the provider's own tools have none either.
            None if own && described => json!({"type": "object", "properties": {}}),
            _ => {
                let reason = "it is no definition: the provider's own, or without a schema";
                self.passed_over.push(LeftOut {
                    name: name.to_owned(),
                    reason: reason.to_owned(),
                });
                return;
            }
        };
        let name = text("name").unwrap_or_default();
        self.tools
            .push(Published::new(name, &schema).described(object));
    }
}

impl Published {
    fn new(name: &str, schema: &Value) -> Self {
        Self {
            name: name.to_owned(),
            title: None,
            description: String::new(),
            schema: schema.clone(),
            output: None,
            annotations: Map::new(),
        }
    }

    /// With what else the object of a definition says.
    fn described(mut self, object: &Value) -> Self {
        let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
        let annotations = object.get("annotations").and_then(Value::as_object);
        self.annotations = annotations.cloned().unwrap_or_default();
        let title = self.annotations.get("title").and_then(Value::as_str);
        self.title = text("title").or_else(|| title.map(str::to_owned));
        self.description = text("description").unwrap_or_default();
        self.output = object
            .get("outputSchema")
            .filter(|it| it.is_object())
            .cloned();
        self
    }
}
