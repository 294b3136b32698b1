//! What holds for every command.

use std::io::Read;
use std::process::Stdio;

use super::{cases, run, toolc};

#[test]
fn help_and_version_are_data() {
    for flag in ["--help", "--version"] {
        let ran = run(&cases(), &[flag]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{flag}");
        assert!(ran.stdout.contains("toolc"), "{flag}");
    }
    let help = run(&cases(), &["--help"]).stdout;
    for command in [
        "init",
        "check",
        "generate",
        "schema",
        "list",
        "show",
        "explain",
        "offer",
        "test",
        "validate",
        "call",
        "batch",
        "completions",
    ] {
        assert!(help.contains(command), "{command} is not in the help");
        assert_eq!(run(&cases(), &[command, "--help"]).code, 0, "{command}");
    }
}

#[test]
fn no_command_and_a_wrong_one_are_usage_errors() {
    for arguments in [
        &[][..],
        &["chekc"],
        &["check", "--wrong"],
        &["check", "a", "b"],
    ] {
        let ran = run(&cases(), arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = toolc(&cases())
        .args(["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("toolc runs");
    drop(child.stdout.take());
    let mut stderr = String::new();
    let mut pipe = child.stderr.take().expect("a pipe");
    pipe.read_to_string(&mut stderr).expect("UTF-8");
    assert_eq!(child.wait().expect("toolc ends").code(), Some(0));
    assert_eq!(stderr, "");
}
