//! Generated code that was committed, in a crate without a build script.

use std::process::Command;

use super::workshop::Workshop;

/// The weather station with its tools in `src/tools`.
fn station() -> Workshop {
    let workshop = Workshop::example("weather");
    let generated = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(["generate", "--out", "src/tools"])
        .current_dir(workshop.folder())
        .output()
        .expect("toolc runs");
    assert!(generated.status.success(), "{generated:?}");
    std::fs::remove_file(workshop.folder().join("build.rs")).expect("a build script");
    workshop.edit(
        "Cargo.toml",
        "[build-dependencies]",
        "[target.'cfg(any())'.build-dependencies]",
    );
    workshop.edit("src/lib.rs", "toolc::include_tools!();", "pub mod tools;");
    workshop
}

/// One test and not two: copies of one crate have one name in the shared target folder, and Cargo would take the one that
/// compiled for the other.
#[test]
fn it_needs_no_build_script_and_another_format_fails_with_one_sentence() {
    let workshop = station();
    let ran = workshop.cargo(&["check", "--lib"]);
    assert!(ran.ok, "{}", ran.stderr);
    assert!(
        !ran.stderr.contains("`weather` (lib) generated"),
        "warnings: {}",
        ran.stderr
    );

    workshop.edit(
        "src/tools/mod.rs",
        "::toolc::format_is!(1);",
        "::toolc::format_is!(0);",
    );
    let ran = workshop.cargo(&["check", "--lib"]);
    assert!(!ran.ok, "it compiles");
    let errors: Vec<&str> = ran
        .stderr
        .lines()
        .filter(|line| line.starts_with("error"))
        .collect();
    assert_eq!(
        errors.len(),
        2,
        "the sentence and Cargo's own: {}",
        ran.stderr
    );
    assert_eq!(
        errors[0],
        "error: this code was generated for another version of toolc; build again, or run `toolc generate`"
    );
}
