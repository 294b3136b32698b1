//! What holds for every input.

use proptest::collection::vec;
use proptest::prelude::*;
use toolc::permission::{AllowList, Asked, Entry, Grant, Known, Stance, Style, fold, split};

use super::{by, decide, known};
use toolc::tool::SubjectKind;

/// Entries that share names and overlap.
fn entries() -> impl Strategy<Value = Vec<&'static str>> {
    vec(
        prop::sample::select(vec![
            "Bash",
            "Bash(git:*)",
            "Bash(git add:*)",
            "Bash(git log)",
            "Read",
            "Read(/tmp/**)",
            "Read(/tmp/a/**)",
            "Read(/etc/*)",
            "Grep(/srv/**)",
            "Grep",
            "Write(/tmp/?)",
            "TodoWrite",
            "TodoWrite(x)",
            "Nope",
            "Nope(x)",
        ]),
        1..5,
    )
}

fn grants() -> impl Strategy<Value = Grant> {
    prop_oneof![
        1 => Just(Grant::unrestricted()),
        9 => entries().prop_map(|entries| super::grant(&entries)),
    ]
}

const CALLS: [(&str, &str); 14] = [
    ("Bash", "git add x"),
    ("Bash", "git log"),
    ("Bash", "git"),
    ("Bash", "id"),
    ("Bash", ""),
    ("Read", "/tmp/a/b"),
    ("Read", "/tmp/x"),
    ("Read", "/etc/passwd"),
    ("Read", "relative"),
    ("Grep", "/srv"),
    ("Grep", "/"),
    ("Write", "/tmp/é"),
    ("TodoWrite", ""),
    ("Nope", ""),
];

/// What a grant allows; `None` = the run is refused.
fn allowed(grant: &Result<Grant, impl Sized>) -> Vec<bool> {
    CALLS
        .iter()
        .map(|(tool, subject)| {
            grant
                .as_ref()
                .is_ok_and(|grant| decide(grant, tool, subject).is_allowed())
        })
        .collect()
}

proptest! {
    #[test]
    fn narrowing_allows_exactly_what_both_allow_or_refuses(a in grants(), b in grants()) {
        let narrowed = a.narrow(&b);
        for (at, allowed) in allowed(&narrowed).into_iter().enumerate() {
            let (tool, subject) = CALLS[at];
            let both = decide(&a, tool, subject).is_allowed() && decide(&b, tool, subject).is_allowed();
            prop_assert_eq!(allowed, both, "{} {}", tool, subject);
        }
    }

    #[test]
    fn narrowing_is_commutative(a in grants(), b in grants()) {
        prop_assert_eq!(a.narrow(&b).ok(), b.narrow(&a).ok());
    }

    #[test]
    fn narrowing_is_associative(a in grants(), b in grants(), c in grants()) {
        let left = a.narrow(&b).and_then(|ab| ab.narrow(&c)).ok();
        let right = b.narrow(&c).and_then(|bc| a.narrow(&bc)).ok();
        prop_assert_eq!(left, right);
    }

    #[test]
    fn narrowing_is_idempotent(a in grants()) {
        prop_assert_eq!(a.narrow(&a), Ok(a));
    }

    #[test]
    fn narrowing_is_monotone(a in grants(), b in grants(), c in grants()) {
        // Whatever a ∩ b allows, a alone allows; and that stays so within any caller c.
        let Ok(ab) = a.narrow(&b) else { return Ok(()) };
        let (within, alone) = (allowed(&ab.narrow(&c)), allowed(&a.narrow(&c)));
        prop_assert!(within.iter().zip(&alone).all(|(narrow, wide)| !narrow || *wide));
    }

    #[test]
    fn nothing_that_is_written_panics(
        text in "\\PC*|[A-Za-z(){}\\[\\]*?!:,/\\\\.~ \t\u{a0}\u{2003}é-]{0,40}",
        subject in "\\PC*|[a-z/.*;|&\n\t ]{0,20}",
        cwd in prop::option::of("/?[a-z./]{0,10}"),
    ) {
        let _ = text.parse::<Entry>();
        let pieces: Vec<_> = split(&text).collect();
        prop_assert!(pieces.iter().all(|at| !text[at.clone()].trim_ascii().is_empty()));
        for known in [Known::new(), known().tool(text.trim(), by(SubjectKind::Tree))] {
            let Ok(loaded) = AllowList::load_text(&text, &known) else { continue };
            for warning in &loaded.warnings {
                let _ = warning.kind.to_string();
            }
            let grant = Grant::from(loaded.list);
            let name = grant.names().next().map(str::to_owned).unwrap_or_default();
            for kind in [SubjectKind::Command, SubjectKind::Path, SubjectKind::Tree] {
                let subjects = [subject.clone()];
                let asked = Asked {
                    stance: Some(by(kind)),
                    subjects: &subjects,
                    cwd: cwd.as_deref().map(std::path::Path::new),
                    ..Asked::unknown(&name)
                };
                let explanation = grant.explain(&asked);
                let any = explanation.entries.iter().any(|entry| entry.matched);
                prop_assert_eq!(explanation.decision.is_allowed(), any);
            }
        }
    }

    #[test]
    fn text_after_a_metacharacter_never_allows_a_command(
        pattern in "[a-z]{1,3}( [a-z;&|]{1,3})?(:\\*)?",
        command in "[a-z]{0,3}( [a-z]{0,3})?",
        meta in prop::sample::select(";|&`$><()\n\r\0".chars().collect::<Vec<_>>()),
        more in "\\PC{0,10}",
    ) {
        let grant = super::grant(&[format!("Bash({pattern})").as_str()]);
        let command = format!("{command}{meta}{more}");
        prop_assert!(!decide(&grant, "Bash", &command).is_allowed(), "{:?}", command);
    }

    #[test]
    fn folding_is_idempotent_and_stays_below_its_root(
        path in "[a-c./\\\\:? ]{0,20}|\\PC{0,20}",
        base in prop::option::of("(/|C:/|\\\\\\\\h\\\\s\\\\)[a-c./]{0,10}"),
    ) {
        for style in [Style::Posix, Style::Windows] {
            let Ok(folded) = fold(style, &path, base.as_deref()) else { continue };
            prop_assert_eq!(fold(style, &folded, None), Ok(folded.clone()));
            let mut names = folded.split('/');
            let root = names.next().unwrap_or("?");
            prop_assert!(root.is_empty() || style == Style::Windows && root.ends_with(':'));
            prop_assert!(names.all(|name| name != "." && name != ".."));
        }
    }

    #[test]
    fn a_decision_knows_no_order_of_entries(entries in entries()) {
        let mut backwards = entries.clone();
        backwards.reverse();
        let (a, b) = (super::grant(&entries), super::grant(&backwards));
        for (tool, subject) in CALLS {
            prop_assert_eq!(
                decide(&a, tool, subject).is_allowed(),
                decide(&b, tool, subject).is_allowed()
            );
        }
    }

    #[test]
    fn a_pattern_without_subject_never_allows(tool in "[A-Z][a-z]{0,4}", pattern in "[a-z/*]{1,8}") {
        for stance in [None, Some(Stance::default()), Some(by(SubjectKind::Path)), Some(by(SubjectKind::Command))] {
            let loaded = AllowList::load([format!("{tool}({pattern})"), tool.clone()], &Known::new());
            let grant = Grant::from(loaded.expect("loads").list);
            let asked = Asked { stance, ..Asked::unknown(&tool) };
            prop_assert!(!grant.decide(&asked).is_allowed());
        }
    }
}
