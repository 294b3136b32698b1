//! What a subscriber sees: levels as in the guide's table, spans in OpenTelemetry's names, and no arguments.

use std::io;

use toolc::executor::{Executor, ToolCall};
use toolc::permission::{AllowList, Known};
use toolc::tool::{Context, DynamicToolset, Spec, ToolError};
use tracing::Level;

use super::listen;

/// What is seen of one call.
async fn seen(tool: &str) -> Vec<String> {
    let (told, _guard) = listen();
    let names = ["Say", "Expected", "Unexpected", "Panic"];
    let specs = names.map(|name| Spec::new(name, "{}"));
    let tools = DynamicToolset::new("acts", specs, |call| async move {
        match call.tool.as_str() {
            "Expected" => Err(ToolError::anticipated("not today\nhunter2")),
            "Unexpected" => Err(io::Error::other("disk on fire").into()),
            "Panic" => panic!("oh"),
            _ => Ok(call.tool.into()),
        }
    });
    let executor = Executor::builder().tools(tools).build().unwrap();
    let list = AllowList::load(names, &Known::new());
    let cx = Context::builder().narrow(&list.unwrap().list.into());
    let call = ToolCall::new(tool, r#"{"password": "hunter2"}"#).with_id("c1");
    executor.run(call, &cx.unwrap().build()).await;
    told.lines()
}

fn levels(lines: &[String]) -> Vec<Level> {
    let words = lines.iter().filter_map(|line| line.split(' ').next());
    words.filter_map(|word| word.parse().ok()).collect()
}

#[tokio::test]
async fn a_call_is_a_span_in_the_conventions_names() {
    let lines = seen("Say").await;
    assert_eq!(
        lines[0],
        "span execute_tool gen_ai.operation.name=\"execute_tool\" gen_ai.tool.name=\"Say\" gen_ai.tool.call.id=\"c1\" gen_ai.tool.type=\"function\""
    );
    let recorded = |name: &str| {
        lines
            .iter()
            .any(|line| line.starts_with(&format!("field {name}=")))
    };
    assert!(recorded("toolc.wait_ms") && recorded("toolc.run_ms") && !recorded("error.type"));
}

#[tokio::test]
async fn what_went_wrong_is_the_spans_error_type() {
    let rows = [
        ("Expected", "tool_error"),
        ("Panic", "panic"),
        ("Nope", "permission"),
    ];
    for (tool, error) in rows {
        let expected = format!("field error.type={error:?}");
        assert!(seen(tool).await.contains(&expected), "{tool}");
    }
}

#[tokio::test]
async fn levels_are_the_guides() {
    let rows = [
        ("Say", vec![Level::DEBUG]),
        ("Expected", vec![Level::WARN, Level::DEBUG]),
        ("Unexpected", vec![Level::ERROR, Level::DEBUG]),
        ("Panic", vec![Level::ERROR, Level::DEBUG]),
        ("Nope", vec![Level::WARN]),
    ];
    for (tool, expected) in rows {
        let lines = seen(tool).await;
        assert_eq!(levels(&lines), expected, "{lines:?}");
    }
}

#[tokio::test]
async fn arguments_are_in_no_line() {
    for tool in ["Say", "Expected", "Unexpected", "Panic", "Nope"] {
        let lines = seen(tool).await.join("\n");
        assert!(!lines.contains("hunter2"), "{lines}");
    }
}

/// A tool of somebody else's that runs although its arguments do not fit: the sentences quote them.
#[tokio::test]
async fn what_does_not_fit_is_quoted_to_who_debugs_and_named_to_everybody() {
    let (told, _guard) = listen();
    let schema = r#"{"type": "object", "properties": {"mode": {"enum": ["a", "b"]}}}"#;
    let specs = [Spec::new("Theirs", schema)];
    let tools = DynamicToolset::new("acts", specs, |_| async { Ok("done".into()) });
    let executor = Executor::builder().tools(tools).build().unwrap();
    let call = ToolCall::new("Theirs", r#"{"mode": "hunter2"}"#);
    assert!(executor.run(call, &Context::empty()).await.is_success());
    let lines = told.lines();
    let of = |level: &str| {
        let lines = lines.iter().filter(|line| line.starts_with(level));
        lines.cloned().collect::<Vec<_>>().join("\n")
    };
    assert!(of("WARN").contains(r#"parameters=["mode"]"#), "{lines:?}");
    assert!(of("DEBUG").contains("hunter2"), "{lines:?}");
    let quoting = lines.iter().filter(|line| line.contains("hunter2"));
    assert_eq!(quoting.count(), 1, "{lines:?}");
}
