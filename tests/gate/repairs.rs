//! Lossless repairs as an option of run-time tools, both ways.

use serde_json::{Value, json};
use toolc::bind::Plan;

fn taken(plan: Plan, arguments: Value) -> (Value, Vec<String>) {
    let arguments = arguments.into();
    let bound = plan.coerce().bind(&arguments, &[]);
    assert!(bound.found.outcome.is_ok(), "{:?}", bound.found);
    let repairs = bound
        .found
        .repairs
        .iter()
        .map(|it| it.path.clone())
        .collect();
    (bound.value.into_owned(), repairs)
}

#[test]
fn text_is_taken_as_what_the_schema_wants() {
    let schema = json!({
        "type": "object",
        "properties": {
            "n": {"type": "integer"},
            "on": {"type": "boolean"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "text": {"type": "string"},
            "either": {"type": ["string", "integer"]},
        },
    });
    let arguments = json!({"n": "3", "on": "true", "tags": "[\"a\"]", "text": "3", "either": "3", "other": "3"});
    let expected =
        json!({"n": 3, "on": true, "tags": ["a"], "text": "3", "either": "3", "other": "3"});
    for plan in [Plan::gate(&schema), Plan::from_schema(&schema)] {
        let (value, repairs) = taken(plan, arguments.clone());
        assert_eq!(value, expected);
        assert_eq!(repairs, ["/n", "/on", "/tags"]);
    }
}

#[test]
fn all_the_way_down() {
    let schema = json!({
        "type": "object",
        "properties": {"o": {"type": "object", "properties": {"n": {"type": "array", "items": {"type": "integer"}}}}},
    });
    let (value, repairs) = taken(
        Plan::from_schema(&schema),
        json!({"o": "{\"n\": [\"1\", 2]}"}),
    );
    assert_eq!(value, json!({"o": {"n": [1, 2]}}));
    assert_eq!(repairs, ["/o", "/o/n/0"]);
}

#[test]
fn nothing_that_would_be_lost() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}, "b": {"type": "boolean"}}});
    for plan in [
        Plan::gate(&schema).coerce(),
        Plan::from_schema(&schema).coerce(),
    ] {
        for arguments in [
            json!({"n": "3.5"}),
            json!({"n": " 3"}),
            json!({"b": "yes"}),
            json!({"b": 1}),
        ] {
            let found = plan.bind(&arguments.clone().into(), &[]).found;
            assert!(
                found.outcome.is_err() && found.repairs.is_empty(),
                "{arguments}"
            );
        }
    }
}

#[test]
fn what_one_text_stands_for_says_nothing_about_the_next() {
    let item = json!({"type": "integer", "allOf": [{"minimum": 5}]});
    let schema = json!({"type": "object", "properties": {
        "list": {"type": "array", "items": item},
        "either": {"type": "array", "items": {"anyOf": [item, {"type": "boolean"}]}},
    }});
    for name in ["list", "either"] {
        let arguments = json!({ name: ["7", "8", "3"] }).into();
        let bound = Plan::from_schema(&schema).coerce().bind(&arguments, &[]);
        let told = bound.found.outcome.expect_err("3 is less than 5");
        let places: Vec<_> = told.iter().map(|it| it.path().to_owned()).collect();
        assert_eq!(places, [format!("/{name}/2")]);
    }
}
