//! The program with the tools that ship; without feature `builtin`, with none.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "builtin")]
    let tools = toolc::builtin::toolset(toolc::builtin::Workspace::default());
    #[cfg(not(feature = "builtin"))]
    let tools = toolc::cli::NoTools;
    toolc::cli::run(tools)
}
