//! An interrupt, or being dropped, at every step of a batch: nothing is lost, and nothing is left behind.

use toolc::executor::{Concurrency, Executor};
use toolc::tool::{Content, Context, Refusal, Signal, Spec, Stop, ToolError, ToolResult};

use crate::fixture::{Acts, Gauge, calls};

/// Interrupts a batch at its n-th step, for every n until there is no such step.
async fn at_every_step(concurrency: Concurrency) {
    let stops = |step| async move {
        for _ in 0..step {
            tokio::task::yield_now().await;
        }
    };
    let mut interrupted = 0;
    for step in 0.. {
        let gauge = Gauge::default();
        let inside = gauge.clone();
        let stepping = move |call: toolc::tool::DynamicCall| {
            let gauge = inside.clone();
            async move {
                let _inside = gauge.enter();
                for _ in 0..3 {
                    tokio::task::yield_now().await;
                    if call.cx.is_cancelled() {
                        return Err(ToolError::anticipated("asked to stop"));
                    }
                }
                Ok(Content::text("done"))
            }
        };
        let tools = Acts::default()
            .with(
                Spec::new("A", "{}").cooperative().concurrent_safe(),
                stepping.clone(),
            )
            .with(Spec::new("B", "{}").cooperative().exclusive("k"), stepping);
        let executor = Executor::builder()
            .tools(tools.toolset())
            .concurrency(concurrency)
            .build()
            .unwrap();
        let signal = Signal::new();
        let cx = Context::builder().signal(signal.clone()).build();
        let batch = tokio::spawn({
            let executor = executor.clone();
            async move { executor.batch(calls(["A", "B", "A", "B"]), &cx).await }
        });
        stops(step).await;
        let finished = batch.is_finished();
        signal.trip("now");
        let results = batch.await.unwrap();
        let ids: Vec<&str> = results.iter().map(ToolResult::id).collect();
        assert_eq!(ids, ["1", "2", "3", "4"], "at step {step}");
        for result in &results {
            match (result.refused_by(), result.stopped_by()) {
                (None, None) => assert_eq!(result.text(), "done"),
                (Some(Refusal::Interrupt), None) | (None, Some(Stop::Interrupt)) => {
                    assert!(result.is_error());
                    interrupted += 1;
                }
                other => panic!("at step {step}: {other:?}"),
            }
        }
        assert_eq!(gauge.now(), 0, "at step {step}");
        // Nothing was lost with it: the next batch runs in full.
        let after = executor
            .batch(calls(["B", "A", "B", "A"]), &Context::empty())
            .await;
        assert!(
            after.iter().all(ToolResult::is_success),
            "after step {step}"
        );
        if finished {
            break;
        }
    }
    assert!(interrupted > 0);
}

#[tokio::test]
async fn an_interrupt_at_any_step_loses_nothing_one_by_one() {
    at_every_step(Concurrency::disabled()).await;
}

#[tokio::test]
async fn an_interrupt_at_any_step_loses_nothing_side_by_side() {
    at_every_step(Concurrency::enabled(2).unwrap()).await;
}

#[tokio::test]
async fn a_batch_that_is_dropped_at_any_step_leaves_nothing_behind() {
    for step in 0..40 {
        let gauge = Gauge::default();
        let inside = gauge.clone();
        let tools = Acts::default().with(Spec::new("A", "{}").exclusive("k"), move |_| {
            let gauge = inside.clone();
            async move {
                let _inside = gauge.enter();
                for _ in 0..3 {
                    tokio::task::yield_now().await;
                }
                Ok(Content::text("done"))
            }
        });
        let executor = Executor::builder()
            .tools(tools.toolset())
            .concurrency(Concurrency::enabled(2).unwrap())
            .build()
            .unwrap();
        let running = tokio::spawn({
            let executor = executor.clone();
            async move { executor.batch(calls(["A"; 4]), &Context::empty()).await }
        });
        for _ in 0..step {
            tokio::task::yield_now().await;
        }
        running.abort();
        let _ = running.await;
        let after = executor.batch(calls(["A"; 4]), &Context::empty()).await;
        assert!(
            after.iter().all(ToolResult::is_success),
            "after step {step}"
        );
        assert_eq!(gauge.now(), 0, "after step {step}");
    }
}
