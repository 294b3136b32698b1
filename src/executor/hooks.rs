//! The hooks of an executor, asked one after the other; their failures are dealt with here.

use std::pin::Pin;
use std::time::Duration;

use serde_json::Value;

use super::hook::{Hook, HookCall, HookError, PreTool, Verdict, allotted};
use super::race::{First, caught, race};
use crate::tool::{Context, ToolResult};

/// The hooks of an executor, in their order.
#[derive(Default)]
pub(super) struct Hooks(Vec<Box<dyn Asked>>);

impl Hooks {
    pub(super) fn add(&mut self, hook: impl Hook) {
        self.0.push(Box::new(hook));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Asks every permission-request hook. A hook that does not answer has blocked.
    pub(super) async fn permission_request(
        &self,
        call: &HookCall<'_>,
        cx: &Context,
    ) -> Result<(), String> {
        let mut reasons = Vec::new();
        for hook in &self.0 {
            match in_time(&**hook, hook.permission_request(call, cx)).await {
                Ok(Verdict::Pass) => {}
                Ok(Verdict::Block(reason)) => reasons.push(reason),
                Err(why) => {
                    let name = hook.name();
                    tracing::warn!(hook = name, why, "a permission hook failed: blocked");
                    reasons.push(format!("hook '{name}' did not answer"));
                }
            }
        }
        if reasons.is_empty() {
            Ok(())
        } else {
            Err(reasons.join("; "))
        }
    }

    /// Asks every pre-tool hook, each with the arguments as the one before left them. The arguments, where a hook rewrote
    /// them.
    pub(super) async fn pre_tool(
        &self,
        call: &HookCall<'_>,
        cx: &Context,
    ) -> Result<Option<Value>, String> {
        let mut rewritten: Option<Value> = None;
        let mut reasons = Vec::new();
        for hook in &self.0 {
            let call = HookCall {
                arguments: rewritten.as_ref().unwrap_or(call.arguments),
                ..*call
            };
            match in_time(&**hook, hook.pre_tool(&call, cx)).await {
                Ok(PreTool::Pass) => {}
                Ok(PreTool::Rewrite(arguments)) => rewritten = Some(arguments),
                Ok(PreTool::Block(reason)) => reasons.push(reason),
                Err(why) => tracing::warn!(hook = hook.name(), why, "a hook failed: passed over"),
            }
        }
        if reasons.is_empty() {
            Ok(rewritten)
        } else {
            Err(reasons.join("; "))
        }
    }

    /// Shows every post-tool hook the result as the one before left it.
    pub(super) async fn post_tool(
        &self,
        call: &HookCall<'_>,
        mut result: ToolResult,
        cx: &Context,
    ) -> ToolResult {
        for hook in &self.0 {
            match in_time(&**hook, hook.post_tool(call, &result, cx)).await {
                Ok(None) => {}
                Ok(Some(replaced)) => {
                    // What happened to the call stays as it was; its answer is the hook's.
                    result.content = replaced.content;
                    result.is_error = replaced.is_error;
                    result.source = replaced.source;
                }
                Err(why) => tracing::warn!(hook = hook.name(), why, "a hook failed: passed over"),
            }
        }
        result
    }

    /// Tells every hook of a refusal.
    pub(super) async fn denied(&self, call: &HookCall<'_>, result: &ToolResult, cx: &Context) {
        for hook in &self.0 {
            if let Err(why) = in_time(&**hook, hook.denied(call, result, cx)).await {
                tracing::warn!(hook = hook.name(), why, "a hook failed: passed over");
            }
        }
    }
}

/// An answer in time, or why there is none.
async fn in_time<T>(
    hook: &dyn Asked,
    answer: impl Future<Output = Result<T, HookError>>,
) -> Result<T, String> {
    match race(caught(answer), tokio::time::sleep(hook.allotted())).await {
        First::Left(Ok(Ok(answer))) => Ok(answer),
        First::Left(Ok(Err(error))) => Err(error.to_string()),
        First::Left(Err(panic)) => Err(format!("it panicked: {panic}")),
        First::Right(()) => Err(format!("no answer within {:?}", hook.allotted())),
    }
}

type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, HookError>> + Send + 'a>>;

/// A [`Hook`], behind `dyn`.
trait Asked: Send + Sync {
    fn name(&self) -> &str;
    fn allotted(&self) -> Duration;
    fn permission_request<'a>(
        &'a self,
        call: &'a HookCall<'_>,
        cx: &'a Context,
    ) -> Answer<'a, Verdict>;
    fn pre_tool<'a>(&'a self, call: &'a HookCall<'_>, cx: &'a Context) -> Answer<'a, PreTool>;
    fn post_tool<'a>(
        &'a self,
        call: &'a HookCall<'_>,
        result: &'a ToolResult,
        cx: &'a Context,
    ) -> Answer<'a, Option<ToolResult>>;
    fn denied<'a>(
        &'a self,
        call: &'a HookCall<'_>,
        result: &'a ToolResult,
        cx: &'a Context,
    ) -> Answer<'a, ()>;
}

// The futures are made inside `async` blocks, so that a hook that panics before its first await is caught like any other.
impl<H: Hook> Asked for H {
    fn name(&self) -> &str {
        H::name(self)
    }
    fn allotted(&self) -> Duration {
        allotted(self.budget())
    }
    fn permission_request<'a>(
        &'a self,
        call: &'a HookCall<'_>,
        cx: &'a Context,
    ) -> Answer<'a, Verdict> {
        Box::pin(async move { H::permission_request(self, call, cx).await })
    }
    fn pre_tool<'a>(&'a self, call: &'a HookCall<'_>, cx: &'a Context) -> Answer<'a, PreTool> {
        Box::pin(async move { H::pre_tool(self, call, cx).await })
    }
    fn post_tool<'a>(
        &'a self,
        call: &'a HookCall<'_>,
        result: &'a ToolResult,
        cx: &'a Context,
    ) -> Answer<'a, Option<ToolResult>> {
        Box::pin(async move { H::post_tool(self, call, result, cx).await })
    }
    fn denied<'a>(
        &'a self,
        call: &'a HookCall<'_>,
        result: &'a ToolResult,
        cx: &'a Context,
    ) -> Answer<'a, ()> {
        Box::pin(async move { H::denied(self, call, result, cx).await })
    }
}
