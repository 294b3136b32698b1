//! An interrupt, or being dropped, at every step of a batch: nothing is lost, and nothing is left behind.

use toolc::executor::{
    Answer, ApprovalGate, Approver, Builder, Concurrency, Executor, Hook, HookCall, HookError,
    PreTool, Question, Verdict,
};
use toolc::tool::{Content, Context, Refusal, Signal, Spec, Stop, ToolError, ToolResult};

use crate::fixture::{Acts, Gauge, calls};

/// Whoever is asked around a call takes a step for it.
struct Asked;

impl Hook for Asked {
    fn name(&self) -> &str {
        "asked"
    }
    async fn permission_request(
        &self,
        _: &HookCall<'_>,
        _: &Context,
    ) -> Result<Verdict, HookError> {
        tokio::task::yield_now().await;
        Ok(Verdict::Pass)
    }
    async fn pre_tool(&self, call: &HookCall<'_>, _: &Context) -> Result<PreTool, HookError> {
        tokio::task::yield_now().await;
        Ok(PreTool::Rewrite(call.arguments.clone()))
    }
    async fn post_tool(
        &self,
        _: &HookCall<'_>,
        _: &ToolResult,
        _: &Context,
    ) -> Result<Option<ToolResult>, HookError> {
        tokio::task::yield_now().await;
        Ok(None)
    }
    async fn denied(&self, _: &HookCall<'_>, _: &ToolResult, _: &Context) -> Result<(), HookError> {
        tokio::task::yield_now().await;
        Ok(())
    }
}

impl Approver for Asked {
    async fn ask(&self, _: &Question<'_>, _: &Context) -> Result<Answer, HookError> {
        tokio::task::yield_now().await;
        Ok(Answer::Allow)
    }
}

/// Without anybody around the calls, and with all of them.
fn builders() -> [fn() -> Builder; 2] {
    [Executor::builder, || {
        Executor::builder()
            .hook(Asked)
            .approval(ApprovalGate::new(Asked))
    }]
}

/// Interrupts a batch at its n-th step, for every n until there is no such step.
async fn at_every_step(concurrency: Concurrency) {
    for builder in builders() {
        at_every_step_of(builder, concurrency).await;
    }
}

async fn at_every_step_of(builder: fn() -> Builder, concurrency: Concurrency) {
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
        let executor = builder()
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
    for (builder, step) in builders()
        .iter()
        .flat_map(|it| (0..60).map(move |step| (it, step)))
    {
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
        let executor = builder()
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
