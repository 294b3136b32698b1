//! `toolc completions`.

use std::path::Path;

use super::run;

#[test]
fn every_shell_gets_a_script_that_names_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(Path::new("."), &["completions", shell]);
        assert_eq!(ran.code, 0, "{shell}");
        assert!(ran.stdout.contains("completions"), "{shell}");
        assert_eq!(ran.stderr, "", "{shell}");
    }
}

#[test]
fn an_unknown_shell_is_a_usage_error() {
    let ran = run(Path::new("."), &["completions", "tcl"]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.stdout, "");
}
