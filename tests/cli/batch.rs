//! `toolc batch`: JSON lines in, result records out.

use std::path::Path;

use serde_json::{Value, json};

use super::run_with;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn batch(lines: &str, more: &[&str]) -> Vec<Value> {
    let ran = run_with(root(), &[&["batch", "-"], more].concat(), lines);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a record"))
        .collect()
}

#[test]
fn every_line_is_answered_in_its_place() {
    let lines = concat!(
        r#"{"id":"a","tool":"Read","arguments":{"file_path":"src/main.rs","limit":1}}"#,
        "\n",
        r#"{"id":7,"tool":"Read","raw_arguments":"{\"file_path\": \"src/main.rs\""}"#,
        "\n",
        "no record\n",
        "\n",
        r#"{"tool":"Raed"}"#,
        "\n",
        r#"{"id":"a","tool":"Read","arguments":{"file_path":"src/main.rs","limit":1}}"#,
    );
    for more in [
        &[][..],
        &["--parallel", "4"],
        &["--parallel=4", "--per-batch=2"],
    ] {
        let records = batch(lines, more);
        let ids: Vec<_> = records.iter().map(|it| it["id"].clone()).collect();
        let null = Value::Null;
        assert_eq!(
            ids,
            [
                json!("a"),
                json!(7),
                null.clone(),
                null.clone(),
                null,
                json!("a")
            ]
        );
        assert_eq!(records[0]["is_error"], false);
        assert_eq!(records[1]["refused_by"], "arguments");
        assert_eq!(
            (&records[2]["line"], &records[3]["line"]),
            (&json!(3), &json!(4))
        );
        assert!(records[2]["error"].is_string());
        assert_eq!(records[4]["refused_by"], "unknown-tool");
        assert_eq!(records[5]["content"], records[0]["content"]);
    }
}

#[test]
fn a_later_call_sees_what_an_earlier_one_read() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.txt"), "old").expect("a file");
    let lines = concat!(
        r#"{"id":1,"tool":"Read","arguments":{"file_path":"a.txt"}}"#,
        "\n",
        r#"{"id":2,"tool":"Edit","arguments":{"file_path":"a.txt","old_string":"old","new_string":"new"}}"#,
        "\n",
    );
    let ran = run_with(folder.path(), &["batch", "-"], lines);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(folder.path().join("a.txt")).expect("text");
    assert_eq!(text, "new", "{}", ran.stdout);
}

#[test]
fn limits_that_make_no_sense_are_usage_errors() {
    for more in [
        &["--parallel", "0"][..],
        &["--per-batch", "2"],
        &["--parallel=2", "--per-batch=3"],
    ] {
        let ran = run_with(root(), &[&["batch", "-"], more].concat(), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{more:?}");
    }
}

#[test]
fn a_call_that_is_given_twice_under_one_id_runs_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ran");
    let append = format!("echo once >> {}", file.display());
    let line = serde_json::json!({"id": "t1", "tool": "Bash", "arguments": {"command": append}});
    let records = batch(&format!("{line}\n{line}\n"), &[]);
    assert_eq!(records[0], records[1]);
    assert_eq!(records[0]["id"], "t1");
    let ran = std::fs::read_to_string(file).expect("it ran");
    assert_eq!(ran, "once\n");
}
