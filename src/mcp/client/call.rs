//! One call of a server's tool: asked, waited for, and given up when its time is over or somebody interrupts it.

use std::sync::Arc;

use rmcp::ServiceError;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest};
use rmcp::service::PeerRequestOptions;

use super::answer::content;
use super::connection::Connection;
use super::definition::Names;
use super::list::json;
use crate::tool::{Content, DynamicCall, ToolError};

/// Runs a call. The server's errors are passed on in its own words.
pub(super) async fn run(
    connection: Arc<Connection>,
    names: Arc<Names>,
    call: DynamicCall,
) -> Result<Content, ToolError> {
    let DynamicCall {
        tool, input, cx, ..
    } = call;
    let config = &connection.config;
    let server = &config.name;
    let gone = |error: String| ToolError::anticipated(error);
    let peer = connection
        .peer()
        .await
        .map_err(|error| gone(error.to_string()))?;
    let theirs = names.get(&tool).cloned().unwrap_or(tool);
    let params = CallToolRequestParams::new(theirs).with_arguments(input.into_map());
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let sent = peer.send_cancellable_request(request, PeerRequestOptions::no_options());
    let mut handle = sent.await.map_err(|error| gone(said(server, error)))?;
    let _listening = connection.listen(handle.progress_token.clone(), &cx);
    let given_up = tokio::select! {
        answer = &mut handle.rx => {
            let answer = answer.unwrap_or(Err(ServiceError::TransportClosed));
            let answer = answer.map_err(|error| gone(said(server, error)))?;
            return content(&json(&answer)?);
        }
        () = cx.cancelled() => {
            let why = cx.signal().reason();
            why.map_or_else(|| "interrupted".to_owned(), |why| why.to_string())
        }
        () = tokio::time::sleep(config.timeout) => {
            format!("no answer within {} ms", config.timeout.as_millis())
        }
    };
    let _it_may_be_gone = handle.cancel(Some(given_up.clone())).await;
    Err(gone(format!(
        "MCP server '{server}' did not finish the call: {given_up}."
    )))
}

/// What a failed request is to the model: the server's own words, where they are the server's.
fn said(server: &str, error: ServiceError) -> String {
    match error {
        ServiceError::McpError(error) => error.message.into_owned(),
        error => format!("MCP server '{server}' does not answer: {error}"),
    }
}
