//! `toolc validate`: arguments against a schema that is known only at run time, as the executor would look at them.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use super::declaration::stdin;
use super::failure::Failure;
use super::lines::{Given, Lines};
use super::terminal::Terminal;
use crate::bind::{Arguments, Plan, Violation, Violations};

/// Check arguments against a JSON Schema, as the run-time gate does: shape only, one level deep.
///
/// Exits with 1 if they do not fit. `--batch` reads JSON lines {"id", "schema", "arguments" or "raw_arguments", "as"?},
/// where "as" is "gate" (the default) or "binding" (all the way down, with ranges, as generated tools are checked), and
/// prints {"id", "violations": [{"path", "kind", "message"}]} for each.
#[derive(Debug, Args)]
pub(super) struct Validate {
    /// The schema.
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "batch",
        conflicts_with = "batch"
    )]
    schema: Option<PathBuf>,
    /// The arguments, a JSON object; `-` reads standard input.
    #[arg(default_value = "{}", value_name = "ARGS")]
    arguments: String,
    /// Check many: a file of JSON lines, `-` for standard input.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
}

/// One line of a batch.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a record")]
struct Line {
    #[serde(default)]
    id: Value,
    schema: Value,
    #[serde(flatten)]
    given: Given,
    #[serde(default, rename = "as")]
    way: Way,
}

/// The two ways to look at arguments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Way {
    #[default]
    Gate,
    Binding,
}

impl Validate {
    pub(super) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        if let Some(file) = &self.batch {
            Lines::<Line>::open(file)?.answer(terminal, answered)?;
            return Ok(Outcome::Done);
        }
        let schema = schema(self.schema.as_deref().unwrap_or(Path::new("")))?;
        let arguments = match self.arguments.as_str() {
            "-" => stdin()?,
            _ => self.arguments,
        };
        Ok(match check(&schema, Way::Gate, arguments.into()) {
            Ok(()) => Outcome::Done,
            Err(violations) => {
                terminal.diagnose(&violations.to_string());
                Outcome::Finding
            }
        })
    }
}

fn answered(line: Line) -> Value {
    let found = check(&line.schema, line.way, line.given.into());
    let violations: Vec<_> = match &found {
        Ok(()) => Vec::new(),
        Err(violations) => violations.iter().map(object).collect(),
    };
    json!({ "id": line.id, "violations": violations })
}

fn check(schema: &Value, way: Way, arguments: Arguments) -> Result<(), Violations> {
    let plan = match way {
        Way::Gate => Plan::gate(schema),
        Way::Binding => Plan::from_schema(schema),
    };
    plan.bind(&arguments, &[]).found.outcome
}

fn object(violation: &Violation) -> Value {
    json!({
        "path": violation.path(),
        "kind": violation.kind().as_str(),
        "message": violation.to_string(),
    })
}

fn schema(path: &Path) -> Result<Value, Failure> {
    let text = fs::read_to_string(path).map_err(Failure::unreadable(path))?;
    serde_json::from_str(&text).map_err(|error| Failure::unreadable(path)(error.into()))
}
