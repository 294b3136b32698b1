//! The built-in file tools on real files, next to the programs that people use for the same: Grep next to `rg`, Read next to
//! `sed -n`, and how soon a search stops. Calls go through the executor; the programs are timed with their start.
//!
//! `files FOLDER`, where FOLDER is the tree to search. A file of 2 GB is made in the folder for temporary files.

mod search;
mod slices;
mod stop;

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use toolc::builtin::{self, Workspace};
use toolc::executor::{Executor, ToolCall};
use toolc::tool::Context;

fn main() {
    let folder = std::env::args().nth(1).expect("files FOLDER");
    let tools = Tools::new();
    search::table(&tools, &folder);
    stop::table(&tools, &folder);
    slices::table(&tools);
}

/// The built-in tools.
struct Tools {
    runtime: Runtime,
    executor: Executor,
}

/// What something took: by the clock, and of the processors.
#[derive(Clone, Copy)]
struct Spent {
    wall: Duration,
    processors: Duration,
}

impl Tools {
    fn new() -> Self {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime starts");
        let executor = Executor::builder()
            .tools(builtin::toolset(Workspace::default()))
            .build()
            .expect("the names are unique");
        Self { runtime, executor }
    }

    /// The text of a result, and what it took.
    fn call(&self, tool: &str, arguments: &Value, cx: &Context) -> (String, Spent) {
        let call = ToolCall::new(tool, arguments.clone());
        let (result, spent) = timed(UsageWho::RUSAGE_SELF, || {
            self.runtime.block_on(self.executor.run(call, cx))
        });
        (result.text(), spent)
    }
}

/// What a program prints, and what it took.
fn program(command: &mut Command) -> (Output, Spent) {
    timed(UsageWho::RUSAGE_CHILDREN, || {
        command.output().expect("the program is installed")
    })
}

fn timed<T>(who: UsageWho, what: impl FnOnce() -> T) -> (T, Spent) {
    let used = || {
        let usage = getrusage(who).expect("the system counts");
        [usage.user_time(), usage.system_time()]
            .map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6)
            .iter()
            .sum::<f64>()
    };
    let (before, start) = (used(), Instant::now());
    let outcome = what();
    let spent = Spent {
        wall: start.elapsed(),
        processors: Duration::from_secs_f64((used() - before).max(0.0)),
    };
    (outcome, spent)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
