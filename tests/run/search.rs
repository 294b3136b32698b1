//! Deferred tools: `ToolSearch` finds them, for one execution, and grants nothing.

use serde_json::{Value, json};
use toolc::executor::{Executor, ToolCall};
use toolc::permission::{AllowList, Ceiling, Known};
use toolc::tool::{Context, Refusal, Spec, ToolResult};

use crate::fixture::Acts;

fn deferred(name: &'static str, description: &'static str, parameter: &str) -> Spec {
    let schema = json!({"type": "object", "properties": {parameter: {"type": "string", "description": "Where to look."}}});
    let mut spec = Spec::dynamic(name, description, schema.to_string());
    spec.defer = true;
    spec
}

fn executor() -> Executor {
    let tools = Acts::default()
        .saying(Spec::new("Read", "{}"))
        .saying(deferred(
            "slack_send_message",
            "Posts to a channel.",
            "channel",
        ))
        .saying(deferred(
            "slack_list_channels",
            "Lists what there is.",
            "cursor",
        ))
        .saying(deferred("send_mail", "Sends a message by mail.", "to"))
        .saying(deferred("weather", "Says how it will be.", "city"));
    let builder = Executor::builder().tools(tools.toolset()).tool_search();
    builder.build().unwrap()
}

async fn search(executor: &Executor, arguments: Value, cx: &Context) -> ToolResult {
    executor
        .run(ToolCall::new("ToolSearch", arguments), cx)
        .await
}

/// The names that a query finds.
async fn found(query: &str) -> Vec<String> {
    let executor = executor();
    let result = search(&executor, json!({"query": query}), &Context::empty()).await;
    let answer: Value = serde_json::from_str(&result.text()).unwrap();
    let functions = answer["functions"].as_array().unwrap();
    functions
        .iter()
        .map(|it| it["name"].as_str().unwrap().to_owned())
        .collect()
}

fn offered(executor: &Executor, cx: &Context) -> Vec<String> {
    let offer = executor.offer(cx);
    offer
        .iter()
        .map(|it| it.entry.spec().name.to_string())
        .collect()
}

#[tokio::test]
async fn a_query_selects_requires_or_ranks() {
    // (query, names): scores are 0.5 name + 0.35 description + 0.15 parameters.
    let rows: [(&str, &[&str]); 13] = [
        (
            "select:weather,send_mail,Read,nope",
            &["weather", "send_mail"],
        ),
        ("select: weather , weather", &["weather", "weather"]),
        ("slack", &["slack_send_message", "slack_list_channels"]),
        ("send message", &["send_mail", "slack_send_message"]),
        ("SEND-message", &["send_mail", "slack_send_message"]),
        ("+slack channels", &["slack_list_channels"]),
        ("+list-channels slack", &["slack_list_channels"]),
        ("+Slack_send message", &["slack_send_message"]),
        ("+slack-channels list", &[]),
        ("+slack", &["slack_list_channels", "slack_send_message"]),
        ("+", &[]),
        ("city", &["weather"]),
        ("quantum", &[]),
    ];
    for (query, names) in rows {
        assert_eq!(found(query).await, names, "{query}");
    }
}

#[tokio::test]
async fn the_answer_is_the_definitions() {
    let result = search(&executor(), json!({"query": "weather"}), &Context::empty()).await;
    let answer: Value = serde_json::from_str(&result.text()).unwrap();
    assert_eq!(
        answer,
        json!({"functions": [{
            "name": "weather",
            "description": "Says how it will be.",
            "parameters": {"type": "object", "properties": {"city": {"type": "string", "description": "Where to look."}}},
        }]})
    );
}

#[tokio::test]
async fn how_many_are_found_is_clamped() {
    for (limit, count) in [(1, 1), (0, 1), (-5, 1), (3, 3), (99, 4)] {
        let arguments = json!({"query": "look", "max_results": limit});
        let result = search(&executor(), arguments, &Context::empty()).await;
        let answer: Value = serde_json::from_str(&result.text()).unwrap();
        assert_eq!(
            answer["functions"].as_array().unwrap().len(),
            count,
            "{limit}"
        );
    }
    let blank = search(&executor(), json!({"query": "  "}), &Context::empty()).await;
    assert_eq!(
        (&*blank.text(), blank.is_error()),
        ("Query cannot be empty", true)
    );
}

#[tokio::test]
async fn what_is_found_is_offered_for_the_rest_of_the_execution_only() {
    let executor = executor();
    let turn = executor.begin(&Context::empty());
    assert_eq!(offered(&executor, &turn), ["Read", "ToolSearch"]);
    search(&executor, json!({"query": "select:weather"}), &turn).await;
    assert_eq!(offered(&executor, &turn), ["Read", "weather", "ToolSearch"]);
    assert_eq!(
        offered(&executor, &executor.begin(&turn)),
        ["Read", "ToolSearch"]
    );
}

#[tokio::test]
async fn a_deferred_tool_that_was_not_found_runs_all_the_same_when_it_is_allowed() {
    let call = || ToolCall::new("weather", "{}");
    assert!(executor().run(call(), &Context::empty()).await.is_success());
    let list = AllowList::load(["Read"], &Known::new()).unwrap().list;
    let cx = Context::builder().narrow(&list.into()).unwrap().build();
    let refused = executor().run(call(), &cx).await;
    assert_eq!(refused.refused_by(), Some(Refusal::Permission));
}

#[tokio::test]
async fn what_may_not_run_is_not_found() {
    let executor = executor();
    let list = AllowList::load(["ToolSearch", "weather"], &Known::new())
        .unwrap()
        .list;
    let cx = Context::builder().narrow(&list.into()).unwrap().build();
    let turn = executor.begin(&cx);
    search(
        &executor,
        json!({"query": "look", "max_results": 20}),
        &turn,
    )
    .await;
    assert_eq!(offered(&executor, &turn), ["weather", "ToolSearch"]);
    let read_only = executor.begin(&Context::builder().ceiling(Ceiling::ReadOnly).build());
    let result = search(&executor, json!({"query": "look"}), &read_only).await;
    assert_eq!(result.text(), r#"{"functions":[]}"#);
}

#[tokio::test]
async fn without_a_search_deferred_tools_are_offered_like_any_other() {
    let tools = Acts::default().saying(deferred("weather", "", "city"));
    let executor = Executor::builder().tools(tools.toolset()).build().unwrap();
    assert_eq!(offered(&executor, &Context::empty()), ["weather"]);
}
