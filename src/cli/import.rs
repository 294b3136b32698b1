//! `toolc import`: published definitions to `tools.toml`.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Outcome;
use super::declaration::stdin;
use super::failure::Failure;
use super::terminal::{Terminal, print};
use crate::import::{Fidelity, Format, Options, import};

/// Declare tools that are published elsewhere: MCP, OpenAI, Anthropic, Gemini, JSON Schema.
///
/// The declaration goes to standard output, what was decided and lost to standard error. Exits with 1 if a tool is left out.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// The definitions, as JSON; `-` reads standard input.
    file: PathBuf,
    /// Their format; found out where it is not given.
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    from: Option<Format>,
    /// Keep every schema that would be published as another JSON value.
    #[arg(long)]
    exact: bool,
    /// Write what was decided and lost to this file, as JSON, instead of standard error.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl Import {
    pub(super) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let text = match self.file.as_os_str() == "-" {
            true => stdin()?,
            false => fs::read_to_string(&self.file).map_err(Failure::unreadable(&self.file))?,
        };
        let fidelity = match self.exact {
            true => Fidelity::Exact,
            false => Fidelity::Meaning,
        };
        let options = Options {
            from: self.from,
            fidelity,
        };
        let imported = import(&text, &options).map_err(|error| Failure::NotDefinitions {
            path: self.file.clone(),
            error,
        })?;
        match &self.report {
            Some(path) => {
                let report = format!("{:#}\n", imported.report.to_json());
                fs::write(path, report).map_err(Failure::unwritable(path))?;
            }
            None => terminal.diagnose(&imported.report.to_string()),
        }
        print(&imported.toml)?;
        Ok(match imported.report.left_out.is_empty() {
            true => Outcome::Done,
            false => Outcome::Finding,
        })
    }
}

fn format() -> impl TypedValueParser<Value = Format> {
    let words = Format::ALL.map(Format::word);
    PossibleValuesParser::new(words).try_map(|word| Format::from_word(&word).ok_or("unknown"))
}
