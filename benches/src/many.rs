//! Any number of made-up tools: as a declaration for toolc, and as Rust for serde and schemars.
//!
//! Names, parameters and texts depend on the number alone. A tool has six parameters on average: texts, an integer, a boolean,
//! an enum, a list, and every third tool a nested object. `build.rs` and `compile_time` mount this file, so it names nothing
//! but the standard library.

use std::fmt::Write;

/// Which derives the Rust types carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derive {
    /// serde's only.
    Serde,
    /// serde's and schemars', for the published schema.
    Schemars,
}

/// A tool's name: a verb, a noun, and what makes it unlike the others. 8 to 25 bytes.
pub fn name(number: usize) -> String {
    const VERBS: [&str; 10] = [
        "get", "list", "create", "update", "delete", "search", "export", "archive", "assign",
        "resolve",
    ];
    const NOUNS: [&str; 10] = [
        "order", "customer", "invoice", "document", "ticket", "calendar", "message", "payment",
        "project", "user",
    ];
    const PARTS: [&str; 10] = [
        "item", "notes", "draft", "label", "status", "history", "owner", "link", "rule", "report",
    ];
    let (verb, noun, part) = (number % 10, number / 10 % 10, number / 100 % 10);
    format!("{}_{}_{}", VERBS[verb], NOUNS[noun], PARTS[part])
}

/// The name of its Rust type.
pub fn type_name(number: usize) -> String {
    name(number)
        .split('_')
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect()
}

/// The first so many tools as a `tools.toml`.
pub fn declaration(count: usize) -> String {
    let mut text = String::from("[toolset]\nname = \"many\"\n");
    for number in 0..count {
        let (name, camel) = (name(number), type_name(number));
        let words = name.replace('_', " ");
        let _ = write!(
            text,
            r#"
[tools.{name}]
description = "Does what its name says: {words}. Answers with one line of text."
side-effect = "read-only"
[tools.{name}.input]
query   = {{ type = "string", required = true, description = "What to look for." }}
account = {{ type = "string", description = "Whose; the caller's own when left out." }}
limit   = {{ type = "integer", minimum = 1, description = "How many at most." }}
dry_run = {{ type = "boolean", default = false, description = "Only say what would be done." }}
order   = {{ enum = ["newest", "oldest", "relevance"], default = "newest", description = "What comes first." }}
"#
        );
        if number % 3 != 1 {
            text.push_str("tags    = { items = \"string\", description = \"Only those with all of these.\" }\n");
        }
        if number % 3 == 0 {
            let _ = write!(
                text,
                r#"window  = {{ type = "{camel}Window", description = "Only those from this time." }}

[types.{camel}Window]
description = "A span of time."
[types.{camel}Window.fields]
from  = {{ type = "string", required = true, description = "Its first day." }}
until = {{ type = "string", description = "Its last day." }}
"#
            );
        }
    }
    text
}

/// The first so many tools' inputs as Rust types with derives.
pub fn types(count: usize, derive: Derive) -> String {
    let derives = match derive {
        Derive::Serde => "Debug, Clone, PartialEq, serde::Deserialize",
        Derive::Schemars => "Debug, Clone, PartialEq, serde::Deserialize, schemars::JsonSchema",
    };
    let range = match derive {
        Derive::Serde => "",
        Derive::Schemars => "    #[schemars(range(min = 1))]\n",
    };
    let mut text = String::new();
    for number in 0..count {
        let camel = type_name(number);
        let _ = write!(
            text,
            r#"
/// Input of `{name}`.
#[derive({derives})]
#[serde(deny_unknown_fields)]
pub struct {camel} {{
    /// What to look for.
    pub query: String,
    /// Whose; the caller's own when left out.
    pub account: Option<String>,
    /// How many at most.
{range}    pub limit: Option<i64>,
    /// Only say what would be done.
    #[serde(default)]
    pub dry_run: bool,
    /// What comes first.
    #[serde(default)]
    pub order: {camel}Order,
"#,
            name = name(number),
        );
        if number % 3 != 1 {
            text.push_str(
                "    /// Only those with all of these.\n    pub tags: Option<Vec<String>>,\n",
            );
        }
        if number % 3 == 0 {
            let _ = writeln!(
                text,
                "    /// Only those from this time.\n    pub window: Option<{camel}Window>,"
            );
        }
        let _ = write!(
            text,
            r#"}}

/// Values of `order`.
#[derive({derives}, Copy, Default)]
#[serde(rename_all = "snake_case")]
pub enum {camel}Order {{
    #[default]
    Newest,
    Oldest,
    Relevance,
}}
"#
        );
        if number % 3 == 0 {
            let _ = write!(
                text,
                r#"
/// A span of time.
#[derive({derives})]
#[serde(deny_unknown_fields)]
pub struct {camel}Window {{
    /// Its first day.
    pub from: String,
    /// Its last day.
    pub until: Option<String>,
}}
"#
            );
        }
    }
    text
}
