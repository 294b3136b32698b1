//! `toolc call`: one call of one tool.

use clap::Args;

use super::Outcome;
use super::declaration::stdin;
use super::failure::Failure;
use super::host::Host;
use super::terminal::{Terminal, print};
use crate::executor::{Concurrency, ToolCall};
use crate::tool::{ContextBuilder, Toolset};

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
    pub(super) host: Host,
    /// Let Edit and Write change a file that no Read has shown before.
    #[cfg(feature = "builtin")]
    #[arg(long)]
    assume_read: bool,
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
            _ => self.arguments.clone(),
        };
        let concurrency = Concurrency::disabled();
        let hosted = self
            .host
            .start(terminal, toolset, concurrency, |cx| self.assume_read(cx))?;
        let call = ToolCall::new(&self.tool, arguments).with_id("1");
        let result = hosted.run(async |executor, cx| executor.run(call, cx).await);
        terminal.done();
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

    #[cfg(feature = "builtin")]
    fn assume_read(&self, cx: ContextBuilder) -> ContextBuilder {
        use crate::builtin::{STAMPS, Stamps};
        if self.assume_read {
            cx.put(&STAMPS, Stamps::assuming_read())
        } else {
            cx
        }
    }

    #[cfg(not(feature = "builtin"))]
    fn assume_read(&self, cx: ContextBuilder) -> ContextBuilder {
        cx
    }
}
