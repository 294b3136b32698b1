//! `toolc init`.

use std::fs;

use super::run;

#[test]
fn it_refuses_to_overwrite_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("greeter");
    fs::create_dir(&made).expect("a folder");
    fs::write(made.join("tools.toml"), "mine").expect("a file");

    let ran = run(folder.path(), &["init", "greeter"]);

    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr, @r"
    error: will not overwrite `greeter/tools.toml`
     |
    help: nothing was written; give a folder without them
    ");
    let mine = fs::read_to_string(made.join("tools.toml")).expect("still there");
    assert_eq!(mine, "mine");
    assert!(!made.join("Cargo.toml").exists());
}

#[test]
fn a_folder_that_cannot_name_a_package_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in [
        "9lives",
        "toolc",
        "---",
        "fn",
        "async",
        "tokio",
        "proc_macro",
    ] {
        let ran = run(folder.path(), &["init", "--", name]);
        assert_eq!(ran.code, 2, "{name}: {}", ran.stderr);
        assert!(!folder.path().join(name).exists(), "{name}");
    }
}
