//! The rules of the house: what holds for every file and every dependency, read from the tree and from Cargo.
//!
//! A rule is a function from text to findings. Each is tried on the tree, and on a sample that breaks it.

mod dependencies;
mod package;
mod text;
mod tree;

use std::path::Path;
use std::process::Command;

/// The repository's root.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What Cargo prints about this package.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(arguments)
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "cargo {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("cargo prints UTF-8")
}

/// Fails with everything that was found.
fn nothing(findings: &[String]) {
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}
