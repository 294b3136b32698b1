//! `toolc test`: the examples that stand beside a declaration, run.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::Outcome;
use super::declaration::compile;
use super::failure::Failure;
use super::terminal::{print, print_json};
use crate::compiler::Output;
use crate::compiler::diagnostic::Diagnostic;
use crate::tool::Toolset;
use crate::unbuilt::Examples;

/// Run the examples of a declaration.
///
/// Prints a line for each that fails, and counts last. Exits with 1 if one does.
#[derive(Debug, Args)]
pub(super) struct Test {
    /// The declaration; `-` reads standard input.
    #[arg(default_value = "tools.toml")]
    file: PathBuf,
    /// Print one object.
    #[arg(long)]
    json: bool,
}

impl Test {
    pub(super) fn run(self, toolset: &impl Toolset) -> Result<Outcome, Failure> {
        let output = compile(&self.file)?;
        let examples = Examples::run(&output, Some(toolset));
        let failures: Vec<_> = examples
            .failed
            .iter()
            .map(|(tool, diagnostic)| object(tool, diagnostic, &output))
            .collect();
        let (count, failed) = (examples.count, failures.len());
        if self.json {
            print_json(&json!({
                "passed": count - failed,
                "failed": failed,
                "failures": failures,
            }))?;
        } else {
            let mut page = String::new();
            for it in &failures {
                let text = |key: &str| it[key].as_str().unwrap_or_default().to_owned();
                page += &format!("{}:{}: {}\n", text("file"), it["line"], text("message"));
            }
            let plural = if count == 1 { "" } else { "s" };
            page += &format!("{count} example{plural}, {failed} failed");
            print(&page)?;
        }
        Ok(if failed == 0 {
            Outcome::Done
        } else {
            Outcome::Finding
        })
    }
}

/// An example that fails, as `--json` has it.
fn object(tool: &str, diagnostic: &Diagnostic, output: &Output) -> Value {
    let problem = &diagnostic.problem;
    let mut object = json!({
        "tool": tool,
        "code": problem.code(),
        "message": problem.to_string(),
    });
    if let Some(span) = diagnostic.span {
        let sources = output.warnings.sources();
        object["file"] = json!(sources.files()[span.file].name());
        object["line"] = json!(sources.positions(span).0.line);
    }
    object
}
