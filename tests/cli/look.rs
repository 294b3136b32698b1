//! `toolc list`, `show` and `schema`: what is known without running anything.

use serde_json::Value;

use super::{cases, run};

#[test]
fn a_declaration_is_listed_without_handlers() {
    let ran = run(&cases(), &["list", "--tools", "notes.toml"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("list_notes", ran.stdout);
}

#[test]
fn a_list_is_an_array_of_mcp_tools() {
    let ran = run(&cases(), &["list", "--json", "--tools", "notes.toml"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("list_notes_json", ran.stdout);
}

#[test]
fn a_tool_is_shown_to_people() {
    for tool in ["find_notes", "delete_note", "sync"] {
        let ran = run(&cases(), &["show", tool, "--tools", "notes.toml"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        insta::assert_snapshot!(format!("show_{tool}"), ran.stdout);
    }
}

#[test]
fn show_is_one_entry_of_list() {
    let list = run(&cases(), &["list", "--json"]);
    let list: Vec<Value> = serde_json::from_str(&list.stdout).expect("an array");
    assert!(!list.is_empty());
    for tool in list {
        let name = tool["name"].as_str().expect("a name");
        let shown = run(&cases(), &["show", name, "--json"]);
        let shown: Value = serde_json::from_str(&shown.stdout).expect("an object");
        assert_eq!(shown, tool);
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
    }
}

#[test]
fn a_declaration_with_a_mistake_is_reported_not_listed() {
    let ran = run(&cases(), &["list", "--tools", "a-dozen-mistakes.toml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("--> a-dozen-mistakes.toml:"));
    let ran = run(&cases(), &["list", "--tools", "nowhere.toml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
}

#[test]
fn a_tool_that_is_not_there_cannot_be_shown() {
    let ran = run(&cases(), &["show", "snyc", "--tools", "notes.toml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr, @r"
    error: there is no tool `snyc`
     |
    help: did you mean `sync`?
    ");
}

#[test]
fn the_schema_of_the_format_is_printed_or_written() {
    let printed = run(&cases(), &["schema"]);
    assert_eq!((printed.code, printed.stderr.as_str()), (0, ""));
    let schema: Value = serde_json::from_str(&printed.stdout).expect("JSON");
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");

    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, path) in [
        (["schema", "--write"].as_slice(), "tools.schema.json"),
        (&["schema", "--write", "other.json"], "other.json"),
    ] {
        let ran = run(folder.path(), arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
        let written = std::fs::read_to_string(folder.path().join(path)).expect("a file");
        assert_eq!(written, printed.stdout);
    }
}
