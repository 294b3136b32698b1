//! What rmcp asks of a server, answered.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerConfig, SubscriptionFilter,
    Tool,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::Shared;
use super::session::Session;
use crate::executor::caught;

/// Answers one client.
pub(super) struct Handler {
    server: Arc<Shared>,
    own: Arc<Session>,
    /// Over HTTP, for requests that are part of no session.
    without_session: Option<Arc<Session>>,
    gone: CancellationToken,
}

impl Handler {
    pub(super) fn new(server: Arc<Shared>, own: Arc<Session>) -> Self {
        Self {
            server,
            own,
            without_session: None,
            gone: CancellationToken::new(),
        }
    }

    #[cfg(feature = "mcp-http")]
    pub(super) fn over_http(
        server: Arc<Shared>,
        own: Arc<Session>,
        without_session: Arc<Session>,
    ) -> Self {
        let mut handler = Self::new(server, own);
        handler.without_session = Some(without_session);
        handler
    }

    /// The session that a request is part of.
    fn session(&self, request: &RequestContext<RoleServer>) -> &Session {
        match &self.without_session {
            Some(without_session) if !names_a_session(request) => without_session,
            _ => &self.own,
        }
    }

    /// Tells a client of the older revisions whenever the list of tools changes, until it is gone.
    fn tell_of_changes(&self, peer: Peer<RoleServer>) {
        let mut changes = self.server.changes.subscribe();
        let gone = self.gone.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = gone.cancelled() => break,
                    changed = changes.changed() => {
                        if changed.is_err() || peer.notify_tool_list_changed().await.is_err() {
                            break;
                        }
                    }
                }
            }
        });
    }
}

/// Whatever goes on for this client alone ends with it.
impl Drop for Handler {
    fn drop(&mut self) {
        self.gone.cancel();
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.server.config.clone()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let list = async {
            let Shared {
                offer, executor, ..
            } = &*self.server;
            offer.list(executor, &self.session(&context).cx, cursor.as_deref())
        };
        answered(list).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let Shared {
            offer, executor, ..
        } = &*self.server;
        offer.tool(executor, &self.own.cx, name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let tool = request.name.into_owned();
        let call = self
            .session(&context)
            .call(&self.server, tool, arguments, &context);
        answered(call).await.map(Into::into)
    }

    /// What rmcp could not read. A call whose arguments are no object is a mistake of the model, so it gets the answer
    /// that every other mistake in arguments gets.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        if method != "tools/call" {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None));
        }
        let mut params: Map<String, Value> = match params {
            Some(Value::Object(params)) => params,
            _ => Map::new(),
        };
        let Some(Value::String(tool)) = params.remove("name") else {
            return Err(ErrorData::invalid_params("`name` must be text.", None));
        };
        let arguments = params.remove("arguments").unwrap_or_default();
        let call = self
            .session(&context)
            .call(&self.server, tool, arguments, &context);
        let mut result = answered(call).await?;
        // The word came with the revision without handshakes.
        let revision = context.protocol_version();
        if revision.is_none_or(|revision| revision < ProtocolVersion::V_2026_07_28) {
            result.result_type = None;
        }
        let result = serde_json::to_value(result)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(CustomResult(result))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.tell_of_changes(context.peer);
    }

    fn accepted_subscription_filter(
        &self,
        _requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(SubscriptionFilter::builder().tools_list_changed().build())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.server.changes.subscribe();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = changes.changed() => {
                    if changed.is_err() || context.sink().notify_tool_list_changed().await.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }
}

/// Answers even if something panics that is not a tool's call, such as what a handler appends to a description: a request
/// without an answer has its client wait for ever.
async fn answered<T>(answer: impl Future<Output = Result<T, ErrorData>>) -> Result<T, ErrorData> {
    caught(answer).await.unwrap_or_else(|panic| {
        tracing::error!(panic, "a request panicked");
        Err(ErrorData::internal_error("The server failed.", None))
    })
}

/// Does the HTTP request say which session it is part of?
#[cfg(feature = "mcp-http")]
fn names_a_session(request: &RequestContext<RoleServer>) -> bool {
    let parts = request.extensions.get::<http::request::Parts>();
    parts.is_some_and(|parts| parts.headers.contains_key("mcp-session-id"))
}

#[cfg(not(feature = "mcp-http"))]
fn names_a_session(_request: &RequestContext<RoleServer>) -> bool {
    true
}
