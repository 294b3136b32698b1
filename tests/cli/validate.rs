//! `toolc validate`: arguments against somebody else's schema.

use serde_json::{Value, json};

use super::{cases, run, run_with};

const SCHEMA: &str = r#"{"type":"object","properties":{"n":{"type":"integer","minimum":1},"o":{"type":"object","properties":{"p":{"type":"string"}},"required":["p"]}},"required":["n"],"additionalProperties":false}"#;

#[test]
fn what_does_not_fit_ends_with_1_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("s.json"), SCHEMA).expect("a file");
    let validate = |arguments: &str| {
        run(
            folder.path(),
            &["validate", "--schema", "s.json", arguments],
        )
    };
    let fits = validate(r#"{"n":0}"#);
    assert_eq!(
        (fits.code, fits.stdout.as_str(), fits.stderr.as_str()),
        (0, "", "")
    );
    let not = validate(r#"{"m":1}"#);
    assert_eq!((not.code, not.stdout.as_str()), (1, ""));
    insta::assert_snapshot!(not.stderr, @r"
    Parameter 'n' is required (type: integer). The tool was not executed.
    Unknown parameter 'm'. Valid parameters: n, o. The tool was not executed.
    ");

    std::fs::write(folder.path().join("s.json"), "{").expect("a file");
    assert_eq!(validate("{}").code, 2);
    assert_eq!(run(folder.path(), &["validate", "{}"]).code, 2);
    assert_eq!(
        run(folder.path(), &["validate", "--schema", "none.json"]).code,
        2
    );
}

#[test]
fn a_batch_answers_every_line_both_ways() {
    let line = |id: Value, way: &str, arguments: Value| {
        let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
        json!({ "id": id, "schema": schema, "arguments": arguments, "as": way }).to_string()
    };
    let arguments = json!({ "n": 0, "o": {} });
    let lines = [
        line(json!("gate"), "gate", arguments.clone()),
        line(json!("binding"), "binding", arguments),
        "{}".into(),
        line(json!(4), "guess", json!({})),
        json!({ "id": 5, "schema": {"type": "object"}, "raw_arguments": "{\"a\": 1" }).to_string(),
    ];
    let ran = run_with(&cases(), &["validate", "--batch", "-"], &lines.join("\n"));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let answers: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), lines.len());

    let found = |index: usize| -> Vec<(&str, &str)> {
        let violations = answers[index]["violations"].as_array().expect("an array");
        let pairs = violations.iter().map(|it| {
            assert!(it["message"].is_string());
            let path = it["path"].as_str().expect("a path");
            (path, it["kind"].as_str().expect("a kind"))
        });
        pairs.collect()
    };
    assert_eq!(found(0), []);
    assert_eq!(found(1), [("/n", "range"), ("/o/p", "missing")]);
    assert_eq!(
        (&answers[2]["id"], &answers[2]["line"]),
        (&Value::Null, &json!(3))
    );
    assert_eq!(
        (&answers[3]["id"], &answers[3]["line"]),
        (&Value::Null, &json!(4))
    );
    assert_eq!(found(4), [("", "malformed")]);
}
