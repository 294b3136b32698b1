//! What a call costs around its handler: the executor's whole journey, binding included, over calling the handler directly.
//! Then what a batch of calls side by side costs over the time of one.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};
use toolc::executor::{Concurrency, Executor, ToolCall};
use toolc::tool::{Context, Handler, Tool};
use toolc_benches::cases::{self, Case};
use toolc_benches::desk::{Desk, SlowDesk};
use toolc_benches::harness::{Contender, Race, Ratio, pin};
use toolc_benches::tools;

fn main() {
    pin();
    let runtime = Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime starts");
    let executor = Executor::builder()
        .tools(tools::toolset(Desk))
        .build()
        .expect("the names are unique");
    println!(
        "| call | handler alone, ns | bind + handler, ns | executor, ns | around the handler, ns | of which not binding, ns | executor over handler alone | over bind + handler |\n| --- | --: | --: | --: | --: | --: | --: | --: |"
    );
    for case in cases::all() {
        match case.tool {
            cases::Tool::Read => row::<tools::Read>(&runtime, &executor, &case),
            cases::Tool::Grep => row::<tools::Grep>(&runtime, &executor, &case),
            cases::Tool::TodoWrite => row::<tools::TodoWrite>(&runtime, &executor, &case),
            _ => {}
        }
    }
    batches(&runtime);
}

/// Calls of one batch, all of which may run at the same time.
const CALLS: usize = 8;
/// How long each takes.
const WAIT: Duration = Duration::from_millis(100);

/// The time of a batch over that of one of its calls, which is what it would take if running side by side were free.
fn batches(runtime: &Runtime) {
    let concurrency = Concurrency::enabled(CALLS).expect("there is room for calls");
    let executor = Executor::builder()
        .tools(tools::toolset(SlowDesk(WAIT)))
        .concurrency(concurrency)
        .build()
        .expect("the names are unique");
    let cx = &Context::empty();
    let times = (0..20).map(|_| {
        let calls = (1..=CALLS).map(call_of_a_batch).collect();
        let start = Instant::now();
        let results = runtime.block_on(executor.batch(calls, cx));
        let spent = start.elapsed();
        assert!(
            results.len() == CALLS && results.iter().all(|result| !result.is_error()),
            "a call of the batch failed"
        );
        spent.as_secs_f64() / WAIT.as_secs_f64()
    });
    let Ratio { median, p10, p90 } = Ratio::of(times);
    println!(
        "\nA batch of {CALLS} calls of {} ms, side by side, over the time of one: {median:.3} ({p10:.3}-{p90:.3})",
        WAIT.as_millis()
    );
}

/// No two are the same call.
fn call_of_a_batch(number: usize) -> ToolCall {
    let arguments =
        format!(r#"{{"file_path":"/home/user/project/src/main.rs","offset":{number}}}"#);
    ToolCall::new(tools::Read::SPEC.name.as_ref(), arguments).with_id(format!("call-{number}"))
}

fn row<T>(runtime: &Runtime, executor: &Executor, case: &Case)
where
    T: Tool + Clone,
    T::Output: Debug,
    Desk: Handler<T>,
{
    let cx = &Context::empty();
    let input = T::bind(case.valid.as_str()).expect("the call is valid");
    let contenders = [
        Contender::new("handler", || {
            let input = input.clone();
            runtime.block_on(Desk.call(input, cx)).map_err(|_| failed())
        }),
        Contender::new("bind + handler", || {
            let input = T::bind(case.valid.as_str()).map_err(|_| failed())?;
            runtime.block_on(Desk.call(input, cx)).map_err(|_| failed())
        }),
        Contender::new("executor", || {
            let call = ToolCall::new(T::SPEC.name.as_ref(), case.valid.as_str());
            let result = runtime.block_on(executor.run(call, cx));
            if result.is_error() {
                Err(failed())
            } else {
                Ok(result)
            }
        }),
    ];
    let race = Race::run(&contenders, 80);
    let [handler, bound, executed] = [0, 1, 2].map(|lane| race.nanoseconds(lane));
    println!(
        "| {} | {handler:.0} | {bound:.0} | {executed:.0} | {:.0} | {:.0} | {:.2} | {:.2} |",
        case.name,
        executed - handler,
        executed - bound,
        race.ratio(2, 0).median,
        race.ratio(2, 1).median
    );
}

fn failed() -> String {
    String::from("the call failed")
}
