//! `toolc schema`: the JSON Schema of `tools.toml` itself, which editors complete and check by.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::Outcome;
use super::failure::Failure;
use super::terminal::{Terminal, print};
use crate::compiler::keys::editor_schema;

/// Print the JSON Schema of `tools.toml` (draft-07), for editors.
///
/// `#:schema ./tools.schema.json` as the first line of `tools.toml` connects the two.
#[derive(Debug, Args)]
pub(super) struct Schema {
    /// Write it to a file instead.
    #[arg(long, value_name = "PATH", num_args = 0..=1, default_missing_value = "tools.schema.json")]
    write: Option<PathBuf>,
}

impl Schema {
    pub(super) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let schema = editor_schema();
        match self.write {
            None => print(&schema)?,
            Some(path) => {
                fs::write(&path, schema).map_err(Failure::unwritable(&path))?;
                terminal.diagnose(&format!("wrote {}", path.display()));
            }
        }
        Ok(Outcome::Done)
    }
}
