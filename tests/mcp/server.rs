//! Our server, asked in raw JSON lines.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Notify;
use toolc::executor::{Executor, Registry};
use toolc::mcp::Server;
use toolc::permission::AllowList;
use toolc::tool::Context;

use crate::lines::{Lines, modern};
use crate::tools::{STARTED, executor, server, toolset};

const REVISION: &str = "2025-11-25";

#[tokio::test]
async fn every_revision_with_a_handshake_is_spoken() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", REVISION] {
        let mut lines = Lines::greeted(&server(&Context::empty()), revision).await;
        let answer = lines.call(1, "echo", json!({"text": "hello"})).await;
        assert_eq!(
            answer["result"],
            json!({"content": [{"type": "text", "text": "hello"}], "isError": false}),
            "{revision}"
        );
        let list = lines.ask(2, "tools/list", json!({})).await;
        assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 7);
        assert_eq!(list["result"].get("nextCursor"), None);
    }
}

#[tokio::test]
async fn the_revision_without_a_handshake_is_spoken() {
    let mut lines = Lines::of(&server(&Context::empty()));
    let found = lines.ask(1, "server/discover", modern(json!({}))).await;
    let revisions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(revisions.contains(&json!("2026-07-28")));
    let list = lines.ask(2, "tools/list", modern(json!({}))).await;
    assert_eq!(list["result"]["ttlMs"], 60_000);
    assert_eq!(list["result"]["cacheScope"], "private");
    let params = modern(json!({"name": "list", "arguments": {}}));
    let answer = lines.ask(3, "tools/call", params).await;
    assert_eq!(answer["result"]["structuredContent"], json!([1, 2]));
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[tokio::test]
async fn annotations_are_written_out_and_follow_the_declaration() {
    let mut lines = Lines::greeted(&server(&Context::empty()), REVISION).await;
    let list = lines.ask(1, "tools/list", json!({})).await;
    let tools = list["result"]["tools"].as_array().unwrap();
    assert_eq!(
        tools[0]["annotations"],
        json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false})
    );
    assert_eq!(
        tools[1]["annotations"],
        json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true})
    );
}

#[tokio::test]
async fn a_mistake_in_arguments_is_an_answer_and_not_an_error_of_the_protocol() {
    let mut lines = Lines::greeted(&server(&Context::empty()), REVISION).await;
    for arguments in [json!({}), json!({"text": 1}), json!([1]), json!("text")] {
        let answer = lines.call(1, "echo", arguments.clone()).await;
        assert_eq!(answer["result"]["isError"], true, "{arguments}");
        assert_eq!(
            answer["result"]["_meta"]["toolc"]["refused_by"],
            "arguments"
        );
    }
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_of_the_protocol_only_where_nothing_is_restricted() {
    let mut lines = Lines::greeted(&server(&Context::empty()), REVISION).await;
    let answer = lines.call(1, "nobody", json!({})).await;
    assert_eq!(answer["error"]["code"], -32602);

    let list = AllowList::load(["echo"], &executor().registry().known())
        .unwrap()
        .list;
    let cx = Context::builder().narrow(&list.into()).unwrap().build();
    let mut lines = Lines::greeted(&server(&cx), REVISION).await;
    for name in ["nobody", "fail"] {
        let answer = lines.call(2, name, json!({})).await;
        assert_eq!(answer["result"]["isError"], true);
        assert_eq!(
            answer["result"]["_meta"]["toolc"]["refused_by"],
            "permission"
        );
    }
    let offered = lines.ask(3, "tools/list", json!({})).await;
    assert_eq!(names(&offered), ["echo"]);
}

#[tokio::test]
async fn a_failure_is_flagged_and_keeps_its_structured_part() {
    let mut lines = Lines::greeted(&server(&Context::empty()), REVISION).await;
    let answer = lines.call(1, "fail", json!({})).await;
    assert_eq!(
        answer["result"],
        json!({
            "content": [{"type": "text", "text": "It did not work."}],
            "structuredContent": {"code": 7},
            "isError": true,
        })
    );
}

#[tokio::test]
async fn a_panic_is_answered() {
    let mut lines = Lines::greeted(&server(&Context::empty()), REVISION).await;
    let answer = lines.call(1, "panic", json!({})).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(answer["result"]["_meta"]["toolc"]["stopped_by"], "panic");
    let after = lines.call(2, "echo", json!({"text": "still here"})).await;
    assert_eq!(after["result"]["isError"], false);
}

#[tokio::test]
async fn structured_data_is_text_too_and_never_an_array_for_older_revisions() {
    let mut lines = Lines::greeted(&server(&Context::empty()), REVISION).await;
    let data = lines.call(1, "data", json!({})).await;
    assert_eq!(data["result"]["structuredContent"], json!({"n": 1}));
    assert_eq!(
        data["result"]["content"],
        json!([{"type": "text", "text": r#"{"n":1}"#}])
    );
    let list = lines.call(2, "list", json!({})).await;
    assert_eq!(list["result"].get("structuredContent"), None);
    assert_eq!(
        list["result"]["content"],
        json!([{"type": "text", "text": "[1,2]"}])
    );
}

#[tokio::test]
async fn progress_rises_and_comes_before_the_answer() {
    let mut lines = Lines::greeted(&server(&Context::empty()), REVISION).await;
    let params = json!({"name": "count", "arguments": {}, "_meta": {"progressToken": "p"}});
    lines.request(1, "tools/call", params).await;
    for step in [1.0, 2.0, 3.0] {
        let told = lines.next().await;
        assert_eq!(told["method"], "notifications/progress");
        assert_eq!(told["params"]["progressToken"], "p");
        assert_eq!(told["params"]["progress"], step);
        assert_eq!(told["params"]["total"], 3.0);
    }
    assert_eq!(
        lines.next().await["result"]["content"][0]["text"],
        "counted"
    );
}

#[tokio::test]
async fn cancellation_interrupts_the_call_and_the_session_goes_on() {
    let started = Arc::new(Notify::new());
    let cx = Context::builder().put(&STARTED, started.clone()).build();
    let mut lines = Lines::greeted(&server(&cx), REVISION).await;
    lines
        .request(1, "tools/call", json!({"name": "wait", "arguments": {}}))
        .await;
    started.notified().await;
    let params = json!({"requestId": 1, "reason": "never mind"});
    lines
        .send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    // A sequential tool waits for the one before it, so its answer shows that the call has ended.
    let after = lines.call(2, "echo", json!({"text": "next"})).await;
    assert_eq!(after["result"]["content"][0]["text"], "next");
}

#[tokio::test]
async fn pages_follow_each_other_and_a_foreign_cursor_is_refused() {
    let server = Server::builder(executor()).page(3).build();
    let mut lines = Lines::greeted(&server, REVISION).await;
    let (mut seen, mut cursor) = (Vec::new(), None);
    for id in 1..=3 {
        let params = cursor.map_or(json!({}), |cursor: Value| json!({"cursor": cursor}));
        let page = lines.ask(id, "tools/list", params).await;
        seen.extend(names(&page).into_iter().map(str::to_owned));
        cursor = page["result"].get("nextCursor").cloned();
    }
    assert_eq!(cursor, None);
    assert_eq!(
        seen,
        ["echo", "fail", "panic", "count", "wait", "data", "list"]
    );
    let foreign = lines
        .ask(9, "tools/list", json!({"cursor": "nobody's"}))
        .await;
    assert_eq!(foreign["error"]["code"], -32602);
}

#[tokio::test]
async fn a_changed_list_is_told_to_both_kinds_of_client() {
    let server = Server::builder(Executor::builder().build().unwrap()).build();
    let mut old = Lines::greeted(&server, REVISION).await;
    assert_eq!(names(&old.ask(1, "tools/list", json!({})).await), [""; 0]);
    let mut new = Lines::of(&server);
    let filter = json!({"notifications": {"toolsListChanged": true}});
    new.request(1, "subscriptions/listen", modern(filter)).await;
    let acknowledged = new.next().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );

    server.replace(Registry::new().with(toolset()).unwrap());
    for lines in [&mut old, &mut new] {
        assert_eq!(
            lines.next().await["method"],
            "notifications/tools/list_changed"
        );
    }
    assert_eq!(names(&old.ask(2, "tools/list", json!({})).await).len(), 7);
}

#[tokio::test]
async fn boolean_schemas_are_spelled_out_and_the_root_says_that_it_is_an_object() {
    use toolc::tool::{Content, DynamicToolset, Spec};
    let schema = r#"{"properties": {"any": true, "none": false, "list": {"items": true}}, "additionalProperties": false}"#;
    let spec = Spec::dynamic("t", "", schema);
    let tools = DynamicToolset::new("t", [spec], |_| async { Ok(Content::default()) });
    let executor = Executor::builder().tools(tools).build().unwrap();
    let mut lines = Lines::greeted(&Server::builder(executor).build(), REVISION).await;
    let list = lines.ask(1, "tools/list", json!({})).await;
    assert_eq!(
        list["result"]["tools"][0]["inputSchema"],
        json!({
            "type": "object",
            "properties": {"any": {}, "none": {"not": {}}, "list": {"items": {}}},
            "additionalProperties": false,
        })
    );
}

fn names(list: &Value) -> Vec<&str> {
    let tools = list["result"]["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_client_that_does_not_greet_is_told_of_in_a_sentence() {
    let (mut ours, theirs) = tokio::io::duplex(1 << 16);
    let (reader, writer) = tokio::io::split(theirs);
    let line = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
    tokio::io::AsyncWriteExt::write_all(&mut ours, line.as_bytes())
        .await
        .unwrap();
    let error = server(&Context::empty()).connection(reader, writer).await;
    assert!(matches!(error, Err(toolc::mcp::ServeError::NoGreeting)));
}
