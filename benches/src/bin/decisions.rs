//! What it costs to decide whether a call may run, by the length of the allow-list.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use toolc_benches::allocations;
use toolc_benches::decision::{Kind, Question};
use toolc_benches::harness::{Contender, Outcome, Race, pin};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    pin();
    println!(
        "| entries | kind | allowed, us | allocations | denied, us | allocations |\n| --: | --- | --: | --: | --: | --: |"
    );
    for kind in [Kind::Command, Kind::Path] {
        for entries in [1, 10, 1000] {
            row(kind, entries);
        }
    }
}

fn row(kind: Kind, entries: usize) {
    let question = Question::new(kind, entries);
    let contenders = [
        Contender::new("allowed", || question.allow()),
        Contender::new("denied", || question.deny()),
    ];
    assert_eq!(contenders[0].outcome(), Outcome::Bound("()".into()));
    assert!(matches!(contenders[1].outcome(), Outcome::Refused(_)));
    let race = Race::run(&contenders, 40);
    let [allowed, denied] = [0, 1].map(|lane| allocations::of(ALLOCATOR, &contenders[lane]));
    println!(
        "| {entries} | {kind:?} | {:.3} | {} | {:.3} | {} |",
        race.nanoseconds(0) / 1000.0,
        allowed.count,
        race.nanoseconds(1) / 1000.0,
        denied.count,
    );
}
