//! Grep next to `rg`: the same lines of the same files, or the program ends.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::{Value, json};
use toolc::tool::Context;

use super::{Spent, Tools, median, program};

/// What is searched for: a name, Grep's arguments, the same for `rg`.
fn searches() -> Vec<(&'static str, Value, Vec<&'static str>)> {
    vec![
        (
            "literal",
            json!({"pattern": "HashMap::new\\(\\)"}),
            vec!["HashMap::new\\(\\)"],
        ),
        (
            "rare",
            json!({"pattern": "Sherlock Holmes"}),
            vec!["Sherlock Holmes"],
        ),
        (
            "ignoring case",
            json!({"pattern": "deadlock", "-i": true}),
            vec!["-i", "deadlock"],
        ),
        (
            "two words",
            json!({"pattern": "\\bself\\b.*\\bunsafe\\b"}),
            vec!["\\bself\\b.*\\bunsafe\\b"],
        ),
        (
            "a class",
            json!({"pattern": "[0-9]{25,}"}),
            vec!["[0-9]{25,}"],
        ),
        ("not ASCII", json!({"pattern": "é|→"}), vec!["é|→"]),
        (
            "across lines",
            json!({"pattern": "fn main\\(\\) \\{\n\\s*let", "multiline": true}),
            vec!["-U", "--multiline-dotall", "fn main\\(\\) \\{\n\\s*let"],
        ),
        (
            "one type",
            json!({"pattern": "^edition", "type": "toml"}),
            vec!["-ttoml", "^edition"],
        ),
    ]
}

/// How often each search runs.
const ROUNDS: usize = 7;

/// How `rg` is asked to go about it.
const WAYS: [&[&str]; 3] = [&[], &["-j1"], &["--sort=path"]];

pub(super) fn table(tools: &Tools, folder: &str) {
    println!(
        "| search | lines | Grep, ms | over rg | over rg -j1 | over rg --sort=path | processor time, over rg | over rg -j1 |\n| --- | --: | --: | --: | --: | --: | --: | --: |"
    );
    for (name, mut arguments, words) in searches() {
        arguments["path"] = json!(folder);
        arguments["output_mode"] = json!("content");
        let mut own = Vec::new();
        let mut walls: [Vec<f64>; 3] = Default::default();
        let mut processors: [Vec<f64>; 3] = Default::default();
        let mut lines = 0;
        for _ in 0..ROUNDS {
            let (found, grep) = grep(tools, &arguments);
            own.push(grep.wall.as_secs_f64() * 1e3);
            for (way, words_of_way) in WAYS.iter().enumerate() {
                let (expected, rg) = rg(words_of_way, &words, folder);
                let different = found.symmetric_difference(&expected).next();
                assert!(different.is_none(), "{name}: {different:?}");
                walls[way].push(grep.wall.as_secs_f64() / rg.wall.as_secs_f64());
                processors[way].push(grep.processors.as_secs_f64() / rg.processors.as_secs_f64());
            }
            lines = found.len();
        }
        let [all, one, sorted] = walls.map(median);
        let [all_processors, one_processors, _] = processors.map(median);
        println!(
            "| {name} | {lines} | {:.0} | {all:.2} | {one:.2} | {sorted:.2} | {all_processors:.2} | {one_processors:.2} |",
            median(own)
        );
    }
    println!();
}

/// File and line of every match.
fn grep(tools: &Tools, arguments: &Value) -> (BTreeSet<String>, Spent) {
    let (text, spent) = tools.call("Grep", arguments, &Context::empty());
    assert!(
        !text.contains("\n[The result is longer."),
        "take a rarer pattern"
    );
    let mut file = "";
    let mut found = BTreeSet::new();
    for line in text.lines() {
        match line.split_once(':') {
            _ if line.starts_with('/') => file = line,
            Some((number, _)) if !file.is_empty() => {
                found.insert(format!("{file}:{number}"));
            }
            _ => {}
        }
    }
    (found, spent)
}

fn rg(way: &[&str], words: &[&str], folder: &str) -> (BTreeSet<String>, Spent) {
    let mut rg = Command::new("rg");
    rg.args([
        "--no-config",
        "--no-require-git",
        "--no-heading",
        "-H",
        "-n",
        "-0",
    ])
    .args(way)
    .args(words)
    .arg(folder);
    let (output, spent) = program(&mut rg);
    let text = String::from_utf8_lossy(&output.stdout);
    let found = text.lines().filter_map(|line| {
        let (file, rest) = line.split_once('\0')?;
        let (number, _) = rest.split_once(':')?;
        // A type of `rg` brings in hidden files, too; ours only ever chooses among those that are searched.
        let hidden = file.rsplit('/').next()?.starts_with('.');
        (!hidden).then(|| format!("{file}:{number}"))
    });
    (found.collect(), spent)
}
