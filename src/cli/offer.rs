//! `toolc offer`: what an agent, subagent, skill or command file would be offered.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::Outcome;
use super::failure::Failure;
use super::listing::Selection;
use super::policy::{self, Most, Remark};
use super::terminal::{Terminal, print, print_json};
use crate::agent::{Definition, Run, StartError, Surface};
use crate::executor::Executor;
use crate::tool::{Context, Toolset};

/// Show what the file of an agent, subagent, skill or command is offered.
#[derive(Debug, Args)]
pub(super) struct Offer {
    /// The file.
    #[arg(value_name = "FILE.md")]
    file: PathBuf,
    /// What it is; else its place says: `SKILL.md`, a folder `agents` or `commands`, or an agent.
    #[arg(long, value_enum)]
    surface: Option<Kind>,
    /// The file of whoever starts it, whose allow-list binds it too.
    #[arg(long, value_name = "FILE")]
    caller: Option<PathBuf>,
    /// The most that its tools may leave behind.
    #[arg(long, value_enum, default_value = "mutating")]
    ceiling: Most,
    #[command(flatten)]
    selection: Selection,
    /// Print one object.
    #[arg(long)]
    json: bool,
}

/// The words of `--surface`.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Agent,
    Subagent,
    Skill,
    Command,
}

impl Offer {
    pub(super) fn run(
        self,
        terminal: &Terminal,
        toolset: impl Toolset,
    ) -> Result<Outcome, Failure> {
        let executor = self.selection.executor(toolset)?;
        match policy::attempt(self.print(terminal, &executor))? {
            Ok(()) => Ok(Outcome::Done),
            Err(unloadable) => {
                terminal.unloadable(&unloadable);
                Ok(Outcome::Finding)
            }
        }
    }

    fn print(&self, terminal: &Terminal, executor: &Executor) -> Result<(), Failure> {
        let known = executor.registry().known();
        let surface = self.surface.map_or(Surface::of(&self.file), Surface::from);
        let (definition, rules) = policy::surfaced(&self.file, surface, &known)?;
        let caller = match &self.caller {
            Some(file) => Some(policy::agent(file, &known)?.0),
            None => None,
        };
        let own = definition.grant.clone();
        let run = self
            .start(definition, caller, executor)
            .map_err(Failure::Start)?;
        terminal.remarks(&rules);
        let mut remarks = rules.remarks;
        if let Some(empty) = executor.empty_offer(run.context()) {
            let remark = Remark {
                code: "empty-offer",
                entry: own.to_string(),
                message: empty.to_string(),
            };
            terminal.remark(&remark);
            remarks.push(remark);
        }
        let offered = executor.offered(run.context());
        let names: Vec<_> = offered.iter().map(|it| &*it.entry.spec().name).collect();
        if self.json {
            let list = own.layers().next();
            let allow = list.map(|it| it.entries().map(ToString::to_string).collect::<Vec<_>>());
            return print_json(&json!({
                "surface": surface.to_string(),
                "allow": allow,
                "offered": names,
                "warnings": remarks.iter().map(Remark::to_json).collect::<Vec<_>>(),
            }));
        }
        names.iter().try_for_each(|name| print(name))
    }

    /// Starts it as its caller would, through the same door.
    fn start(
        &self,
        definition: Definition,
        caller: Option<Definition>,
        executor: &Executor,
    ) -> Result<Run, StartError> {
        let mut cx = Context::empty();
        if let Some(caller) = caller {
            let caller = Run::builder().definition(caller).start(executor, &cx)?;
            cx = caller.context().clone();
        }
        Run::builder()
            .definition(definition)
            .ceiling(self.ceiling.into())
            .start(executor, &cx)
    }
}

impl From<Kind> for Surface {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Agent => Self::Agent,
            Kind::Subagent => Self::Subagent,
            Kind::Skill => Self::Skill,
            Kind::Command => Self::Command,
        }
    }
}
