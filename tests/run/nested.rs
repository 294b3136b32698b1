//! Calls that make calls, at random and several levels deep, on little room: nobody waits for ever, and what shares a key
//! is never inside together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use toolc::executor::{Concurrency, Executor, ToolCall};
use toolc::tool::{Content, Context, DynamicCall, Spec, ToolError, ToolResult};

use crate::fixture::Acts;
use crate::model::Random;

/// Readers and writers that are inside, by key.
#[derive(Clone, Default)]
struct Floor(Arc<Mutex<HashMap<String, (u32, u32)>>>);

impl Floor {
    /// Goes in; `false` when somebody is there who must not be.
    fn enter(&self, key: &str, writes: bool) -> bool {
        let mut floor = self.0.lock().unwrap();
        let (readers, writers) = floor.entry(key.to_owned()).or_default();
        let alone = *writers == 0 && (!writes || *readers == 0);
        *(if writes { writers } else { readers }) += 1;
        alone
    }
    fn leave(&self, key: &str, writes: bool) {
        let mut floor = self.0.lock().unwrap();
        let (readers, writers) = floor.get_mut(key).unwrap();
        *(if writes { writers } else { readers }) -= 1;
    }
}

fn executor(max: usize) -> Executor {
    let floor = Floor::default();
    let keyed = |writes: bool| {
        let floor = floor.clone();
        move |call: DynamicCall| {
            let floor = floor.clone();
            async move {
                let key = call.input.required_string("key")?.to_owned();
                let alone = floor.enter(&key, writes);
                sleep(Duration::from_millis(3)).await;
                floor.leave(&key, writes);
                match alone {
                    true => Ok(Content::default()),
                    false => Err(ToolError::anticipated("not alone")),
                }
            }
        }
    };
    let shared: Arc<OnceLock<Executor>> = Arc::default();
    let own = shared.clone();
    let agent = move |call: DynamicCall| {
        let executor = own.get().unwrap().clone();
        async move {
            sleep(Duration::from_millis(2)).await;
            let turn = call.input.get("calls").cloned().unwrap_or_default();
            let results = executor.batch(calls(&turn), &call.cx).await;
            match results.iter().all(ToolResult::is_success) {
                true => Ok(Content::default()),
                false => Err(ToolError::anticipated(format!("{results:?}"))),
            }
        }
    };
    let tools = Acts::default()
        .with(Spec::new("Write", "{}").exclusive("key"), keyed(true))
        .with(Spec::new("Read", "{}").shared("key"), keyed(false))
        .with(Spec::new("Agent", "{}").concurrent_safe(), agent.clone())
        .with(Spec::new("Alone", "{}"), agent);
    let executor = Executor::builder()
        .tools(tools.toolset())
        .concurrency(Concurrency::enabled(max).unwrap())
        .build()
        .unwrap();
    shared.set(executor.clone()).unwrap();
    executor
}

fn calls(turn: &Value) -> Vec<ToolCall> {
    let turn = turn.as_array().into_iter().flatten();
    turn.map(|call| ToolCall::new(call["tool"].as_str().unwrap(), call["arguments"].clone()))
        .collect()
}

/// A turn; agents in it have turns of their own, so many levels down.
fn turn(random: &mut Random, levels: u64) -> Value {
    let calls = (0..1 + random.below(3)).map(|_| {
        let key = json!({"key": format!("k{}", random.below(2))});
        match random.below(if levels == 0 { 4 } else { 8 }) {
            0..=2 => json!({"tool": "Write", "arguments": key}),
            3 => json!({"tool": "Read", "arguments": key}),
            other => {
                let tool = if other == 7 { "Alone" } else { "Agent" };
                json!({"tool": tool, "arguments": {"calls": turn(random, levels - 1)}})
            }
        }
    });
    calls.collect()
}

#[tokio::test(start_paused = true)]
async fn agents_that_start_agents_on_little_room_all_come_to_an_end() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for round in 0..1_000 {
        let executor = executor(1 + random.below(3) as usize);
        let batches: Vec<_> = (0..1 + random.below(4))
            .map(|_| {
                let (executor, calls) = (executor.clone(), calls(&turn(&mut random, 3)));
                tokio::spawn(async move { executor.batch(calls, &Context::empty()).await })
            })
            .collect();
        for batch in batches {
            let results = timeout(Duration::from_secs(600), batch).await;
            let results = results.unwrap_or_else(|_| panic!("a deadlock in round {round}"));
            for result in results.unwrap() {
                assert!(result.is_success(), "in round {round}: {}", result.text());
            }
        }
    }
}
