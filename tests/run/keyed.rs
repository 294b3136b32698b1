//! Keyed concurrency: writers of one key in order, readers together, different keys side by side.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep};
use toolc::bind::Arguments;
use toolc::executor::{Concurrency, Executor, Hook, HookCall, HookError, PreTool, ToolCall};
use toolc::tool::{Content, Context, Spec, SubjectKind};

use crate::fixture::{Acts, Log, texts};

/// `Write` has its file to itself, `Read` shares it, `Move` has two files to itself; each takes 100 ms.
fn tools(log: &Log) -> Acts {
    let slow = || {
        let log = log.clone();
        move |call: toolc::tool::DynamicCall| {
            let log = log.clone();
            async move {
                log.add(format!("+{}", call.cx.call_id()));
                sleep(Duration::from_millis(100)).await;
                log.add(format!("-{}", call.cx.call_id()));
                Ok(Content::text(call.cx.call_id()))
            }
        }
    };
    let path = |name| Spec::new(name, "{}").subject(SubjectKind::Path, &["path"]);
    Acts::default()
        .with(path("Write").exclusive("path"), slow())
        .with(path("Read").shared("path"), slow())
        .with(
            Spec::new("Move", "{}")
                .subject(SubjectKind::Path, &["paths"])
                .exclusive("paths"),
            slow(),
        )
}

fn executor(log: &Log) -> toolc::executor::Builder {
    Executor::builder()
        .tools(tools(log).toolset())
        .concurrency(Concurrency::enabled(8).unwrap())
}

fn call(id: &str, tool: &str, path: &str) -> ToolCall {
    ToolCall::new(tool, json!({ "path": path })).with_id(id)
}

fn cx() -> Context {
    Context::builder().cwd("/srv").build()
}

/// What happened, and how long it took.
async fn run(calls: Vec<ToolCall>) -> (Vec<String>, u128) {
    let log = Log::default();
    let executor = executor(&log).build().unwrap();
    let start = Instant::now();
    let ids: Vec<String> = calls.iter().map(|call| call.id.clone()).collect();
    let results = executor.batch(calls, &cx()).await;
    assert_eq!(texts(&results), ids);
    (log.all(), start.elapsed().as_millis())
}

#[tokio::test(start_paused = true)]
async fn writers_of_one_file_go_in_the_order_of_their_calls() {
    let calls = ["1", "2", "3"].map(|id| call(id, "Write", "/srv/a"));
    let (log, took) = run(calls.to_vec()).await;
    assert_eq!(log, ["+1", "-1", "+2", "-2", "+3", "-3"]);
    assert_eq!(took, 300);
}

#[tokio::test(start_paused = true)]
async fn writers_of_different_files_go_side_by_side() {
    let calls = [("1", "/srv/a"), ("2", "/srv/b")].map(|(id, path)| call(id, "Write", path));
    let (log, took) = run(calls.to_vec()).await;
    assert_eq!(log, ["+1", "+2", "-1", "-2"]);
    assert_eq!(took, 100);
}

#[tokio::test(start_paused = true)]
async fn a_file_is_one_file_in_whatever_spelling() {
    let spellings = ["/srv/a", "a", "./a", "b/../a", "/srv//a/"];
    let calls = spellings.map(|path| call(path, "Write", path));
    assert_eq!(run(calls.to_vec()).await.1, 500);
}

#[tokio::test(start_paused = true)]
async fn readers_go_together_between_writers() {
    let tools = ["Read", "Read", "Write", "Read", "Read"];
    let numbered = tools.iter().enumerate();
    let calls = numbered.map(|(id, tool)| call(&id.to_string(), tool, "/srv/a"));
    let (log, took) = run(calls.collect()).await;
    assert_eq!(
        log,
        ["+0", "+1", "-0", "-1", "+2", "-2", "+3", "+4", "-3", "-4"]
    );
    assert_eq!(took, 300);
}

#[tokio::test(start_paused = true)]
async fn a_call_with_several_keys_has_all_of_them_and_nobody_waits_in_a_circle() {
    let both = |id: &str, one: &str, other: &str| {
        ToolCall::new("Move", json!({"paths": [one, other]})).with_id(id)
    };
    let calls = vec![
        both("1", "/srv/a", "/srv/b"),
        both("2", "/srv/b", "/srv/a"),
        both("3", "/srv/c", "/srv/c"),
        call("4", "Write", "/srv/a"),
    ];
    let (log, took) = run(calls).await;
    assert_eq!(log, ["+1", "+3", "-1", "-3", "+2", "-2", "+4", "-4"]);
    assert_eq!(took, 300);
}

#[tokio::test(start_paused = true)]
async fn keys_hold_between_batches_too() {
    let log = Log::default();
    let executor = executor(&log).build().unwrap();
    let one = tokio::spawn({
        let executor = executor.clone();
        async move { executor.run(call("1", "Write", "/srv/a"), &cx()).await }
    });
    tokio::task::yield_now().await;
    executor.batch(vec![call("2", "Write", "a")], &cx()).await;
    one.await.unwrap();
    assert_eq!(log.all(), ["+1", "-1", "+2", "-2"]);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_leaves_the_queue() {
    let log = Log::default();
    let executor = executor(&log).build().unwrap();
    let cx = cx();
    let first = executor.run(call("1", "Write", "/srv/a"), &cx);
    assert!(
        tokio::time::timeout(Duration::from_millis(10), first)
            .await
            .is_err()
    );
    executor.run(call("2", "Write", "/srv/a"), &cx).await;
    assert_eq!(log.all(), ["+1", "+2", "-2"]);
}

#[tokio::test(start_paused = true)]
async fn what_a_hook_rewrites_queues_where_it_is_going() {
    struct ToA;
    impl Hook for ToA {
        fn name(&self) -> &str {
            "to a"
        }
        async fn pre_tool(&self, _: &HookCall<'_>, _: &Context) -> Result<PreTool, HookError> {
            Ok(PreTool::Rewrite(json!({"path": "/srv/a"})))
        }
    }
    let log = Log::default();
    let executor = executor(&log).hook(ToA).build().unwrap();
    let calls = [("1", "/srv/a"), ("2", "/srv/b")].map(|(id, path)| call(id, "Write", path));
    executor.batch(calls.to_vec(), &cx()).await;
    assert_eq!(log.all(), ["+1", "-1", "+2", "-2"]);
}

#[tokio::test(start_paused = true)]
async fn a_call_does_not_wait_for_the_call_that_makes_it() {
    let log = Log::default();
    let shared: Arc<OnceLock<Executor>> = Arc::default();
    let own = shared.clone();
    let agent = Spec::new("Agent", "{}")
        .subject(SubjectKind::Path, &["path"])
        .exclusive("path");
    let tools = tools(&log).with(agent, move |it| {
        let executor = own.get().unwrap().clone();
        async move {
            let result = executor.run(call("inner", "Write", "/srv/a"), &it.cx).await;
            Ok(Content::text(result.text()))
        }
    });
    let executor = Executor::builder().tools(tools.toolset()).build().unwrap();
    shared.set(executor.clone()).unwrap();
    let cx = cx();
    let run = executor.run(call("outer", "Agent", "/srv/a"), &cx);
    let result = tokio::time::timeout(Duration::from_secs(9), run).await;
    assert_eq!(result.expect("no deadlock").text(), "inner");
}

#[tokio::test(start_paused = true)]
async fn what_a_call_leaves_running_waits_like_any_other() {
    let log = Log::default();
    let shared: Arc<OnceLock<Executor>> = Arc::default();
    let own = shared.clone();
    let agent = Spec::new("Agent", "{}")
        .subject(SubjectKind::Path, &["path"])
        .exclusive("path");
    let tools = tools(&log).with(agent, move |it| {
        let executor = own.get().unwrap().clone();
        tokio::spawn(async move {
            sleep(Duration::from_millis(50)).await;
            let late = call("late", "Write", "/srv/a");
            executor.run(late, &it.cx).await;
        });
        async { Ok(Content::default()) }
    });
    let executor = Executor::builder().tools(tools.toolset()).build().unwrap();
    shared.set(executor.clone()).unwrap();
    executor.run(call("1", "Agent", "/srv/a"), &cx()).await;
    executor.run(call("2", "Write", "/srv/a"), &cx()).await;
    sleep(Duration::from_millis(200)).await;
    assert_eq!(log.all(), ["+2", "-2", "+late", "-late"]);
}

/// Tools and an executor with this much room, where `Agent` makes the calls that its arguments hold, as one batch.
fn nesting(log: &Log, max: usize) -> Executor {
    let shared: Arc<OnceLock<Executor>> = Arc::default();
    let own = shared.clone();
    let agent = Spec::new("Agent", "{}").concurrent_safe();
    let tools = tools(log).with(agent, move |it| {
        let executor = own.get().unwrap().clone();
        async move {
            sleep(Duration::from_millis(10)).await;
            let calls = it.input.get("calls").and_then(|it| it.as_array());
            let calls = calls.into_iter().flatten().map(|call| {
                let name = |key: &str| call[key].as_str().unwrap().to_owned();
                ToolCall::new(name("tool"), call["arguments"].clone()).with_id(name("id"))
            });
            executor.batch(calls.collect(), &it.cx).await;
            Ok(Content::default())
        }
    });
    let executor = Executor::builder()
        .tools(tools.toolset())
        .concurrency(Concurrency::enabled(max).unwrap())
        .build()
        .unwrap();
    shared.set(executor.clone()).unwrap();
    executor
}

fn agent(id: &str, calls: &[ToolCall]) -> ToolCall {
    let calls = calls.iter().map(|call| {
        let Arguments::Value(arguments) = &call.arguments else {
            panic!("arguments are values here");
        };
        json!({"id": call.id, "tool": call.tool, "arguments": arguments})
    });
    let calls: Vec<_> = calls.collect();
    ToolCall::new("Agent", json!({ "calls": calls })).with_id(id)
}

/// The agent has the only room, and waits for a call of its own; who has no room must not be before that call.
#[tokio::test(start_paused = true)]
async fn who_waits_for_room_does_not_hold_up_a_call_of_whoever_has_it() {
    let log = Log::default();
    let executor = nesting(&log, 1);
    let own = [call("own", "Write", "/srv/a")];
    let one = vec![agent("agent", &own), call("same batch", "Read", "/srv/b")];
    let other = vec![
        call("other", "Write", "/srv/a"),
        call("next", "Read", "/srv/a"),
    ];
    let cx = cx();
    let both = async { tokio::join!(executor.batch(one, &cx), executor.batch(other, &cx)) };
    let both = tokio::time::timeout(Duration::from_secs(9), both).await;
    let (one, other) = both.expect("no deadlock");
    assert!(one.iter().chain(&other).all(|it| it.is_success()));
    let log = log.all();
    let at = |what: &str| log.iter().position(|it| it == what).unwrap();
    assert!(at("-own") < at("+other"), "{log:?}");
    assert!(at("-other") < at("+next"), "{log:?}");
}

/// The same one level deeper: the room of an outer agent is lent to its inner one, and the call beside that waits for it.
#[tokio::test(start_paused = true)]
async fn who_waits_for_lent_room_does_not_hold_up_a_call_of_whoever_borrowed_it() {
    let log = Log::default();
    let executor = nesting(&log, 2);
    let outer = |path: &str| {
        let inner = agent("inner", &[call("deep", "Write", path)]);
        agent(path, &[inner, call("beside", "Write", path)])
    };
    let (calls, cx) = (vec![outer("/srv/a"), outer("/srv/b")], cx());
    let batch = tokio::time::timeout(Duration::from_secs(9), executor.batch(calls, &cx)).await;
    assert!(batch.expect("no deadlock").iter().all(|it| it.is_success()));
    assert_eq!(log.all().len(), 8);
}
