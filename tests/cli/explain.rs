//! `toolc explain`: a decision with its reasons, and the contract of its records.

use std::path::Path;

use serde_json::{Value, json};

use super::{Ran, run, run_with};

/// The tools that ship, as they are declared.
const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tools.toml");

fn explain(arguments: &[&str]) -> Ran {
    let mut all = vec!["explain", "--tools", TOOLS];
    all.extend(arguments);
    run(Path::new("/"), &all)
}

/// Replays lines from standard input.
fn replay(lines: &str, flags: &[&str]) -> Vec<Value> {
    let mut all = vec!["explain", "--tools", TOOLS, "--batch", "-"];
    all.extend(flags);
    let ran = run_with(Path::new("/"), &all, lines);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let answers = ran.stdout.lines();
    answers
        .map(|line| serde_json::from_str(line).expect("a record"))
        .collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn every_reported_case_passes_in_a_batch() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/cases/permission.json"
    );
    let Ok(text) = std::fs::read_to_string(file) else {
        eprintln!("skipped: the shared cases are not here");
        return;
    };
    let cases: Value = serde_json::from_str(&text).expect("the cases are JSON");
    let cases = cases["cases"].as_array().expect("a list of cases");
    let mut lines = String::new();
    for case in cases {
        let mut line = json!({
            "id": case["id"],
            "tool": case["call"]["tool"],
            "arguments": case["call"]["arguments"],
        });
        for key in ["allow", "caller_allow", "cwd"] {
            if !case[key].is_null() {
                line[key] = case[key].clone();
            }
        }
        lines += &format!("{line}\n");
    }
    let answers = replay(&lines, &[]);
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(&answers) {
        if case["platform"] == "posix" && !cfg!(unix) {
            continue;
        }
        assert_eq!(case["id"], answer["id"]);
        let loads = answer["decision"] != "load-error";
        if loads || case["load_error_ok"] != true {
            assert_eq!(answer["decision"], case["expect"], "{answer}");
        }
        if case["lint"] == true && loads {
            assert_ne!(answer["warnings"], json!([]), "{answer}");
        }
    }
}

#[test]
fn every_line_of_a_batch_is_answered_in_order() {
    let lines = r#"{"id":"a","tool":"Bash","arguments":{"command":"git log"},"allow":["Bash(git:*)"]}
no record

{"id":2,"tool":"Nope","arguments":{},"allow":["Nope"]}
{"id":3,"tool":"Read","arguments":{},"allow":["Read","Grep"],"caller_allow":["Bash"]}
{"id":4,"tool":"Read","arguments":{"file_path":"/a"},"allow":[]}
{"id":5,"tool":"Read","arguments":{"file_path":"/a"},"allow":["Read(/a"]}
{"id":6,"tool":"Read","arguments":{"file_path":7},"allow":["Read"]}
{"id":7,"tool":"Read","arguments":{"file_path":"x"},"allow":["Read(/**)"]}
{"id":8,"tool":"Read","arguments":{"file_path":"x"},"allow":["Read(/srv/**)"],"cwd":"/srv"}
{"id":9,"tool":"functions.Read","arguments":{"file_path":"/a"}}
{"id":10,"tool":"Read","arguments":{"file_path":"/a"},"allow":["Raed"]}
{"id":11,"tool":"Read","allow":"Read"}"#;
    let answers = replay(lines, &[]);
    let answers: Vec<String> = answers.iter().map(Value::to_string).collect();
    insta::assert_snapshot!(answers.join("\n"));
}

#[test]
fn a_list_under_another_key_is_never_overlooked() {
    let keys = [
        "alow",
        "allowed-tools",
        "allowedTools",
        "Allow",
        "callerAllow",
        "caller-allow",
        "disallow",
    ];
    for key in keys {
        let line =
            json!({ "id": 1, "tool": "Bash", "arguments": { "command": "rm x" }, key: ["Read"] });
        let answers = replay(&line.to_string(), &[]);
        assert_eq!(answers[0]["id"], Value::Null, "{key}");
        let error = answers[0]["error"].as_str().unwrap_or_default();
        assert!(error.contains(&format!("`{key}`")), "{key}: {error}");
    }
    // What a log holds besides is its own business.
    let line = json!({ "tool": "Read", "at_ms": 1, "decision": "ran", "flow": "x", "level": "info", "tools": 3 });
    assert_eq!(replay(&line.to_string(), &[])[0]["decision"], "allow");
}

#[test]
fn a_line_that_is_no_record_is_told_so_in_the_words_of_the_page() {
    let answers = replay("3\n[]\n", &[]);
    for answer in answers {
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains("expected a record"), "{answer}");
    }
}

#[test]
fn todays_list_judges_yesterdays_calls() {
    let lines = r#"{"id":1,"tool":"Bash","arguments":{"command":"git log"}}
{"id":2,"tool":"Bash","arguments":{"command":"rm x"}}
{"id":3,"tool":"Bash","arguments":{"command":"rm x"},"allow":["Bash"]}
{"id":4,"tool":"Bash","raw_arguments":"{\"command\": \"git log\"}"}
{"id":5,"tool":"Bash","raw_arguments":"{\"command\": \"git log"}"#;
    let decisions: Vec<Value> = replay(lines, &["--allow", "Bash(git:*)"])
        .iter()
        .map(|answer| answer["decision"].clone())
        .collect();
    assert_eq!(decisions, ["allow", "deny", "allow", "allow", "deny"]);
}

#[test]
fn a_rule_that_is_not_here_is_not_said_to_deny() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[tools.browse]\ndescription = \"\"\npermission = { custom = true }\n";
    std::fs::write(folder.path().join("tools.toml"), text).expect("it is written");
    let explain = |entry: &str| {
        let flags = ["--tools", "tools.toml", "--json", "--allow", entry];
        let ran = run(
            folder.path(),
            &[&["explain", "browse"], &flags[..]].concat(),
        );
        let record: Value = serde_json::from_str(&ran.stdout).expect("a record");
        (ran.code, record["code"].clone())
    };
    assert_eq!(explain("browse(open:x)"), (1, json!("rule-absent")));
    assert_eq!(explain("browse"), (0, json!("listed")));
}

#[test]
fn the_exit_code_says_what_was_decided() {
    let git = r#"{"command":"git log"}"#;
    for (arguments, code) in [
        (&["Bash", git][..], 0),
        (&["Bash", git, "--allow", "Bash(git:*)"], 0),
        (&["Bash", git, "--allow", "Bash(npm:*)"], 1),
        (&["Bash", git, "--allow", "Read"], 1),
        (
            &[
                "Bash",
                git,
                "--allow",
                "Bash(git:*)",
                "--caller-allow",
                "Read",
            ],
            1,
        ),
        (&["Bash", git, "--allow", "Bash(git"], 3),
        (&["Bash", git, "--caller-allow", "Bash()"], 3),
        (&["Nope", "--allow", "Nope"], 0),
        (&["Nope", "--allow", "Nope(x)"], 1),
        (&[], 2),
        (&["Bash", "--batch", "-"], 2),
        (&["--batch", "/does/not/exist"], 2),
        (&["Bash", "--allow", "Bash", "--agent", "x.md"], 2),
        (&["Bash", "--agent", "/does/not/exist.md"], 2),
    ] {
        let ran = explain(arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {ran:?}");
    }
}

#[test]
fn people_get_the_sentence_the_value_and_a_reason_for_every_entry() {
    let ran = explain(&[
        "Read",
        r#"{"file_path":"../etc/passwd"}"#,
        "--cwd",
        "/srv",
        "--allow",
        "Read(/srv/**)",
        "--allow",
        "Read",
        "--allow",
        "Bash(git *)",
    ]);
    insta::assert_snapshot!(format!("{}---\n{}", ran.stdout, ran.stderr));
}
