//! `toolc generate`: the generated code as files, for those who commit it and want no build dependencies.

use std::path::PathBuf;

use clap::Args;

use super::Outcome;
use super::declaration::compile;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::compiler::folder::{Difference, Stale};

/// Write the generated code to a folder.
#[derive(Debug, Args)]
pub(super) struct Generate {
    /// The declaration; `-` reads standard input.
    #[arg(default_value = "tools.toml")]
    file: PathBuf,
    /// The folder; it holds generated files only.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write nothing; exit with 1 if the folder is not what would be written.
    #[arg(long)]
    check: bool,
}

impl Generate {
    pub(super) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let output = compile(&self.file)?;
        if !output.warnings.is_empty() {
            terminal.diagnose(&output.warnings.render(terminal.style()));
        }
        if self.check {
            let stale = output
                .stale(&self.out)
                .map_err(Failure::unreadable(&self.out))?;
            let outcome = if stale.is_empty() {
                Outcome::Done
            } else {
                Outcome::Finding
            };
            self.tell(terminal, &stale);
            return Ok(outcome);
        }
        let changed = output
            .write_to(&self.out)
            .map_err(Failure::unwritable(&self.out))?;
        self.tell(terminal, &changed);
        Ok(Outcome::Done)
    }

    fn tell(&self, terminal: &Terminal, files: &[Stale]) {
        for Stale { path, difference } in files {
            let path = self.out.join(path);
            let word = match (difference, self.check) {
                (Difference::Missing, true) => "missing",
                (Difference::Changed, true) => "stale",
                (Difference::Leftover, true) => "left over",
                (Difference::Missing | Difference::Changed, false) => "wrote",
                (Difference::Leftover, false) => "removed",
            };
            terminal.diagnose(&format!("{word} {}", path.display()));
        }
    }
}
