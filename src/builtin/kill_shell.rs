//! `KillShell`: ends a background command with everything it has started.

use std::time::Duration;

use tokio::time::timeout;

use super::background::State;
use super::bash::no_such_shell;
use super::session;
use super::tools;
use super::workspace::Workspace;
use crate::tool::{Context, Handler, ToolError};

/// How long to wait for the end.
const PATIENCE: Duration = Duration::from_secs(5);

impl Handler<tools::KillShell> for Workspace {
    async fn call(&self, input: tools::KillShell, cx: &Context) -> Result<String, ToolError> {
        let owner = session::of(cx);
        let id = &input.task_id;
        let task = self
            .background
            .find(id, owner)
            .ok_or_else(|| no_such_shell(&self.background, id, owner))?;
        if task.state() != State::Running {
            return Ok(format!("Shell {id} is not running: it had ended before."));
        }
        task.kill("KillShell");
        if timeout(PATIENCE, task.ended()).await.is_err() {
            return Ok(format!("Shell {id} is still shutting down."));
        }
        Ok(match task.state() {
            State::Killed => format!("Shell {id} was stopped."),
            _ => format!("Shell {id} ended by itself before it was stopped."),
        })
    }
}
