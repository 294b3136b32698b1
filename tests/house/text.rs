//! Rules that are read off the text of a file.

use super::tree::{files, rust_files};
use super::{nothing, root};

/// A rule: what is wrong with a file.
type Rule = fn(path: &str, text: &str) -> Vec<String>;

/// Lines that hold code: neither blank nor a comment.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with("//"))
}

fn opens_with_prose(path: &str, text: &str) -> Vec<String> {
    let prose = text.strip_prefix("//! ").is_some_and(|rest| {
        rest.lines()
            .next()
            .is_some_and(|line| line.trim().len() > 10)
    });
    if prose {
        return Vec::new();
    }
    vec![format!(
        "{path}: a module opens with `//!`: what it is, what it is not"
    )]
}

fn fits_the_cap(path: &str, text: &str) -> Vec<String> {
    const CAP: usize = 350;
    let lines = code(text).count();
    if lines <= CAP {
        return Vec::new();
    }
    vec![format!(
        "{path}: {lines} lines of code, the cap is {CAP}: split it by idea"
    )]
}

fn names_an_idea(path: &str, _text: &str) -> Vec<String> {
    [
        "util", "utils", "helper", "helpers", "common", "manager", "misc",
    ]
    .iter()
    .filter(|name| {
        path.split('/')
            .any(|part| part.trim_end_matches(".rs") == **name)
    })
    .map(|name| format!("{path}: `{name}` names no idea"))
    .collect()
}

/// The compiler is mounted by build.rs too: it names nothing outside of itself, is never conditional, and prints in
/// one place.
fn stays_in_the_compiler(path: &str, text: &str) -> Vec<String> {
    if !path.starts_with("src/compiler/") {
        return Vec::new();
    }
    let prints = ["println!", "print!("];
    let outside = ["crate::", "cfg(", "cfg!(", "cfg_attr("];
    let mut findings = Vec::new();
    for (number, line) in code(text) {
        for word in outside {
            if line.contains(word) {
                findings.push(format!("{path}:{number}: `{word}` in the compiler"));
            }
        }
        for word in prints {
            if line.contains(word) && !path.ends_with("/emit.rs") {
                findings.push(format!("{path}:{number}: `{word}` outside of emit.rs"));
            }
        }
    }
    findings
}

fn is_finished(path: &str, text: &str) -> Vec<String> {
    // Put together here, or this file would break its own rule.
    let words = [
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
        concat!("dbg", "!("),
        concat!("#[ig", "nore"),
    ];
    let mut findings = each_line(path, text, &words);
    let notes = [concat!("TO", "DO"), concat!("FIX", "ME")];
    for (index, line) in text.lines().enumerate() {
        let comment = line.split_once("// ").map_or("", |(_, comment)| comment);
        if notes.iter().any(|note| comment.starts_with(note)) {
            findings.push(format!("{path}:{}: {comment}", index + 1));
        }
    }
    findings
}

/// Nothing in the repository knows where it was made, or where packages come from other than by default.
fn knows_no_machine(path: &str, text: &str) -> Vec<String> {
    let root = root().to_string_lossy().into_owned();
    let home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")))
        .unwrap_or_else(|_| root.clone());
    let mut findings = each_line(path, text, &[&root, &home, concat!("replace", "-with =")]);
    if path.ends_with("Cargo.lock") {
        const DEFAULT: &str = "registry+https://github.com/rust-lang/crates.io-index";
        for (index, line) in text.lines().enumerate() {
            if let Some(source) = line.strip_prefix("source = ")
                && source.trim_matches('"') != DEFAULT
            {
                findings.push(format!("{path}:{}: a package from {source}", index + 1));
            }
        }
    }
    findings
}

fn each_line(path: &str, text: &str, words: &[&str]) -> Vec<String> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for word in words {
            if line.contains(word) {
                findings.push(format!("{path}:{}: `{word}`", index + 1));
            }
        }
    }
    findings
}

fn over(files: impl IntoIterator<Item = (String, String)>, rule: Rule) {
    let findings: Vec<_> = files
        .into_iter()
        .flat_map(|(path, text)| rule(&path, &text))
        .collect();
    nothing(&findings);
}

#[test]
fn every_module_opens_with_prose() {
    over(rust_files(), opens_with_prose);
    assert!(!opens_with_prose("src/a.rs", "use std::fmt;\n").is_empty());
    assert!(!opens_with_prose("src/a.rs", "//! x\nuse std::fmt;\n").is_empty());
}

#[test]
fn every_file_fits_the_cap() {
    over(rust_files(), fits_the_cap);
    assert!(!fits_the_cap("src/a.rs", &"let a = 1;\n".repeat(351)).is_empty());
    assert!(fits_the_cap("src/a.rs", &"// Prose does not count.\n".repeat(999)).is_empty());
}

#[test]
fn every_module_is_named_after_an_idea() {
    over(rust_files(), names_an_idea);
    assert!(!names_an_idea("src/bind/utils.rs", "").is_empty());
    assert!(!names_an_idea("src/common/a.rs", "").is_empty());
}

#[test]
fn the_compiler_names_nothing_outside_of_itself() {
    over(rust_files(), stays_in_the_compiler);
    for line in [
        "use crate::tool::Spec;",
        "#[cfg(test)]",
        "#[cfg_attr(test, derive(Debug))]",
        "if cfg!(unix) {}",
        "println!(\"x\");",
        "eprintln!(\"x\");",
    ] {
        assert_eq!(
            stays_in_the_compiler("src/compiler/a.rs", line).len(),
            1,
            "{line}"
        );
    }
    assert!(stays_in_the_compiler("src/compiler/emit.rs", "println!(\"x\");").is_empty());
    assert!(stays_in_the_compiler("src/cli/a.rs", "use crate::tool::Spec;").is_empty());
}

#[test]
fn nothing_is_left_unfinished() {
    over(rust_files(), is_finished);
    assert!(!is_finished("src/a.rs", concat!("todo", "!()")).is_empty());
    assert!(!is_finished("src/a.rs", concat!("// TO", "DO: later")).is_empty());
}

#[test]
fn nothing_knows_the_machine_or_another_registry() {
    over(files(), knows_no_machine);
    let path = format!("let path = {:?};", root().join("src"));
    assert!(!knows_no_machine("src/a.rs", &path).is_empty());
    let mirror = "source = \"registry+https://mirror.example/index\"";
    assert!(!knows_no_machine("Cargo.lock", mirror).is_empty());
}
