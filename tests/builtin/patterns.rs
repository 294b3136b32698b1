//! Patterns of any kind: none makes a tool panic, and those of Glob mean what they say.

use proptest::prelude::*;
use serde_json::json;
use toolc::tool::ToolResult;

use crate::desk::{Desk, Place};

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future)
}

/// Text that is full of what patterns are made of.
fn any_pattern() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        8 => proptest::sample::select(
            &["*", "**", "?", "/", "[", "]", "{", "}", ",", "!", "\\", "(", ")", "|", "+", "^", "$", ".", "..", "-", "a", "é", "😀", "\0", "\n", "{1000}", "\\p{L}", "(?i)"][..]
        ).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    proptest::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

fn panicked(result: &ToolResult) -> bool {
    result.text().contains("panic")
}

/// A pattern that Glob takes: whole names, `**` among them, and stars within names.
fn glob() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        2 => proptest::sample::select(&["a", "b", "*", "?", "a*", "*b", "a?", "?*", "*a*"][..]),
        1 => Just("**"),
    ];
    proptest::collection::vec(name, 1..5).prop_map(|names| names.join("/"))
}

/// Does a path match, by the words of the documentation? `*` and `?` stay within a name, `**` is any number of folders,
/// at the end anything below.
fn matches(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], rest) => rest.is_empty(),
        (["**"], rest) => !rest.is_empty(),
        (["**", after @ ..], rest) => {
            (0..=rest.len()).any(|skipped| matches(after, &rest[skipped..]))
        }
        ([_, ..], []) => false,
        ([name, after @ ..], [first, rest @ ..]) => {
            let (name, first): (Vec<char>, Vec<char>) =
                (name.chars().collect(), first.chars().collect());
            fits(&name, &first) && matches(after, rest)
        }
    }
}

fn fits(pattern: &[char], name: &[char]) -> bool {
    match (pattern, name) {
        ([], rest) => rest.is_empty(),
        (['*', after @ ..], rest) => (0..=rest.len()).any(|skipped| fits(after, &rest[skipped..])),
        (['?', after @ ..], [_, rest @ ..]) => fits(after, rest),
        ([same, after @ ..], [first, rest @ ..]) => same == first && fits(after, rest),
        (_, []) => false,
    }
}

const PATHS: [&str; 16] = [
    "a",
    "b",
    "c",
    "d/a",
    "d/b",
    "d/ab",
    "d/e/a",
    "d/e/ba",
    "ab/a",
    "ab/ab/b",
    "aa/aa/aa/a",
    "b1/a",
    "b1/c/d",
    "a1/a1",
    "x/y/z/a",
    "x/y/z/b/c",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_pattern_glob_or_type_makes_a_tool_panic(pattern in any_pattern(), glob in any_pattern(), kind in any_pattern()) {
        let desk = Desk::new(Place::Memory);
        desk.put("a/b.rs", "a line\nanother é\n");
        let results = block_on(async {
            [
                desk.call("Grep", json!({"pattern": pattern})).await,
                desk.call("Grep", json!({"pattern": pattern, "multiline": true, "output_mode": "content", "-C": 1})).await,
                desk.call("Grep", json!({"pattern": "a", "glob": glob})).await,
                desk.call("Grep", json!({"pattern": "a", "type": kind})).await,
                desk.call("Glob", json!({"pattern": glob})).await,
            ]
        });
        for result in results {
            prop_assert!(!panicked(&result), "{}", result.text());
        }
    }

    /// Against a second implementation.
    #[test]
    fn glob_finds_what_its_pattern_says(pattern in glob()) {
        let desk = Desk::new(Place::Memory);
        for path in PATHS {
            desk.put(path, "");
        }
        let text = block_on(desk.ok("Glob", json!({"pattern": pattern})));
        let mut found: Vec<&str> = text.lines().filter(|line| !line.starts_with("No files found")).collect();
        found.sort_unstable();
        let names: Vec<&str> = pattern.split('/').collect();
        let mut expected: Vec<&str> = PATHS
            .into_iter()
            .filter(|path| matches(&names, &path.split('/').collect::<Vec<_>>()))
            .collect();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
    }
}
