//! The `toolc` program: one file per command.
//!
//! Data goes to stdout, diagnostics to stderr, and the exit code says what was found: 0 nothing to object, 1 a finding
//! (a mistake in the file, a tool's error), 2 a usage error or a file that cannot be read. A flag is accepted only when
//! what it steers exists. Nothing here decides anything about tools: the commands call the library and print.
//!
//! The program that ships has the built-in tools. For the same program with one's own tools:
//!
//! ```no_run
//! # fn toolset() -> impl toolc::tool::Toolset { toolc::cli::NoTools }
//! fn main() -> std::process::ExitCode {
//!     toolc::cli::run(toolset()) // `tools::toolset(state)`
//! }
//! ```

// What the commands share: where they print, why they fail, what they are about.
mod declaration;
mod failure;
mod host;
mod interrupt;
mod lines;
mod listing;
mod log;
mod no_tools;
mod policy;
#[cfg(feature = "mcp")]
mod servers;
mod terminal;
// The commands.
mod batch;
mod call;
mod check;
mod completions;
mod explain;
mod export;
mod generate;
mod import;
mod init;
mod list;
mod offer;
mod schema;
#[cfg(feature = "mcp")]
mod serve;
mod show;
mod test;
mod validate;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::compiler::diagnostic::Report;
use crate::compiler::problem::Problem;
use crate::tool::Toolset;
use failure::Failure;
pub use no_tools::NoTools;
use terminal::{Color, Terminal};

/// Runs the program with these tools and the arguments of the process.
pub fn run(toolset: impl Toolset) -> ExitCode {
    run_rooted(|root| match root {
        None => Ok(toolset),
        Some(_) => Err(io::Error::other("they know no root")),
    })
}

/// The same with tools that can be confined to a folder: what `--root` says is given to who makes them.
pub fn run_rooted<T: Toolset>(make: impl FnOnce(Option<&Path>) -> io::Result<T>) -> ExitCode {
    let program = Program::parse();
    let terminal = Terminal::new(program.color);
    let root = program.command.root().map(Path::to_owned);
    let outcome = log::start(&terminal)
        .and_then(|()| {
            make(root.as_deref()).map_err(|error| Failure::Root {
                path: root.unwrap_or_default(),
                error,
            })
        })
        .and_then(|toolset| program.command.run(&terminal, toolset));
    outcome
        .unwrap_or_else(|failure| terminal.fail(&failure))
        .into()
}

/// Tools for an agent, declared once: checks, generates, lists and calls them.
#[derive(Debug, Parser)]
#[command(name = "toolc", version, about, propagate_version = true)]
struct Program {
    /// Colour in diagnostics.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true,
        help = "Colour in diagnostics: auto, always or never"
    )]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

/// The commands, in the order of the work: start, check, generate, look, judge, call, publish.
#[derive(Debug, Subcommand)]
enum Command {
    Init(init::Init),
    Check(check::Check),
    Generate(generate::Generate),
    Schema(schema::Schema),
    List(list::List),
    Show(show::Show),
    Test(test::Test),
    Validate(validate::Validate),
    Explain(explain::Explain),
    Offer(offer::Offer),
    Call(call::Call),
    Batch(batch::Batch),
    Import(import::Import),
    Export(export::Export),
    #[cfg(feature = "mcp")]
    Serve(serve::Serve),
    Completions(completions::Completions),
}

impl Command {
    /// The folder that the tools are not to leave.
    fn root(&self) -> Option<&Path> {
        match self {
            Self::Call(command) => command.host.root.as_deref(),
            Self::Batch(command) => command.host.root.as_deref(),
            #[cfg(feature = "mcp")]
            Self::Serve(command) => command.host.root.as_deref(),
            _ => None,
        }
    }

    fn run(self, terminal: &Terminal, toolset: impl Toolset) -> Result<Outcome, Failure> {
        match self {
            Self::Init(command) => command.run(terminal),
            Self::Check(command) => command.run(terminal),
            Self::Generate(command) => command.run(terminal),
            Self::Schema(command) => command.run(terminal),
            Self::List(command) => command.run(&toolset),
            Self::Show(command) => command.run(&toolset),
            Self::Offer(command) => command.run(terminal, toolset),
            Self::Explain(command) => command.run(terminal, toolset),
            Self::Validate(command) => command.run(terminal),
            Self::Call(command) => command.run(terminal, toolset),
            Self::Test(command) => command.run(&toolset),
            Self::Import(command) => command.run(terminal),
            Self::Export(command) => command.run(&toolset),
            Self::Batch(command) => command.run(terminal, toolset),
            #[cfg(feature = "mcp")]
            Self::Serve(command) => command.run(terminal, toolset),
            Self::Completions(command) => command.run(),
        }
    }
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Done, nothing to object.
    Done,
    /// Done, and there is something to object to: a mistake in the file, a denial, a tool's error.
    Finding,
    /// Not done: usage, or a file that cannot be read.
    Unable,
    /// Not done: the allow-list cannot be loaded (`explain`).
    Unloadable,
}

impl Outcome {
    /// What a report of the compiler says about the end of the command that asked for it.
    fn of(report: &Report) -> Self {
        let unreadable = report
            .diagnostics()
            .iter()
            .any(|it| matches!(it.problem, Problem::Unreadable { .. }));
        match report.has_errors() {
            _ if unreadable => Self::Unable,
            true => Self::Finding,
            false => Self::Done,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Finding => Self::from(1),
            Outcome::Unable => Self::from(2),
            Outcome::Unloadable => Self::from(3),
        }
    }
}
