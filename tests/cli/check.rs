//! `toolc check`.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{case, cases, run, run_with};

#[test]
fn a_file_without_mistakes_ends_with_0() {
    let ran = run(&cases(), &["check", "notes.toml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    assert_eq!(ran.stderr, "notes.toml: no mistakes\n");
}

#[test]
fn a_dozen_mistakes_are_a_dozen_findings_in_the_order_of_the_file() {
    let ran = run(
        &cases(),
        &["check", "a-dozen-mistakes.toml", "--format", "json"],
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let findings: Vec<Value> = serde_json::from_str(&ran.stdout).expect("a JSON array");
    let lines: Vec<_> = findings.iter().map(|it| it["line"].as_u64()).collect();
    assert!(lines.is_sorted(), "{lines:?}");
    let codes: BTreeSet<_> = findings.iter().map(|it| it["code"].as_str()).collect();
    assert!(codes.len() >= 12, "{codes:#?}");
    insta::assert_snapshot!("a_dozen_mistakes_json", ran.stdout);
}

#[test]
fn the_same_dozen_for_people() {
    let ran = run(&cases(), &["check", "a-dozen-mistakes.toml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    insta::assert_snapshot!("a_dozen_mistakes_text", ran.stderr);
}

#[test]
fn a_finding_has_the_documented_keys_and_no_others() {
    let ran = run(
        &cases(),
        &["check", "a-dozen-mistakes.toml", "--format=json"],
    );
    let findings: Vec<Value> = serde_json::from_str(&ran.stdout).expect("a JSON array");
    for finding in findings {
        let object = finding.as_object().expect("an object");
        for key in ["code", "severity", "message", "file"] {
            assert!(object[key].is_string(), "{finding:#}");
        }
        for key in ["line", "column", "end_line", "end_column"] {
            assert!(object[key].is_u64(), "{finding:#}");
        }
        for (key, value) in object.iter().skip(8) {
            match key.as_str() {
                "help" => assert!(value.is_string(), "{finding:#}"),
                "fix" => assert!(value["replace"].is_string(), "{finding:#}"),
                _ => panic!("{key} is not documented"),
            }
        }
    }
}

#[test]
fn without_a_file_it_is_tools_toml() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(case("notes.toml"), folder.path().join("tools.toml")).expect("a copy");
    let ran = run(folder.path(), &["check"]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (0, "tools.toml: no mistakes\n")
    );
}

#[test]
fn a_file_that_is_not_there_ends_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = run(folder.path(), &["check"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!("no_file", ran.stderr);
}

#[test]
fn a_folder_is_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &["check", "."]).code, 2);
}

#[test]
fn a_dash_reads_standard_input() {
    let ran = run_with(&cases(), &["check", "-"], "[tools.a]\n");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("--> <stdin>:1:"), "{}", ran.stderr);
}

#[test]
fn colour_is_for_terminals_unless_it_is_asked_for() {
    let arguments = ["check", "a-dozen-mistakes.toml"];
    assert!(!run(&cases(), &arguments).stderr.contains('\x1b'));
    let asked = run(
        &cases(),
        &["check", "a-dozen-mistakes.toml", "--color=always"],
    );
    assert!(asked.stderr.contains('\x1b'));
    let refused = run(
        &cases(),
        &["check", "a-dozen-mistakes.toml", "--color=never"],
    );
    assert!(!refused.stderr.contains('\x1b'));
}

#[test]
fn an_example_that_does_not_do_what_it_says_is_a_finding() {
    let ran = run(&cases(), &["check", "examples.toml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    insta::assert_snapshot!("examples", ran.stderr);
}
