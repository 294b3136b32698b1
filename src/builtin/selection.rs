//! Which files of a walk are wanted: by a glob, by a type. Whatever a glob says, it only ever chooses among the files that
//! the walk comes across; it never leads it anywhere.

use std::path::Path;

use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};

use crate::tool::ToolError;

/// Wanted files.
#[derive(Debug)]
pub(super) struct Selection {
    globs: Override,
    types: Types,
}

impl Selection {
    /// All files.
    pub(super) fn all() -> Self {
        Self {
            globs: Override::empty(),
            types: Types::empty(),
        }
    }

    /// The files below a root that match both: a glob in the manner of `.gitignore` (without a slash the name of the file,
    /// else its path below the root; with a `!` in front, the others), and a type of ripgrep's table.
    pub(super) fn new(
        root: &Path,
        glob: Option<&str>,
        file_type: Option<&str>,
    ) -> Result<Self, ToolError> {
        Ok(Self {
            globs: glob.map_or_else(|| Ok(Override::empty()), |glob| globs(root, glob))?,
            types: file_type.map_or_else(|| Ok(Types::empty()), types)?,
        })
    }

    /// Is this file wanted?
    pub(super) fn has(&self, path: &Path) -> bool {
        !self.globs.matched(path, false).is_ignore() && !self.types.matched(path, false).is_ignore()
    }
}

fn globs(root: &Path, glob: &str) -> Result<Override, ToolError> {
    OverrideBuilder::new(root)
        .add(glob)
        .and_then(|builder| builder.build())
        .map_err(|e| {
            ToolError::invalid_parameter(format!("'{glob}' is no glob: {e}")).with_source(e)
        })
}

fn types(name: &str) -> Result<Types, ToolError> {
    let mut builder = TypesBuilder::new();
    builder.add_defaults().select(name);
    builder.build().map_err(|e| {
        let hint = named_by_extension(&builder, name)
            .map_or_else(String::new, |near| format!(" Did you mean '{near}'?"));
        ToolError::invalid_parameter(format!(
            "'{name}' is no file type.{hint} To choose by name, use glob."
        ))
        .with_source(e)
    })
}

/// The type whose files end in what was taken for its name: `rs` is `rust`.
fn named_by_extension(types: &TypesBuilder, extension: &str) -> Option<String> {
    let glob = format!("*.{extension}");
    types
        .definitions()
        .into_iter()
        .find(|known| known.globs().contains(&glob))
        .map(|known| known.name().to_owned())
}
