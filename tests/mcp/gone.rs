//! Servers that go away, and what becomes of the list of tools. They are shell scripts, so that there is a process to lose.

use std::fs;
use std::future::ready;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;
use toolc::executor::{Executor, ToolCall};
use toolc::mcp::{Client, Launch, ServerConfig};
use toolc::tool::{Context, ToolResult};

use crate::client::names;

/// A server that lists `tool` and, when it is called, does this. While there is a file `down` in its folder it does not start.
fn script(when_called: &str) -> String {
    format!(
        r#"
        if [ -e down ]; then exit 1; fi
        tool=a
        changed='{{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}}'
        while read -r line; do
            id=$(printf %s "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
            case "$line" in
            *'"initialize"'*) result='{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{"listChanged":true}}}},"serverInfo":{{"name":"it","version":"1"}}}}' ;;
            *'"tools/list"'*) result='{{"tools":[{{"name":"'$tool'","inputSchema":{{"type":"object"}}}}]}}' ;;
            *'"tools/call"'*) result='{{"content":[]}}'; {when_called} ;;
            *'"notifications/'*) continue ;;
            *) printf '{{"jsonrpc":"2.0","id":%s,"error":{{"code":-32601,"message":"no"}}}}\n' "$id"; continue ;;
            esac
            printf '{{"jsonrpc":"2.0","id":%s,"result":%s}}\n' "$id" "$result"
        done
        "#
    )
}

/// Says that its list has changed, and is gone for good.
const DIES: &str = r#"echo "$changed"; touch down; exit 1"#;
/// Has another tool, and says so.
const CHANGES: &str = r#"tool=b; echo "$changed""#;

async fn call(client: &Client, tool: &str) -> ToolResult {
    let tools = client.toolset().await.unwrap();
    let executor = Executor::builder().tools(tools).build().unwrap();
    executor
        .run(ToolCall::new(tool, "{}"), &Context::empty())
        .await
}

/// Is there news now, without waiting for any?
async fn is_news(client: &Client) -> bool {
    tokio::select! {
        biased;
        () = client.changed() => true,
        () = ready(()) => false,
    }
}

#[tokio::test]
async fn a_list_that_cannot_be_had_is_no_news_until_the_server_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let launch = Launch {
        command: "sh".into(),
        arguments: vec!["-c".into(), script(DIES)],
        folder: Some(folder.path().to_owned()),
        ..Launch::default()
    };
    let client = Client::start(ServerConfig::new("s", launch).unwrap())
        .await
        .unwrap();
    let tools = client.toolset().await.unwrap();
    let executor = Executor::builder().tools(tools).build().unwrap();
    let run = async || {
        let call = ToolCall::new("mcp__s__a", "{}");
        executor.run(call, &Context::empty()).await
    };
    assert!(run().await.is_error());
    client.changed().await;
    assert!(client.toolset().await.is_err());
    assert!(!is_news(&client).await, "it would be started in a circle");

    fs::remove_file(folder.path().join("down")).unwrap();
    assert!(run().await.is_error(), "it goes away again");
    client.changed().await;
}

fn entry(folder: &Path, script: &str) -> serde_json::Value {
    json!({"command": "sh", "args": ["-c", script], "cwd": folder})
}

#[tokio::test]
async fn a_server_that_is_gone_does_not_keep_the_others_from_changing_their_lists() {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({"mcpServers": {
        "dies": entry(folder.path(), &script(DIES)),
        "changes": entry(folder.path(), &script(CHANGES)),
    }});
    let file = folder.path().join("mcp.json");
    fs::write(&file, config.to_string()).unwrap();
    let launch = Launch {
        command: env!("CARGO_BIN_EXE_toolc").into(),
        arguments: ["serve", "--config"]
            .into_iter()
            .chain(file.to_str())
            .map(str::to_owned)
            .collect(),
        ..Launch::default()
    };
    let client = Client::start(ServerConfig::new("t", launch).unwrap())
        .await
        .unwrap();
    let ended = call(&client, "mcp__t__mcp__dies__a").await;
    assert!(ended.text().contains("does not answer"), "{}", ended.text());
    let changed = call(&client, "mcp__t__mcp__changes__a").await;
    assert!(!changed.is_error(), "{}", changed.text());
    loop {
        let names = names(&client).await;
        if names.contains(&"mcp__t__mcp__changes__b".to_owned()) {
            assert!(names.contains(&"mcp__t__mcp__dies__a".to_owned()));
            break;
        }
        client.changed().await;
    }
}

#[test]
fn all_servers_that_do_not_start_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({"mcpServers": {
        "one": {"command": "/nowhere/to-be-found"},
        "two": {"command": "false"},
    }});
    let file = folder.path().join("mcp.json");
    fs::write(&file, config.to_string()).unwrap();
    let served = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(["serve", "--config", file.to_str().unwrap()])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(served.status.code(), Some(2));
    let said = String::from_utf8(served.stderr).unwrap();
    assert!(said.contains("server 'one' does not start"), "{said}");
    assert!(
        said.contains("server 'two' ended before it greeted back"),
        "{said}"
    );
}
