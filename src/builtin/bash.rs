//! `Bash`: one command line, its output and how it ended.

use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use super::background::{Background, Task};
use super::session;
use super::shell::{Capture, End, follow};
use super::tools;
use super::workspace::Workspace;
use crate::tool::{Context, Handler, ToolError};

impl Handler<tools::Bash> for Workspace {
    async fn call(&self, input: tools::Bash, cx: &Context) -> Result<String, ToolError> {
        if input.command.trim().is_empty() {
            return Err(ToolError::anticipated("Command cannot be empty"));
        }
        if input.run_in_background {
            return self.run_on(&input.command, cx);
        }
        let limit = Duration::from_millis(input.timeout.unsigned_abs());
        self.run(&input.command, limit, cx).await
    }
}

impl Workspace {
    /// Starts a command that runs on.
    fn run_on(&self, command: &str, cx: &Context) -> Result<String, ToolError> {
        let task = self
            .background
            .start(&self.shell, command, session::of(cx), cx)
            .map_err(failed)?;
        let Task { id, command, .. } = &*task;
        Ok(format!(
            "Background task started with ID: {id}\nCommand: {command}\n\
             Call BashOutput with taskId {id} to see its output, KillShell to stop it."
        ))
    }

    /// Runs a command to its end.
    async fn run(&self, command: &str, limit: Duration, cx: &Context) -> Result<String, ToolError> {
        let mut group = self.shell.start(command, cx).map_err(failed)?;
        let mut capture = Capture::default();
        let end = follow(&mut group, limit, cx, |bytes| capture.push(bytes))
            .await
            .map_err(failed)?;
        let output = capture.to_text();
        match end {
            End::Exited(status) => match (status.code(), status.signal()) {
                (Some(0), _) => Ok(output),
                (Some(code), _) => Err(marked(output, &format!("[exit code: {code}]"))),
                (None, signal) => Err(marked(
                    output,
                    &format!("[killed by signal: {}]", signal.unwrap_or_default()),
                )),
            },
            End::TimedOut => Err(marked(
                output,
                &format!("[timed out after {}ms]", limit.as_millis()),
            )),
            End::Interrupted(reason) => {
                let sentence = format!("Bash command interrupted: {reason}");
                Err(ToolError::anticipated(match output.as_str() {
                    "" => sentence,
                    output => format!("{sentence}\n\n{output}"),
                }))
            }
        }
    }
}

fn failed(e: std::io::Error) -> ToolError {
    ToolError::anticipated(format!("Command failed: {e}")).with_source(e)
}

/// The output with a mark on a line of its own below it.
fn marked(mut output: String, mark: &str) -> ToolError {
    if !output.is_empty() && !output.ends_with('\n') {
        output.push('\n');
    }
    output.push_str(mark);
    ToolError::anticipated(output)
}

/// A task that is not there, or is another session's: the answer is the same.
pub(super) fn no_such_shell(background: &Background, id: &str, owner: &str) -> ToolError {
    let own = background.of(owner);
    let hint = if own.is_empty() {
        "No command was started in the background.".to_owned()
    } else {
        let ids: Vec<&str> = own.iter().map(|task| task.id.as_str()).collect();
        format!("Shells: {}.", ids.join(", "))
    };
    ToolError::anticipated(format!("Shell not found: {id}. {hint}"))
}
