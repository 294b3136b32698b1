//! The program with the tools that ship; without feature `builtin`, with none.

use std::process::ExitCode;

#[cfg(feature = "builtin")]
fn main() -> ExitCode {
    use toolc::builtin::{Workspace, toolset};
    toolc::cli::run_rooted(|root| {
        let workspace = root.map_or_else(|| Ok(Workspace::default()), Workspace::rooted)?;
        Ok(toolset(workspace))
    })
}

#[cfg(not(feature = "builtin"))]
fn main() -> ExitCode {
    toolc::cli::run(toolc::cli::NoTools)
}
