//! One call's journey, from its arrival to its one result.

use std::time::Instant;

use crate::bind::Repair;
use crate::tool::{Context, ToolResult};

use super::drive::{drive, panicked};
use super::race::caught_now;
use super::refused::Refused;
use super::{Registry, ToolCall};

/// Takes a call through every step. It never fails and never panics: whatever happens becomes the call's result.
pub(super) async fn journey(registry: &Registry, call: ToolCall, cx: &Context) -> ToolResult {
    let arrived = Instant::now();
    let id = call.id.clone();
    let tool = match registry.find(call.name()) {
        Some(entry) => entry.spec().name.to_string(),
        None => call.name().to_owned(),
    };
    let cx = cx.to_builder().call_id(id.as_str()).build();
    let mut repairs = Vec::new();
    let mut result = match steps(registry, call, &cx, &mut repairs).await {
        Ok(result) => result,
        Err(refused) => {
            tracing::warn!(tool, call_id = id, refused_by = %refused.by, "the call was refused");
            refused.into()
        }
    };
    result.id = id;
    result.tool = tool;
    result.repairs = repairs;
    result.duration = arrived.elapsed();
    tracing::debug!(
        tool = result.tool,
        call_id = result.id,
        is_error = result.is_error,
        "the call is answered"
    );
    result
}

/// The steps, in their order. An `Err` is a call whose handler never started.
async fn steps(
    registry: &Registry,
    call: ToolCall,
    cx: &Context,
    repairs: &mut Vec<Repair>,
) -> Result<ToolResult, Refused> {
    // Looking at the arguments runs nothing; dropping what was found is refusing the call.
    let entry = registry.find(call.name());

    // A name that no tool has.
    let Some(entry) = entry else {
        return Err(Refused::unknown_tool(call.name(), registry));
    };
    let spec = entry.spec();
    let binding = match caught_now(|| entry.bind(call.arguments, cx.clone())) {
        Ok(binding) => binding,
        Err(words) => return Ok(panicked(&words)),
    };
    *repairs = binding.repairs;

    // What the binding found, withheld until here, so that a tool that is not allowed does not tell its parameters.
    let run = binding
        .outcome
        .map_err(|violations| Refused::arguments(spec, &violations))?;

    // The handler.
    Ok(drive(run, spec).await)
}
