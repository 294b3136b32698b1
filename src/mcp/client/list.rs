//! All pages of a server's list of tools, as JSON: one tool that makes no sense must not hide the others, so nothing is
//! read here into rmcp's types.

use std::collections::HashSet;

use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult};
use rmcp::service::PeerRequestOptions;
use rmcp::{Peer, RoleClient};
use serde_json::Value;

use super::{ConnectError, ServerConfig};

/// More pages than any server has.
const MOST_PAGES: usize = 1000;

/// Asks for page after page. A server that repeats a cursor or a whole page would go on for ever and is stopped there; an
/// empty cursor is one like any other.
pub(super) async fn all(
    peer: &Peer<RoleClient>,
    config: &ServerConfig,
) -> Result<Vec<Value>, ConnectError> {
    let server = &*config.name;
    let mut tools = Vec::new();
    let mut cursors = HashSet::new();
    let mut before: Option<Vec<Value>> = None;
    let mut cursor = None;
    for _ in 0..MOST_PAGES {
        let (page, next) = page(peer, config, cursor).await?;
        if before.as_ref() == Some(&page) {
            tracing::warn!(server, "the server repeats a page of its tools");
            return Ok(tools);
        }
        tools.extend(page.iter().cloned());
        before = Some(page);
        let Some(next) = next else {
            return Ok(tools);
        };
        if !cursors.insert(next.clone()) {
            tracing::warn!(server, "the server repeats a cursor");
            return Ok(tools);
        }
        cursor = Some(next);
    }
    tracing::warn!(server, "the server has more pages of tools than are read");
    Ok(tools)
}

async fn page(
    peer: &Peer<RoleClient>,
    config: &ServerConfig,
    cursor: Option<String>,
) -> Result<(Vec<Value>, Option<String>), ConnectError> {
    let failed = |error: String| ConnectError::List {
        server: config.name.clone(),
        error,
    };
    let params = PaginatedRequestParams::default().with_cursor(cursor);
    let request = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params));
    let options = PeerRequestOptions::with_timeout(config.timeout);
    let asked = async {
        let handle = peer.send_cancellable_request(request, options).await?;
        handle.await_response().await
    };
    let answer = asked.await.map_err(|error| failed(error.to_string()))?;
    let mut answer = json(&answer).map_err(|error| failed(error.to_string()))?;
    let next = answer
        .get("nextCursor")
        .and_then(Value::as_str)
        .map(str::to_owned);
    match answer.get_mut("tools").map(Value::take) {
        Some(Value::Array(tools)) => Ok((tools, next)),
        _ => Err(failed("the answer holds no list".into())),
    }
}

/// A server's answer as JSON, whichever of rmcp's types it fitted.
pub(super) fn json(answer: &ServerResult) -> serde_json::Result<Value> {
    match answer {
        ServerResult::CustomResult(answer) => Ok(answer.0.clone()),
        answer => serde_json::to_value(answer),
    }
}
