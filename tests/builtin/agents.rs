//! Skills and subagents, with a host that says what it was given instead of asking a model.

use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;

use serde_json::json;
use toolc::agent::{Definition, Run, Surface};
use toolc::builtin::{Answer, Delegate, Status, Work};
use toolc::executor::{Executor, ToolCall};
use toolc::permission::Known;
use toolc::tool::ToolError;

use crate::desk::{Desk, PLACES, Place};

/// A host whose subagents answer with their name, what they may use, and the work. The word `fail` makes them give up.
#[derive(Default)]
pub(crate) struct Host {
    executor: OnceLock<Executor>,
}

impl Host {
    pub(crate) fn serve(&self, executor: &Executor) {
        self.executor.get_or_init(|| executor.clone());
    }
}

impl Delegate for Host {
    fn executor(&self) -> Executor {
        self.executor.get().expect("an executor").clone()
    }

    fn work(
        &self,
        work: Work,
    ) -> Pin<Box<dyn Future<Output = Result<Answer, ToolError>> + Send + '_>> {
        Box::pin(async move {
            let tools: Vec<_> = work
                .run
                .offer()
                .iter()
                .map(|it| it.entry.spec().name.to_string())
                .collect();
            Ok(Answer {
                text: format!(
                    "{} may use {}: {}",
                    work.definition.name.unwrap_or_default(),
                    tools.join(", "),
                    work.prompt
                ),
                status: if work.prompt.contains("fail") {
                    Status::Failed
                } else {
                    Status::Completed
                },
                iterations: 1,
                tokens: Some(42),
            })
        })
    }
}

const SKILL: &str = "---\nname: deploy\ndescription: Deploys.\nallowed-tools: Read Write Bash(git:*)\nexecution:\n  mode: fork\n  agent: helper\n---\nDeploy it.\n";
const HELPER: &str =
    "---\nname: helper\ndescription: Helps.\nallowed-tools: Bash, Grep, Read\n---\nHelp.\n";

#[tokio::test]
async fn a_fork_is_bound_by_the_skill_the_subagent_and_the_caller() {
    for place in PLACES {
        let desk = Desk::new(place);
        desk.put(".home/skills/deploy/SKILL.md", SKILL)
            .put(".home/agents/helper.md", HELPER);
        let call = || ToolCall::new("Skill", json!({"skill": "deploy", "args": "now"}));
        let result = desk.executor().run(call(), &desk.context().build()).await;
        assert_eq!(
            result.text(),
            "=== Skill Forked ===\nName: deploy\nFinal Answer:\nhelper may use Read, Bash: Deploy it.\n\nArguments: now"
        );

        let narrow = Definition::builder(Surface::Agent)
            .tools(["Skill", "Bash", "Grep"])
            .build(&Known::new())
            .expect("a list")
            .0;
        let run = Run::builder()
            .definition(narrow)
            .start(desk.executor(), &desk.context().build())
            .expect("a run");
        let text = run.call(call()).await.text();
        assert!(text.contains("helper may use Bash: "), "{text}");

        let foreign = Definition::builder(Surface::Agent)
            .tools(["Skill", "TodoWrite"])
            .build(&Known::new())
            .expect("a list")
            .0;
        let run = Run::builder()
            .definition(foreign)
            .start(desk.executor(), &desk.context().build())
            .expect("a run");
        let result = run.call(call()).await;
        assert!(result.is_error());
        assert!(
            result
                .text()
                .starts_with("Skill fork failed for 'deploy': "),
            "{}",
            result.text()
        );
    }
}

#[tokio::test]
async fn what_is_available_is_told_when_tools_are_offered() {
    let desk = Desk::new(Place::Memory);
    let told = || {
        let run = Run::builder()
            .start(desk.executor(), &desk.context().build())
            .expect("a run");
        let of = |name: &str| {
            let offer = run.offer();
            let tool = offer
                .iter()
                .find(|it| it.entry.spec().name == name)
                .expect("it is offered");
            tool.description.to_string()
        };
        (of("Skill"), of("Task"))
    };
    let (skill, task) = told();
    assert!(skill.ends_with("No skill is available."), "{skill}");
    assert!(task.ends_with("No subagent is available."), "{task}");
    desk.put(".home/skills/deploy/SKILL.md", SKILL)
        .put(
            ".home/skills/hidden/SKILL.md",
            "---\nname: hidden\ndescription: Secret.\ninvoke:\n  model: false\n---\n",
        )
        .put(".home/agents/helper.md", HELPER);
    let (skill, task) = told();
    assert!(
        skill.ends_with("Available skills:\n- deploy: Deploys."),
        "{skill}"
    );
    assert!(
        task.ends_with("Available subagents:\n- helper: Helps."),
        "{task}"
    );
}
