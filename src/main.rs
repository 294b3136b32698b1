//! The program with the tools that ship; without feature `builtin`, with none.

use std::process::ExitCode;

fn main() -> ExitCode {
    toolc::cli::run(toolc::cli::NoTools)
}
