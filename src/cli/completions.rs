//! `toolc completions`: what a shell needs to complete the others.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::failure::Failure;
use super::terminal::print;
use super::{Outcome, Program};

/// Print a completion script.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> Result<Outcome, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Program::command(), "toolc", &mut script);
        print(&String::from_utf8_lossy(&script))?;
        Ok(Outcome::Done)
    }
}
