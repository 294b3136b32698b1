//! `Skill`: the instructions of a skill, or its work done in a run of its own.

use super::agents::{self, Named, Status};
use super::fs::{Found, Scope};
use super::tools;
use super::workspace::Workspace;
use crate::agent::Execution;
use crate::tool::{Context, Describe, Handler, ToolError};

/// How many files of a skill are listed.
const FILES_LISTED: usize = 50;

impl Handler<tools::Skill> for Workspace {
    async fn call(&self, input: tools::Skill, cx: &Context) -> Result<String, ToolError> {
        let skills = self.agents.skills(&*self.files);
        let Some(skill) = skills.iter().find(|skill| skill.name == input.skill) else {
            return Err(ToolError::anticipated(format!(
                "Skill not found: '{}'. Available skills: {}.",
                input.skill,
                agents::names(&skills)
            )));
        };
        let arguments = input.args.as_deref().unwrap_or_default().trim();
        let execution = skill.definition.skill.as_ref().map(|it| &it.execution);
        match execution {
            Some(Execution::Fork { agent }) => {
                self.fork(skill, agent.as_deref(), arguments, cx).await
            }
            _ => Ok(self.activated(skill, arguments)),
        }
    }
}

impl Describe<tools::Skill> for Workspace {
    fn describe(&self, _: &Context) -> String {
        match self.agents.skills(&*self.files).as_slice() {
            [] => "No skill is available.".to_owned(),
            skills => format!("Available skills:\n{}", agents::listed(skills)),
        }
    }
}

impl Workspace {
    /// The instructions. Nothing is narrowed by them: who follows them may what it might before.
    fn activated(&self, skill: &Named, arguments: &str) -> String {
        let definition = &skill.definition;
        let description = definition.description.as_deref().unwrap_or_default();
        let mut text = format!(
            "=== Skill Activated ===\nName: {}\nDescription: {}\n",
            skill.name,
            description.trim()
        );
        let tools: Vec<&str> = definition.grant.names().collect();
        if !tools.is_empty() {
            text.push_str(&format!("Allowed tools: {}\n", tools.join(", ")));
        }
        let files = self.files_of(skill);
        if !files.is_empty() {
            text.push_str(&format!(
                "Files in {}:\n  {}\n",
                skill.folder.display(),
                files.join("\n  ")
            ));
        }
        text.push_str(&format!("Instructions:\n{}", prompt(skill, arguments)));
        text
    }

    /// The files beside `SKILL.md`.
    fn files_of(&self, skill: &Named) -> Vec<String> {
        let mut names = Vec::new();
        // A folder that cannot be read has no files to list.
        let _ = self
            .files
            .walk(&skill.folder, Scope::Project, &mut |found| {
                if let Found::File(path) = found
                    && let Ok(below) = path.strip_prefix(&skill.folder)
                    && below.as_os_str() != "SKILL.md"
                {
                    names.push(below.display().to_string());
                }
                if names.len() < FILES_LISTED {
                    std::ops::ControlFlow::Continue(())
                } else {
                    std::ops::ControlFlow::Break(())
                }
            });
        names
    }

    async fn fork(
        &self,
        skill: &Named,
        agent: Option<&str>,
        arguments: &str,
        cx: &Context,
    ) -> Result<String, ToolError> {
        let name = &skill.name;
        let failed =
            |why: &str| ToolError::anticipated(format!("Skill fork failed for '{name}': {why}"));
        let delegate = self
            .agents
            .delegate()
            .ok_or_else(|| failed("this host starts no runs of their own."))?;
        // The skill's list within the caller's, and a subagent's within both.
        let mut definitions = vec![skill.definition.clone()];
        if let Some(agent) = agent {
            let subagents = self.agents.subagents(&*self.files);
            let found = subagents.iter().find(|it| it.name == agent);
            let found = found.ok_or_else(|| failed(&format!("there is no subagent '{agent}'.")))?;
            definitions.push(found.definition.clone());
        }
        let prompt = prompt(skill, arguments);
        let answer = agents::delegate(&*delegate, definitions, prompt, None, cx)
            .await
            .map_err(|e| failed(&e.to_string()))?;
        match answer.status {
            Status::Completed => Ok(format!(
                "=== Skill Forked ===\nName: {name}\nFinal Answer:\n{}",
                answer.text
            )),
            Status::Failed => Err(failed(&answer.text)),
        }
    }
}

fn prompt(skill: &Named, arguments: &str) -> String {
    let body = skill.definition.body.trim();
    if arguments.is_empty() {
        return body.to_owned();
    }
    format!("{body}\n\nArguments: {arguments}")
}
