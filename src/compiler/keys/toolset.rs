//! The keys of what concerns all tools: the toolset, where it is sent to, and what is taken there.

use super::tables::{TEXT, TEXTS};
use super::{Key, Kind, Table};

const COUNT: &[Kind] = &[Kind::Count];
/// Where definitions can be sent.
const TARGET: &[Kind] = &[Kind::Word(&[
    "mcp",
    "anthropic",
    "openai",
    "openai-strict",
    "openai-responses",
    "gemini",
    "gemini-json-schema",
    "bedrock",
    "json-schema",
])];

/// What concerns all tools.
pub static TOOLSET: Table = Table {
    name: "`[toolset]`",
    header: "[toolset]",
    doc: "What concerns all tools.",
    keys: &[
        &Key::new(
            "name",
            TEXT,
            r#"name = "builtin""#,
            "The toolset's name; the file's name where it is not given.",
        ),
        &Key::new(
            "targets",
            &[Kind::List(TARGET)],
            r#"targets = ["mcp", "anthropic"]"#,
            "Where the definitions must be sendable to: what cannot be sent there is an error.",
        ),
        &Key::new(
            "limits",
            &[Kind::List(&[Kind::Table(&LIMITS)])],
            "[[toolset.limits]]",
            "What a target takes, where that is more or less than the records say that toolc comes with.",
        ),
        &Key::new(
            "include",
            TEXTS,
            r#"include = ["tools/*.toml"]"#,
            "More files, sorted by path; relative to this one. Only the file name may hold a `*`, in a folder below.",
        ),
    ],
};

static LIMITS: Table = Table {
    name: "a limit",
    header: "[[toolset.limits]]",
    doc: "What a target takes, in place of the record that toolc comes with. Everything that it does not say stays as it was read.",
    keys: &[
        &Key::new(
            "target",
            TARGET,
            r#"target = "openai""#,
            "Whose limits they are.",
        ),
        &Key::new(
            "read",
            TEXT,
            r#"read = "2027-01""#,
            "When that was read: limits move.",
        ),
        &Key::new(
            "source",
            TEXT,
            r#"source = "our contract""#,
            "Where it was read.",
        ),
        &Key::new(
            "tools",
            COUNT,
            "tools = 512",
            "The most tools in one request.",
        ),
        &Key::new(
            "description",
            COUNT,
            "description = 2048",
            "The most characters of a tool's description.",
        ),
        &Key::new(
            "properties",
            COUNT,
            "properties = 100",
            "The most properties of a tool, those of all its objects together.",
        ),
        &Key::new(
            "levels",
            COUNT,
            "levels = 5",
            "The most objects and arrays within each other.",
        ),
        &Key::new(
            "enum-values",
            COUNT,
            "enum-values = 500",
            "The most enum values of a tool, those of all its enums together.",
        ),
        &Key::new(
            "characters",
            COUNT,
            "characters = 15000",
            "The most characters of all property names and enum values of a tool together.",
        ),
    ],
};
