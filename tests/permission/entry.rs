//! Entries as they are written.

use toolc::permission::{AllowList, Entry, EntryProblem, GlobProblem, Known, ListError, split};

use super::known;

#[test]
fn the_pattern_runs_from_the_first_parenthesis_to_the_last() {
    for (text, name, pattern) in [
        ("Read", "Read", None),
        ("  Read\t", "Read", None),
        ("Read(/tmp/**)", "Read", Some("/tmp/**")),
        ("Read ( /tmp/** ) ", "Read", Some("/tmp/**")),
        (
            "Read(/srv/report (final)/**)",
            "Read",
            Some("/srv/report (final)/**"),
        ),
        ("Read(/srv/a(/**)", "Read", Some("/srv/a(/**")),
        ("Read(/srv/a)/**)", "Read", Some("/srv/a)/**")),
        ("mcp__server__tool", "mcp__server__tool", None),
        ("Read(\u{200b})", "Read", Some("\u{200b}")),
    ] {
        let entry: Entry = text.parse().expect(text);
        assert_eq!((entry.name(), entry.pattern()), (name, pattern), "{text:?}");
    }
}

#[test]
fn what_cannot_be_read_is_an_error_that_says_where() {
    for (text, problem, at) in [
        ("Bash(git:*", EntryProblem::Unclosed, 4..5),
        ("Bash)", EntryProblem::Unopened, 4..5),
        ("a)b(c)", EntryProblem::Unopened, 1..2),
        (")(", EntryProblem::Unopened, 0..1),
        ("Bash(git:*) more", EntryProblem::Trailing, 11..16),
        ("(git:*)", EntryProblem::NoName, 0..0),
        ("  (x)", EntryProblem::NoName, 0..2),
        ("", EntryProblem::NoName, 0..0),
        ("\u{a0}", EntryProblem::NoName, 0..2),
        ("Bash()", EntryProblem::BlankPattern, 4..6),
        ("Bash( \t)", EntryProblem::BlankPattern, 4..8),
        ("Bash(\u{2003})", EntryProblem::BlankPattern, 4..9),
    ] {
        let error = text.parse::<Entry>().expect_err(text);
        assert_eq!((error.problem, error.at), (problem, at), "{text:?}");
    }
}

#[test]
fn patterns_that_mean_nothing_to_their_tool_do_not_load() {
    for (text, problem) in [
        ("Bash(:*)", EntryProblem::EmptyPrefix),
        ("Bash( :*)", EntryProblem::EmptyPrefix),
        ("Bash(\u{a0}:*)", EntryProblem::EmptyPrefix),
        (
            "Read(/a/{b)",
            EntryProblem::Glob(GlobProblem::UnclosedBrace),
        ),
        (
            "Read(/a/b})",
            EntryProblem::Glob(GlobProblem::UnopenedBrace),
        ),
        (
            "Read(/a/[b)",
            EntryProblem::Glob(GlobProblem::UnclosedClass),
        ),
        (
            "Read(/a/[z-b])",
            EntryProblem::Glob(GlobProblem::EmptyRange('z', 'b')),
        ),
        (
            "Read(/a/[é])",
            EntryProblem::Glob(GlobProblem::ClassBeyondAscii),
        ),
        (
            "Read(/a/[!é])",
            EntryProblem::Glob(GlobProblem::ClassBeyondAscii),
        ),
        (
            "Read(/a/[a-é])",
            EntryProblem::Glob(GlobProblem::ClassBeyondAscii),
        ),
        (
            "Read(/a\\)",
            EntryProblem::Glob(GlobProblem::DanglingEscape),
        ),
        (
            "Read(/a/x{**/b,c})",
            EntryProblem::Glob(GlobProblem::RecursionInBraces),
        ),
        (
            "Read(/a/{c\\,**})",
            EntryProblem::Glob(GlobProblem::RecursionInBraces),
        ),
        ("Read(/a\0b)", EntryProblem::Glob(GlobProblem::Nul)),
        (
            "Grep(/a/\\/**)",
            EntryProblem::Glob(GlobProblem::DanglingEscape),
        ),
        (
            "Grep(/a/{b/**)",
            EntryProblem::Glob(GlobProblem::UnclosedBrace),
        ),
    ] {
        let Err(ListError::Entries(errors)) = AllowList::load([text], &known()) else {
            panic!("{text:?} loads");
        };
        assert_eq!(errors[0].1.problem, problem, "{text:?}");
    }
}

#[test]
fn all_wrong_entries_are_told_at_once() {
    let Err(ListError::Entries(errors)) =
        AllowList::load(["Bash(", "Read", "Read)", "Bash(:*)"], &known())
    else {
        panic!("the list loads");
    };
    assert_eq!(
        errors.iter().map(|(at, _)| *at).collect::<Vec<_>>(),
        [0, 2, 3]
    );
}

#[test]
fn an_empty_list_does_not_load() {
    let none: [&str; 0] = [];
    assert_eq!(
        AllowList::load(none, &known()).err(),
        Some(ListError::Empty)
    );
    for blank in ["", "  \n", " , ,"] {
        assert_eq!(
            AllowList::load_text(blank, &known()).err(),
            Some(ListError::Empty)
        );
    }
}

#[test]
fn without_known_tools_only_parentheses_are_checked() {
    let loaded =
        AllowList::load(["Bash(:*)", "Read(/a/[b)", "Nope"], &Known::new()).expect("loads");
    assert_eq!(loaded.warnings, []);
}

#[test]
fn text_is_split_at_commas_and_white_space_outside_parentheses() {
    for (text, pieces) in [
        ("Read Grep", &["Read", "Grep"][..]),
        ("Read,Grep,", &["Read", "Grep"]),
        (" Read ,\n\tGrep ", &["Read", "Grep"]),
        (
            "Bash(git diff:*) Read(/a/{b,c})",
            &["Bash(git diff:*)", "Read(/a/{b,c})"],
        ),
        ("Read(/a (b)/c, d) Grep", &["Read(/a (b)/c, d)", "Grep"]),
        ("Read(/a(/**) Grep", &["Read(/a(/**) Grep"]),
        ("Read) Grep", &["Read)", "Grep"]),
        ("Read\u{a0}Grep", &["Read\u{a0}Grep"]),
        ("é,ü", &["é", "ü"]),
    ] {
        let found: Vec<_> = split(text).map(|at| &text[at]).collect();
        assert_eq!(found, pieces, "{text:?}");
    }
}

#[test]
fn items_of_a_list_are_never_split() {
    let loaded = AllowList::load(["Read, Grep"], &known()).expect("loads");
    assert!(!loaded.list.has("Read"));
    assert_eq!(loaded.warnings[0].kind.code(), "blank-in-name");
}
