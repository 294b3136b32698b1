//! The order of a call's steps: what is asked first, and what is not told.

use toolc::executor::{Executor, ToolCall};
use toolc::permission::{AllowList, Ceiling, Known};
use toolc::tool::{Context, Refusal, Spec, SubjectKind, ToolResult};

use crate::fixture::{Acts, Log};

const SCHEMA: &str = r#"{"type":"object","additionalProperties":false,"properties":{"path":{"type":"string"},"secret":{"type":"integer"}},"required":["path"]}"#;

fn executor() -> Executor {
    let path = |name| Spec::new(name, SCHEMA).subject(SubjectKind::Path, &["path"]);
    let tools = Acts::default()
        .saying(path("Read").read_only())
        .saying(path("Write"))
        .saying(path("Grep").read_only().renamed_from(&["Search"]))
        .with(path("Panic"), |_| async { panic!("inside") });
    Executor::builder()
        .tools(tools.toolset())
        .schema_mode(toolc::executor::SchemaMode::Enforce)
        .build()
        .unwrap()
}

fn allowing(entries: &[&str]) -> Context {
    let list = AllowList::load(entries, &Known::new()).unwrap().list;
    let cx = Context::builder().cwd("/srv").narrow(&list.into());
    cx.unwrap().build()
}

async fn run(tool: &str, arguments: &str, cx: &Context) -> ToolResult {
    executor().run(ToolCall::new(tool, arguments), cx).await
}

#[tokio::test]
async fn a_name_outside_the_list_is_not_allowed_whether_it_exists_or_not() {
    let cx = allowing(&["Read"]);
    for tool in ["Write", "Nope"] {
        let result = run(tool, "{}", &cx).await;
        assert_eq!(
            result.text(),
            format!("Tool '{tool}' not allowed. Allowed tools: Read")
        );
        assert_eq!(result.refused_by(), Some(Refusal::Permission));
    }
}

#[tokio::test]
async fn a_name_that_is_nothing_is_unknown_and_the_nearest_that_is_allowed_is_named() {
    let unrestricted = run("Raed", "{}", &Context::empty()).await;
    assert_eq!(
        unrestricted.text(),
        "Unknown tool: Raed. Did you mean 'Read'?"
    );
    let cx = allowing(&["Grep", "Nope"]);
    let within = run("Nope", "{}", &cx).await;
    assert_eq!(within.text(), "Unknown tool: Nope. Valid tools: Grep.");
    let below = Context::builder().ceiling(Ceiling::ReadOnly).build();
    let below = run("Nope", "{}", &below).await;
    assert_eq!(below.text(), "Unknown tool: Nope. Valid tools: Read, Grep.");
}

#[tokio::test]
async fn a_tool_that_is_not_allowed_does_not_tell_its_parameters() {
    let cx = allowing(&["Read(/tmp/**)"]);
    for arguments in [r#"{"secert": 1}"#, r#"{"path": 7}"#, "{}"] {
        let result = run("Read", arguments, &cx).await;
        assert_eq!(result.refused_by(), Some(Refusal::Permission));
        assert!(!result.text().contains("secret"), "{}", result.text());
    }
}

#[tokio::test]
async fn the_subject_is_judged_although_something_else_does_not_fit() {
    let cx = allowing(&["Read(/tmp/**)"]);
    let outside = run("Read", r#"{"path": "/etc/passwd", "secret": "x"}"#, &cx).await;
    assert_eq!(
        outside.text(),
        "Tool 'Read' not allowed (path: /etc/passwd). Allowed tools: Read(/tmp/**)"
    );
    let inside = run("Read", r#"{"path": "/tmp/a", "secret": "x"}"#, &cx).await;
    assert_eq!(
        inside.text(),
        "Invalid input for tool 'Read':\nParameter 'secret' must be an integer. The tool was not executed."
    );
    assert!(run("Read", r#"{"path": "/tmp/a"}"#, &cx).await.is_success());
}

#[tokio::test]
async fn the_ceiling_goes_before_the_arguments_and_after_the_list() {
    let read_only = Context::builder().ceiling(Ceiling::ReadOnly).build();
    let result = run("Write", "{}", &read_only).await;
    assert_eq!(
        result.text(),
        "Tool 'Write' is blocked: it declares mutating, but this execution allows at most read-only."
    );
    assert_eq!(result.refused_by(), Some(Refusal::Ceiling));
    assert!(
        run("Read", r#"{"path": "/a"}"#, &read_only)
            .await
            .is_success()
    );
    let both = allowing(&["Read"])
        .to_builder()
        .ceiling(Ceiling::ReadOnly)
        .build();
    let result = run("Write", "{}", &both).await;
    assert_eq!(result.refused_by(), Some(Refusal::Permission));
}

#[tokio::test]
async fn a_former_name_answers_and_says_so() {
    let result = run("Search", r#"{"path": "/a"}"#, &Context::empty()).await;
    assert_eq!(result.tool(), "Grep");
    assert_eq!(
        result.text(),
        "Grep\n<system-reminder key=\"hook-feedback\">\nTool 'Search' is now called 'Grep'.\n</system-reminder>"
    );
}

#[tokio::test]
async fn a_former_name_in_a_list_binds_with_its_patterns_and_allows_nothing_without() {
    let patterned = allowing(&["Search(/tmp/**)"]);
    assert!(
        run("Grep", r#"{"path": "/tmp/a"}"#, &patterned)
            .await
            .is_success()
    );
    let outside = run("Search", r#"{"path": "/etc"}"#, &patterned).await;
    assert_eq!(outside.refused_by(), Some(Refusal::Permission));
    let bare = run("Grep", r#"{"path": "/a"}"#, &allowing(&["Search"])).await;
    assert_eq!(bare.refused_by(), Some(Refusal::Permission));
}

#[tokio::test]
async fn an_interrupt_that_came_before_keeps_everything_from_starting() {
    let log = Log::default();
    let seen = log.clone();
    let tools = Acts::default().with(Spec::new("Run", "{}"), move |_| {
        seen.add("ran");
        async { Ok("done".into()) }
    });
    let executor = Executor::builder().tools(tools.toolset()).build().unwrap();
    let cx = Context::empty();
    cx.signal().trip("Escape");
    let result = executor.run(ToolCall::new("Run", "{}"), &cx).await;
    assert_eq!(result.refused_by(), Some(Refusal::Interrupt));
    assert!(log.all().is_empty());
}

#[tokio::test]
async fn an_execution_shares_what_the_host_did_not_bring() {
    const SEEN: toolc::tool::Key<Log> = toolc::tool::Key::new("seen");
    let tools = Acts::default().with(Spec::new("Add", "{}"), |call| async move {
        let log = call.cx.get(&SEEN).expect("shared");
        log.add(call.cx.call_id());
        Ok(log.all().len().to_string().into())
    });
    let executor = Executor::builder()
        .tools(tools.toolset())
        .share(SEEN, Log::default)
        .build()
        .unwrap();
    let add = |cx: Context| {
        let executor = executor.clone();
        async move { executor.run(ToolCall::new("Add", "{}"), &cx).await.text() }
    };
    let turn = executor.begin(&Context::empty());
    assert_eq!(add(turn.clone()).await, "1");
    assert_eq!(add(turn.clone()).await, "2");
    // A fork has its own, and what is not begun is one execution each.
    assert_eq!(add(executor.begin(&turn)).await, "1");
    assert_eq!(add(Context::empty()).await, "1");
    let batch = executor
        .batch(crate::fixture::calls(["Add", "Add"]), &Context::empty())
        .await;
    assert_eq!(batch[1].text(), "2");
    // What the host brings stays, also in a fork.
    let brought = Log::default();
    let own = Context::builder().put(&SEEN, brought.clone()).build();
    add(executor.begin(&own)).await;
    add(executor.begin(&executor.begin(&own))).await;
    assert_eq!(brought.all().len(), 2);
}
