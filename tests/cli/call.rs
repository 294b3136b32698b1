//! `toolc call`, on real files.

use std::path::Path;

use serde_json::{Value, json};

use super::{run, run_with};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn grep_finds_what_is_there() {
    let arguments = r#"{"pattern":"fn main","path":"src","output_mode":"content"}"#;
    let ran = run(root(), &["call", "Grep", arguments]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("src/main.rs"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("fn main() -> ExitCode {"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_typo_is_answered_in_two_sentences_and_nothing_runs() {
    let ran = run(root(), &["call", "Read", r#"{"file_paht":"README.md"}"#]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert_eq!(
        ran.stderr,
        "Invalid input for tool 'Read':\n\
         Parameter 'file_path' is required (type: string). The tool was not executed.\n\
         Unknown parameter 'file_paht'. Did you mean 'file_path'? The tool was not executed.\n"
    );
}

#[test]
fn no_arguments_are_an_empty_object() {
    let without = run(root(), &["call", "Read"]);
    let empty = run(root(), &["call", "Read", "{}"]);
    assert_eq!((without.code, &without.stderr), (1, &empty.stderr));
    assert!(without.stderr.contains("'file_path' is required"));
}

#[test]
fn arguments_that_are_no_json_are_an_error_of_the_call() {
    for arguments in ["{", "[]", "{} {}", "nonsense"] {
        let ran = run(root(), &["call", "Read", arguments]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{arguments}");
        assert_eq!(ran.stderr.lines().count(), 2, "{arguments}: {}", ran.stderr);
    }
}

#[test]
fn a_dash_reads_the_arguments_from_standard_input() {
    let read = r#"{"file_path":"src/main.rs","limit":1}"#;
    let ran = run_with(root(), &["call", "Read", "-", "--json"], read);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let record: Value = serde_json::from_str(&ran.stdout).expect("a record");
    let text = record["content"][0]["text"].as_str().expect("text");
    assert!(text.starts_with("     1→//! The program"), "{text}");
}

#[test]
fn a_record_says_how_the_call_ended() {
    let fine = record(
        &["call", "Read", r#"{"file_path":"LICENSE-MIT"}"#, "--json"],
        0,
    );
    assert_eq!(fine["tool"], "Read");
    assert_eq!(fine["is_error"], json!(false));
    assert_eq!(fine["content"][0]["type"], "text");
    assert!(fine["duration_ms"].is_u64());
    assert_eq!(fine.get("refused_by"), None);

    let refused = record(&["call", "Read", "{}", "--json"], 1);
    assert_eq!(refused["is_error"], json!(true));
    assert_eq!(refused["refused_by"], "arguments");

    let unknown = record(&["call", "Raed", "{}", "--json"], 1);
    assert_eq!(unknown["refused_by"], "unknown-tool");
}

fn record(arguments: &[&str], code: i32) -> Value {
    let ran = run(root(), arguments);
    assert_eq!((ran.code, ran.stderr.as_str()), (code, ""));
    assert_eq!(ran.stdout.lines().count(), 1, "a record is one line");
    serde_json::from_str(&ran.stdout).expect("a record")
}

#[test]
fn relative_paths_start_from_the_folder_that_was_given() {
    let read = ["call", "Read", r#"{"file_path":"main.rs"}"#];
    assert_eq!(run(root(), &read).code, 1);
    let ran = run(root(), &[&read[..], &["--cwd", "src"]].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for folder in ["nowhere/to-be-found", "Cargo.toml"] {
        let ran = run(root(), &[&read[..], &["--cwd", folder]].concat());
        assert_eq!(ran.code, 2);
        assert!(
            ran.stderr.contains(&format!("cannot read `{folder}`")),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn under_a_read_only_ceiling_nothing_is_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = r#"{"file_path":"new.txt","content":"x"}"#;
    let arguments = ["call", "Write", write, "--ceiling", "read-only", "--json"];
    let ran = run(folder.path(), &arguments);
    let refused: Value = serde_json::from_str(&ran.stdout).expect("a record");
    assert_eq!(
        (ran.code, refused["refused_by"].as_str()),
        (1, Some("ceiling"))
    );
    assert!(!folder.path().join("new.txt").exists());
    assert_eq!(run(folder.path(), &["call", "Write", write]).code, 0);
    assert!(folder.path().join("new.txt").exists());
}

#[test]
fn below_a_root_the_file_tools_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("inside")).expect("a folder");
    std::fs::write(folder.path().join("outside.txt"), "x").expect("a file");
    std::fs::write(folder.path().join("inside/file.txt"), "x").expect("a file");
    let read = |path: &str| {
        let path = folder.path().join(path);
        let arguments = json!({ "file_path": path }).to_string();
        run(
            folder.path(),
            &["call", "Read", &arguments, "--root", "inside"],
        )
    };
    let inside = read("inside/file.txt");
    assert_eq!((inside.code, inside.stderr.as_str()), (0, ""));
    assert_eq!(read("outside.txt").code, 1);
    assert_eq!(read("inside/../outside.txt").code, 1);

    let nowhere = run(folder.path(), &["call", "Read", "{}", "--root", "nowhere"]);
    assert_eq!((nowhere.code, nowhere.stdout.as_str()), (2, ""));
}

#[test]
fn a_call_that_takes_too_long_is_stopped() {
    let sleep = r#"{"command":"sleep 30"}"#;
    let stopped = record(&["call", "Bash", sleep, "--timeout", "100", "--json"], 1);
    assert_eq!(stopped["stopped_by"], "timeout");
    assert_eq!(
        run(root(), &["call", "Bash", sleep, "--timeout", "0"]).code,
        2
    );
}

#[test]
fn the_audit_has_a_record_for_every_call() {
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..2 {
        run(folder.path(), &["call", "Read", "--audit", "log"]);
    }
    let log = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    let records: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).expect("a record"))
        .collect();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["tool"], "Read");
}

#[test]
fn who_knows_what_is_in_a_file_may_change_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.txt");
    std::fs::write(&file, "old").expect("a file");
    let edit = r#"{"file_path":"a.txt","old_string":"old","new_string":"new"}"#;
    assert_eq!(run(folder.path(), &["call", "Edit", edit]).code, 1);
    let ran = run(folder.path(), &["call", "Edit", edit, "--assume-read"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(&file).expect("text"), "new");
}

#[test]
fn a_call_has_to_pass_the_allow_list_and_the_ceiling() {
    let call = |tool: &str, arguments: &str, flags: &[&str]| {
        let ran = run(
            root(),
            &[&["call", tool, arguments, "--json"], flags].concat(),
        );
        let record: serde_json::Value = serde_json::from_str(&ran.stdout).expect("a record");
        (
            ran.code,
            record["refused_by"].as_str().unwrap_or("nobody").to_owned(),
        )
    };
    let read = r#"{"file_path":"Cargo.toml"}"#;
    let here = format!("Read({}/**)", root().display());
    let nobody = (0, "nobody".to_owned());
    let permission = (1, "permission".to_owned());
    assert_eq!(call("Read", read, &["--allow", &here]), nobody);
    assert_eq!(
        call("Read", read, &["--allow", "Read(/nowhere/**)"]),
        permission
    );
    assert_eq!(call("Read", read, &["--allow", "Bash(git:*)"]), permission);
    assert_eq!(call("Nope", "{}", &["--allow", "Read"]), permission);
    assert_eq!(
        call(
            "Read",
            read,
            &["--agent", "tests/agent/cases/commands/todo.md"]
        ),
        permission
    );
    assert_eq!(call("Read", read, &["--ceiling", "read-only"]), nobody);
    let write = r#"{"file_path":"x","content":"y"}"#;
    let ceiling = (1, "ceiling".to_owned());
    assert_eq!(call("Write", write, &["--ceiling", "read-only"]), ceiling);
    let ran = run(root(), &["call", "Read", read, "--allow", "Read("]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
}

/// A command must neither wait for what the program may still read, nor take it away.
#[test]
fn a_command_has_no_part_in_the_programs_input() {
    let arguments = r#"{"command":"cat; read x; echo $?"}"#;
    let (child, open) = super::start(root(), &["call", "Bash", arguments]);
    let output = child
        .wait_with_output()
        .expect("it ends while the pipe is open");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1\n");
    drop(open);

    let lines = [
        r#"{"id":"1","tool":"Bash","arguments":{"command":"cat"}}"#,
        r#"{"id":"2","tool":"Bash","arguments":{"command":"echo two"}}"#,
    ];
    let ran = run_with(root(), &["batch", "-"], &lines.join("\n"));
    assert_eq!(ran.stdout.lines().count(), 2, "{}", ran.stdout);
    assert!(ran.stdout.contains("two"), "{}", ran.stdout);
}
