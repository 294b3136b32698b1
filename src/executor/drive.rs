//! Running a handler to its end, whatever that end is.

use crate::tool::{Run, Spec, Stop, ToolResult};

use super::race::caught;

/// Runs a call that has passed every gate.
pub(super) async fn drive(run: Run, spec: &Spec) -> ToolResult {
    match caught(run).await {
        Ok(Ok(content)) => ToolResult::success(content),
        Ok(Err(error)) => {
            let tool = &*spec.name;
            match error.kind().level() {
                tracing::Level::ERROR => {
                    tracing::error!(tool, %error, source = ?error.source(), "the tool failed");
                }
                _ => tracing::warn!(tool, %error, "the tool could not do it"),
            }
            error.into()
        }
        Err(words) => panicked(&words),
    }
}

/// What a call comes to whose handler panicked.
pub(super) fn panicked(words: &str) -> ToolResult {
    tracing::error!(panic = words, "the tool panicked");
    ToolResult {
        stopped_by: Some(Stop::Panic),
        ..ToolResult::error(format!("Tool execution failed: {words}"))
    }
}
