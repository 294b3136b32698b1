//! One client's session: what its calls share, and one call of it.

use std::convert::Infallible;
use std::future::pending;
use std::sync::atomic::{AtomicU64, Ordering};

use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;

use super::Shared;
use super::answer::answer;
use super::progress::Reporter;
use super::turn::Turns;
use crate::bind::Arguments;
use crate::executor::ToolCall;
use crate::tool::{Context, Refusal, ToolResult, keys};

/// A session. What the executor shares within an execution, it shares within a session.
pub(super) struct Session {
    pub(super) cx: Context,
    turns: Turns,
}

/// Told apart within the process; a client never sees it.
static SESSIONS: AtomicU64 = AtomicU64::new(1);

impl Session {
    pub(super) fn begin(server: &Shared) -> Self {
        let mut cx = server.cx.to_builder().signal(server.cx.signal().child());
        if !server.cx.contains(keys::SESSION.name()) {
            let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
            cx = cx.put(&keys::SESSION, format!("mcp-{number}"));
        }
        Self {
            cx: server.executor.begin(&cx.build()),
            turns: Turns::new(server.at_once),
        }
    }

    /// Runs one call. The client's cancellation becomes the call's interrupt, and the call is answered all the same.
    ///
    /// # Errors
    ///
    /// A name that no tool has, where nothing is restricted. Elsewhere it reads "not allowed", like any other that is
    /// not on the list.
    pub(super) async fn call(
        &self,
        server: &Shared,
        tool: String,
        arguments: impl Into<Arguments>,
        request: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let call = ToolCall::new(tool, arguments).with_id(request.id.to_string());
        let signal = self.cx.signal().child();
        let mut cx = self.cx.to_builder().signal(signal.clone());
        let mut reporter = None;
        if let Some(token) = request.meta.get_progress_token() {
            let (passes_on, steps) = Reporter::new(request.peer.clone(), token);
            reporter = Some(passes_on);
            cx = cx.on_progress(move |step| {
                let _left_out = steps.try_send(step);
            });
        }
        let cx = cx.build();
        let result = {
            let run = self.run(server, call, &cx);
            let told = async {
                match &mut reporter {
                    Some(reporter) => reporter.run().await,
                    None => pending().await,
                }
            };
            let cancelled = async {
                request.ct.cancelled().await;
                signal.trip("the client cancelled the request");
                pending::<Infallible>().await
            };
            tokio::select! {
                result = run => result,
                never = told => match never {},
                never = cancelled => match never {},
            }
        };
        if let Some(reporter) = reporter {
            reporter.finish().await;
        }
        if result.refused_by() == Some(Refusal::UnknownTool) && cx.grant().is_unrestricted() {
            return Err(ErrorData::invalid_params(result.text(), None));
        }
        Ok(answer(&result))
    }

    async fn run(&self, server: &Shared, call: ToolCall, cx: &Context) -> ToolResult {
        let (_, entry) = server.executor.registry().meant(&call);
        let turn = self.turns.of(entry.as_ref().map(|entry| entry.spec()));
        // Who is interrupted while it waits goes on at once: the executor answers without starting the tool.
        let turn = tokio::select! {
            turn = turn => turn,
            () = cx.signal().tripped() => None,
        };
        let result = server.executor.run(call, cx).await;
        drop(turn);
        result
    }
}
