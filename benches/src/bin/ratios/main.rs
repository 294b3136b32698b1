//! The headline tables: every contender on every call, by the clock, as ratios.
//!
//! `ratios` starts itself three times (`--runs N`), 80 rounds each (`--rounds N`), and prints the middle ratios with the
//! spread between the runs. `ratios --write-schemas` renews `schemas/` from what toolc publishes.

mod record;
mod report;

use std::process::{Command, ExitCode};

use record::Record;
use toolc::bind::Arguments;
use toolc_benches::cases::Case;
use toolc_benches::harness::{Race, assert_equal, pin};
use toolc_benches::{cases, contenders, peers};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |flag: &str, otherwise: usize| {
        let place = arguments.iter().position(|argument| argument == flag);
        place
            .and_then(|place| arguments.get(place + 1)?.parse().ok())
            .unwrap_or(otherwise)
    };
    let is_set = |flag: &str| arguments.iter().any(|argument| argument == flag);

    if is_set("--write-schemas") {
        return write_schemas();
    }
    if !schemas_are_current() {
        return ExitCode::from(2);
    }
    let rounds = number("--rounds", 80);
    if is_set("--once") {
        once(rounds);
        return ExitCode::SUCCESS;
    }
    let mut records = Vec::new();
    for _ in 0..number("--runs", 3) {
        match another_run(rounds) {
            Ok(found) => records.extend(found),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        }
    }
    print!("{}", report::tables(&records));
    ExitCode::SUCCESS
}

/// Runs everything in this process; prints the records.
fn once(rounds: usize) {
    pin();
    for case in cases::all() {
        race(&case, "text, valid", &case.valid.as_str().into(), rounds);
        race(
            &case,
            "text, invalid",
            &case.invalid.as_str().into(),
            rounds,
        );
        race(&case, "value, valid", &case.valid_value().into(), rounds);
        race(
            &case,
            "value, invalid",
            &case.invalid_value().into(),
            rounds,
        );
    }
}

fn race(case: &Case, table: &str, arguments: &Arguments, rounds: usize) {
    let contenders = contenders::of(case.tool, arguments);
    assert_equal(&format!("{} ({table})", case.name), &contenders);
    let race = Race::run(&contenders, rounds);
    for (lane, contender) in contenders.iter().enumerate() {
        let record = Record {
            table: table.to_owned(),
            case: case.name.to_owned(),
            contender: contender.name.to_owned(),
            nanoseconds: race.nanoseconds(lane),
            to_serde: race.ratio(lane, 0),
            to_toolc: race.ratio(lane, 1),
        };
        println!("{}", record.to_line());
    }
}

/// Runs everything in a process of its own.
fn another_run(rounds: usize) -> std::io::Result<Vec<Record>> {
    let output = Command::new(std::env::current_exe()?)
        .args(["--once", "--rounds", &rounds.to_string()])
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(std::io::Error::other("a run failed"));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    Ok(lines.lines().filter_map(Record::from_line).collect())
}

fn schemas_are_current() -> bool {
    let stale: Vec<&str> = peers::schemas()
        .iter()
        .filter(|schema| schema.kept.trim_end() != schema.published)
        .map(|schema| schema.path)
        .collect();
    if !stale.is_empty() {
        eprintln!(
            "{} differ from what toolc publishes: run with --write-schemas, then build again",
            stale.join(", ")
        );
    }
    stale.is_empty()
}

fn write_schemas() -> ExitCode {
    for schema in peers::schemas() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(schema.path);
        if let Err(error) = std::fs::write(&path, format!("{}\n", schema.published)) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
