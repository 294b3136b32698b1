//! The program itself, over its own standard input and output.

use std::collections::BTreeMap;
use std::process::Command;

use toolc::executor::{Executor, ToolCall};
use toolc::mcp::{Client, Launch, ServerConfig};
use toolc::tool::{Context, Toolset};

fn program(arguments: &[&str]) -> ServerConfig {
    let launch = Launch {
        command: env!("CARGO_BIN_EXE_toolc").into(),
        arguments: arguments.iter().map(|&it| it.to_owned()).collect(),
        environment: BTreeMap::new(),
        folder: Some(env!("CARGO_TARGET_TMPDIR").into()),
    };
    ServerConfig::new("toolc", launch).unwrap()
}

#[tokio::test]
async fn serve_offers_and_runs_what_the_list_allows() {
    let config = program(&["serve", "--allow", "Bash(echo:*)"]);
    let client = Client::start(config).await.unwrap();
    let tools = client.toolset().await.unwrap();
    assert_eq!(tools.len(), 1);
    let executor = Executor::builder().tools(tools).build().unwrap();
    let run = async |command: &str| {
        let arguments = serde_json::json!({"command": command});
        executor
            .run(
                ToolCall::new("mcp__toolc__Bash", arguments),
                &Context::empty(),
            )
            .await
    };
    assert_eq!(run("echo hello").await.text(), "hello\n");
    assert!(
        run("rm -r x")
            .await
            .text()
            .starts_with("Tool 'Bash' not allowed")
    );
    assert!(run("echo x; rm y").await.is_error());
}

/// The server of the conformance suite has no build script, so its code is committed.
#[test]
fn the_committed_code_of_the_conformance_server_is_what_its_declaration_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/fixture");
    let checked = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(["generate", "tools.toml", "--out", "tools", "--check"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(checked.status.success(), "{checked:?}");
}
