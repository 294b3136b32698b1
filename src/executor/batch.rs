//! A batch: the calls of one turn of a model. Side by side where that is safe, results always in the order of the calls.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Seen;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tracing::Instrument;

use super::arrival::Arrival;
use super::concurrency::{Side, is_safe};
use super::drive::panicked;
use super::pipeline::journey;
use super::pool::Slot;
use super::race::caught_now;
use super::{Executor, Registry, ToolCall, trace};
use crate::bind::Arguments;
use crate::tool::{Content, Context, ToolResult};

/// Who is told how a batch goes on. A listener that panics is passed over.
pub trait Listener: Send + Sync + 'static {
    /// A call is about to start: in the order of the calls, on the task of the batch.
    fn started(&self, position: usize, call: &ToolCall) {
        let _ = (position, call);
    }

    /// A call is answered: in the order in which calls end, on the task of the call. What is the same as a call before it
    /// is answered last, without having started.
    fn completed(&self, position: usize, result: &ToolResult) {
        let _ = (position, result);
    }
}

/// Nobody listens.
impl Listener for () {}

impl Executor {
    /// Runs the calls of one turn of a model. There is one result for each, in the order of the calls, whatever happens.
    ///
    /// Calls that have an id and all else in common are one call: it runs once and is answered at each place.
    pub async fn batch(&self, calls: Vec<ToolCall>, cx: &Context) -> Vec<ToolResult> {
        self.batch_with(calls, cx, Arc::new(())).await
    }

    /// The same, with somebody who is told how it goes on.
    pub async fn batch_with(
        &self,
        calls: Vec<ToolCall>,
        cx: &Context,
        listener: Arc<dyn Listener>,
    ) -> Vec<ToolResult> {
        let span = trace::batch(calls.len());
        let registry = self.registry();
        let batch = Batch {
            executor: self.clone(),
            cx: self.begun(cx),
            listener,
            repeats: repeats(&registry, &calls).into(),
            registry,
        };
        batch.run(calls).instrument(span).await
    }

    /// From now on every call runs alone. What has started beside others is finished; nothing is lost.
    pub fn close(&self) {
        self.inner.closed.store(true, Ordering::Release);
    }
}

/// A batch, as its calls' tasks share it.
#[derive(Clone)]
struct Batch {
    executor: Executor,
    registry: Arc<Registry>,
    cx: Context,
    listener: Arc<dyn Listener>,
    repeats: Arc<[Repeat]>,
}

impl Batch {
    async fn run(self, calls: Vec<ToolCall>) -> Vec<ToolResult> {
        let mut results: Vec<Option<ToolResult>> = calls.iter().map(|_| None).collect();
        let firsts: Vec<(usize, ToolCall)> = calls
            .into_iter()
            .enumerate()
            .filter(|(position, _)| self.repeats[*position].of.is_none())
            .collect();
        let safe: Vec<bool> = firsts
            .iter()
            .map(|(_, call)| {
                let (_, entry) = self.registry.meant(call);
                entry.is_some_and(|entry| is_safe(entry.spec()))
            })
            .collect();

        let mut firsts = firsts.into_iter();
        for (run, side) in self.executor.inner.concurrency.runs(&safe) {
            let calls = firsts.by_ref().take(run.len()).collect();
            match side {
                Side::OneByOne => self.one_by_one(calls, &mut results).await,
                Side::BySide => self.side_by_side(calls, &mut results).await,
            }
        }

        for (position, repeat) in self.repeats.iter().enumerate() {
            if let Some(first) = repeat.of
                && let Some(result) = results[first].clone()
            {
                self.completed(position, &result);
                results[position] = Some(result);
            }
        }
        // Every position is filled by now; should one not be, it is answered all the same.
        let results = results.into_iter();
        results.map(|it| it.unwrap_or_else(|| lost(""))).collect()
    }

    async fn one_by_one(&self, calls: Vec<(usize, ToolCall)>, results: &mut [Option<ToolResult>]) {
        for (position, call) in calls {
            self.started(position, &call);
            results[position] = Some(self.answer(position, self.arrive(call, None)).await);
        }
    }

    async fn side_by_side(
        &self,
        calls: Vec<(usize, ToolCall)>,
        results: &mut [Option<ToolResult>],
    ) {
        let inner = &self.executor.inner;
        let cap = Arc::new(Semaphore::new(inner.concurrency.batch_cap()));
        // Dropping the set aborts its tasks; each call's signal trips as its future is dropped.
        let mut tasks = JoinSet::new();
        let mut running = HashMap::new();
        let mut calls = calls.into_iter();
        let mut late = Vec::new();
        for (position, call) in calls.by_ref() {
            // Room in the batch first, here, so that calls start in their order; a semaphore of our own is never closed.
            let room = cap.clone().acquire_owned().await;
            if inner.closed.load(Ordering::Acquire) {
                late.push((position, call));
                break;
            }
            self.started(position, &call);
            let id = call.id.clone();
            // Its place in the queues of its keys is taken here too, in the order of the calls.
            let arrival = self.arrive(call, Some(Slot::new(&inner.pool, &self.cx)));
            let batch = self.clone();
            let answer = async move {
                let result = batch.answer(position, arrival).await;
                drop(room);
                (position, result)
            };
            running.insert(tasks.spawn(answer.in_current_span()).id(), (position, id));
        }
        while let Some(ended) = tasks.join_next().await {
            match ended {
                Ok((position, result)) => results[position] = Some(result),
                Err(error) => {
                    // The runtime is shutting down, or something of ours panicked.
                    tracing::error!(%error, "the task of a call is gone");
                    if let Some((position, id)) = running.get(&error.id()) {
                        results[*position] = Some(lost(id));
                    }
                }
            }
        }
        late.extend(calls);
        self.one_by_one(late, results).await;
    }

    fn arrive(&self, call: ToolCall, slot: Option<Slot>) -> Arrival {
        Arrival::new(&self.executor.inner, &self.registry, call, &self.cx, slot)
    }

    async fn answer(&self, position: usize, arrival: Arrival) -> ToolResult {
        let mut result = journey(&self.executor.inner, &self.registry, arrival).await;
        if self.repeats[position].id_is_ambiguous {
            let id = &result.id;
            tracing::warn!(call_id = id, "several calls of the turn have this id");
            let words = format!(
                "Several calls of this turn have the id '{id}'. Results are in the order of the calls."
            );
            result.content = result.content.and(Content::text(words));
        }
        self.completed(position, &result);
        result
    }

    fn completed(&self, position: usize, result: &ToolResult) {
        if let Err(panic) = caught_now(|| self.listener.completed(position, result)) {
            tracing::error!(panic, "a listener panicked");
        }
    }

    fn started(&self, position: usize, call: &ToolCall) {
        if let Err(panic) = caught_now(|| self.listener.started(position, call)) {
            tracing::error!(panic, "a listener panicked");
        }
    }
}

/// What a call comes to whose task is gone.
fn lost(id: &str) -> ToolResult {
    ToolResult {
        id: id.to_owned(),
        ..panicked("the task of the call is gone")
    }
}

/// How a call's id stands to the ids before and after it.
#[derive(Debug, Clone, Copy, Default)]
struct Repeat {
    /// The position of the first call that is the same in everything.
    of: Option<usize>,
    /// A call with the same id asks for something else.
    id_is_ambiguous: bool,
}

/// Finds ids that stand more than once in a turn. Calls without an id are never the same.
fn repeats(registry: &Registry, calls: &[ToolCall]) -> Vec<Repeat> {
    let mut repeats = vec![Repeat::default(); calls.len()];
    let mut by_id: HashMap<&str, Vec<usize>> = HashMap::with_capacity(calls.len());
    for (position, call) in calls.iter().enumerate() {
        if call.id.is_empty() {
            continue;
        }
        match by_id.entry(&call.id) {
            Seen::Vacant(first) => {
                first.insert(vec![position]);
            }
            Seen::Occupied(mut others) => {
                let mut earlier = others.get().iter();
                let same = earlier.find(|it| is_same(registry, &calls[**it], call));
                repeats[position].of = same.copied();
                if same.is_none() {
                    others.get_mut().push(position);
                }
            }
        }
    }
    for positions in by_id.values().filter(|it| it.len() > 1) {
        for position in positions {
            repeats[*position].id_is_ambiguous = true;
        }
    }
    repeats
}

/// Do two calls with one id ask for the same?
fn is_same(registry: &Registry, one: &ToolCall, other: &ToolCall) -> bool {
    registry.meant(one).0 == registry.meant(other).0
        && (one.arguments == other.arguments
            || read(&one.arguments)
                .zip(read(&other.arguments))
                .is_some_and(|(one, other)| one == other))
}

fn read(arguments: &Arguments) -> Option<Value> {
    match arguments {
        Arguments::Text(text) => serde_json::from_str(text).ok(),
        Arguments::Value(value) => Some(value.clone()),
    }
}
