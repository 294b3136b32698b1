//! Our client and our server over streamable HTTP, on this machine.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use toolc::executor::{Executor, Registry, ToolCall};
use toolc::mcp::{Address, Client, ConnectError, Guard, Server, ServerConfig, Tokens};
use toolc::tool::{Context, Signal, ToolResult, Toolset};

use crate::tools::{STARTED, executor, server, toolset};

/// Serves until the test ends.
async fn served(server: Server, guard: Guard) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { server.http(listener, guard).await });
    address
}

fn config(address: SocketAddr, headers: &[(&str, &str)]) -> ServerConfig {
    let address = Address {
        url: format!("http://{address}/mcp"),
        headers: headers
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
    };
    ServerConfig::new("far", address).unwrap()
}

async fn call(client: &Client, tool: &str, cx: &Context) -> ToolResult {
    let executor = Executor::builder()
        .tools(client.toolset().await.unwrap())
        .build()
        .unwrap();
    executor
        .run(ToolCall::new(tool, r#"{"text": "hi"}"#), cx)
        .await
}

#[tokio::test]
async fn tools_are_listed_and_called_and_progress_arrives() {
    let address = served(server(&Context::empty()), Guard::Loopback).await;
    let client = Client::start(config(address, &[])).await.unwrap();
    assert_eq!(client.toolset().await.unwrap().len(), toolset().len());
    let cx = Context::empty();
    assert_eq!(call(&client, "mcp__far__echo", &cx).await.text(), "hi");
    let failed = call(&client, "mcp__far__fail", &cx).await;
    assert!(failed.is_error());
    assert_eq!(
        failed.content().structured_data(),
        Some(&json!({"code": 7}))
    );
    let (steps, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let cx = Context::builder()
        .on_progress(move |step| steps.send(step.done).unwrap())
        .build();
    assert_eq!(
        call(&client, "mcp__far__count", &cx).await.text(),
        "counted"
    );
    drop(cx);
    let mut done = Vec::new();
    while let Ok(step) = seen.try_recv() {
        done.push(step);
    }
    assert_eq!(done, [1, 2, 3]);
}

#[tokio::test]
async fn who_brings_no_token_or_a_wrong_one_is_told_so() {
    let tokens = Tokens::parse("right\n").unwrap();
    let address = served(server(&Context::empty()), Guard::Tokens(tokens)).await;
    for headers in [&[][..], &[("Authorization", "Bearer wrong")]] {
        let refused = Client::start(config(address, headers)).await.unwrap_err();
        assert_eq!(
            refused.to_string(),
            "MCP server 'far' cannot be reached: unexpected server response: HTTP 401 Unauthorized: A bearer token is needed."
        );
    }
    let right = [("authorization", "Bearer right")];
    let client = Client::start(config(address, &right)).await.unwrap();
    assert_eq!(client.toolset().await.unwrap().len(), toolset().len());
}

#[tokio::test]
async fn an_address_where_nobody_is_or_nobody_can_be_is_said() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = listener.local_addr().unwrap();
    drop(listener);
    let refused = Client::start(config(nobody, &[])).await.unwrap_err();
    assert!(
        matches!(&refused, ConnectError::Unreachable { error, .. } if error.contains("refused")),
        "{refused}"
    );
    for headers in [("a b", "x"), ("a", "x\ny")] {
        let refused = Client::start(config(nobody, &[headers])).await.unwrap_err();
        assert!(matches!(refused, ConnectError::Address { .. }), "{refused}");
        assert!(!refused.to_string().contains('y'), "{refused}");
    }
}

#[tokio::test]
async fn a_server_that_takes_the_connection_and_says_nothing_is_given_up_in_time() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut config = config(listener.local_addr().unwrap(), &[]);
    config.timeout = Duration::from_millis(200);
    assert!(matches!(
        Client::start(config).await,
        Err(ConnectError::Silent { .. })
    ));
    drop(listener);
}

#[tokio::test]
async fn an_interrupt_reaches_the_call_at_the_other_end() {
    let started = Arc::new(Notify::new());
    let there = Context::builder().put(&STARTED, started.clone()).build();
    let address = served(server(&there), Guard::Loopback).await;
    let client = Client::start(config(address, &[])).await.unwrap();
    let signal = Signal::new();
    let cx = Context::builder().signal(signal.clone()).build();
    let running = client.clone();
    let running = tokio::spawn(async move { call(&running, "mcp__far__wait", &cx).await });
    started.notified().await;
    signal.trip("enough");
    assert!(running.await.unwrap().is_error());
    // A tool that declares nothing runs alone in its session, so this waits for the other to have ended there.
    let after = call(&client, "mcp__far__echo", &Context::empty()).await;
    assert_eq!(after.text(), "hi");
}

#[tokio::test]
async fn a_changed_list_is_heard_of() {
    let server = Server::builder(Executor::builder().build().unwrap()).build();
    let address = served(server.clone(), Guard::Loopback).await;
    let client = Client::start(config(address, &[])).await.unwrap();
    assert!(client.toolset().await.unwrap().is_empty());
    let heard = client.clone();
    let heard = tokio::spawn(async move { heard.changed().await });
    // The stream of changes opens some time after the greeting; until it is there, nobody is told.
    while !heard.is_finished() {
        server.replace(Registry::new().with(toolset()).unwrap());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(client.toolset().await.unwrap().len(), toolset().len());
}

#[tokio::test]
async fn a_server_that_comes_back_is_found_again() {
    let stop = Signal::new();
    let there = Context::builder().signal(stop.clone()).build();
    let first = Server::builder(executor()).context(&there).build();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(async move { first.http(listener, Guard::Loopback).await });
    let client = Client::start(config(address, &[])).await.unwrap();
    let tools = client.toolset().await.unwrap();
    let executor = Executor::builder().tools(tools).build().unwrap();
    let run = async || {
        let call = ToolCall::new("mcp__far__echo", r#"{"text": "hi"}"#);
        executor.run(call, &Context::empty()).await
    };
    assert_eq!(run().await.text(), "hi");
    stop.trip("over");
    serving.await.unwrap().unwrap();
    assert!(run().await.is_error(), "nobody is there");

    let listener = loop {
        match TcpListener::bind(address).await {
            Ok(listener) => break listener,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let second = server(&Context::empty());
    tokio::spawn(async move { second.http(listener, Guard::Loopback).await });
    assert_eq!(run().await.text(), "hi");
}

/// The Python SDK takes "accepted" for a failure.
#[tokio::test]
async fn a_session_that_its_client_ends_has_ended() {
    let address = served(server(&Context::empty()), Guard::Loopback).await;
    let greeting = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}
    }});
    let greeted = raw(
        address,
        "POST",
        "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n",
        &greeting.to_string(),
    )
    .await;
    let session = greeted
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "))
        .expect("a session");
    let session = format!("Mcp-Session-Id: {session}\r\nMcp-Protocol-Version: 2025-11-25\r\n");
    let ended = raw(address, "DELETE", &session, "").await;
    assert!(ended.starts_with("HTTP/1.1 204"), "{ended}");
    let post = format!(
        "{session}Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
    );
    let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}).to_string();
    let late = raw(address, "POST", &post, &ping).await;
    assert!(late.starts_with("HTTP/1.1 404"), "{late}");
}

/// One request, and all of its answer.
async fn raw(address: SocketAddr, method: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let request = format!(
        "{method} /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}
