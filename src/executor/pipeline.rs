//! One call's journey, from its arrival to its one result.

use std::time::Instant;

use crate::bind::{Arguments, Repair};
use crate::permission::{Asked, Decision, Patterns, Ruling};
use crate::tool::{Context, ToolResult};

use super::drive::{drive, panicked};
use super::race::caught_now;
use super::refused::Refused;
use super::{Entry, Registry, ToolCall};

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

    // A name that no tool has. To whom it is not allowed it does not read "unknown".
    let Some(entry) = entry else {
        permitted(cx, &Asked::unknown(call.name()))?;
        return Err(Refused::unknown_tool(call.name(), registry));
    };
    let spec = entry.spec();
    let for_rule = spec.custom_rule.then(|| call.arguments.clone());
    let binding = match caught_now(|| entry.bind(call.arguments, cx.clone())) {
        Ok(binding) => binding,
        Err(words) => return Ok(panicked(&words)),
    };
    *repairs = binding.repairs;

    // The allow-list, on the arguments that will run.
    allowed(entry, &binding.subjects, for_rule.as_ref(), cx)?;

    // The side-effect ceiling.
    if !cx.ceiling().permits(spec.side_effect) {
        return Err(Refused::ceiling(spec, cx.ceiling()));
    }

    // What the binding found, withheld until here, so that a tool that is not allowed does not tell its parameters.
    let run = binding
        .outcome
        .map_err(|violations| Refused::arguments(spec, &violations))?;

    // The handler.
    Ok(drive(run, spec).await)
}

/// Asks the allow-list about a call of a tool that exists. `for_rule` are its arguments, where the tool has a rule.
fn allowed(
    entry: Entry<'_>,
    subjects: &[String],
    for_rule: Option<&Arguments>,
    cx: &Context,
) -> Result<(), Refused> {
    let asked = Asked::of(entry.spec(), subjects, cx.cwd());
    let Some(arguments) = for_rule else {
        return permitted(cx, &asked);
    };
    let rule = |patterns: Patterns<'_>| -> Ruling { entry.ruling(arguments.clone(), patterns, cx) };
    permitted(cx, &asked.ruled(&rule))
}

fn permitted(cx: &Context, asked: &Asked<'_>) -> Result<(), Refused> {
    match cx.grant().decide(asked) {
        Decision::Allow(_) => Ok(()),
        Decision::Deny(denial) => Err(Refused::permission(&denial)),
    }
}
