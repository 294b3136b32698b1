//! Interrupts and time-outs: the four behaviours, and one result for every call wherever it was.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use toolc::executor::{Executor, ToolCall};
use toolc::tool::{
    Content, Context, Refusal, Signal, Spec, Stop, ToolError, ToolResult, spawn_blocking,
};

use crate::fixture::{Acts, Log, calls};

const MS: Duration = Duration::from_millis(1);

/// One tool of each behaviour; left alone, each takes a second.
fn tools(log: &Log) -> Acts {
    let fired = log.clone();
    Acts::default()
        .with(Spec::new("Stubborn", "{}"), |_| async {
            sleep(1000 * MS).await;
            Ok("done".into())
        })
        .with(Spec::new("Polite", "{}").cooperative(), |call| async move {
            match timeout(1000 * MS, call.cx.cancelled()).await {
                Err(_) => Ok("done".into()),
                Ok(()) => Err(ToolError::anticipated("Search interrupted")),
            }
        })
        .with(
            Spec::new("Partial", "{}").cooperative(),
            |call| async move {
                match timeout(1000 * MS, call.cx.cancelled()).await {
                    Err(_) => Ok("done".into()),
                    Ok(()) => Ok("half of it".into()),
                }
            },
        )
        .with(Spec::new("Deaf", "{}").cooperative(), |_| async {
            sleep(1000 * MS).await;
            Ok("done".into())
        })
        .with(Spec::new("Cut", "{}").thread_interrupt(), |_| async {
            sleep(1000 * MS).await;
            Ok("done".into())
        })
        .with(
            Spec::new("Process", "{}").externally_terminated(),
            move |call| {
                let fired = fired.clone();
                async move {
                    let (killed, wait) = tokio::sync::oneshot::channel();
                    let _kept = call.cx.signal().on_trip(move |reason| {
                        fired.add(reason);
                        let _ = killed.send(());
                    });
                    match timeout(1000 * MS, wait).await {
                        Err(_) => Ok("done".into()),
                        Ok(_) => Err(ToolError::anticipated("killed")),
                    }
                }
            },
        )
        .saying(Spec::new("Quick", "{}"))
}

fn executor(log: &Log) -> Executor {
    Executor::builder()
        .tools(tools(log).toolset())
        .build()
        .unwrap()
}

/// Runs a call that is interrupted after 300 ms; its result, and when it came.
async fn interrupted(tool: &str) -> (ToolResult, u128, Log) {
    let (log, signal) = (Log::default(), Signal::new());
    let cx = Context::builder().signal(signal.clone()).build();
    tokio::spawn(async move {
        sleep(300 * MS).await;
        signal.trip("Escape");
        signal.trip("too late");
    });
    let start = Instant::now();
    let result = executor(&log).run(ToolCall::new(tool, "{}"), &cx).await;
    (result, start.elapsed().as_millis(), log)
}

#[tokio::test(start_paused = true)]
async fn each_behaviour_is_honoured() {
    let cut = "Tool 'Cut' was interrupted (Escape) while running. It may have had effects.";
    let rows = [
        ("Stubborn", 1000, "done", None),
        (
            "Polite",
            300,
            "Search interrupted\nIt was interrupted (Escape) while running.",
            Some(Stop::Interrupt),
        ),
        ("Partial", 300, "half of it", None),
        ("Deaf", 1000, "done", None),
        ("Cut", 300, cut, Some(Stop::Interrupt)),
        (
            "Process",
            300,
            "killed\nIt was interrupted (Escape) while running.",
            Some(Stop::Interrupt),
        ),
    ];
    for (tool, when, words, stopped_by) in rows {
        let (result, took, log) = interrupted(tool).await;
        assert_eq!((took, &*result.text()), (when, words), "{tool}");
        assert_eq!(result.stopped_by(), stopped_by, "{tool}");
        assert_eq!(result.is_error(), stopped_by.is_some(), "{tool}");
        let fired: &[&str] = if tool == "Process" { &["Escape"] } else { &[] };
        assert_eq!(log.all(), fired);
    }
}

/// Runs a call that may take 300 ms; its result, and when it came.
async fn timed_out(tool: &str) -> (ToolResult, u128) {
    let executor = Executor::builder()
        .tools(tools(&Log::default()).toolset())
        .timeout(300 * MS)
        .build()
        .unwrap();
    let start = Instant::now();
    let result = executor
        .run(ToolCall::new(tool, "{}"), &Context::empty())
        .await;
    (result, start.elapsed().as_millis())
}

#[tokio::test(start_paused = true)]
async fn the_end_of_its_time_goes_the_same_way() {
    let cut = |tool| {
        format!("Tool '{tool}' timed out after 300 ms while running. It may have had effects.")
    };
    let rows = [
        ("Stubborn", 300, cut("Stubborn")),
        (
            "Polite",
            300,
            "Search interrupted\nIt timed out after 300 ms while running.".to_owned(),
        ),
        ("Cut", 300, cut("Cut")),
        (
            "Process",
            300,
            "killed\nIt timed out after 300 ms while running.".to_owned(),
        ),
    ];
    for (tool, when, words) in rows {
        let (result, took) = timed_out(tool).await;
        assert_eq!((took, result.text()), (when, words));
        assert_eq!(result.stopped_by(), Some(Stop::Timeout));
    }
    let (partial, _) = timed_out("Partial").await;
    assert_eq!(
        (&*partial.text(), partial.stopped_by()),
        ("half of it", None)
    );
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_does_not_listen_is_cut_off_after_a_grace() {
    let tools = Acts::default().with(
        Spec::new("Deaf", "{}").cooperative().timeout_ms(500),
        |_| std::future::pending(),
    );
    let executor = Executor::builder().tools(tools.toolset()).build().unwrap();
    let start = Instant::now();
    let result = executor
        .run(ToolCall::new("Deaf", "{}"), &Context::empty())
        .await;
    assert_eq!(result.stopped_by(), Some(Stop::Timeout));
    assert_eq!(start.elapsed().as_millis(), 2500);
}

#[tokio::test(start_paused = true)]
async fn a_limit_shortens_what_is_declared_and_never_lengthens_it() {
    for (declared, limit, took) in [(500, 300, 300), (300, 500, 300)] {
        let spec = Spec::new("Slow", "{}").timeout_ms(declared);
        let tools = Acts::default().with(spec, |_| std::future::pending());
        let executor = Executor::builder()
            .tools(tools.toolset())
            .timeout(limit * MS)
            .build()
            .unwrap();
        let start = Instant::now();
        executor
            .run(ToolCall::new("Slow", "{}"), &Context::empty())
            .await;
        assert_eq!(start.elapsed().as_millis(), took);
    }
}

#[tokio::test(start_paused = true)]
async fn after_an_interrupt_every_call_says_where_it_was() {
    // One is done, one is running, one has not started.
    let (log, signal) = (Log::default(), Signal::new());
    let cx = Context::builder().signal(signal.clone()).build();
    tokio::spawn(async move {
        sleep(300 * MS).await;
        signal.trip("Escape");
    });
    let results = executor(&log)
        .batch(calls(["Quick", "Polite", "Quick"]), &cx)
        .await;
    let ids: Vec<&str> = results.iter().map(ToolResult::id).collect();
    assert_eq!(ids, ["1", "2", "3"]);
    assert_eq!(results[0].text(), "Quick");
    assert_eq!(results[1].stopped_by(), Some(Stop::Interrupt));
    assert_eq!(results[2].refused_by(), Some(Refusal::Interrupt));
    assert_eq!(
        results[2].text(),
        "Tool 'Quick' was not started: the turn was interrupted (Escape)."
    );
    assert!(results[1].is_error() && results[2].is_error());
}

#[tokio::test]
async fn a_terminator_never_leaks_into_the_next_call() {
    let (log, signal) = (Log::default(), Signal::new());
    let fired = log.clone();
    let tools = Acts::default().with(
        Spec::new("Leaks", "{}").externally_terminated(),
        move |call| {
            let fired = fired.clone();
            async move {
                std::mem::forget(call.cx.signal().on_trip(move |_| fired.add("fired")));
                Ok("done".into())
            }
        },
    );
    let executor = Executor::builder().tools(tools.toolset()).build().unwrap();
    let cx = Context::builder().signal(signal.clone()).build();
    executor.run(ToolCall::new("Leaks", "{}"), &cx).await;
    signal.trip("later");
    assert!(log.all().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_terminator_that_panics_is_the_end_of_its_call_only() {
    crate::fixture::quiet();
    let spec = Spec::new("Panics", "{}")
        .externally_terminated()
        .timeout_ms(100);
    let tools = Acts::default().with(spec, |call| async move {
        let _kept = call.cx.signal().on_trip(|_| panic!("while it is killed"));
        call.cx.cancelled().await;
        Err(ToolError::anticipated("killed"))
    });
    let executor = Executor::builder().tools(tools.toolset()).build().unwrap();
    let results = executor
        .batch(calls(["Panics", "Panics"]), &Context::empty())
        .await;
    for result in results {
        assert_eq!(result.stopped_by(), Some(Stop::Timeout), "{result:?}");
    }
}

#[tokio::test]
async fn blocking_work_is_asked_to_end_when_its_call_is_dropped() {
    let (started, wait) = std::sync::mpsc::channel();
    let (ended, end) = std::sync::mpsc::channel();
    let started = Arc::new(std::sync::Mutex::new((started, ended)));
    let tools = Acts::default().with(Spec::new("Walk", "{}").cooperative(), move |call| {
        let channels = started.lock().unwrap().clone();
        async move {
            spawn_blocking(&call.cx, move |cx| {
                channels.0.send(()).ok();
                while !cx.is_cancelled() {
                    std::thread::yield_now();
                }
                channels.1.send(()).ok();
                Ok(Content::default())
            })
            .await
        }
    });
    let executor = Executor::builder().tools(tools.toolset()).build().unwrap();
    let running = tokio::spawn(async move {
        executor
            .run(ToolCall::new("Walk", "{}"), &Context::empty())
            .await
    });
    tokio::task::spawn_blocking(move || wait.recv())
        .await
        .unwrap()
        .unwrap();
    running.abort();
    let ended = tokio::task::spawn_blocking(move || end.recv_timeout(Duration::from_secs(30)));
    assert!(ended.await.unwrap().is_ok());
}
