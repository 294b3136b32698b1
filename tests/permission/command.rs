//! Command lines.

use toolc::permission::{Decision, Deny};

use super::{allows, decide, grant};

#[test]
fn only_the_end_a_space_or_a_tab_may_follow_a_prefix() {
    for allowed in ["git", "git ", "git status", "git\tstatus", "git  -x"] {
        assert!(allows(&["Bash(git:*)"], "Bash", allowed), "{allowed:?}");
    }
    let boundary = "-./_=:,+~@%^#!?'\"\\{}[]*09aZé\u{a0}\u{b}\u{c}\u{2003}\u{200b}\u{301}";
    for c in boundary.chars() {
        let command = format!("git{c}x");
        assert!(!allows(&["Bash(git:*)"], "Bash", &command), "{command:?}");
    }
}

#[test]
fn a_command_with_a_metacharacter_is_refused_before_any_pattern_is_looked_at() {
    for c in ";|&`$><()\n\r\0".chars() {
        for command in [
            format!("git log{c}"),
            format!("git \"{c}\""),
            format!("{c}git"),
        ] {
            let exact = format!("Bash({command})");
            for entry in ["Bash(git:*)", exact.as_str()] {
                let Decision::Deny(denial) = decide(&grant(&[entry]), "Bash", &command) else {
                    panic!("{entry} allows {command:?}");
                };
                assert!(
                    matches!(denial.reason, Deny::RefusedCharacter { character, .. } if character == c)
                );
            }
        }
    }
}

#[test]
fn an_exact_pattern_allows_that_text_only() {
    assert!(allows(&["Bash(npm install)"], "Bash", "npm install"));
    for other in [
        "npm install ",
        " npm install",
        "npm  install",
        "npm install x",
        "npm",
    ] {
        assert!(!allows(&["Bash(npm install)"], "Bash", other), "{other:?}");
    }
    assert!(
        !allows(&["Bash(git *)"], "Bash", "git status"),
        "a star is a star"
    );
    assert!(allows(&["Bash(git *)"], "Bash", "git *"));
}

#[test]
fn blanks_before_the_wildcard_are_not_part_of_the_prefix() {
    assert!(allows(&["Bash(git :*)"], "Bash", "git status"));
    assert!(
        !allows(&["Bash(git\u{a0}:*)"], "Bash", "git status"),
        "other white space is text"
    );
}
