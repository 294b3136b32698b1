//! What a host may do around a call: ask before it, rewrite or block it, replace its answer, hear of its refusal.
//!
//! A hook is asked one at a time, in the order of registration. One that fails or takes too long never loses a call:
//! permission-request hooks fail closed, all others open. Calls that run in parallel have their hooks called in parallel,
//! so a hook with state of its own must be safe to share.

use std::error::Error;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use crate::tool::{Context, Spec, ToolResult};

/// Why a hook could not answer.
pub type HookError = Box<dyn Error + Send + Sync>;

/// A hook: every method has a default that lets things be.
pub trait Hook: Send + Sync + 'static {
    /// What it is called in logs and refusals.
    fn name(&self) -> &str;

    /// How long it may take: at least 30 seconds, whatever it says, and at most 10 minutes. Longer than 30 seconds gets 5
    /// seconds of grace.
    fn budget(&self) -> Duration {
        LEAST
    }

    /// Asked first, with the arguments as the model sent them. An error is a block.
    ///
    /// # Errors
    ///
    /// What kept it from answering.
    fn permission_request(
        &self,
        call: &HookCall<'_>,
        cx: &Context,
    ) -> impl Future<Output = Result<Verdict, HookError>> + Send {
        let _ = (call, cx);
        std::future::ready(Ok(Verdict::Pass))
    }

    /// Asked after approval. What it rewrites is bound, judged and run instead of what the model sent.
    ///
    /// # Errors
    ///
    /// What kept it from answering.
    fn pre_tool(
        &self,
        call: &HookCall<'_>,
        cx: &Context,
    ) -> impl Future<Output = Result<PreTool, HookError>> + Send {
        let _ = (call, cx);
        std::future::ready(Ok(PreTool::Pass))
    }

    /// Sees the result of a call that ran, or that a hook blocked. What it returns replaces the answer as a whole: text,
    /// structured data, error flag and payload.
    ///
    /// # Errors
    ///
    /// What kept it from answering.
    fn post_tool(
        &self,
        call: &HookCall<'_>,
        result: &ToolResult,
        cx: &Context,
    ) -> impl Future<Output = Result<Option<ToolResult>, HookError>> + Send {
        let _ = (call, result, cx);
        std::future::ready(Ok(None))
    }

    /// Told that a call was refused, by whatever refused it.
    ///
    /// # Errors
    ///
    /// What kept it from listening.
    fn denied(
        &self,
        call: &HookCall<'_>,
        result: &ToolResult,
        cx: &Context,
    ) -> impl Future<Output = Result<(), HookError>> + Send {
        let _ = (call, result, cx);
        std::future::ready(Ok(()))
    }
}

/// The call that a hook is asked about.
#[derive(Debug)]
pub struct HookCall<'a> {
    /// Its id.
    pub id: &'a str,
    /// The name of its tool; of a renamed tool today's.
    pub tool: &'a str,
    /// What is known of the tool; nothing when no such tool exists.
    pub spec: Option<&'a Spec>,
    /// The arguments as they stand now, with repairs in them. A JSON string where they could not be read.
    pub arguments: &'a Value,
    pub(super) advice: &'a Advice,
}

impl HookCall<'_> {
    /// Tells the model something beside the answer.
    pub fn advise(&self, words: impl Into<String>) {
        self.advice.say(words.into());
    }
}

/// What a permission-request hook says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing against it.
    Pass,
    /// The call must not run, for this reason.
    Block(String),
}

/// What a pre-tool hook says.
#[derive(Debug, Clone, PartialEq)]
pub enum PreTool {
    /// Nothing against it.
    Pass,
    /// The call runs with these arguments instead.
    Rewrite(Value),
    /// The call must not run, for this reason.
    Block(String),
}

/// What hooks and the executor tell the model beside the answer.
#[derive(Debug, Default)]
pub(super) struct Advice(Mutex<Vec<String>>);

impl Advice {
    pub(super) fn say(&self, words: String) {
        let mut said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        said.push(words);
    }

    /// The block that is appended to an answer; none when nothing was said.
    pub(super) fn block(&self) -> Option<String> {
        let said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (!said.is_empty()).then(|| {
            let words = said.join("\n");
            format!("<system-reminder key=\"hook-feedback\">\n{words}\n</system-reminder>")
        })
    }
}

/// The time that every hook has.
const LEAST: Duration = Duration::from_secs(30);

/// The time that a hook with this budget really has.
pub(super) fn allotted(budget: Duration) -> Duration {
    const GRACE: Duration = Duration::from_secs(5);
    const MOST: Duration = Duration::from_secs(600);
    if budget <= LEAST {
        LEAST
    } else {
        budget.saturating_add(GRACE).min(MOST)
    }
}
