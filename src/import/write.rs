//! A declaration as text that a person can go on with: a tool as an author would write it, named types at the end.

use std::fmt::Write;
use std::ops::Range;

use serde_json::Value;

use super::published::Format;
use super::report::{Note, NoteKind};
use super::shape::{Body, Declared, Field, Input, Kind, Shape};
use super::share::{self, Names};
use super::text::{key, multi_line, raw_schema, string, value};

/// A parameter longer than that is written with dotted keys.
const LINE: usize = 130;

/// The bytes of a text that belong to a parameter, and the parameter.
pub(super) type Places = Vec<(Range<usize>, String)>;

/// A whole file.
pub(super) fn file(tools: &[Declared], names: &Names, format: Format) -> String {
    let mut page = Page::new(tools, names);
    page.line(&format!(
        "# Imported from definitions for `{}`.",
        format.word()
    ));
    page.line("# What did not say that it takes further keys takes none. Side effects are as they were published.");
    for index in 0..tools.len() {
        page.tool(index);
    }
    page.types();
    page.text
}

/// One tool with its types, and which parameter each byte is there for.
pub(super) fn tool_alone(tool: &Declared) -> (String, Places) {
    let names = share::name_types(std::slice::from_ref(tool));
    let mut page = Page::new(std::slice::from_ref(tool), &names);
    page.tool(0);
    page.types();
    (page.text, page.places)
}

/// What stands above a parameter for a decision about it.
pub(super) fn comment(note: &Note) -> Option<String> {
    let what = &note.what;
    Some(match note.kind {
        NoteKind::Default if what == "null" => return None,
        NoteKind::Default => format!("the published default {what}"),
        NoteKind::Format => format!("the format {what} is not checked, and left out"),
        NoteKind::OneOf => "exactly one was to fit; here the first that fits is taken".to_owned(),
        NoteKind::Values => "what is said of each value moved here".to_owned(),
        _ => return None,
    })
}

struct Page<'a> {
    tools: &'a [Declared],
    names: &'a Names,
    text: String,
    places: Places,
}

impl<'a> Page<'a> {
    fn new(tools: &'a [Declared], names: &'a Names) -> Self {
        Self {
            tools,
            names,
            text: String::new(),
            places: Vec::new(),
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn pair(&mut self, key: &str, value: &str) {
        self.line(&format!("{key} = {value}"));
    }

    fn header(&mut self, path: &[&str]) {
        let path: Vec<String> = path.iter().map(|part| key(part)).collect();
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(&format!("[{}]", path.join(".")));
    }

    fn tool(&mut self, index: usize) {
        let tool = &self.tools[index];
        self.header(&["tools", &tool.name]);
        if let Some(title) = &tool.title {
            self.pair("title", &string(title));
        }
        self.pair("description", &multi_line(&tool.description));
        if let Some(rust) = &tool.rust {
            self.pair("rust", &string(rust));
        }
        for (key, hint) in &tool.hints {
            self.pair(key, &value(hint));
        }
        if let Some(output) = &tool.output {
            let output = self.grammar(index, output);
            self.pair("output", &output);
        }
        match &tool.input {
            Input::Raw(schema) => {
                for note in tool.notes.iter().filter(|note| note.kind == NoteKind::Raw) {
                    let reason = note.what.replace(char::is_control, " ");
                    self.line(&format!("# kept as it was published: {reason}"));
                }
                self.pair("schema", &raw_schema(schema));
            }
            Input::Fields(fields) if fields.is_empty() => {}
            Input::Fields(fields) => {
                self.header(&["tools", &tool.name, "input"]);
                for field in fields {
                    let start = self.text.len();
                    self.field(index, field);
                    self.places
                        .push((start..self.text.len(), field.name.clone()));
                }
            }
        }
    }

    /// The named types, at the end: the enums, then the others in the order of their first use.
    fn types(&mut self) {
        for (name, words) in &self.names.words {
            self.header(&["types", name]);
            let words = self.parts(0, &Shape::plain(words.clone()), name);
            for (key, value) in words {
                self.pair(key, &value);
            }
        }
        for (name, tool, definition) in &self.names.types {
            let start = self.text.len();
            self.definition(
                *tool,
                name,
                &self.tools[*tool].definitions[*definition].body,
            );
            let owner = self.owner(*tool, *definition);
            self.places
                .extend(owner.map(|owner| (start..self.text.len(), owner)));
        }
    }

    /// The first parameter that uses a definition.
    fn owner(&self, tool: usize, definition: usize) -> Option<String> {
        let tool = &self.tools[tool];
        let Input::Fields(fields) = &tool.input else {
            return None;
        };
        let mut users = fields
            .iter()
            .filter(|field| share::uses(&field.shape, &tool.definitions, definition));
        users.next().map(|field| field.name.clone())
    }

    fn definition(&mut self, tool: usize, name: &str, body: &Body) {
        let is_plain = matches!(body, Body::Object { fields, open: false } if !fields.is_empty());
        if !is_plain {
            self.header(&["types", name]);
        }
        match body {
            Body::Empty => self.pair("fields", "{}"),
            Body::Object { fields, open } => {
                if *open {
                    self.pair("open", "true");
                }
                if fields.is_empty() {
                    return self.pair("fields", "{}");
                }
                self.header(&["types", name, "fields"]);
                for field in fields {
                    self.field(tool, field);
                }
            }
            Body::Tagged { tag, variants } => {
                self.pair("tag", &string(tag));
                for variant in variants {
                    let is_plain = variant.description.is_empty()
                        && variant.rust.is_none()
                        && !variant.open
                        && !variant.fields.is_empty();
                    if !is_plain {
                        self.header(&["types", name, "variants", &variant.value]);
                    }
                    if !variant.description.is_empty() {
                        self.pair("description", &multi_line(&variant.description));
                    }
                    if let Some(rust) = &variant.rust {
                        self.pair("rust", &string(rust));
                    }
                    if variant.open {
                        self.pair("open", "true");
                    }
                    if !variant.fields.is_empty() {
                        self.header(&["types", name, "variants", &variant.value, "fields"]);
                        for field in &variant.fields {
                            self.field(tool, field);
                        }
                    }
                }
            }
            Body::Union(shapes) => {
                let shapes: Vec<_> = shapes.iter().map(|it| self.grammar(tool, it)).collect();
                self.pair("type", &format!("[{}]", shapes.join(", ")));
            }
        }
    }

    fn field(&mut self, tool: usize, field: &Field) {
        for comment in &field.comments {
            let comment = comment.replace(char::is_control, " ");
            self.line(&format!("# {comment}"));
        }
        let name = key(&field.name);
        let mut parts = self.parts(tool, &field.shape, &field.name);
        parts.retain(|(key, _)| *key != "description");
        if let Some(rust) = &field.rust {
            parts.push(("rust", string(rust)));
        }
        if field.required {
            parts.push(("required", "true".to_owned()));
        }
        if field.nullable {
            parts.push(("nullable", "true".to_owned()));
        }
        if let Some(default) = &field.default {
            parts.push(("default", value(default)));
        }
        let description = &field.shape.description;
        parts.push(("description", string(description)));
        let line = format!("{name} = {}", table(&parts));
        if line.chars().count() <= LINE && !line.contains('\n') {
            return self.line(&line);
        }
        parts.pop();
        parts.push(("description", multi_line(description)));
        for (key, value) in parts {
            self.line(&format!("{name}.{key} = {value}"));
        }
    }

    /// A type where it stands: a name, or a table.
    fn grammar(&self, tool: usize, shape: &Shape) -> String {
        let parts = self.parts(tool, shape, "");
        match parts.as_slice() {
            [("type", name)] => name.clone(),
            parts => table(parts),
        }
    }

    /// The keys that say what a type is. `within` is the name of the type that they are written for, which is not named by itself.
    fn parts(&self, tool: usize, shape: &Shape, within: &str) -> Vec<(&'static str, String)> {
        let shared = self.names.word(&shape.kind).filter(|name| *name != within);
        let mut parts = vec![match &shape.kind {
            _ if shared.is_some() => ("type", string(shared.unwrap_or_default())),
            Kind::Word(word) => ("type", string(word)),
            Kind::Words(words) => ("enum", list(words.iter().map(choice))),
            Kind::Integers(integers) => ("enum", list(integers.iter().map(i64::to_string))),
            Kind::List(inner) => ("items", self.grammar(tool, inner)),
            Kind::Map(inner) => ("values", self.grammar(tool, inner)),
            Kind::Defined(index) => {
                let name = self.names.of.get(&(tool, *index));
                ("type", string(name.map_or("", String::as_str)))
            }
            Kind::Raw(schema) => ("schema", raw_schema_inline(schema)),
        }];
        parts.extend(shape.limits.iter().map(|(key, limit)| (*key, value(limit))));
        if !shape.description.is_empty() {
            parts.push(("description", string(&shape.description)));
        }
        parts
    }
}

fn table(parts: &[(&'static str, String)]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    format!("{{ {} }}", parts.join(", "))
}

fn choice((value, rust): &(String, Option<String>)) -> String {
    match rust {
        None => string(value),
        Some(rust) => format!("{{ value = {}, rust = {} }}", string(value), string(rust)),
    }
}

/// A list; a long one on several lines.
fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let line = format!("[{}]", items.join(", "));
    if line.chars().count() <= LINE - 30 {
        return line;
    }
    let mut text = String::from("[");
    let mut room = 0;
    for item in items {
        let length = item.chars().count() + 2;
        if room < length {
            text.push_str("\n   ");
            room = LINE - 10;
        }
        let _ = write!(text, " {item},");
        room = room.saturating_sub(length);
    }
    text.push_str("\n]");
    text
}

fn raw_schema_inline(schema: &Value) -> String {
    super::text::literal(&schema.to_string())
}
