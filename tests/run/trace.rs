//! What a subscriber sees: levels as in the guide's table, spans in OpenTelemetry's names, and no arguments.

use std::fmt::{Debug, Write};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use toolc::executor::{Executor, ToolCall};
use toolc::permission::{AllowList, Known};
use toolc::tool::{Context, Spec, ToolError};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::fixture::{Acts, Log};

/// Writes down every span and event.
struct Kept {
    log: Log,
    next: AtomicU64,
}

#[derive(Default)]
struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for Kept {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("toolc")
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut line = Line::default();
        span.record(&mut line);
        self.log
            .add(format!("span {}{}", span.metadata().name(), line.0));
        Id::from_u64(self.next.fetch_add(1, Ordering::SeqCst) + 1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        let mut line = Line::default();
        values.record(&mut line);
        self.log.add(format!("field{}", line.0));
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut line = Line::default();
        event.record(&mut line);
        self.log
            .add(format!("{}{}", event.metadata().level(), line.0));
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// What is seen of one call.
async fn seen(tool: &str) -> Vec<String> {
    let log = Log::default();
    let kept = Kept {
        log: log.clone(),
        next: AtomicU64::new(0),
    };
    let _guard = tracing::subscriber::set_default(kept);
    let tools = Acts::default()
        .saying(Spec::new("Say", "{}"))
        .with(Spec::new("Expected", "{}"), |_| async {
            Err(ToolError::anticipated("not today"))
        })
        .with(Spec::new("Unexpected", "{}"), |_| async {
            Err(io::Error::other("disk on fire").into())
        })
        .with(Spec::new("Panic", "{}"), |_| async { panic!("oh") });
    let executor = Executor::builder().tools(tools.toolset()).build().unwrap();
    let list = AllowList::load(["Say", "Expected", "Unexpected", "Panic"], &Known::new());
    let cx = Context::builder().narrow(&list.unwrap().list.into());
    let call = ToolCall::new(tool, r#"{"password": "hunter2"}"#).with_id("c1");
    executor.run(call, &cx.unwrap().build()).await;
    log.all()
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
