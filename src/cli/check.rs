//! `toolc check`: every mistake of a declaration, and whether its examples do what they say.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Outcome;
use super::declaration;
use super::failure::Failure;
use super::terminal::{Terminal, print_json};
use crate::compiler::generate;
use crate::unbuilt::Examples;

/// Report every mistake of a declaration.
///
/// Exits with 1 if there is a mistake; warnings alone are none.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The declaration; `-` reads standard input.
    #[arg(default_value = "tools.toml")]
    file: PathBuf,
    /// How to print what was found.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people, on standard error.
    #[default]
    Text,
    /// A JSON array on standard output, one object for each finding.
    Json,
}

impl Check {
    pub(super) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let report = match generate(&declaration::config(&self.file)?) {
            Ok(output) => Examples::run(&output, None).report(&output.warnings),
            Err(report) => report,
        };
        match self.format {
            Format::Json => print_json(&report.to_json())?,
            Format::Text if report.is_empty() => {
                terminal.diagnose(&format!("{}: no mistakes", self.file.display()));
            }
            Format::Text => terminal.diagnose(&report.render(terminal.style())),
        }
        Ok(Outcome::of(&report))
    }
}
