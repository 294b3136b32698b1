//! Our client, and servers that do not behave.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use toolc::executor::{Executor, ToolCall};
use toolc::mcp::{Client, ConnectError, Launch, ServerConfig};
use toolc::tool::{Concurrency, Context, SideEffect, Signal, ToolResult, Toolset};

/// What a scripted server says to a request, by its method and parameters; nothing = it stays silent.
type Script = fn(&str, &Value) -> Option<Value>;

fn config(name: &str) -> ServerConfig {
    ServerConfig::new(name, Launch::default()).unwrap()
}

/// Connects to a server that greets as it should and says the rest by the script.
async fn connect(config: ServerConfig, script: Script) -> Client {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    tokio::spawn(async move {
        let (reader, mut writer) = tokio::io::split(theirs);
        let mut lines = BufReader::new(reader).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let asked: Value = serde_json::from_str(&line).unwrap();
            let (Some(id), Some(method)) = (asked.get("id"), asked["method"].as_str()) else {
                continue;
            };
            if method == "server/discover" {
                let error = json!({"code": -32601, "message": "no such method"});
                let answer = json!({"jsonrpc": "2.0", "id": id, "error": error});
                let line = format!("{answer}\n");
                writer.write_all(line.as_bytes()).await.unwrap();
                continue;
            }
            let result = match method {
                "initialize" => Some(json!({
                    "protocolVersion": "2025-06-18",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "scripted", "version": "1"},
                })),
                method => script(method, &asked["params"]),
            };
            if let Some(result) = result {
                let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
                writer
                    .write_all(format!("{answer}\n").as_bytes())
                    .await
                    .unwrap();
            }
        }
    });
    let (reader, writer) = tokio::io::split(ours);
    Client::greet(config, reader, writer).await.unwrap()
}

fn tool(name: &str) -> Value {
    json!({"name": name, "inputSchema": {"type": "object"}})
}

pub(crate) async fn names(client: &Client) -> Vec<String> {
    let tools = client.toolset().await.unwrap();
    (0..tools.len())
        .map(|index| tools.spec(index).name.to_string())
        .collect()
}

async fn call(client: &Client, tool: &str, cx: &Context) -> ToolResult {
    let tools = client.toolset().await.unwrap();
    let executor = Executor::builder().tools(tools).build().unwrap();
    executor.run(ToolCall::new(tool, "{}"), cx).await
}

#[tokio::test]
async fn all_pages_are_read() {
    let client = connect(config("s"), |_, params| {
        Some(match params["cursor"].as_str() {
            None => json!({"tools": [tool("a"), tool("b")], "nextCursor": ""}),
            Some("") => json!({"tools": [tool("c"), tool("d")], "nextCursor": "2"}),
            Some(_) => json!({"tools": [tool("e")]}),
        })
    });
    let names = names(&client.await).await;
    assert_eq!(
        names,
        [
            "mcp__s__a",
            "mcp__s__b",
            "mcp__s__c",
            "mcp__s__d",
            "mcp__s__e"
        ]
    );
}

#[tokio::test]
async fn a_server_that_repeats_itself_is_stopped_and_each_tool_is_there_once() {
    let same_page = connect(config("s"), |_, _| {
        Some(json!({"tools": [tool("a"), tool("b")], "nextCursor": "again"}))
    });
    assert_eq!(names(&same_page.await).await, ["mcp__s__a", "mcp__s__b"]);

    let same_cursor = connect(config("s"), |_, params| {
        let name = if params["cursor"].is_null() { "a" } else { "b" };
        Some(json!({"tools": [tool(name)], "nextCursor": "again"}))
    });
    assert_eq!(names(&same_cursor.await).await, ["mcp__s__a", "mcp__s__b"]);
}

#[tokio::test]
async fn a_tool_that_makes_no_sense_does_not_hide_the_others() {
    let client = connect(config("s"), |_, params| {
        Some(match params["cursor"].as_str() {
            None => json!({"tools": [
                {"name": "yes", "inputSchema": true},
                {"name": "none"},
                {"name": "node", "inputSchema": {"type": "object", "properties": {"x": true}}},
            ], "nextCursor": "2"}),
            Some(_) => json!({"tools": [{"name": 7}, {"name": "odd", "inputSchema": "text"}, {}, tool("last")]}),
        })
    })
    .await;
    let tools = client.toolset().await.unwrap();
    let found: Vec<_> = (0..tools.len())
        .map(|index| {
            (
                tools.spec(index).name.as_ref(),
                tools.spec(index).input_schema.as_ref(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("mcp__s__yes", r#"{"type":"object"}"#),
            ("mcp__s__none", r#"{"type":"object"}"#),
            (
                "mcp__s__node",
                r#"{"type":"object","properties":{"x":true}}"#
            ),
            ("mcp__s__last", r#"{"type":"object"}"#),
        ]
    );
}

#[tokio::test]
async fn the_flag_decides_whether_an_answer_is_an_error() {
    let client = connect(config("s"), |method, params| {
        Some(match (method, params["name"].as_str()) {
            ("tools/list", _) => json!({"tools": [tool("bad"), tool("data"), tool("odd")]}),
            (_, Some("bad")) => json!({
                "content": [{"type": "text", "text": "Quota exceeded."}],
                "structuredContent": {"code": 429},
                "isError": true,
            }),
            (_, Some("data")) => json!({"structuredContent": {"rows": 2}}),
            _ => json!({"content": [{"type": "hologram", "beam": 1}]}),
        })
    })
    .await;
    let cx = Context::empty();
    let bad = call(&client, "mcp__s__bad", &cx).await;
    assert!(bad.is_error());
    assert_eq!(bad.text(), "Quota exceeded.");
    assert_eq!(bad.content().structured_data(), Some(&json!({"code": 429})));
    let data = call(&client, "mcp__s__data", &cx).await;
    assert!(data.is_success());
    assert_eq!(data.text(), r#"{"rows":2}"#);
    let odd = call(&client, "mcp__s__odd", &cx).await;
    assert_eq!(odd.text(), r#"{"type":"hologram","beam":1}"#);
}

#[tokio::test]
async fn what_a_server_says_of_its_effects_counts_only_where_that_is_configured() {
    let script: Script = |_, _| {
        Some(json!({"tools": [
            {"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "openWorldHint": false}},
        ]}))
    };
    let worst = connect(config("s"), script).await.toolset().await.unwrap();
    let destructive = SideEffect::Mutating {
        destructive: true,
        idempotent: false,
    };
    assert_eq!(worst.spec(0).side_effect, destructive);
    assert_eq!(worst.spec(0).concurrency, Concurrency::Sequential);
    assert!(worst.spec(0).open_world);

    let mut trusting = config("s");
    trusting.trusts_annotations = true;
    let believed = connect(trusting, script).await.toolset().await.unwrap();
    assert_eq!(believed.spec(0).side_effect, SideEffect::ReadOnly);
    assert!(!believed.spec(0).open_world);
}

#[tokio::test]
async fn two_servers_with_one_tool_are_told_apart() {
    let script: Script = |method, _| {
        Some(match method {
            "tools/list" => json!({"tools": [tool("search")]}),
            _ => json!({"content": [{"type": "text", "text": "found"}]}),
        })
    };
    let one = connect(config("one"), script)
        .await
        .toolset()
        .await
        .unwrap();
    let two = connect(config("two"), script)
        .await
        .toolset()
        .await
        .unwrap();
    let executor = Executor::builder().tools(one).tools(two).build().unwrap();
    for name in ["mcp__one__search", "mcp__two__search"] {
        let result = executor
            .run(ToolCall::new(name, "{}"), &Context::empty())
            .await;
        assert_eq!((result.tool(), result.text()), (name, "found".to_owned()));
    }
}

#[tokio::test]
async fn null_is_no_structured_answer() {
    let client = connect(config("s"), |method, _| {
        Some(match method {
            "tools/list" => json!({"tools": [tool("a")]}),
            _ => json!({"content": [{"type": "text", "text": "done"}], "structuredContent": null}),
        })
    })
    .await;
    let result = call(&client, "mcp__s__a", &Context::empty()).await;
    assert_eq!(result.text(), "done");
    assert_eq!(result.content().structured_data(), None);
}

#[tokio::test(start_paused = true)]
async fn a_silent_server_is_given_up_in_time_and_on_interrupt() {
    let script: Script =
        |method, _| (method == "tools/list").then(|| json!({"tools": [tool("a")]}));
    let mut hasty = config("s");
    hasty.timeout = Duration::from_millis(200);
    let client = connect(hasty, script).await;
    let late = call(&client, "mcp__s__a", &Context::empty()).await;
    assert_eq!(
        late.text(),
        "MCP server 's' did not finish the call: no answer within 200 ms."
    );

    let client = connect(config("s"), script).await;
    let signal = Signal::new();
    let cx = Context::builder().signal(signal.clone()).build();
    let tools = client.toolset().await.unwrap();
    let executor = Executor::builder().tools(tools).build().unwrap();
    let running =
        tokio::spawn(async move { executor.run(ToolCall::new("mcp__s__a", "{}"), &cx).await });
    tokio::time::sleep(Duration::from_millis(50)).await;
    signal.trip("the user pressed Escape");
    assert!(running.await.unwrap().is_error());
}

#[tokio::test]
async fn what_does_not_start_or_does_not_speak_is_said() {
    let launch = |command: &str| Launch {
        command: command.into(),
        ..Launch::default()
    };
    let missing = ServerConfig::new("s", launch("/nowhere/to-be-found")).unwrap();
    assert!(matches!(
        Client::start(missing).await,
        Err(ConnectError::Start { .. })
    ));
    let mute = ServerConfig::new("s", launch("true")).unwrap();
    assert!(matches!(
        Client::start(mute).await,
        Err(ConnectError::Ended { .. })
    ));
}

/// A server of the old kind, which does this over a message that it does not know.
fn old_server(over_the_unknown: &str) -> ServerConfig {
    let script = format!(
        r#"
        while read -r line; do
            id=$(printf %s "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
            case "$line" in
            *'"initialize"'*) result='{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"old","version":"1"}}}}' ;;
            *'"tools/list"'*) result='{{"tools":[{{"name":"a","inputSchema":{{"type":"object"}}}}]}}' ;;
            *'"notifications/'*) continue ;;
            *) {over_the_unknown} ;;
            esac
            printf '{{"jsonrpc":"2.0","id":%s,"result":%s}}\n' "$id" "$result"
        done
        "#
    );
    let launch = Launch {
        command: "sh".into(),
        arguments: vec!["-c".into(), script],
        ..Launch::default()
    };
    ServerConfig::new("s", launch).unwrap()
}

#[tokio::test]
async fn an_old_server_that_stumbles_over_the_new_greeting_is_greeted_the_old_way() {
    for over_the_unknown in ["exit 1", "result='{}'"] {
        let client = Client::start(old_server(over_the_unknown)).await.unwrap();
        assert_eq!(names(&client).await, ["mcp__s__a"], "{over_the_unknown}");
    }
}
