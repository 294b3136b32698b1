//! What a call costs around its handler: the executor's whole journey, binding included, over calling the handler directly.

use std::fmt::Debug;

use tokio::runtime::{Builder, Runtime};
use toolc::executor::{Executor, ToolCall};
use toolc::tool::{Context, Handler, Tool};
use toolc_benches::cases::{self, Case};
use toolc_benches::desk::Desk;
use toolc_benches::harness::{Contender, Race, pin};
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
        "| call | handler alone, ns | bind + handler, ns | executor, ns | around the handler, ns | of which not binding, ns |\n| --- | --: | --: | --: | --: | --: |"
    );
    for case in cases::all() {
        match case.tool {
            cases::Tool::Read => row::<tools::Read>(&runtime, &executor, &case),
            cases::Tool::Grep => row::<tools::Grep>(&runtime, &executor, &case),
            cases::Tool::TodoWrite => row::<tools::TodoWrite>(&runtime, &executor, &case),
            _ => {}
        }
    }
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
        "| {} | {handler:.0} | {bound:.0} | {executed:.0} | {:.0} | {:.0} |",
        case.name,
        executed - handler,
        executed - bound
    );
}

fn failed() -> String {
    String::from("the call failed")
}
