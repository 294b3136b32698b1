//! `toolc call`: one call of one tool.

use std::path::{Path, PathBuf};

use clap::Args;
use tokio::runtime::Runtime;

use super::Outcome;
use super::declaration::stdin;
use super::failure::Failure;
use super::policy::{Most, Policy};
use super::terminal::{Terminal, print};
use crate::executor::{Executor, ToolCall};
use crate::tool::{Context, ContextBuilder, Signal, ToolResult, Toolset};

/// Call one tool.
///
/// Prints the answer; an error goes to standard error, with exit code 1.
#[derive(Debug, Args)]
pub(super) struct Call {
    /// Its name.
    tool: String,
    /// Its arguments, a JSON object; `-` reads standard input.
    #[arg(default_value = "{}", value_name = "ARGS")]
    arguments: String,
    #[command(flatten)]
    policy: Policy,
    /// The most that the tool may leave behind.
    #[arg(long, value_enum, default_value = "mutating")]
    ceiling: Most,
    /// The folder that relative paths start from, instead of the current one.
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// Print the result record, error or not, on one line of standard output.
    #[arg(long)]
    json: bool,
}

impl Call {
    pub(super) fn run(
        self,
        terminal: &Terminal,
        toolset: impl Toolset,
    ) -> Result<Outcome, Failure> {
        let arguments = match self.arguments.as_str() {
            "-" => stdin()?,
            _ => self.arguments,
        };
        let cwd = match self.cwd {
            Some(folder) => std::path::absolute(&folder).map_err(Failure::unreadable(&folder))?,
            None => std::env::current_dir().map_err(Failure::unreadable(Path::new(".")))?,
        };
        let call = ToolCall::new(self.tool, arguments).with_id("1");
        let executor = Executor::builder()
            .tools(toolset)
            .build()
            .map_err(Failure::Tools)?;
        let grant = self.policy.grant(&executor.registry().known(), terminal)?;
        let cx = Context::builder()
            .cwd(cwd)
            .ceiling(self.ceiling.into())
            .narrow(&grant)
            .map_err(Failure::NothingInCommon)?;
        let result = Runtime::new()
            .map_err(Failure::Runtime)?
            .block_on(run(&executor, call, cx));
        if self.json {
            print(&result.record().to_string())?;
        } else if result.is_error() {
            terminal.diagnose(&result.text());
        } else {
            print(&result.text())?;
        }
        Ok(if result.is_error() {
            Outcome::Finding
        } else {
            Outcome::Done
        })
    }
}

/// Runs the call; Ctrl-C asks it to stop, and it still has a result.
async fn run(executor: &Executor, call: ToolCall, cx: ContextBuilder) -> ToolResult {
    let signal = Signal::new();
    let interrupt = signal.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            interrupt.trip("interrupted from the keyboard");
        }
    });
    executor.run(call, &cx.signal(signal).build()).await
}
