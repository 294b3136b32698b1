//! `toolc offer`, and the lists of files.

use serde_json::Value;

use super::{Ran, run};

const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tools.toml");
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/agent/cases");

fn offer(arguments: &[&str]) -> Ran {
    let mut all = vec!["offer", "--tools", TOOLS];
    all.extend(arguments);
    run(CASES.as_ref(), &all)
}

fn offered(arguments: &[&str]) -> Value {
    let ran = offer(&[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let object: Value = serde_json::from_str(&ran.stdout).expect("an object");
    object["offered"].clone()
}

#[test]
fn a_file_is_offered_what_its_list_names_in_the_order_of_the_tools() {
    assert_eq!(
        offered(&["agent.md"]),
        serde_json::json!(["Read", "Grep", "Bash"])
    );
    assert_eq!(
        offered(&["agents/helper.md"]),
        serde_json::json!(["Read", "Edit"])
    );
}

#[test]
fn the_ceiling_withholds_what_leaves_something_behind() {
    let names = offered(&["agent.md", "--ceiling", "read-only"]);
    assert_eq!(names, serde_json::json!(["Read", "Grep"]));
}

#[test]
fn a_callers_list_binds_too() {
    let names = offered(&["agents/helper.md", "--caller", "agent.md"]);
    assert_eq!(names, serde_json::json!(["Read"]));
    let ran = offer(&["commands/todo.md", "--caller", "agent.md"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    insta::assert_snapshot!("nothing_in_common", ran.stderr);
}

#[test]
fn the_object_is_a_contract() {
    let ran = offer(&["tidy-up/SKILL.md", "--ceiling", "read-only", "--json"]);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!("offer_skill", format!("{}---\n{}", ran.stdout, ran.stderr));
}

#[test]
fn a_place_or_the_flag_says_what_a_file_is() {
    for (arguments, surface) in [
        (&["agent.md"][..], "agent"),
        (&["agents/helper.md"], "subagent"),
        (&["commands/todo.md"], "command"),
        (&["tidy-up/SKILL.md"], "skill"),
        (&["agent.md", "--surface", "command"], "command"),
    ] {
        let ran = offer(&[arguments, &["--json"]].concat());
        let object: Value = serde_json::from_str(&ran.stdout).expect("an object");
        assert_eq!(object["surface"], surface, "{arguments:?}");
    }
}

#[test]
fn a_file_with_mistakes_is_a_finding_and_offers_nothing() {
    let ran = offer(&["bad/look_alikes.md"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(
        ran.stderr.contains("bad/look_alikes.md:3:1"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_list_of_a_file_judges_calls() {
    let explain = |command: &str| {
        let arguments = format!("{{\"command\":\"{command}\"}}");
        let flags = [
            "explain", "--tools", TOOLS, "--agent", "agent.md", "Bash", &arguments,
        ];
        run(CASES.as_ref(), &flags).code
    };
    assert_eq!((explain("git log"), explain("rm x")), (0, 1));
    let ran = run(
        CASES.as_ref(),
        &[
            "explain",
            "--tools",
            TOOLS,
            "--agent",
            "bad/look_alikes.md",
            "Bash",
            "--json",
        ],
    );
    let object: Value = serde_json::from_str(&ran.stdout).expect("a record");
    assert_eq!(
        (ran.code, &object["decision"]),
        (3, &Value::from("load-error"))
    );
}
