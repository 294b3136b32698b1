//! Our client and our server, for each other.

use std::sync::{Arc, Mutex};

use toolc::executor::{Executor, Registry, ToolCall};
use toolc::mcp::{Client, Launch, Server, ServerConfig};
use toolc::tool::{Context, Toolset};

use crate::tools::{server, toolset};

async fn connected(server: &Server) -> Client {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    let (reader, writer) = tokio::io::split(theirs);
    let server = server.clone();
    tokio::spawn(async move { server.connection(reader, writer).await });
    let config = ServerConfig::new("test", Launch::default()).unwrap();
    let (reader, writer) = tokio::io::split(ours);
    Client::greet(config, reader, writer).await.unwrap()
}

#[tokio::test]
async fn a_tool_is_the_same_on_both_ends() {
    let client = connected(&server(&Context::empty())).await;
    let (here, there) = (toolset(), client.toolset().await.unwrap());
    assert_eq!(here.len(), there.len());
    for index in 0..here.len() {
        let (one, other) = (here.spec(index), there.spec(index));
        assert_eq!(format!("mcp__test__{}", one.name), other.name);
        assert_eq!(
            one.input_schema.replace(' ', ""),
            other.input_schema.replace(' ', "")
        );
        assert_eq!(one.description, other.description);
    }
}

#[tokio::test]
async fn answers_errors_and_progress_come_through() {
    let client = connected(&server(&Context::empty())).await;
    let tools = client.toolset().await.unwrap();
    let executor = Executor::builder().tools(tools).build().unwrap();
    let steps = Arc::new(Mutex::new(Vec::new()));
    let told = steps.clone();
    let cx = Context::builder()
        .on_progress(move |step| told.lock().unwrap().push((step.done, step.total)))
        .build();
    let run = async |name: &str| {
        executor
            .run(ToolCall::new(name, r#"{"text": "hi"}"#), &cx)
            .await
    };
    assert_eq!(run("mcp__test__echo").await.text(), "hi");
    assert_eq!(run("mcp__test__fail").await.text(), "It did not work.");
    assert!(run("mcp__test__panic").await.is_error());
    assert_eq!(run("mcp__test__count").await.text(), "counted");
    assert_eq!(
        *steps.lock().unwrap(),
        [(1, Some(3)), (2, Some(3)), (3, Some(3))]
    );
}

#[tokio::test]
async fn a_changed_list_is_heard_of() {
    let server = Server::builder(Executor::builder().build().unwrap()).build();
    let client = connected(&server).await;
    assert!(client.toolset().await.unwrap().is_empty());
    let heard = client.clone();
    let heard = tokio::spawn(async move { heard.changed().await });
    tokio::task::yield_now().await;
    server.replace(Registry::new().with(toolset()).unwrap());
    heard.await.unwrap();
    assert_eq!(client.toolset().await.unwrap().len(), 7);
}
