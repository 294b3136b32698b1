//! Spans and events, in the names of OpenTelemetry's conventions for generative AI. Arguments and results are not in them.

use tracing::Span;
use tracing::field::Empty;

use super::arrival::Arrival;
use super::pipeline::Times;
use crate::bind::{Violation, Violations};
use crate::tool::ToolResult;

/// The span of one call.
pub(super) fn call(call: &Arrival) -> Span {
    tracing::info_span!(
        "execute_tool",
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = call.tool,
        gen_ai.tool.call.id = call.id,
        gen_ai.tool.type = "function",
        error.type = Empty,
        toolc.wait_ms = Empty,
        toolc.run_ms = Empty,
    )
}

/// The span of a batch.
pub(super) fn batch(calls: usize) -> Span {
    tracing::info_span!("execute_tools", toolc.batch.size = calls)
}

/// The end of a call: fields of its span, and an event in it, a warning for a refusal, else for the normal flow.
pub(super) fn answer(span: &Span, result: &ToolResult, times: &Times) {
    span.record("toolc.wait_ms", milliseconds(times.wait));
    span.record("toolc.run_ms", milliseconds(times.run));
    let error = match (result.refused_by, result.stopped_by) {
        (Some(refused_by), _) => Some(refused_by.as_str()),
        (None, Some(stopped_by)) => Some(stopped_by.as_str()),
        (None, None) => result.is_error.then_some("tool_error"),
    };
    if let Some(error) = error {
        span.record("error.type", error);
    }
    let (tool, call_id) = (&*result.tool, &*result.id);
    for repair in &result.repairs {
        tracing::debug!(tool, call_id, parameter = repair.parameter, "repaired");
    }
    match result.refused_by {
        Some(refused_by) => tracing::warn!(tool, call_id, %refused_by, "the call was refused"),
        None => tracing::debug!(tool, call_id, error, "the call was answered"),
    }
}

/// A tool runs although its arguments do not fit. The sentences quote them, so only the names are told to everybody.
pub(super) fn doubts(tool: &str, doubts: &Violations) {
    let parameters: Vec<&str> = doubts.iter().map(Violation::parameter).collect();
    tracing::warn!(
        tool,
        ?parameters,
        "the tool runs although its arguments do not fit"
    );
    tracing::debug!(tool, %doubts, "what does not fit");
}

fn milliseconds(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
