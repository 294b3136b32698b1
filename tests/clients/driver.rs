//! What the conformance suite drives when it tests clients: `conformance_client URL` lists the server's tools through ours and
//! calls each one, with the arguments that the suite gives or else with some of the declared types.

#![allow(
    clippy::print_stderr,
    reason = "a program: the suite shows what it says"
)]

use std::process::ExitCode;

use serde_json::{Map, Value, json};
use toolc::executor::{Executor, ToolCall};
use toolc::mcp::{Address, Client, ServerConfig};
use toolc::tool::Context;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Some(url) = std::env::args().nth(1) else {
        eprintln!("usage: conformance_client URL");
        return ExitCode::from(2);
    };
    match drive(url).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn drive(url: String) -> Result<(), Box<dyn std::error::Error>> {
    let headers = Default::default();
    let config = ServerConfig::new("suite", Address { url, headers })?;
    let client = Client::start(config).await?;
    let listed = client.definitions().await?;
    let toolset = client.toolset().await?;
    let executor = Executor::builder().tools(toolset).build()?;
    for (tool, arguments) in given().unwrap_or_else(|| made_up(&listed)) {
        let call = ToolCall::new(format!("mcp__suite__{tool}"), arguments);
        let result = executor.run(call, &Context::empty()).await;
        eprintln!("{tool}: {}", result.text());
    }
    Ok(())
}

/// The calls that the suite asks for.
fn given() -> Option<Vec<(String, Value)>> {
    let context = std::env::var("MCP_CONFORMANCE_CONTEXT").ok()?;
    let context: Value = serde_json::from_str(&context).ok()?;
    let calls = context.get("toolCalls")?.as_array()?.iter();
    calls
        .map(|call| Some((call["name"].as_str()?.to_owned(), call["arguments"].clone())))
        .collect()
}

/// A call of every tool.
fn made_up(listed: &[Value]) -> Vec<(String, Value)> {
    let calls = listed.iter().filter_map(|tool| {
        let parameters = tool["inputSchema"]["properties"].as_object();
        let arguments: Map<_, _> = parameters
            .into_iter()
            .flatten()
            .map(|(name, schema)| {
                let value = match schema["type"].as_str() {
                    Some("number" | "integer") => json!(5),
                    Some("boolean") => json!(true),
                    // One tool asks for what arrived here of another's schema.
                    Some("object") => listed[0]["inputSchema"].clone(),
                    _ => json!("text"),
                };
                (name.clone(), value)
            })
            .collect();
        Some((tool["name"].as_str()?.to_owned(), arguments.into()))
    });
    calls.collect()
}
