//! Table of arguments and what is told about them, word for word.

use toolc::bind::{Arguments, Violations};
use toolc::tool::Tool;

use crate::sample::tools::{Grep, Sample};

fn told<T: Tool>(arguments: &str) -> String {
    let text = T::bind(arguments);
    // A value that somebody else parsed has lost what was given twice.
    let twice = matches!(&text, Err(violations) if violations.to_string().contains("given twice"));
    if let Ok(value) = serde_json::from_str::<serde_json::Value>(arguments)
        && !twice
    {
        let value = T::bind(Arguments::Value(value));
        let debug = |it: &Result<T, Violations>| format!("{it:?}");
        assert_eq!(debug(&text), debug(&value), "text and value agree");
    }
    match text {
        Ok(input) => format!("{input:?}"),
        Err(violations) => violations
            .to_string()
            .replace(" The tool was not executed.", ""),
    }
}

#[track_caller]
fn check<T: Tool>(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(arguments, expected)| {
            let told = told::<T>(arguments);
            (told != *expected)
                .then(|| format!("{arguments}\n  expected {expected}\n  told     {told}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_sentence_ends_the_same() {
    let told = Grep::bind("{}").unwrap_err();
    assert_eq!(
        told.answer("Grep"),
        "Invalid input for tool 'Grep':\nParameter 'pattern' is required (type: string). The tool was not executed."
    );
}

#[test]
fn flat_parameters() {
    check::<Grep>(&[
        (
            r#"{"pattern":"x"}"#,
            r#"Grep { pattern: "x", path: ".", output_mode: FilesWithMatches, ignore_case: false, head_limit: None }"#,
        ),
        (
            r#" {"-i":true, "head_limit":3.0,"path":"a\u00e9\n\ud83d\ude00","output_mode":"count","pattern":""} "#,
            "Grep { pattern: \"\", path: \"aé\\n😀\", output_mode: Count, ignore_case: true, head_limit: Some(3) }",
        ),
        ("{}", "Parameter 'pattern' is required (type: string)."),
        ("", "Parameter 'pattern' is required (type: string)."),
        (" \n", "Parameter 'pattern' is required (type: string)."),
        ("null", "Parameter 'pattern' is required (type: string)."),
        (
            r#"{"pattern":null}"#,
            "Parameter 'pattern' is required (type: string).",
        ),
        (r#"{"pattern":1}"#, "Parameter 'pattern' must be a string."),
        (
            r#"{"patern":"x"}"#,
            "Parameter 'pattern' is required (type: string).\nUnknown parameter 'patern'. Did you mean 'pattern'?",
        ),
        (
            r#"{"zzz":1,"head_limit":"3","output_mode":"all","yyy":null,"-i":1}"#,
            "Parameter 'pattern' is required (type: string).\n\
             Parameter 'output_mode' must be one of [content, files_with_matches, count], but was 'all'.\n\
             Parameter '-i' must be a boolean.\n\
             Parameter 'head_limit' must be an integer.\n\
             Unknown parameter 'zzz'. Valid parameters: pattern, path, output_mode, -i, head_limit.",
        ),
        (
            r#"{"pattern":"x","head_limit":0}"#,
            "Parameter 'head_limit' must be >= 1, but was 0.",
        ),
        (
            r#"{"pattern":"x","head_limit":3.5}"#,
            "Parameter 'head_limit' must be an integer.",
        ),
        (
            r#"{"pattern":"x","head_limit":9223372036854775808}"#,
            "Parameter 'head_limit' must be an integer.",
        ),
        (
            r#"{"pattern":"x","head_limit":1e3}"#,
            r#"Grep { pattern: "x", path: ".", output_mode: FilesWithMatches, ignore_case: false, head_limit: Some(1000) }"#,
        ),
    ]);
    check::<Grep>(&[(
        &format!(r#"{{"pattern":"{}"}}"#, "é".repeat(612)),
        "Parameter 'pattern' must have at most 500 characters, but has 612.",
    )]);
}

#[test]
fn nested_parameters() {
    check::<Sample>(&[
        (
            r#"{"tree":{"name":"a","next":{"name":"b"},"children":[{"name":"c"}]},"level":1.0}"#,
            "Sample { tree: Node { name: \"a\", next: Some(Boxed(Node { name: \"b\", next: None, children: [] })), children: \
             [Node { name: \"c\", next: None, children: [] }] }, shape: None, when: None, labels: {\"a\": \"b\"}, note: None, \
             level: 1 }",
        ),
        (
            r#"{"tree":{"name":"a"},"shape":{"radius":2,"kind":"circle","more":[1]},"when":7,"labels":{},"note":null,"level":"2"}"#,
            "Sample { tree: Node { name: \"a\", next: None, children: [] }, shape: Some(Circle(ShapeCircle { radius: 2.0, rest: \
             {\"more\": Array [Number(1)]} })), when: Some(Integer(7)), labels: {}, note: Some(None), level: 2 }",
        ),
        (
            r#"{"level":3,"tree":{"children":[{"name":"c"},{"nam":1},null,5]},"note":1,"labels":{"x":null}}"#,
            "Parameter 'tree.name' is required (type: string).\n\
             Parameter 'tree.children[1].name' is required (type: string).\n\
             Unknown parameter 'tree.children[1].nam'. Did you mean 'tree.children[1].name'?\n\
             Parameter 'tree.children[2]' must be an object.\n\
             Parameter 'tree.children[3]' must be an object.\n\
             Parameter 'labels.x' must be a string.\n\
             Parameter 'note' must be a string or null.\n\
             Parameter 'level' must be one of [1, 2], but was '3'.",
        ),
        (
            r#"{"tree":{"name":"a"},"level":1,"shape":{"radius":0}}"#,
            "Parameter 'shape.kind' is required (type: string).",
        ),
        (
            r#"{"tree":{"name":"a"},"level":1,"shape":{"kind":"circle","radius":0}}"#,
            "Parameter 'shape.radius' must be > 0, but was 0.",
        ),
        (
            r#"{"tree":{"name":"a"},"level":1,"shape":{"kind":"square"},"when":true}"#,
            "Parameter 'shape.kind' must be one of [circle, dot], but was 'square'.\n\
             Parameter 'when' must be a string or integer or array.",
        ),
        (
            r#"{"tree":{"name":"a"},"level":1,"when":"2026-02-30"}"#,
            "Parameter 'when' must be a date such as 2026-01-31.",
        ),
        (
            r#"{"tree":{"name":"a"},"level":1,"when":[]}"#,
            "Parameter 'when' must have at least 1 item, but has 0.",
        ),
        (
            r#"{"tree":{"name":"a"},"level":1,"when":[1]}"#,
            "Parameter 'when[0]' must be a string.",
        ),
    ]);
}

#[test]
fn unreadable_arguments_are_one_sentence_alone() {
    check::<Grep>(&[
        (
            r#"{"pattern": 1, "#,
            "The arguments are not valid JSON: the text ends too early (line 1, column 16).",
        ),
        (
            "{\"pattern\":\n\"a",
            "The arguments are not valid JSON: the text ends too early (line 2, column 3).",
        ),
        (
            "{\"pattern\":\n  tru}",
            "The arguments are not valid JSON: a value is expected (line 2, column 3).",
        ),
        (
            r#"{"pattern":1} {}"#,
            "The arguments are not valid JSON: something follows the object (line 1, column 15).",
        ),
        (
            r#"{"pattern":"\ud800"}"#,
            "The arguments are not valid JSON: a string has half of a surrogate pair (line 1, column 15).",
        ),
        (
            r#"{"pattern":1,"pattern":2}"#,
            "Parameter 'pattern' is given twice.",
        ),
        (
            r#"{"zzz":1,"pattern":1,"zzz":2}"#,
            "Parameter 'zzz' is given twice.",
        ),
        (
            r#"{"zzz":[{"a":1,"a":2}]}"#,
            "Parameter 'zzz[0].a' is given twice.",
        ),
        (r#""{}""#, "The arguments must be a JSON object."),
        ("[]", "The arguments must be a JSON object."),
    ]);
    let deep = format!("{{\"q\":{}1{}", "{\"q\":".repeat(9_999), "}".repeat(10_000));
    check::<Grep>(&[(&deep, "The arguments are nested too deep.")]);
}

#[test]
fn the_deepest_arguments_that_are_read() {
    let nested = |depth: usize| {
        format!(
            "{{\"q\":{}{}}}",
            "[".repeat(depth - 1),
            "]".repeat(depth - 1)
        )
    };
    assert!(told::<Grep>(&nested(127)).contains("Unknown parameter 'q'"));
    assert_eq!(
        told::<Grep>(&nested(128)),
        "The arguments are nested too deep."
    );
}
