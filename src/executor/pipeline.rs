//! One call's journey, from its arrival to its one result. Every step stands here, in its order.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tracing::{Instrument, Span};

use super::arrival::Arrival;
use super::drive::{drive, panicked};
use super::hook::{Advice, HookCall};
use super::lanes::Ticket;
use super::pool::{Room, Slot};
use super::race::{First, caught_now, race};
use super::refused::Refused;
use super::{Inner, Registry, SchemaMode, audit, trace};
use crate::permission::{Asked, Decision, Patterns, Ruling};
use crate::tool::{Binding, Content, Signal, ToolResult};

/// Takes a call through every step. It never fails and never panics: whatever happens becomes the call's result.
pub(super) async fn journey(inner: &Inner, registry: &Registry, call: Arrival) -> ToolResult {
    let span = trace::call(&call);
    let answered = answered(inner, registry, call, span.clone());
    answered.instrument(span).await
}

async fn answered(inner: &Inner, registry: &Registry, call: Arrival, span: Span) -> ToolResult {
    let advice = Advice::default();
    let mut way = OnItsWay {
        inner,
        call,
        times: Times::default(),
        answered: false,
    };
    let OnItsWay { call, times, .. } = &mut way;
    let outcome = steps(inner, registry, call, &advice, times).await;
    call.ticket = None;

    let refused = outcome.as_ref().err().cloned();
    let mut result = outcome.unwrap_or_else(ToolResult::from);
    result.id.clone_from(&call.id);
    result.tool.clone_from(&call.tool);
    result.repairs.clone_from(&call.repairs);
    if !inner.hooks.is_empty() {
        let seen = call.seen();
        let hook_call = call.for_hooks(&seen, &advice);
        if refused.is_some() {
            inner.hooks.denied(&hook_call, &result, &call.cx).await;
        }
        if refused.as_ref().is_none_or(|it| it.by_pre_tool_hook) {
            let hooks = &inner.hooks;
            result = hooks.post_tool(&hook_call, result, &call.cx).await;
        }
    }
    if let Some(former) = &call.former {
        let tool = &call.tool;
        tracing::warn!(
            former,
            tool,
            "write the new name in allow-lists and prompts"
        );
        advice.say(format!("Tool '{former}' is now called '{tool}'."));
    }
    if let Some(block) = advice.block() {
        result.content = result.content.and(Content::text(block));
    }
    result.duration = call.at.elapsed();
    trace::answer(&span, &result, times);
    audit::write(inner, call, refused.as_ref(), &result, times);
    way.answered = true;
    result
}

/// A call on its way. Whoever drops it before it is answered is not told any more; the audit is.
struct OnItsWay<'a> {
    inner: &'a Inner,
    call: Arrival,
    times: Times,
    answered: bool,
}

impl Drop for OnItsWay<'_> {
    fn drop(&mut self) {
        if !self.answered {
            audit::dropped(self.inner, &self.call, &self.times);
        }
    }
}

/// The steps, in their order. An `Err` is a call whose handler never started.
async fn steps(
    inner: &Inner,
    registry: &Registry,
    call: &mut Arrival,
    advice: &Advice,
    times: &mut Times,
) -> Result<ToolResult, Refused> {
    let turn = Turn {
        tool: call.tool.clone(),
        signal: call.signal.clone(),
    };

    // Arguments that cannot be read are answered before any hook sees them; that a tool is withheld goes before.
    if let (Some(spec), Some(violations)) = (call.spec(), call.malformed()) {
        if call.cx.grant().mentions(&spec.name, &spec.renamed_from) {
            return Err(Refused::arguments(spec, violations));
        }
        allowed(call)?;
    }

    // Permission-request hooks, approval, pre-tool hooks: before anything is judged, since they may change what is.
    if !inner.hooks.is_empty() || inner.approval.is_some() {
        let seen = call.seen();
        let hook_call = call.for_hooks(&seen, advice);
        let hooks = &inner.hooks;
        unless_interrupted(&turn, hooks.permission_request(&hook_call, &call.cx))
            .await?
            .map_err(|reasons| Refused::permission_hook(&reasons))?;
        if let (Some(gate), Some(spec)) = (&inner.approval, call.spec()) {
            unless_interrupted(&turn, gate.pass(spec, &seen, &call.cx))
                .await?
                .map_err(Refused::approval)?;
        }
        let rewritten = unless_interrupted(&turn, hooks.pre_tool(&hook_call, &call.cx))
            .await?
            .map_err(|reasons| Refused::pre_tool_hook(&reasons))?;
        if let Some(arguments) = rewritten {
            call.rebind(inner, arguments);
        }
    }

    // The allow-list, on the arguments that will run.
    allowed(call)?;

    // A name that no tool has.
    let (Some(entry), Some(binding)) = (call.entry.clone(), call.binding.take()) else {
        return Err(Refused::unknown_tool(&call.tool, registry, &call.cx));
    };
    let spec = entry.spec();

    // The side-effect ceiling.
    let ceiling = call.cx.ceiling();
    if !ceiling.permits(spec.side_effect) {
        return Err(Refused::ceiling(spec, ceiling));
    }

    // What the binding found, withheld until here, so that a tool that is not allowed does not tell its parameters.
    let (outcome, doubts) = match binding {
        Ok(Binding {
            outcome, doubts, ..
        }) => (outcome, doubts),
        Err(panic) => return Ok(panicked(&panic)),
    };
    let run = outcome.map_err(|violations| Refused::arguments(spec, &violations))?;
    match (inner.schema_mode, doubts) {
        (SchemaMode::Enforce, Some(doubts)) => return Err(Refused::arguments(spec, &doubts)),
        (SchemaMode::Warn, Some(doubts)) => {
            trace::doubts(&spec.name, &doubts);
        }
        (SchemaMode::Off, _) | (_, None) => {}
    }

    // Its turn: nobody before it at its keys, and room in the pool.
    let waiting = Instant::now();
    let (ticket, slot) = (call.ticket.as_ref(), call.slot.as_ref());
    let room = unless_interrupted(&turn, room(ticket, slot)).await?;
    times.wait = waiting.elapsed();

    // The handler.
    let running = Instant::now();
    times.began = Some(running);
    let limit = [spec.timeout, inner.timeout].into_iter().flatten().min();
    let result = drive(run, spec, &call.signal, limit).await;
    times.run = running.elapsed();
    drop(room);
    Ok(result)
}

/// Does the run's allow-list, and every list it is within, allow the call?
fn allowed(call: &Arrival) -> Result<(), Refused> {
    let rule = |patterns: Patterns<'_>| -> Ruling {
        let (Some(entry), Some(arguments)) = (&call.entry, &call.arguments) else {
            return Ruling::Deny(None);
        };
        caught_now(|| entry.ruling(arguments.clone(), patterns, &call.cx))
            .unwrap_or_else(|_| Ruling::Deny(Some("its rule failed".to_owned())))
    };
    let subjects = call.bound().map_or(&[][..], |binding| &binding.subjects);
    let asked = match call.spec() {
        Some(spec) if spec.custom_rule => Asked::of(spec, subjects, call.cx.cwd()).ruled(&rule),
        Some(spec) => Asked::of(spec, subjects, call.cx.cwd()),
        None => Asked::unknown(&call.tool),
    };
    match call.cx.grant().decide(&asked) {
        Decision::Allow(_) => Ok(()),
        Decision::Deny(denial) => Err(Refused::permission(&denial)),
    }
}

impl Arrival {
    fn for_hooks<'a>(
        &'a self,
        arguments: &'a serde_json::Value,
        advice: &'a Advice,
    ) -> HookCall<'a> {
        HookCall {
            id: &self.id,
            tool: &self.tool,
            spec: self.spec(),
            arguments,
            advice,
        }
    }
}

/// The turn that a call is part of, as far as a call that waits has to know it.
struct Turn {
    tool: String,
    signal: Signal,
}

/// Waits, unless the turn is interrupted before or meanwhile.
async fn unless_interrupted<F: Future>(turn: &Turn, waiting: F) -> Result<F::Output, Refused> {
    match race(turn.signal.tripped(), waiting).await {
        First::Left(()) => Err(Refused::interrupt(&turn.tool, &turn.signal)),
        First::Right(output) => Ok(output),
    }
}

/// Waits until nobody is before the call at its keys, and there is room in the pool.
async fn room(ticket: Option<&Ticket>, slot: Option<&Slot>) -> Option<Arc<Room>> {
    loop {
        if let Some(ticket) = ticket {
            ticket.turn().await;
        }
        let room = match slot {
            Some(slot) => Some(slot.room().await),
            None => None,
        };
        // Whom it was overtaken by may need the very room that it has got.
        if ticket.is_none_or(Ticket::enter) {
            return room;
        }
    }
}

/// Where the time of a call went.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// Waiting for its turn.
    pub(super) wait: Duration,
    /// When its handler started.
    pub(super) began: Option<Instant>,
    /// In its handler.
    pub(super) run: Duration,
}
