//! The tools that are served here.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::sync::Notify;
use toolc::executor::Executor;
use toolc::mcp::Server;
use toolc::tool::{Content, Context, DynamicCall, DynamicToolset, Key, Spec, ToolError};

/// Tells a test that a call of `wait` has started.
pub(crate) const STARTED: Key<Arc<Notify>> = Key::new("test.started");

const ANYTHING: &str = r#"{"type": "object"}"#;
const CLOSED: &str = r#"{"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"], "additionalProperties": false}"#;

pub(crate) fn toolset() -> DynamicToolset {
    let spec = |name: &str| Spec::dynamic(name, name, ANYTHING).concurrent_safe();
    let tools = [
        Spec::dynamic("echo", "Repeats a text.", CLOSED)
            .read_only()
            .closed_world(),
        spec("fail"),
        spec("panic"),
        spec("count"),
        spec("wait").cooperative(),
        spec("data"),
        spec("list"),
    ];
    DynamicToolset::new("test", tools, run)
}

pub(crate) fn executor() -> Executor {
    Executor::builder()
        .tools(toolset())
        .schema_mode(toolc::executor::SchemaMode::Enforce)
        .build()
        .unwrap()
}

pub(crate) fn server(cx: &Context) -> Server {
    Server::builder(executor()).context(cx).build()
}

async fn run(call: DynamicCall) -> Result<Content, ToolError> {
    let DynamicCall {
        tool, input, cx, ..
    } = call;
    match tool.as_str() {
        "echo" => Ok(Content::text(input.required_string("text")?)),
        "fail" => {
            Err(ToolError::anticipated("It did not work.").with_structured(json!({"code": 7})))
        }
        "panic" => panic!("on purpose"),
        "count" => {
            for done in [1, 2, 2, 3] {
                cx.progress(done, Some(3), "counting");
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            Ok(Content::text("counted"))
        }
        "wait" => {
            if let Some(started) = cx.get(&STARTED) {
                started.notify_one();
            }
            cx.cancelled().await;
            Err(ToolError::anticipated("stopped"))
        }
        "data" => Ok(Content::structured(json!({"n": 1}))),
        "list" => Ok(Content::structured(json!([1, 2]))),
        other => Err(ToolError::anticipated(format!("no tool {other}"))),
    }
}
