//! Runs: what is offered, what may run, and that nothing exceeds its caller.

use serde_json::json;
use toolc::agent::{Definition, Run, StartError, Surface};
use toolc::bind::Arguments;
use toolc::executor::{Cause, Executor, ToolCall};
use toolc::permission::{Ceiling, Grant};
use toolc::tool::{Binding, Content, Context, Invoker, Refusal, Spec, SubjectKind, Toolset};

use super::known;

/// Tools that answer with their arguments.
struct Echo;

static SPECS: [Spec; 3] = [
    Spec::new("Read", "{}")
        .read_only()
        .subject(SubjectKind::Path, &["file_path"]),
    Spec::new("Bash", "{}").subject(SubjectKind::Command, &["command"]),
    Spec::new("Later", "{}").read_only().defer(),
];

impl Toolset for Echo {
    fn name(&self) -> &str {
        "echo"
    }
    fn len(&self) -> usize {
        SPECS.len()
    }
    fn spec(&self, index: usize) -> &Spec {
        &SPECS[index]
    }
    fn position(&self, name: &str) -> Option<usize> {
        SPECS.iter().position(|spec| spec.name == name)
    }
    fn bind(&self, index: usize, arguments: Arguments, _: Context) -> Binding {
        let Arguments::Value(arguments) = arguments else {
            panic!("tests send values");
        };
        let parameters = SPECS[index]
            .subject
            .iter()
            .flat_map(|(_, names)| names.iter());
        let texts = parameters.filter_map(|name| arguments[*name].as_str());
        Binding {
            subjects: texts.map(str::to_owned).collect(),
            keys: Vec::new(),
            repairs: Vec::new(),
            doubts: None,
            outcome: Ok(Box::pin(async { Ok(Content::text("ran")) })),
        }
    }
}

pub(super) fn executor() -> Executor {
    Executor::builder()
        .tools(Echo)
        .tool_search()
        .build()
        .expect("names differ")
}

fn definition(surface: Surface, tools: &[&str]) -> Definition {
    let builder = Definition::builder(surface)
        .name("x")
        .tools(tools.iter().copied());
    builder.build(&known()).expect("loads").0
}

fn start(surface: Surface, tools: &[&str], caller: &Context) -> Result<Run, StartError> {
    let definition = definition(surface, tools);
    Run::builder()
        .definition(definition)
        .start(&executor(), caller)
}

async fn refusal(run: &Run, tool: &str, parameter: &str, value: &str) -> Option<Refusal> {
    let call = ToolCall::new(tool, json!({ parameter: value }));
    run.call(call).await.refused_by()
}

#[tokio::test]
async fn the_offer_and_the_execution_read_one_value() {
    let run = start(Surface::Agent, &["Bash(git:*)"], &Context::empty()).expect("starts");
    let offered: Vec<_> = run
        .offer()
        .iter()
        .map(|it| it.entry.spec().name.clone())
        .collect();
    assert_eq!(offered, ["Bash"]);
    assert_eq!(refusal(&run, "Bash", "command", "git log").await, None);
    for (tool, parameter, value) in [
        ("Bash", "command", "rm x"),
        ("Read", "file_path", "/a"),
        ("Nope", "x", "y"),
    ] {
        let refused = refusal(&run, tool, parameter, value).await;
        assert_eq!(refused, Some(Refusal::Permission), "{tool}");
    }
}

#[tokio::test]
async fn whatever_is_started_is_bound_by_its_caller() {
    let main = start(
        Surface::Agent,
        &["Bash(git:*)", "Read(/srv/**)"],
        &Context::empty(),
    )
    .expect("starts");
    for (surface, invoker) in [
        (Surface::Subagent, Invoker::Subagent),
        (Surface::Skill, Invoker::Skill),
        (Surface::Command, Invoker::Command),
    ] {
        let run = start(surface, &["Bash"], main.context()).expect("Bash is common");
        assert_eq!(run.context().invoker(), invoker);
        assert_eq!(refusal(&run, "Bash", "command", "git log").await, None);
        let refused = refusal(&run, "Bash", "command", "rm x").await;
        assert_eq!(refused, Some(Refusal::Permission), "{surface}");
        let step = Run::builder()
            .invoker(Invoker::Workflow)
            .start(&executor(), run.context());
        let step = step.expect("starts");
        assert_eq!(step.context().invoker(), Invoker::Workflow);
        let refused = refusal(&step, "Bash", "command", "rm x").await;
        assert_eq!(refused, Some(Refusal::Permission), "a step of {surface}");

        let unrestricted = Definition::builder(surface)
            .build(&known())
            .expect("no list")
            .0;
        let run = Run::builder()
            .definition(unrestricted)
            .start(&executor(), main.context());
        assert_eq!(run.expect("starts").grant(), main.grant());
    }
}

#[test]
fn delegation_keeps_narrowing() {
    let main = start(Surface::Agent, &["Bash", "Read"], &Context::empty()).expect("starts");
    let helper = start(Surface::Subagent, &["Bash(git:*)"], main.context()).expect("starts");
    let deeper = start(Surface::Skill, &["Read", "Bash"], helper.context()).expect("starts");
    assert_eq!(deeper.grant().names().collect::<Vec<_>>(), ["Bash"]);
    assert_eq!(deeper.grant().layers().count(), 3);
    assert!(start(Surface::Skill, &["Read"], deeper.context()).is_err());
}

#[test]
fn nothing_in_common_is_refused_with_both_lists() {
    let main = start(Surface::Agent, &["Read(/srv/**)"], &Context::empty()).expect("starts");
    let refused =
        start(Surface::Subagent, &["Bash(git:*)"], main.context()).expect_err("nothing in common");
    assert_eq!(
        refused.to_string(),
        "the subagent 'x' was not started: the allow-lists have nothing in common: its own is [Bash(git:*)], \
         its caller's is [Read(/srv/**)]"
    );
}

#[test]
fn a_definition_and_a_second_list_are_refused() {
    let refused = Run::builder()
        .definition(definition(Surface::Agent, &["Read"]))
        .tools(["Bash"], &known())
        .start(&executor(), &Context::empty())
        .expect_err("two lists");
    assert_eq!(refused, StartError::TwoLists);
    // Also when the definition has none: it says "unrestricted", the list says otherwise.
    let open = Definition::builder(Surface::Agent)
        .build(&known())
        .expect("no list")
        .0;
    let refused = Run::builder()
        .definition(open)
        .tools(["Bash"], &known())
        .start(&executor(), &Context::empty())
        .expect_err("two lists");
    assert_eq!(refused, StartError::TwoLists);
}

#[test]
fn an_empty_list_in_code_is_an_error() {
    let empty: [&str; 0] = [];
    assert!(
        Definition::builder(Surface::Agent)
            .tools(empty)
            .build(&known())
            .is_err()
    );
}

#[tokio::test]
async fn a_ceiling_is_never_raised() {
    let low = Run::builder()
        .ceiling(Ceiling::ReadOnly)
        .start(&executor(), &Context::empty())
        .expect("starts");
    let high = Run::builder()
        .ceiling(Ceiling::Mutating)
        .start(&executor(), low.context())
        .expect("starts");
    assert_eq!(high.ceiling(), Ceiling::ReadOnly);
    assert_eq!(
        refusal(&high, "Bash", "command", "x").await,
        Some(Refusal::Ceiling)
    );
    assert_eq!(refusal(&high, "Read", "file_path", "/a").await, None);
}

#[test]
fn a_context_cannot_be_widened() {
    let run = start(Surface::Agent, &["Read(/srv/**)"], &Context::empty()).expect("starts");
    let wider = run
        .context()
        .to_builder()
        .narrow(&Grant::unrestricted())
        .expect("narrower")
        .build();
    assert_eq!(wider.grant(), run.grant());
}

#[test]
fn an_empty_offer_names_its_likely_causes() {
    let causes = |run: Run| {
        assert!(run.offer().is_empty());
        executor()
            .empty_offer(run.context())
            .expect("nothing is offered")
            .causes
    };
    let misspelt = start(Surface::Agent, &["Raed"], &Context::empty()).expect("starts");
    let nearest = Some("Read".to_owned());
    let name = "Raed".to_owned();
    assert_eq!(causes(misspelt), [Cause::Unknown { name, nearest }]);

    let low = Run::builder().ceiling(Ceiling::ReadOnly);
    let low = low
        .tools(["Bash"], &known())
        .start(&executor(), &Context::empty())
        .expect("starts");
    let name = "Bash".to_owned();
    assert_eq!(causes(low), [Cause::AboveCeiling { name }]);

    let deferred = start(Surface::Agent, &["Later"], &Context::empty()).expect("starts");
    let name = "Later".to_owned();
    assert_eq!(causes(deferred), [Cause::Deferred { name }]);

    let offered = start(Surface::Agent, &["Read"], &Context::empty()).expect("starts");
    assert!(executor().empty_offer(offered.context()).is_none());
}
