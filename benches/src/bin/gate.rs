//! The gate of CI: instructions and allocations of a valid call, against serde's derive in the same run.
//!
//! Both are counts, the same on every machine of one kind, so there is no tolerance. Prints a table; exits 1 when a goal is
//! missed, 2 when nothing could be counted.

use std::alloc::System;
use std::io;
use std::process::ExitCode;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use toolc_benches::decision::{Kind, Question};
use toolc_benches::goals::{Duel, TIMES};
use toolc_benches::harness::{Contender, assert_equal};
use toolc_benches::{allocations, callgrind};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    match table() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(missed) => {
            println!("\n{missed} goals missed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the table; the number of goals that are missed.
fn table() -> io::Result<usize> {
    let program = std::env::current_exe()?.with_file_name("instructions");
    let counts = callgrind::count(&program)?;
    let mut counts = counts.iter();
    let mut instructions = |label: &str, contender: &Contender<'_>| match counts.next() {
        Some((counted, count)) if *counted == format!("{label}\t{}", contender.name) => {
            Ok(count / TIMES)
        }
        other => Err(io::Error::other(format!(
            "expected the count of {label}, found {other:?}: build both programs again"
        ))),
    };

    println!(
        "| valid call | instructions: serde | toolc | ratio | must | allocations: serde | toolc | |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --- |");
    let mut missed = 0;
    for duel in Duel::all() {
        let label = duel.label();
        let contenders = duel.contenders();
        assert_equal(label, &contenders);
        let [serde, ours] = &contenders[..] else {
            return Err(io::Error::other("a duel is between two"));
        };
        let (serde_count, our_count) = (instructions(label, serde)?, instructions(label, ours)?);
        let [serde_allocations, our_allocations] =
            [serde, ours].map(|contender| allocations::of(ALLOCATOR, contender).count);
        let ratio = our_count as f64 / serde_count as f64;
        let goal = duel.instructions();
        let verdict = match (ratio <= goal, our_allocations <= serde_allocations) {
            (true, true) => "",
            (false, true) => "**instructions**",
            (true, false) => "**allocations**",
            (false, false) => "**both**",
        };
        missed += usize::from(!verdict.is_empty());
        println!(
            "| {label} | {serde_count} | {our_count} | {ratio:.2} | {goal} | {serde_allocations} | {our_allocations} | {verdict} |"
        );
    }
    Ok(missed + usize::from(!commands_are_decided_without_allocating()))
}

/// Whether a command that the last of 1000 entries allows is decided without the allocator.
fn commands_are_decided_without_allocating() -> bool {
    let question = Question::new(Kind::Command, 1000);
    let contender = Contender::new("decision", || question.allow());
    let count = allocations::of(ALLOCATOR, &contender).count;
    let verdict = if count == 0 { "" } else { ": **must be 0**" };
    println!("\nallocations to allow a command by a list of 1000 entries: {count}{verdict}");
    count == 0
}
