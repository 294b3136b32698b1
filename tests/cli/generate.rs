//! `toolc generate`.

use std::fs;
use std::path::Path;

use super::{Ran, case, run};

fn generate(folder: &Path, more: &[&str]) -> Ran {
    let mut arguments = vec!["generate", "--out", "generated"];
    arguments.extend(more);
    run(folder, &arguments)
}

fn with_notes() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(case("notes.toml"), folder.path().join("tools.toml")).expect("a copy");
    folder
}

#[test]
fn what_it_wrote_is_fresh_until_the_declaration_changes() {
    let folder = with_notes();
    let folder = folder.path();

    let before = generate(folder, &["--check"]);
    assert_eq!(before.code, 1, "{}", before.stderr);
    assert!(!folder.join("generated").exists());

    let wrote = generate(folder, &[]);
    assert_eq!(
        (wrote.code, wrote.stdout.as_str()),
        (0, ""),
        "{}",
        wrote.stderr
    );
    assert!(folder.join("generated/mod.rs").is_file());
    assert!(
        wrote.stderr.contains("wrote generated/find_notes.rs\n"),
        "{}",
        wrote.stderr
    );

    let fresh = generate(folder, &["--check"]);
    assert_eq!((fresh.code, fresh.stderr.as_str()), (0, ""));
    let again = generate(folder, &[]);
    assert_eq!(
        (again.code, again.stderr.as_str()),
        (0, ""),
        "nothing is written twice"
    );

    let declaration = fs::read_to_string(folder.join("tools.toml")).expect("text");
    let renamed = declaration.replace("[tools.sync]", "[tools.sync_all]");
    fs::write(folder.join("tools.toml"), renamed).expect("a file");
    let stale = generate(folder, &["--check"]);
    assert_eq!(stale.code, 1);
    for line in [
        "stale generated/mod.rs",
        "missing generated/sync_all.rs",
        "left over generated/sync.rs",
    ] {
        assert!(
            stale.stderr.lines().any(|it| it == line),
            "{}",
            stale.stderr
        );
    }
}

#[test]
fn a_declaration_with_a_mistake_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tools.toml"), "[tools.a]\n").expect("a file");
    let ran = generate(folder.path(), &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("--> tools.toml:1:"), "{}", ran.stderr);
    assert!(!folder.path().join("generated").exists());
}

#[test]
fn the_folder_must_be_said() {
    let folder = with_notes();
    assert_eq!(run(folder.path(), &["generate"]).code, 2);
}
