//! `Task`: work for a subagent.

use super::agents::{self, Status};
use super::shell::Capture;
use super::tools;
use super::workspace::Workspace;
use crate::tool::{Context, Describe, Handler, ToolError};

impl Handler<tools::Task> for Workspace {
    async fn call(&self, input: tools::Task, cx: &Context) -> Result<String, ToolError> {
        if input
            .model
            .as_deref()
            .is_some_and(|model| model.trim().is_empty())
        {
            return Err(ToolError::invalid_parameter("model cannot be blank"));
        }
        let subagents = self.agents.subagents(&*self.files);
        let name = &input.subagent_name;
        let Some(subagent) = subagents.iter().find(|it| it.name == *name) else {
            return Err(ToolError::anticipated(format!(
                "Subagent not found: {name}. Available subagents: {}",
                agents::names(&subagents)
            )));
        };
        let delegate = self.agents.delegate().ok_or_else(|| {
            ToolError::anticipated(format!(
                "Subagent '{name}' cannot be started: this host starts no runs of their own."
            ))
        })?;
        let definitions = vec![subagent.definition.clone()];
        let answer =
            agents::delegate(&*delegate, definitions, input.prompt, input.model, cx).await?;

        let status = match answer.status {
            Status::Completed => "completed",
            Status::Failed => "failed",
        };
        let mut report = format!(
            "=== Subagent Task Result ===\nSubagent: {name}\nTask: {}\nStatus: {status}\nIterations: {}\n",
            input.description, answer.iterations
        );
        if let Some(tokens) = answer.tokens {
            report.push_str(&format!("Tokens: {tokens}\n"));
        }
        let mut result = Capture::default();
        result.push(answer.text.as_bytes());
        report.push_str(&format!("Result:\n{}", result.to_text()));
        Ok(report)
    }
}

impl Describe<tools::Task> for Workspace {
    fn describe(&self, _: &Context) -> String {
        match self.agents.subagents(&*self.files).as_slice() {
            [] => "No subagent is available.".to_owned(),
            subagents => format!("Available subagents:\n{}", agents::listed(subagents)),
        }
    }
}
