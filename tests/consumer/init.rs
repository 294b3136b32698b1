//! The crate that `toolc init` makes.

use std::process::Command;

use super::workshop::{Workshop, root};

#[test]
fn it_builds_passes_its_test_and_runs() {
    let workshop = Workshop::empty();
    let made = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(["init", "greeter"])
        .current_dir(workshop.folder())
        .output()
        .expect("toolc runs");
    assert!(made.status.success(), "{made:?}");
    workshop.lock("greeter");

    // What is published under the name of this crate is this checkout.
    let patch = format!("patch.crates-io.toolc.path={:?}", root());
    let cargo = |command: &str, more: &[&str]| {
        let mut arguments = vec!["--config", &patch, command];
        arguments.extend(["--manifest-path", "greeter/Cargo.toml"]);
        arguments.extend(more);
        let ran = workshop.cargo(&arguments);
        assert!(ran.ok, "{}", ran.stderr);
        ran.stdout
    };

    let tested = cargo("test", &[]);
    let passed = "greets_in_capitals_when_asked_to ... ok";
    assert!(tested.contains(passed), "{tested}");

    let arguments = r#"{"name": "Ada", "shout": true}"#;
    let called = cargo("run", &["--", "call", "Greet", arguments]);
    assert_eq!(called, "HELLO, ADA!\n");
}
