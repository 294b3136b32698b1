//! How soon a search ends that is asked to stop.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use toolc::tool::{Context, Signal};

use super::Tools;

/// How often it is asked, at other moments each time.
const ROUNDS: u64 = 20;

pub(super) fn table(tools: &Tools, folder: &str) {
    println!("| stopping | median, ms | longest, ms |\n| --- | --: | --: |");
    let searches = [
        (
            "Grep",
            json!({"pattern": "nothing like this", "path": folder}),
        ),
        ("Glob", json!({"pattern": "**/*.rs", "path": folder})),
    ];
    for (tool, arguments) in searches {
        let mut waits: Vec<f64> = (0..ROUNDS)
            .filter_map(|round| {
                wait(
                    tools,
                    tool,
                    &arguments,
                    Duration::from_millis(5 * (round + 1)),
                )
            })
            .collect();
        waits.sort_by(f64::total_cmp);
        match waits.as_slice() {
            [] => println!("| {tool} | | it was done before |"),
            waits => println!(
                "| {tool} | {:.1} | {:.1} |",
                waits[waits.len() / 2],
                waits[waits.len() - 1]
            ),
        }
    }
    println!();
}

/// The milliseconds between being asked and being over; none when it had ended by itself.
fn wait(tools: &Tools, tool: &str, arguments: &Value, after: Duration) -> Option<f64> {
    let signal = Signal::new();
    let cx = Context::builder().signal(signal.clone()).build();
    let asked = thread::spawn(move || {
        thread::sleep(after);
        let asked = Instant::now();
        signal.trip("measured");
        asked
    });
    let (text, _) = tools.call(tool, arguments, &cx);
    let over = Instant::now();
    let asked = asked.join().expect("no panic");
    text.contains("interrupted: measured")
        .then(|| over.duration_since(asked).as_secs_f64() * 1e3)
}
