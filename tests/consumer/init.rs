//! The crate that `toolc init` makes.

use std::fs;
use std::process::Command;

use super::workshop::{Workshop, root};

#[test]
fn it_builds_passes_its_test_and_runs() {
    let workshop = Workshop::empty();
    let made = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(["init", "."])
        .arg("--color=never")
        .current_dir(folder_called(&workshop, "greeter"))
        .output()
        .expect("toolc runs");
    assert!(made.status.success(), "{made:?}");

    // What is published under the name of this crate is this checkout.
    let patch = format!("patch.crates-io.toolc.path={:?}", root());
    let manifest = "--manifest-path=greeter/Cargo.toml";
    workshop.lock("greeter");

    let tested = workshop.cargo(&["test", manifest, "--config", &patch]);
    assert!(tested.ok, "{}", tested.stderr);
    assert!(
        tested
            .stdout
            .contains("greets_in_capitals_when_asked_to ... ok"),
        "{}",
        tested.stdout
    );

    let called = workshop.cargo(&["build", manifest, "--config", &patch]);
    assert!(called.ok, "{}", called.stderr);
}

fn folder_called(workshop: &Workshop, name: &str) -> std::path::PathBuf {
    let folder = workshop.folder().join(name);
    fs::create_dir(&folder).expect("a folder");
    folder
}
