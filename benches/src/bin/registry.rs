//! Finding a tool by its name, and telling what tools there are, at 10, 100 and 1000 tools.
//!
//! toolc generates a `match` over the names, or a table where there are many, and one published text per tool. Beside it: a `HashMap` with its default hasher and
//! phf's perfect hash for the names; schemars building and serialising the schemas at run time for the list.

use std::alloc::System;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;

use serde_json::Value;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use toolc::tool::Spec;
use toolc_benches::allocations;
use toolc_benches::harness::{Contender, Race, assert_equal, pin};

// The counting costs a few nanoseconds per allocation, which flatters nobody who allocates; toolc's side of both tables
// allocates nothing.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[allow(
    clippy::all,
    dead_code,
    unreachable_pub,
    reason = "generated, and used in part"
)]
mod many_10 {
    include!(concat!(env!("OUT_DIR"), "/many_10/mod.rs"));
}
#[allow(
    clippy::all,
    dead_code,
    unreachable_pub,
    reason = "generated, and used in part"
)]
mod many_100 {
    include!(concat!(env!("OUT_DIR"), "/many_100/mod.rs"));
}
#[allow(
    clippy::all,
    dead_code,
    unreachable_pub,
    reason = "generated, and used in part"
)]
mod many_1000 {
    include!(concat!(env!("OUT_DIR"), "/many_1000/mod.rs"));
}
#[allow(
    clippy::all,
    dead_code,
    unreachable_pub,
    reason = "generated, and used in part"
)]
mod derived {
    include!(concat!(env!("OUT_DIR"), "/derived_100.rs"));
}

fn main() {
    pin();
    println!(
        "### lookup, nanoseconds per name\n\n| tools | toolc | HashMap | phf | toolc / HashMap |\n| --: | --: | --: | --: | --: |"
    );
    lookup(many_10::SPECS, many_10::position, &PHF_10);
    lookup(many_100::SPECS, many_100::position, &PHF_100);
    lookup(many_1000::SPECS, many_1000::position, &PHF_1000);
    println!(
        "\n### the list of tools with their schemas\n\n| tools | bytes | toolc, us | allocations | schemars, us | allocations | bytes requested | schemars / toolc |\n| --: | --: | --: | --: | --: | --: | --: | --: |"
    );
    list(many_10::SPECS);
    list(many_100::SPECS);
    list(many_1000::SPECS);
}

static PHF_10: phf::Map<&str, usize> = include!(concat!(env!("OUT_DIR"), "/phf_10.rs"));
static PHF_100: phf::Map<&str, usize> = include!(concat!(env!("OUT_DIR"), "/phf_100.rs"));
static PHF_1000: phf::Map<&str, usize> = include!(concat!(env!("OUT_DIR"), "/phf_1000.rs"));

/// Finds every tool once, in shuffled order.
fn lookup(
    specs: &[&Spec],
    position: fn(&str) -> Option<usize>,
    perfect: &phf::Map<&'static str, usize>,
) {
    let mut names: Vec<&str> = specs.iter().map(|spec| spec.name.as_ref()).collect();
    let hashed: HashMap<&str, usize> = names.iter().copied().zip(0..).collect();
    fastrand::shuffle(&mut names);
    let names = &names;
    let contenders = [
        Contender::new("HashMap", || sum(names, |name| hashed.get(name).copied())),
        Contender::new("toolc", || sum(names, position)),
        Contender::new("phf", || sum(names, |name| perfect.get(name).copied())),
    ];
    assert_equal("lookup", &contenders);
    let race = Race::run(&contenders, 80);
    let count = names.len();
    let each = |lane| race.nanoseconds(lane) / count as f64;
    println!(
        "| {count} | {:.0} | {:.0} | {:.0} | {:.2} |",
        each(1),
        each(0),
        each(2),
        race.ratio(1, 0).median
    );
}

fn sum(names: &[&str], position: impl Fn(&str) -> Option<usize>) -> Result<usize, String> {
    names
        .iter()
        .map(|name| position(black_box(name)).ok_or_else(|| format!("{name} is not found")))
        .sum()
}

/// Writes name and input schema of every tool into a buffer that is large enough.
fn list(specs: &'static [&'static Spec]) {
    let mut ours = String::new();
    write_published(&mut ours, specs);
    let mut theirs = String::new();
    write_derived(&mut theirs, specs);
    assert_same_parameters(&ours, &theirs);

    let (our_buffer, their_buffer) = (RefCell::new(ours), RefCell::new(theirs));
    let contenders = [
        Contender::new("toolc", || {
            let mut text = our_buffer.borrow_mut();
            text.clear();
            write_published(&mut text, specs);
            Ok(text.len())
        }),
        Contender::new("schemars", || {
            let mut text = their_buffer.borrow_mut();
            text.clear();
            write_derived(&mut text, specs);
            Ok(text.len())
        }),
    ];
    let race = Race::run(&contenders, 20);
    let [ours, theirs] = [0, 1].map(|lane| allocations::of(ALLOCATOR, &contenders[lane]));
    println!(
        "| {} | {} | {:.1} | {} | {:.0} | {} | {} | {:.0} |",
        specs.len(),
        our_buffer.borrow().len(),
        race.nanoseconds(0) / 1000.0,
        ours.count,
        race.nanoseconds(1) / 1000.0,
        theirs.count,
        theirs.bytes,
        race.ratio(1, 0).median
    );
}

fn write_published(text: &mut String, specs: &[&Spec]) {
    for spec in specs {
        entry(text, &spec.name, |text| text.push_str(&spec.input_schema));
    }
}

/// Beyond a hundred tools the same types come again, which is kind to schemars.
fn write_derived(text: &mut String, specs: &[&Spec]) {
    for (spec, schema) in specs.iter().zip(derived::SCHEMAS.iter().cycle()) {
        entry(text, &spec.name, |text| {
            let json = serde_json::to_string(&schema()).expect("a schema is JSON");
            text.push_str(&json);
        });
    }
}

fn entry(text: &mut String, name: &str, schema: impl FnOnce(&mut String)) {
    text.push_str(if text.is_empty() {
        "[{\"name\":\""
    } else {
        ",{\"name\":\""
    });
    text.push_str(name);
    text.push_str("\",\"inputSchema\":");
    schema(text);
    text.push('}');
}

/// Both lists are about the same parameters.
fn assert_same_parameters(ours: &str, theirs: &str) {
    let parameters = |list: &str| -> Vec<Vec<String>> {
        let list: Value = serde_json::from_str(&format!("{list}]")).expect("a list is JSON");
        let tools = list.as_array().expect("a list is an array").iter();
        tools
            .map(|tool| {
                let properties = tool["inputSchema"]["properties"].as_object();
                properties
                    .expect("an input has parameters")
                    .keys()
                    .cloned()
                    .collect()
            })
            .take(100)
            .collect()
    };
    assert_eq!(parameters(ours), parameters(theirs));
}
