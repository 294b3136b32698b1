//! The executor: one call, one result, whatever happens.

use std::io;

use serde_json::json;
use toolc::executor::{Executor, Registry, ToolCall};
use toolc::tool::{Content, Context, Refusal, Spec, Stop, ToolError};

use crate::fixture::{Tools, echo};

fn tools() -> Tools {
    Tools::named("test")
        .with(Spec::new("Echo", "{}"), |arguments, _| async move {
            Ok(Content::text(format!("{arguments:?}")))
        })
        .with(Spec::new("Id", "{}"), |_, cx| async move {
            Ok(Content::text(cx.call_id()))
        })
        .with(Spec::new("Fail", "{}"), |_, _| async move {
            let error = io::Error::new(io::ErrorKind::NotFound, "/nowhere");
            Err(ToolError::from(error))
        })
        .with(Spec::new("Panic", "{}"), |_, _| async move {
            tokio::task::yield_now().await;
            panic!("out of {}", "cheese")
        })
        .with(
            Spec::new("PanicEarly", "{}"),
            |_, _| -> std::future::Ready<_> { panic!("while binding") },
        )
        .with(Spec::new("PanicOddly", "{}"), |_, _| async move {
            std::panic::panic_any(7)
        })
        .with(
            Spec::new("New", "{}").renamed_from(&["Old"]),
            |_, _| async move { Ok(Content::text("new")) },
        )
}

fn executor() -> Executor {
    Executor::builder().tools(tools()).build().unwrap()
}

async fn run(tool: &str) -> toolc::tool::ToolResult {
    let call = ToolCall::new(tool, "{}").with_id("c1");
    executor().run(call, &Context::empty()).await
}

#[tokio::test]
async fn a_call_is_answered_under_its_id_and_the_name_of_its_tool() {
    let result = run("Id").await;
    assert_eq!((result.id(), result.tool()), ("c1", "Id"));
    assert_eq!(result.text(), "c1");
    assert!(result.is_success());
}

#[tokio::test]
async fn a_failure_is_an_error_result_with_its_source() {
    let result = run("Fail").await;
    assert!(result.is_error());
    assert_eq!(result.text(), "File not found: /nowhere");
    assert!(
        result
            .source()
            .is_some_and(|source| source.is::<io::Error>())
    );
    assert_eq!((result.refused_by(), result.stopped_by()), (None, None));
}

#[tokio::test]
async fn a_panic_is_an_error_result_wherever_it_happens() {
    for (tool, words) in [
        ("Panic", "Tool execution failed: out of cheese"),
        ("PanicEarly", "Tool execution failed: while binding"),
        ("PanicOddly", "Tool execution failed: the handler panicked"),
    ] {
        let result = run(tool).await;
        assert_eq!(result.text(), words);
        assert_eq!(result.stopped_by(), Some(Stop::Panic), "{tool}");
        assert_eq!(result.record()["stopped_by"], json!("panic"));
    }
}

#[tokio::test]
async fn an_unknown_tool_is_refused_by_name() {
    let result = run("Ecko").await;
    assert_eq!(result.refused_by(), Some(Refusal::UnknownTool));
    assert!(
        result.text().starts_with("Unknown tool: Ecko"),
        "{}",
        result.text()
    );
    assert_eq!((result.id(), result.tool()), ("c1", "Ecko"));
}

#[tokio::test]
async fn the_prefix_that_models_add_is_dropped() {
    let result = run("functions.Id").await;
    assert!(result.is_success());
    assert_eq!(result.tool(), "Id");
}

#[tokio::test]
async fn a_tool_may_be_called_as_that_prefix_makes_it() {
    let executor = Executor::builder()
        .tools(echo("zero"))
        .tools(echo("functions.zero"))
        .tools(echo("functions.one"));
    let executor = executor.build().unwrap();
    for tool in ["zero", "functions.zero", "functions.one"] {
        let call = ToolCall::new(tool, "{}");
        let result = executor.run(call, &Context::empty()).await;
        assert_eq!((result.tool(), &*result.text()), (tool, tool));
    }
}

#[tokio::test]
async fn a_former_name_answers_and_tells_the_new_one() {
    let result = run("Old").await;
    assert!(result.text().starts_with("new"));
    assert_eq!(result.tool(), "New");
}

#[tokio::test]
async fn a_batch_is_answered_in_order() {
    let calls = ["Id", "Panic", "Nope", "Id"].map(|tool| ToolCall::new(tool, "{}").with_id(tool));
    let results = executor().batch(calls.to_vec(), &Context::empty()).await;
    let ids: Vec<&str> = results.iter().map(|result| result.id()).collect();
    assert_eq!(ids, ["Id", "Panic", "Nope", "Id"]);
    assert_eq!(results.iter().filter(|result| result.is_error()).count(), 2);
}

#[test]
fn two_tools_of_one_name_are_an_error_that_names_both_sets() {
    let error = Executor::builder()
        .tools(tools())
        .tools(echo("Id"))
        .build()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "Tool 'Id' is in toolset 'test' and in toolset 'Id'"
    );
    let former = Executor::builder()
        .tools(tools())
        .tools(echo("Old"))
        .build()
        .unwrap_err();
    assert_eq!(former.tool, "Old");
}

#[tokio::test]
async fn the_tools_can_be_replaced() {
    let executor = executor();
    let clone = executor.clone();
    executor.replace(Registry::new().with(echo("Other")).unwrap());
    let call = |tool| ToolCall::new(tool, "{}");
    assert!(
        clone
            .run(call("Other"), &Context::empty())
            .await
            .is_success()
    );
    let gone = clone.run(call("Echo"), &Context::empty()).await;
    assert_eq!(gone.refused_by(), Some(Refusal::UnknownTool));
    assert_eq!(format!("{:?}", clone.registry()), r#"["Other"]"#);
}

#[tokio::test]
async fn one_call_is_tested_without_an_executor_of_ones_own() {
    let result = toolc::testing::call(tools(), "Id", json!({}))
        .await
        .unwrap();
    assert_eq!(result.text(), "test");
}
