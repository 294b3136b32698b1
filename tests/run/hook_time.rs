//! Hooks: how long they have, what they tell the model, and that they do not wait for each other.

use std::sync::Arc;
use std::time::Duration;

use toolc::executor::{Executor, Hook, HookCall, HookError, PreTool, ToolCall, Verdict};
use toolc::tool::{Context, DynamicToolset, Spec, ToolResult};

use crate::fixture::Acts;

fn tools() -> DynamicToolset {
    Acts::default().saying(Spec::new("Echo", "{}")).toolset()
}

#[tokio::test(start_paused = true)]
async fn a_hook_has_the_time_it_asks_for_within_limits() {
    struct Slow {
        asks: u64,
        takes: u64,
    }
    impl Hook for Slow {
        fn name(&self) -> &str {
            "slow"
        }
        fn budget(&self) -> Duration {
            Duration::from_secs(self.asks)
        }
        async fn permission_request(
            &self,
            _: &HookCall<'_>,
            _: &Context,
        ) -> Result<Verdict, HookError> {
            tokio::time::sleep(Duration::from_secs(self.takes)).await;
            Ok(Verdict::Pass)
        }
    }
    let rows = [
        (1, 29, true),
        (1, 31, false),
        (30, 31, false),
        (60, 64, true),
        (60, 66, false),
        (6000, 599, true),
        (6000, 601, false),
    ];
    for (asks, takes, passes) in rows {
        let builder = Executor::builder()
            .tools(tools())
            .hook(Slow { asks, takes });
        let call = ToolCall::new("Echo", "{}");
        let result = builder.build().unwrap().run(call, &Context::empty()).await;
        assert_eq!(
            result.is_success(),
            passes,
            "asks {asks} s, takes {takes} s"
        );
    }
}

#[tokio::test]
async fn advice_is_one_block_after_the_answer() {
    struct Advises(&'static str);
    impl Hook for Advises {
        fn name(&self) -> &str {
            self.0
        }
        async fn pre_tool(&self, call: &HookCall<'_>, _: &Context) -> Result<PreTool, HookError> {
            call.advise(self.0);
            Ok(PreTool::Pass)
        }
    }
    let builder = Executor::builder()
        .tools(Acts::default().saying(Spec::new("Say", "{}")).toolset())
        .hook(Advises("mind the gap"))
        .hook(Advises("and the step"));
    let call = ToolCall::new("Say", "{}");
    let result = builder.build().unwrap().run(call, &Context::empty()).await;
    assert_eq!(
        result.text(),
        "Say\n<system-reminder key=\"hook-feedback\">\nmind the gap\nand the step\n</system-reminder>"
    );
    assert!(result.is_success());
}

#[tokio::test]
async fn hooks_of_calls_side_by_side_do_not_wait_for_each_other() {
    struct Meets(Arc<tokio::sync::Barrier>);
    impl Hook for Meets {
        fn name(&self) -> &str {
            "meets"
        }
        async fn pre_tool(&self, _: &HookCall<'_>, _: &Context) -> Result<PreTool, HookError> {
            self.0.wait().await;
            Ok(PreTool::Pass)
        }
    }
    let concurrency = toolc::executor::Concurrency::enabled(2).unwrap();
    let safe = Spec::new("Safe", "{}").concurrent_safe();
    let executor = Executor::builder()
        .tools(Acts::default().saying(safe).toolset())
        .hook(Meets(Arc::new(tokio::sync::Barrier::new(2))))
        .concurrency(concurrency)
        .build()
        .unwrap();
    let results = executor
        .batch(crate::fixture::calls(["Safe", "Safe"]), &Context::empty())
        .await;
    assert!(results.iter().all(ToolResult::is_success));
}
