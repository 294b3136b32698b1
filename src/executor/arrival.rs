//! A call that has arrived: its tool found, its arguments bound, its place in the queues taken. Nothing of it has run.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::lanes::{Held, Ticket, Way};
use super::pool::{Slot, depth};
use super::race::caught_now;
use super::{Entry, Inner, Registry, ToolCall};
use crate::bind::{Arguments, Kind, Repair, Violations};
use crate::permission::locate;
use crate::tool::{Binding, Concurrency, Context, Key, Signal, Spec, SubjectKind};

/// A call that has arrived.
pub(super) struct Arrival {
    pub(super) id: String,
    /// The name of the tool; of a renamed tool today's.
    pub(super) tool: String,
    /// The name that the model used, where it is a former one.
    pub(super) former: Option<String>,
    pub(super) entry: Option<Entry>,
    /// The arguments, where somebody other than the binding will look at them.
    pub(super) arguments: Option<Arguments>,
    /// What the binding found; nothing where there is no tool. `Err` is a panic's words.
    pub(super) binding: Option<Result<Binding, String>>,
    pub(super) repairs: Vec<Repair>,
    pub(super) ticket: Option<Ticket>,
    /// The call's place beside others, where it runs beside others.
    pub(super) slot: Option<Slot>,
    pub(super) cx: Context,
    pub(super) signal: Signal,
    /// What the calls hold that this one is made by.
    caller: Option<Held>,
    /// How many calls with room it is made by.
    depth: usize,
    pub(super) at: Instant,
}

/// What the calls hold that this one is made by.
const HELD: Key<Held> = Key::new("toolc.held");

impl Arrival {
    /// Looks a call up and binds it. `slot` is its place in the pool, when it goes beside others.
    pub(super) fn new(
        inner: &Inner,
        registry: &Registry,
        call: ToolCall,
        cx: &Context,
        slot: Option<Slot>,
    ) -> Self {
        let at = Instant::now();
        let (name, entry) = registry.meant(&call);
        let tool = match &entry {
            Some(entry) => entry.spec().name.to_string(),
            None => name.to_owned(),
        };
        let former = (tool != name).then(|| name.to_owned());
        let watched = !inner.hooks.is_empty()
            || inner.approval.is_some()
            || entry.as_ref().is_some_and(|it| it.spec().custom_rule);
        let arguments = watched.then(|| call.arguments.clone());
        let signal = cx.signal().child();
        let caller = cx.get(&HELD).cloned();
        let depth = depth(&inner.pool, cx);
        let mut cx = cx
            .to_builder()
            .call_id(call.id.as_str())
            .signal(signal.clone());
        if let Some(slot) = &slot {
            cx = slot.published(cx);
        }
        let mut arrival = Self {
            id: call.id,
            tool,
            former,
            entry,
            arguments,
            binding: None,
            repairs: Vec::new(),
            ticket: None,
            slot,
            cx: cx.build(),
            signal,
            caller,
            depth,
            at,
        };
        arrival.bind(inner, call.arguments);
        arrival
    }

    /// Binds again, to what a hook wrote.
    pub(super) fn rebind(&mut self, inner: &Inner, arguments: Value) {
        let arguments = Arguments::Value(arguments);
        self.arguments = Some(arguments.clone());
        // The place in the queues is given back before another is taken, so that nobody waits in a circle.
        self.ticket = None;
        self.binding = None;
        self.bind(inner, arguments);
    }

    fn bind(&mut self, inner: &Inner, arguments: Arguments) {
        let Some(entry) = &self.entry else {
            return;
        };
        let spec = entry.spec();
        let keyed = match &spec.concurrency {
            Concurrency::Exclusive(parameter) => Some((parameter, Way::Exclusive)),
            Concurrency::Shared(parameter) => Some((parameter, Way::Shared)),
            Concurrency::Sequential | Concurrency::ConcurrentSafe => None,
        };
        // The handler gets this context, and may make calls of its own: by then they can see what is held.
        let held = Held::below(self.caller.as_ref());
        if keyed.is_some() {
            self.cx = self.cx.to_builder().put(&HELD, held.clone()).build();
        }
        let mut bound = caught_now(|| entry.bind(arguments, self.cx.clone()));
        if let Ok(binding) = &mut bound {
            self.repairs = std::mem::take(&mut binding.repairs);
        }
        if let (Some((parameter, way)), Ok(binding)) = (keyed, &bound) {
            let values = binding.keys.iter();
            let keys = values.map(|value| Arc::from(key(spec, parameter, value, &self.cx)));
            self.ticket = inner.lanes.queue(keys, way, self.depth, &held);
        }
        self.binding = Some(bound);
    }

    pub(super) fn spec(&self) -> Option<&Spec> {
        self.entry.as_ref().map(Entry::spec)
    }

    /// What the binding found, where there is a tool and it did not panic.
    pub(super) fn bound(&self) -> Option<&Binding> {
        self.binding.as_ref()?.as_ref().ok()
    }

    /// The violation of arguments that cannot be read at all.
    pub(super) fn malformed(&self) -> Option<&Violations> {
        let violations = self.bound()?.outcome.as_ref().err()?;
        let malformed = violations.iter().any(|it| it.kind() == Kind::Malformed);
        malformed.then_some(violations)
    }

    /// The arguments as hooks and whoever approves see them: read, and repaired.
    pub(super) fn seen(&self) -> Value {
        let mut seen = match &self.arguments {
            None | Some(Arguments::Value(Value::Null)) => Value::Object(Default::default()),
            Some(Arguments::Value(value)) => value.clone(),
            Some(Arguments::Text(text)) if matches!(text.trim(), "" | "null") => {
                Value::Object(Default::default())
            }
            Some(Arguments::Text(text)) => match serde_json::from_str(text) {
                Ok(value) => value,
                Err(_) => Value::String(text.clone()),
            },
        };
        for repair in &self.repairs {
            if let Some(place) = seen.pointer_mut(&repair.path) {
                *place = repair.to.clone();
            }
        }
        seen
    }
}

/// The key that a value stands for. Of a path, in whatever spelling, it is the one that permission judges.
fn key(spec: &Spec, parameter: &str, value: &str, cx: &Context) -> String {
    let path = spec.subject.as_ref().is_some_and(|(kind, parameters)| {
        matches!(kind, SubjectKind::Path | SubjectKind::Tree) && parameters.contains(&parameter)
    });
    match path.then(|| locate(value, cx.cwd())) {
        Some(Ok(located)) => located,
        _ => value.to_owned(),
    }
}
