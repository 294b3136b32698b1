//! Lists: the order of decision, and the sentence for the model.

use std::path::Path;

use toolc::permission::{Allow, Asked, Decision, Deny, Grant, Patterns, Ruling, Stance, Why};
use toolc::tool::SubjectKind;

use super::{asked, by, decide, grant};

fn denial(decision: Decision) -> toolc::permission::Denial {
    match decision {
        Decision::Deny(denial) => *denial,
        Decision::Allow(allow) => panic!("allowed: {allow}"),
    }
}

#[test]
fn without_a_list_everything_is_allowed() {
    let everything = Grant::unrestricted();
    assert_eq!(
        decide(&everything, "Bash", "a && b"),
        Decision::Allow(Allow::Unrestricted)
    );
    assert_eq!(
        decide(&everything, "Nope", ""),
        Decision::Allow(Allow::Unrestricted)
    );
}

#[test]
fn the_sentence_names_the_tool_the_subject_and_the_list() {
    let some = grant(&["Read(/tmp/**)", "Bash(git:*)"]);
    for (tool, subject, sentence) in [
        (
            "Read",
            "/tmp/../etc/passwd",
            "Tool 'Read' not allowed (path: /etc/passwd). Allowed tools: Read(/tmp/**), Bash(git:*)",
        ),
        (
            "Bash",
            "git x; id",
            "Tool 'Bash' not allowed (command: git x; id). Allowed tools: Read(/tmp/**), Bash(git:*)",
        ),
        (
            "Write",
            "/tmp/a",
            "Tool 'Write' not allowed. Allowed tools: Read(/tmp/**), Bash(git:*)",
        ),
        (
            "Nope",
            "",
            "Tool 'Nope' not allowed. Allowed tools: Read(/tmp/**), Bash(git:*)",
        ),
        (
            "Read",
            "",
            "Tool 'Read' not allowed. Allowed tools: Read(/tmp/**), Bash(git:*)",
        ),
    ] {
        assert_eq!(denial(decide(&some, tool, subject)).to_string(), sentence);
    }
}

#[test]
fn a_listed_bare_name_of_an_unknown_tool_is_allowed_and_a_patterned_one_denied() {
    assert_eq!(
        decide(&grant(&["Nope"]), "Nope", ""),
        Decision::Allow(Allow::Listed)
    );
    let denied = denial(decide(&grant(&["Nope(x)"]), "Nope", ""));
    assert_eq!(denied.reason, Deny::UnknownTool);
}

#[test]
fn a_pattern_that_nobody_can_interpret_denies_every_call() {
    let denied = denial(decide(
        &grant(&["TodoWrite(x)", "TodoWrite"]),
        "TodoWrite",
        "x",
    ));
    assert_eq!(denied.reason, Deny::Uninterpretable);
}

#[test]
fn every_one_of_several_subjects_has_to_be_allowed() {
    let some = grant(&["Write(/a/**)", "Write(/b/**)"]);
    for (subjects, allowed) in [
        (&["/a/x", "/b/y"][..], true),
        (&["/a/x", "/c/y"], false),
        (&["/c/x", "/a/y"], false),
        (&["/a/x", ""], false),
        (&["/a/x", "y"], false),
        (&["", " "], false),
        (&[], false),
    ] {
        let subjects: Vec<_> = subjects.iter().map(|&subject| subject.to_owned()).collect();
        let decision = some.decide(&asked("Write", &subjects));
        assert_eq!(decision.is_allowed(), allowed, "{subjects:?}");
    }
}

#[test]
fn a_relative_path_without_a_working_directory_cannot_be_judged() {
    let some = grant(&["Read(/**)"]);
    let subjects = ["a.txt".to_owned()];
    let nowhere = asked("Read", &subjects);
    assert_eq!(
        denial(some.decide(&nowhere)).reason.code(),
        "unjudgeable-subject"
    );
    let somewhere = Asked {
        cwd: Some(Path::new("/srv")),
        ..nowhere
    };
    assert_eq!(some.decide(&somewhere), Decision::Allow(Allow::Matched));
    assert_eq!(some.explain(&somewhere).subjects, ["/srv/a.txt"]);
}

#[test]
fn the_rule_is_asked_only_where_there_is_no_subject_and_gets_the_patterns() {
    let rule = |patterns: Patterns<'_>| {
        assert_eq!(
            patterns.iter().collect::<Vec<_>>(),
            ["open:https://a/", "close"]
        );
        Ruling::Deny(Some("Browser action: open".to_owned()))
    };
    let some = grant(&[
        "Browser",
        "Browser(open:https://a/)",
        "Read",
        "Browser(close)",
    ]);
    let denied = denial(some.decide(&asked("Browser", &[]).ruled(&rule)));
    assert_eq!(
        denied.to_string(),
        "Tool 'Browser' not allowed (Browser action: open). Allowed tools: Browser, Browser(open:https://a/), Read, Browser(close)"
    );

    let both = Stance {
        subject: Some(SubjectKind::Path),
        rule: true,
    };
    let allow = |_: Patterns<'_>| Ruling::Allow;
    for (subject, allowed) in [
        ("/a/x", true),
        ("/b", false),
        ("relative", false),
        ("", true),
        (" ", true),
    ] {
        let subjects = [subject.to_owned()];
        let asked = Asked {
            stance: Some(both),
            ..asked("Both", &subjects)
        };
        let decision = grant(&["Both(/a/**)"]).decide(&asked.ruled(&allow));
        assert_eq!(decision.is_allowed(), allowed, "{subject:?}");
    }
}

#[test]
fn a_rule_that_is_not_here_denies() {
    let denied = denial(grant(&["Browser(x)"]).decide(&asked("Browser", &[])));
    assert_eq!(denied.reason, Deny::RuleAbsent);
    assert!(
        grant(&["Browser"])
            .decide(&asked("Browser", &[]))
            .is_allowed()
    );
}

#[test]
fn patterns_under_a_former_name_bind_and_bare_entries_do_not_carry_over() {
    let call = |entries: &[&str], path: &str| {
        let subjects = [path.to_owned()];
        grant(entries)
            .decide(&Asked {
                former: &["View"],
                stance: Some(by(SubjectKind::Path)),
                ..asked("Read", &subjects)
            })
            .is_allowed()
    };
    assert!(call(&["View(/a/**)"], "/a/x"));
    assert!(!call(&["View(/a/**)"], "/b"));
    assert!(!call(&["View"], "/a/x"));
    assert!(
        !call(&["Read", "View(/a/**)"], "/b"),
        "the pattern still restricts"
    );
    assert!(grant(&["View(/a/**)"]).mentions("Read", &["View"]));
    assert!(!grant(&["View"]).mentions("Read", &["View"]));
}

#[test]
fn the_explanation_has_a_reason_for_every_entry() {
    let some = grant(&["Bash", "Bash(git:*)", "Bash(gi:*)", "Read"]);
    let subjects = ["git log".to_owned()];
    let explanation = some.explain(&asked("Bash", &subjects));
    let whys: Vec<_> = explanation
        .entries
        .iter()
        .map(|outcome| (outcome.matched, outcome.why))
        .collect();
    assert_eq!(explanation.decision.code(), "matched");
    assert_eq!(
        whys,
        [
            (false, Why::BareBesidePattern),
            (true, Why::Matches),
            (
                false,
                Why::Command(toolc::permission::CommandMismatch::Boundary)
            ),
            (false, Why::OtherTool),
        ]
    );
}

#[test]
fn a_list_that_was_loaded_without_its_tools_still_judges_by_their_kind() {
    let loaded = toolc::permission::AllowList::load(
        ["Read(/a/[b)", "Read(/c/**)"],
        &toolc::permission::Known::new(),
    );
    let some = Grant::from(loaded.expect("loads").list);
    assert!(decide(&some, "Read", "/c/x").is_allowed());
    assert!(!decide(&some, "Read", "/a/b").is_allowed());
}
