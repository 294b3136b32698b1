//! Many calls on many threads, some of which panic and some of which are interrupted: each has exactly one result.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use toolc::executor::{Concurrency, Executor, ToolCall};
use toolc::tool::{Content, Context, DynamicCall, Refusal, Signal, Spec, Stop, ToolError};

use crate::fixture::{Acts, quiet};

const CALLS: usize = 100_000;
const PER_BATCH: usize = 100;

/// Every hundredth call panics; the others end when they are asked to, if they are.
fn tools(ran: &Arc<AtomicUsize>) -> Acts {
    let ran = ran.clone();
    let act = move |call: DynamicCall| {
        ran.fetch_add(1, Ordering::Relaxed);
        async move {
            let number = call.input.long("number", 0)?;
            tokio::task::yield_now().await;
            assert!(number % 100 != 50, "one in a hundred");
            if number % 100 == 99 {
                // This one asks for its own end: only its own call stops.
                call.cx.signal().trip("one in a hundred");
            }
            if call.cx.is_cancelled() {
                return Err(ToolError::anticipated("asked to stop"));
            }
            Ok(Content::text(number.to_string()))
        }
    };
    let cooperative = |name| Spec::new(name, "{}").cooperative();
    Acts::default()
        .with(cooperative("Safe").concurrent_safe(), act.clone())
        .with(cooperative("Write").exclusive("key"), act)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn a_hundred_thousand_calls_have_a_hundred_thousand_results() {
    quiet();
    let ran = Arc::default();
    let executor = Executor::builder()
        .tools(tools(&ran).toolset())
        .concurrency(Concurrency::enabled(8).unwrap())
        .build()
        .unwrap();
    let batch = |first: usize| {
        let executor = executor.clone();
        async move {
            let calls = (first..first + PER_BATCH).map(|number| {
                let tool = if number % 3 == 0 { "Write" } else { "Safe" };
                let arguments = json!({"number": number, "key": number % 7});
                ToolCall::new(tool, arguments).with_id(number.to_string())
            });
            let cx = Context::builder().signal(Signal::new()).build();
            (first, executor.batch(calls.collect(), &cx).await)
        }
    };
    let batches: Vec<_> = (0..CALLS)
        .step_by(PER_BATCH)
        .map(|first| tokio::spawn(batch(first)))
        .collect();
    let (mut answered, mut panics, mut stopped) = (0, 0, 0);
    for running in batches {
        let (first, results) = running.await.unwrap();
        for (index, result) in results.iter().enumerate() {
            let number = first + index;
            assert_eq!(result.id(), number.to_string());
            answered += 1;
            match result.stopped_by() {
                Some(Stop::Panic) => panics += 1,
                Some(Stop::Interrupt) => stopped += 1,
                _ => assert_eq!(result.text(), number.to_string()),
            }
        }
    }
    assert_eq!(
        (answered, panics, stopped),
        (CALLS, CALLS / 100, CALLS / 100)
    );
    assert_eq!(ran.load(Ordering::Relaxed), CALLS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn an_interrupt_in_the_middle_of_many_batches_answers_every_call() {
    quiet();
    let ran = Arc::default();
    let executor = Executor::builder()
        .tools(tools(&ran).toolset())
        .concurrency(Concurrency::enabled(8).unwrap())
        .build()
        .unwrap();
    for round in 0..100 {
        let signal = Signal::new();
        let cx = Context::builder().signal(signal.clone()).build();
        let calls = (0..PER_BATCH).map(|number| {
            let arguments = json!({"number": 0, "key": number % 7});
            let tool = if number % 2 == 0 { "Write" } else { "Safe" };
            ToolCall::new(tool, arguments).with_id(number.to_string())
        });
        let calls: Vec<ToolCall> = calls.collect();
        let running = tokio::spawn({
            let executor = executor.clone();
            async move { executor.batch(calls, &cx).await }
        });
        for _ in 0..round {
            tokio::task::yield_now().await;
        }
        signal.trip("now");
        let results = running.await.unwrap();
        assert_eq!(results.len(), PER_BATCH);
        for (number, result) in results.iter().enumerate() {
            assert_eq!(result.id(), number.to_string());
            let refused = result.refused_by() == Some(Refusal::Interrupt);
            let stopped = result.stopped_by() == Some(Stop::Interrupt);
            assert!(refused || stopped || result.text() == "0", "{result:?}");
        }
    }
}
