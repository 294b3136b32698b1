//! What holds for every command.

use std::collections::BTreeSet;
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

#[test]
fn the_log_is_for_who_asks() {
    let call = |level: Option<&str>| {
        let mut toolc = toolc(&cases());
        toolc.args(["call", "Read"]).env_remove("TOOLC_LOG");
        if let Some(level) = level {
            toolc.env("TOOLC_LOG", level);
        }
        let output = toolc.output().expect("toolc runs");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let silent = call(None);
    let told = call(Some("debug"));
    assert!(silent.starts_with("Invalid input"), "{silent}");
    assert_eq!(call(Some(" ")), silent);
    assert!(told.contains("refused"), "{told}");
    assert!(told.ends_with(&silent), "{told}");
    let wrong = call(Some("toolc=loud"));
    assert!(
        wrong.starts_with("error: `TOOLC_LOG` cannot be read"),
        "{wrong}"
    );
}

/// `docs/cli.md` names every command and every flag that there is, and no flag that there is not.
#[test]
fn the_page_of_the_command_line_is_whole() {
    let page = include_str!("../../docs/cli.md");
    let mut flags = BTreeSet::from(["--color".to_owned()]);
    for command in commands() {
        assert!(
            page.contains(&format!("`toolc {command}")),
            "toolc {command}"
        );
        let help = run(&cases(), &[&command, "--help"]).stdout;
        flags.extend(named(&help).filter(|flag| !["--help", "--version"].contains(&flag.as_str())));
    }
    let documented: BTreeSet<_> = named(page).collect();
    assert_eq!(documented, flags);
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = run(&cases(), &["--help"]).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("commands");
    let names = list
        .lines()
        .map_while(|line| line.split_whitespace().next());
    let names: Vec<_> = names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect();
    assert!(names.len() > 8, "{names:?}");
    names
}

/// The flags that a text names.
fn named(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
    let flags = words.filter(|word| word.len() > 3 && word.starts_with("--"));
    flags.filter(|word| !word.ends_with('-')).map(str::to_owned)
}
