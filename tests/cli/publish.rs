//! `toolc export` and `toolc import`.

use std::fs;

use serde_json::{Value, json};

use super::{Ran, case, cases, run, run_with};

fn import(input: &Value, more: &[&str]) -> Ran {
    let mut all = vec!["import", "-"];
    all.extend(more);
    run_with(&cases(), &all, &input.to_string())
}

#[test]
fn the_tools_of_the_program_are_published_for_every_target() {
    for (target, pointer) in [
        ("mcp", "/tools/0/name"),
        ("anthropic", "/0/name"),
        ("openai", "/0/function/name"),
        ("openai-responses", "/0/name"),
        ("gemini", "/0/functionDeclarations/0/name"),
        ("gemini-json-schema", "/0/functionDeclarations/0/name"),
        ("bedrock", "/tools/0/toolSpec/name"),
    ] {
        let ran = run(&cases(), &["export", "--for", target]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{target}");
        let tools: Value = serde_json::from_str(&ran.stdout).expect("JSON");
        assert_eq!(tools.pointer(pointer), Some(&json!("Read")), "{target}");
        let again = run(&cases(), &["export", "--for", target]);
        assert_eq!(again.stdout, ran.stdout, "the same bytes every time");
    }
    let schemas = run(&cases(), &["export", "--for", "json-schema"]);
    let schemas: Value = serde_json::from_str(&schemas.stdout).expect("JSON");
    assert_eq!(schemas["Read"]["type"], "object");
    assert_eq!(run(&cases(), &["export", "--for", "nobody"]).code, 2);
    assert_eq!(run(&cases(), &["export"]).code, 2);
}

#[test]
fn what_a_target_refuses_is_a_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tools.toml");
    let text = "[tools.a]\ndescription = \"\"\n[tools.a.input]\nx = { values = \"string\", description = \"\" }\n";
    fs::write(&file, text).expect("a file");
    let ran = run(
        folder.path(),
        &["export", "--for", "openai-strict", "tools.toml"],
    );
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(
        ran.stderr.contains("`a` cannot be sent to `openai-strict`"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        run(folder.path(), &["export", "--for", "openai", "tools.toml"]).code,
        0
    );
}

#[test]
fn a_limit_of_the_declaration_holds_for_what_is_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let description = "x".repeat(1100);
    let tool = format!("[tools.a]\ndescription = \"{description}\"\n");
    let limit = "[[toolset.limits]]\ntarget = \"openai\"\nread = \"2027-01\"\nsource = \"a contract\"\ndescription = 2048\n";
    fs::write(folder.path().join("as_read.toml"), &tool).expect("a file");
    fs::write(
        folder.path().join("known_better.toml"),
        format!("{limit}{tool}"),
    )
    .expect("a file");
    let export = |file| run(folder.path(), &["export", "--for", "openai", file]).code;
    assert_eq!(export("as_read.toml"), 1);
    assert_eq!(export("known_better.toml"), 0);
    fs::write(
        folder.path().join("tools.toml"),
        format!("[toolset]\ntargets = [\"openai\"]\n{limit}{tool}"),
    )
    .expect("a file");
    assert_eq!(run(folder.path(), &["check"]).code, 0);
}

#[test]
fn a_declaration_comes_out_and_its_losses_beside_it() {
    let published = json!([{"name": "a", "input_schema": {"type": "dict", "properties": {}}}]);
    let ran = import(&published, &[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("[tools.a]\ndescription = \"\"\n"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stderr.starts_with("1 tool (anthropic): 1 typed"),
        "{}",
        ran.stderr
    );

    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.json");
    let ran = import(&published, &["--report", report.to_str().expect("a path")]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let report = fs::read_to_string(report).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(
        (&report["from"], &report["typed"]),
        (&json!("anthropic"), &json!(1))
    );
}

#[test]
fn what_is_kept_exactly_is_exported_as_it_was() {
    let schema = json!({"type": "object", "title": "A", "properties": {"x": {"type": ["string", "null"], "default": null}}});
    let ran = import(&json!({"a": schema}), &["--exact"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tools.toml"), ran.stdout).expect("a file");
    let again = run(
        folder.path(),
        &["export", "--for", "json-schema", "tools.toml"],
    );
    let again: Value = serde_json::from_str(&again.stdout).expect("JSON");
    assert_eq!(again, json!({"a": schema}));
}

#[test]
fn what_cannot_be_imported_is_told() {
    let ran = import(&json!({"a": 1}), &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(
        ran.stderr.contains("there are no tool definitions in it"),
        "{}",
        ran.stderr
    );
    let twice = json!([
        {"name": "a", "input_schema": {"type": "object"}},
        {"name": "a", "input_schema": {"type": "object", "properties": {"x": {}}}},
    ]);
    let ran = import(&twice, &[]);
    assert_eq!(ran.code, 1, "a tool is left out");
    assert!(ran.stderr.contains("left out `a`"), "{}", ran.stderr);
    let missing = case("nowhere.json");
    assert_eq!(
        run(&cases(), &["import", missing.to_str().expect("a path")]).code,
        2
    );
}
