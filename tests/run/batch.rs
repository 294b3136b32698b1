//! Batches: what goes side by side, in which order, and that nothing is lost.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep};
use toolc::executor::{Concurrency, Executor, Listener, Schedule, ToolCall};
use toolc::tool::{Content, Context, Spec, Stop, ToolResult};

use crate::fixture::{Acts, Gauge, Log, calls, texts};

const MS: Duration = Duration::from_millis(1);

fn safe(name: &'static str) -> Spec {
    Spec::new(name, "{}").concurrent_safe()
}

/// `Safe` and `Alone` take 100 ms, `Panic` 50 ms; who is inside is counted.
fn tools(gauge: &Gauge) -> Acts {
    let slow = |gauge: &Gauge| {
        let gauge = gauge.clone();
        move |call: toolc::tool::DynamicCall| {
            let gauge = gauge.clone();
            async move {
                let _inside = gauge.enter();
                sleep(100 * MS).await;
                Ok(Content::text(call.cx.call_id()))
            }
        }
    };
    Acts::default()
        .with(safe("Safe"), slow(gauge))
        .with(Spec::new("Alone", "{}"), slow(gauge))
        .with(safe("Panic"), |_| async {
            sleep(50 * MS).await;
            panic!("in parallel")
        })
        .with(safe("Thread").thread_interrupt(), slow(gauge))
}

fn executor(gauge: &Gauge, concurrency: Concurrency) -> Executor {
    Executor::builder()
        .tools(tools(gauge).toolset())
        .concurrency(concurrency)
        .build()
        .unwrap()
}

fn enabled(max: usize) -> Concurrency {
    Concurrency::enabled(max).unwrap()
}

/// How long a batch of these tools takes, and how many are inside at most.
async fn timed(concurrency: Concurrency, names: &[&str]) -> (u128, usize) {
    let gauge = Gauge::default();
    let executor = executor(&gauge, concurrency);
    let start = Instant::now();
    let results = executor
        .batch(calls(names.iter().copied()), &Context::empty())
        .await;
    let ids: Vec<String> = (1..=names.len()).map(|id| id.to_string()).collect();
    let answered: Vec<&str> = results.iter().map(ToolResult::id).collect();
    assert_eq!(answered, ids);
    (start.elapsed().as_millis(), gauge.most())
}

#[tokio::test(start_paused = true)]
async fn it_is_off_by_default() {
    assert_eq!(timed(Concurrency::default(), &["Safe"; 4]).await, (400, 1));
}

#[tokio::test(start_paused = true)]
async fn safe_calls_go_side_by_side() {
    assert_eq!(timed(enabled(8), &["Safe"; 8]).await, (100, 8));
}

#[tokio::test(start_paused = true)]
async fn never_more_than_the_caps_allow() {
    assert_eq!(timed(enabled(3), &["Safe"; 8]).await, (300, 3));
    let per_batch = enabled(8).per_batch(2).unwrap();
    assert_eq!(timed(per_batch, &["Safe"; 8]).await, (400, 2));
}

#[tokio::test(start_paused = true)]
async fn one_call_that_is_not_safe_or_not_known_makes_the_whole_batch_go_one_by_one() {
    for odd in ["Alone", "Nope", "Thread"] {
        let (_, most) = timed(enabled(8), &["Safe", "Safe", odd, "Safe"]).await;
        assert_eq!(most, 1, "{odd}");
    }
}

#[tokio::test(start_paused = true)]
async fn adjacent_safe_calls_go_side_by_side_where_the_host_says_so() {
    let adjacent = enabled(8).schedule(Schedule::Adjacent);
    let names = [
        "Safe", "Safe", "Alone", "Safe", "Alone", "Safe", "Safe", "Safe",
    ];
    assert_eq!(timed(adjacent, &names).await, (500, 3));
}

#[tokio::test(start_paused = true)]
async fn several_batches_share_one_pool() {
    let gauge = Gauge::default();
    let executor = executor(&gauge, enabled(3).per_batch(2).unwrap());
    let batch = |executor: Executor| async move {
        executor.batch(calls(["Safe"; 4]), &Context::empty()).await
    };
    let start = Instant::now();
    let batches: Vec<_> = (0..3)
        .map(|_| tokio::spawn(batch(executor.clone())))
        .collect();
    for batch in batches {
        assert_eq!(batch.await.unwrap().len(), 4);
    }
    assert_eq!((start.elapsed().as_millis(), gauge.most()), (400, 3));
}

#[test]
fn the_caps_are_checked_also_while_it_is_off() {
    let words = |outcome: Result<Concurrency, toolc::executor::ConcurrencyError>| {
        outcome.unwrap_err().to_string()
    };
    assert_eq!(words(Concurrency::enabled(0)), "max must be >= 1, got: 0");
    assert_eq!(
        words(enabled(4).per_batch(0)),
        "per_batch must be in [1, max (4)], got: 0"
    );
    assert_eq!(
        words(enabled(4).per_batch(5)),
        "per_batch must be in [1, max (4)], got: 5"
    );
    assert_eq!(
        words(Concurrency::disabled().per_batch(5)),
        "per_batch must be in [1, max (4)], got: 5"
    );
    assert!(enabled(4).per_batch(4).is_ok());
}

#[tokio::test(start_paused = true)]
async fn as_many_as_there_are_numbers_is_no_end() {
    let (took, most) = timed(enabled(usize::MAX), &["Safe"; 3]).await;
    assert_eq!((took, most), (100, 3));
}

#[tokio::test(start_paused = true)]
async fn a_panic_at_any_place_disturbs_no_other_call() {
    for place in 0..4 {
        let mut names = ["Safe"; 4];
        names[place] = "Panic";
        let gauge = Gauge::default();
        let executor = executor(&gauge, enabled(2));
        let results = executor.batch(calls(names), &Context::empty()).await;
        for (index, result) in results.iter().enumerate() {
            let id = (index + 1).to_string();
            assert_eq!(result.id(), id);
            if index == place {
                assert_eq!(result.text(), "Tool execution failed: in parallel");
                assert_eq!(result.stopped_by(), Some(Stop::Panic));
            } else {
                assert_eq!(result.text(), id);
            }
        }
    }
}

/// Writes down what it is told; panics where it is told so.
struct Told {
    log: Log,
    panics: bool,
}

impl Listener for Told {
    fn started(&self, position: usize, call: &ToolCall) {
        self.log.add(format!("start {position} {}", call.id));
        assert!(!self.panics, "a listener's mistake");
    }
    fn completed(&self, position: usize, result: &ToolResult) {
        self.log.add(format!("end {position} {}", result.id()));
        assert!(!self.panics, "a listener's mistake");
    }
}

#[tokio::test(start_paused = true)]
async fn starts_are_told_in_order_and_ends_as_they_come() {
    let log = Log::default();
    let tools = Acts::default()
        .with(safe("Long"), |_| async {
            sleep(300 * MS).await;
            Ok("long".into())
        })
        .with(safe("Short"), |_| async {
            sleep(100 * MS).await;
            Ok("short".into())
        });
    let executor = Executor::builder()
        .tools(tools.toolset())
        .concurrency(enabled(2))
        .build()
        .unwrap();
    let told = Told {
        log: log.clone(),
        panics: false,
    };
    let calls = calls(["Long", "Short", "Short"]);
    let results = executor
        .batch_with(calls, &Context::empty(), Arc::new(told))
        .await;
    assert_eq!(texts(&results), ["long", "short", "short"]);
    assert_eq!(
        log.all(),
        [
            "start 0 1",
            "start 1 2",
            "end 1 2",
            "start 2 3",
            "end 2 3",
            "end 0 1"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_listener_that_panics_is_passed_over() {
    for concurrency in [Concurrency::disabled(), enabled(2)] {
        let told = Told {
            log: Log::default(),
            panics: true,
        };
        let results = executor(&Gauge::default(), concurrency)
            .batch_with(calls(["Safe"; 3]), &Context::empty(), Arc::new(told))
            .await;
        assert_eq!(texts(&results), ["1", "2", "3"]);
    }
}

#[tokio::test(start_paused = true)]
async fn closing_in_the_middle_finishes_every_call_one_by_one() {
    let gauge = Gauge::default();
    let executor = executor(&gauge, enabled(2));
    let running = tokio::spawn({
        let executor = executor.clone();
        async move { executor.batch(calls(["Safe"; 6]), &Context::empty()).await }
    });
    let start = Instant::now();
    sleep(150 * MS).await;
    executor.close();
    executor.close();
    let results = running.await.unwrap();
    assert_eq!(texts(&results), ["1", "2", "3", "4", "5", "6"]);
    // Two by two until it is closed, then one by one.
    assert_eq!(start.elapsed().as_millis(), 400);
    let after = executor.batch(calls(["Safe"; 2]), &Context::empty()).await;
    assert_eq!((after.len(), start.elapsed().as_millis()), (2, 600));
}

#[tokio::test(start_paused = true)]
async fn dropping_a_batch_stops_its_calls_and_gives_their_room_back() {
    let gauge = Gauge::default();
    let executor = executor(&gauge, enabled(2));
    let cx = Context::empty();
    let batch = executor.batch(calls(["Safe"; 4]), &cx);
    assert!(tokio::time::timeout(50 * MS, batch).await.is_err());
    tokio::task::yield_now().await;
    assert_eq!(gauge.now(), 0);
    let start = Instant::now();
    executor.batch(calls(["Safe"; 2]), &Context::empty()).await;
    assert_eq!(start.elapsed().as_millis(), 100);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_makes_calls_itself_lends_them_its_room() {
    let inner: Arc<std::sync::OnceLock<Executor>> = Arc::default();
    let own = inner.clone();
    let gauge = Gauge::default();
    let tools = tools(&gauge).with(safe("Agent"), move |call| {
        let executor = own.get().unwrap().clone();
        async move {
            let results = executor.batch(calls(["Safe"; 3]), &call.cx).await;
            Ok(Content::text(texts(&results).join(",")))
        }
    });
    let executor = Executor::builder()
        .tools(tools.toolset())
        .concurrency(enabled(2))
        .build()
        .unwrap();
    inner.set(executor.clone()).unwrap();
    let cx = Context::empty();
    let batch = executor.batch(calls(["Agent"; 4]), &cx);
    let results = tokio::time::timeout(Duration::from_secs(60), batch).await;
    assert_eq!(texts(&results.expect("no deadlock")), ["1,2,3"; 4]);
}

#[tokio::test(start_paused = true)]
async fn room_that_is_lent_comes_back_only_when_it_is_free() {
    let inner: Arc<std::sync::OnceLock<Executor>> = Arc::default();
    let own = inner.clone();
    let gauge = Gauge::default();
    // It leaves two calls running that it has made, and is over.
    let tools = tools(&gauge).with(safe("Leaves"), move |call| {
        let executor = own.get().unwrap().clone();
        tokio::spawn(async move { executor.batch(calls(["Safe"; 4]), &call.cx).await });
        async {
            sleep(50 * MS).await;
            Ok(Content::default())
        }
    });
    let executor = Executor::builder()
        .tools(tools.toolset())
        .concurrency(enabled(2))
        .build()
        .unwrap();
    inner.set(executor.clone()).unwrap();
    let cx = Context::empty();
    executor.batch(calls(["Leaves", "Leaves"]), &cx).await;
    executor.batch(calls(["Safe"; 4]), &cx).await;
    sleep(1000 * MS).await;
    assert_eq!((gauge.most(), gauge.now()), (2, 0));
}

#[tokio::test]
async fn an_id_that_is_used_twice_for_the_same_runs_once() {
    let log = Log::default();
    let seen = log.clone();
    let tools = Acts::default().with(safe("Count"), move |call| {
        seen.add(call.cx.call_id());
        async move { Ok(Content::text(json!(call.input.as_map()).to_string())) }
    });
    let executor = Executor::builder()
        .tools(tools.toolset())
        .concurrency(enabled(4))
        .build()
        .unwrap();
    let call = |id: &str, arguments: &str| ToolCall::new("Count", arguments).with_id(id);
    let calls = vec![
        call("t1", r#"{"a": 1}"#),
        call("t1", r#"{ "a":1 }"#),
        call("", "{}"),
        call("", "{}"),
        call("t2", r#"{"b": 1}"#),
        call("t2", r#"{"b": 2}"#),
        call("t1", r#"{"a": 1}"#),
    ];
    let results = executor.batch(calls, &Context::empty()).await;
    let ids: Vec<&str> = results.iter().map(ToolResult::id).collect();
    assert_eq!(ids, ["t1", "t1", "", "", "t2", "t2", "t1"]);
    let mut ran = log.all();
    ran.sort();
    assert_eq!(ran, ["", "", "t1", "t2", "t2"]);
    let flag =
        "\nSeveral calls of this turn have the id 't2'. Results are in the order of the calls.";
    assert_eq!(
        texts(&results),
        [
            r#"{"a":1}"#,
            r#"{"a":1}"#,
            "{}",
            "{}",
            &format!("{}{flag}", r#"{"b":1}"#),
            &format!("{}{flag}", r#"{"b":2}"#),
            r#"{"a":1}"#,
        ]
    );
}

#[tokio::test]
async fn no_calls_are_no_results() {
    let executor = executor(&Gauge::default(), enabled(4));
    assert!(
        executor
            .batch(Vec::new(), &Context::empty())
            .await
            .is_empty()
    );
}
