//! `tools/list` and `tools/call` over standard input and output, at 10 and 1000 tools: a server of toolc next to one of rmcp's
//! macros with the same tools, both on one thread and on the client's core.
//!
//! A round trip is a line written and a line read. Both servers speak through rmcp, so the difference is what is listed from,
//! and what happens around a handler: here the executor's whole journey, there the macro's call.

mod client;
mod macros;
mod ours;

use client::Child;
use serde_json::json;
use toolc_benches::harness::{Contender, Race, pin};

fn main() {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next().as_deref()) {
        (Some("toolc"), Some("10")) => ours::serve_10(),
        (Some("toolc"), Some("1000")) => ours::serve_1000(),
        (Some("rmcp"), Some("10")) => macros::serve_10(),
        (Some("rmcp"), Some("1000")) => macros::serve_1000(),
        _ => compare(),
    }
}

fn compare() {
    pin();
    println!(
        "| tools | request | answer, bytes: rmcp / toolc | rmcp macros, us | toolc, us | toolc over macros (p10-p90) |\n| --: | --- | --: | --: | --: | --: |"
    );
    for count in ["10", "1000"] {
        let (theirs, ours) = (
            Child::greeted("rmcp", count),
            Child::greeted("toolc", count),
        );
        assert_eq!(
            theirs.tools(),
            ours.tools(),
            "the lists have the same tools"
        );
        let call = json!({"name": "create_order_item", "arguments": {
            "query": "shoes", "limit": 5, "order": "oldest",
        }});
        assert_eq!(theirs.text_of(&call), "shoes");
        assert_eq!(ours.text_of(&call), "shoes");
        for (method, params) in [("tools/list", json!({})), ("tools/call", call)] {
            let contenders = [
                Contender::new("rmcp macros", || theirs.ask(method, &params)),
                Contender::new("toolc", || ours.ask(method, &params)),
            ];
            let bytes = [&theirs, &ours].map(|child| child.ask(method, &params));
            let race = Race::run(&contenders, 200);
            let ratio = race.ratio(1, 0);
            println!(
                "| {count} | {method} | {} / {} | {:.0} | {:.0} | {:.2} ({:.2}-{:.2}) |",
                bytes[0].as_deref().map_or(0, str::len),
                bytes[1].as_deref().map_or(0, str::len),
                race.nanoseconds(0) / 1000.0,
                race.nanoseconds(1) / 1000.0,
                ratio.median,
                ratio.p10,
                ratio.p90
            );
        }
    }
}
