//! `BashOutput`: what a background command has printed since it was asked last, and where it stands.

use std::time::Duration;

use regex::Regex;
use tokio::time::timeout;

use super::background::{Printed, State, Task};
use super::bash::no_such_shell;
use super::session;
use super::shell::Capture;
use super::tools;
use super::workspace::Workspace;
use crate::tool::{Context, Handler, ToolError};

impl Handler<tools::BashOutput> for Workspace {
    async fn call(&self, input: tools::BashOutput, cx: &Context) -> Result<String, ToolError> {
        let filter = input
            .filter
            .as_deref()
            .map(Regex::new)
            .transpose()
            .map_err(|e| {
                ToolError::invalid_parameter(format!("filter is no regular expression: {e}"))
                    .with_source(e)
            })?;
        let owner = session::of(cx);
        let task = self
            .background
            .find(&input.task_id, owner)
            .ok_or_else(|| no_such_shell(&self.background, &input.task_id, owner))?;
        if input.block {
            let patience = Duration::from_secs(input.wait_up_to.unsigned_abs());
            // Whether it ended, or the time did, is told by its state.
            let token = cx.signal().token();
            let _ = timeout(patience, token.run_until_cancelled(task.ended())).await;
            if let Some(reason) = cx.signal().reason() {
                return Err(ToolError::anticipated(format!(
                    "BashOutput interrupted: {reason}"
                )));
            }
        }
        // The state before the output: what ended before has nothing more to print.
        let state = task.state();
        let printed = task.take(filter.is_some());
        Ok(report(&task, &state, printed, filter.as_ref()))
    }
}

fn report(task: &Task, state: &State, printed: Printed, filter: Option<&Regex>) -> String {
    let (status, code, error) = match state {
        State::Running => ("Running", None, None),
        State::Exited { code: Some(0) } => ("Completed", Some(0), None),
        State::Exited { code: Some(code) } => ("Failed", Some(*code), None),
        State::Exited { code: None } => ("Failed", None, Some("It was ended by a signal.")),
        State::TimedOut => ("Timeout", None, None),
        State::Killed => ("Failed", None, Some("It was stopped by KillShell.")),
        State::Failed(words) => ("Failed", None, Some(words.as_str())),
    };
    let mut report = format!("Status: {status}\n");
    if let Some(code) = code {
        report.push_str(&format!("Exit Code: {code}\n"));
    }
    report.push_str(&format!("Command: {}\n", task.command));
    if let Some(error) = error {
        report.push_str(&format!("Error: {error}\n"));
    }
    let text: String = match filter {
        None => printed.text,
        Some(filter) => {
            let lines = printed.text.split_inclusive('\n');
            lines
                .filter(|line| filter.is_match(line.trim_end_matches('\n')))
                .collect()
        }
    };
    if text.is_empty() {
        report.push_str("No new output available");
    } else {
        report.push_str("Output:\n");
        // As much as Bash would have shown of it.
        let mut shown = Capture::default();
        shown.push(text.as_bytes());
        report.push_str(&shown.to_text());
    }
    if printed.dropped > 0 {
        report.push_str(&format!(
            "\n[Output truncated: {} bytes before this were not read in time and are lost]",
            printed.dropped
        ));
    }
    report
}
