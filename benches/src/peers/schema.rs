//! The published schemas, as jsonschema takes them.
//!
//! The macro reads a file while this crate compiles, when the generated schemas have no fixed place yet. So they are kept
//! in `schemas/`; `ratios` refuses to start when one is not what toolc publishes, and says how to renew it.

use std::sync::LazyLock;

use jsonschema::{ErrorIterator, Validator};
use serde_json::Value;

use crate::cases::Tool;
use crate::tools;

/// One tool's schema, ready to validate.
pub struct Schema {
    /// The tool.
    pub tool: Tool,
    /// Its file, below this crate's folder.
    pub path: &'static str,
    /// What stands in that file.
    pub kept: &'static str,
    /// What toolc publishes.
    pub published: &'static str,
    /// The validator that interprets it.
    pub interpreter: Validator,
    /// The validator that the macro made of it.
    pub compiled: for<'a> fn(&'a Value) -> ErrorIterator<'a>,
}

impl Schema {
    /// The schema of a tool.
    pub fn of(tool: Tool) -> &'static Self {
        let found = all().iter().find(|schema| schema.tool == tool);
        found.expect("every tool has a schema")
    }
}

macro_rules! schema {
    ($tool:ident, $path:literal) => {{
        #[jsonschema::validator(path = $path)]
        struct Compiled;

        let kept = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path));
        let value: Value = serde_json::from_str(kept).expect("a kept schema is JSON");
        Schema {
            tool: Tool::$tool,
            path: $path,
            kept,
            published: published::<tools::$tool>(),
            interpreter: jsonschema::validator_for(&value).expect("a kept schema is a schema"),
            compiled: Compiled::iter_errors,
        }
    }};
}

/// The schemas of all tools.
pub fn all() -> &'static [Schema] {
    static SCHEMAS: LazyLock<Vec<Schema>> = LazyLock::new(|| {
        vec![
            schema!(Read, "schemas/read.json"),
            schema!(Grep, "schemas/grep.json"),
            schema!(Edit, "schemas/edit.json"),
            schema!(TodoWrite, "schemas/todo_write.json"),
            schema!(CreateIssue, "schemas/create_issue.json"),
            schema!(BookTrip, "schemas/book_trip.json"),
            schema!(Plot, "schemas/plot.json"),
        ]
    });
    &SCHEMAS
}

fn published<T: toolc::tool::Tool>() -> &'static str {
    &T::SPEC.input_schema
}
