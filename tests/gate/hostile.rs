//! Schemas and arguments that were made to hurt: they cost linear time and no stack.

use serde_json::{Map, Value, json};
use toolc::bind::{Arguments, Plan};

fn accepts(schema: &Value, arguments: Value) -> bool {
    let arguments = arguments.into();
    let gate = Plan::gate(schema).bind(&arguments, &[]);
    let binding = Plan::from_schema(schema).bind(&arguments, &[]);
    gate.found.outcome.is_ok() && binding.found.outcome.is_ok()
}

#[test]
fn references_in_a_circle_end() {
    let circle = json!({"$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"$ref": "#/$defs/x"}}});
    for schema in [
        json!({"$ref": ""}),
        json!({"$ref": "#"}),
        json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}),
        json!({"oneOf": [{"$ref": "#"}, {"allOf": [{"$ref": "#"}]}]}),
        json!({"not": {"$ref": "#"}}),
        json!({"$defs": circle["$defs"], "$ref": "#/$defs/x"}),
        json!({"$defs": circle["$defs"], "type": "object", "properties": {"a": {"$ref": "#/$defs/x"}}}),
        json!({"$ref": "#/nowhere"}),
        json!({"$ref": "https://example.com/schema"}),
        json!({"$ref": 1}),
    ] {
        let _ = accepts(&schema, json!({"a": {"a": {"a": 1}}}));
    }
}

#[test]
fn a_schema_that_doubles_at_every_step_does_not() {
    let mut definitions = Map::new();
    for at in 0..60 {
        let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        definitions.insert(
            format!("d{at}"),
            json!({"allOf": [next, next], "anyOf": [next, next]}),
        );
    }
    definitions.insert("d60".into(), json!({"type": "object"}));
    let schema = json!({"type": "object", "properties": {"q": {"$ref": "#/$defs/d0"}}, "$defs": definitions});
    assert!(accepts(&schema, json!({"q": {}})));
    let told = Plan::from_schema(&schema)
        .bind(&json!({"q": 1}).into(), &[])
        .found
        .outcome;
    assert_eq!(told.unwrap_err().len(), 1);
}

#[test]
fn unions_inside_of_unions_are_judged_once_and_on_little_stack() {
    let schema = json!({
        "type": "object",
        "properties": {"q": {"$ref": "#/$defs/tree"}},
        "$defs": {"tree": {"anyOf": [
            {"type": "object", "properties": {"l": {"$ref": "#/$defs/tree"}, "a": {"type": "string"}}},
            {"type": "object", "properties": {"l": {"$ref": "#/$defs/tree"}, "a": {"type": "integer"}}},
            {"type": "object", "properties": {"l": {"$ref": "#/$defs/tree"}, "a": {"type": "boolean"}}},
        ]}},
    });
    let judge = move || {
        let nested = |core: Value| (0..120).fold(core, |inner, _| json!({"l": inner, "a": true}));
        assert!(accepts(&schema, json!({"q": nested(json!({"a": true}))})));
        assert!(!accepts(&schema, json!({"q": nested(json!({"a": []}))})));
    };
    // Less than a worker thread has, and this is code without optimisation.
    let thread = std::thread::Builder::new().stack_size(3 << 19).spawn(judge);
    thread.expect("a thread").join().expect("no overflow");
}

#[test]
fn a_schema_nested_ten_thousand_deep_is_compiled() {
    let mut schema = json!({});
    for _ in 0..10_000 {
        let properties = Map::from_iter([("q".to_owned(), schema)]);
        schema = Map::from_iter([("properties".to_owned(), properties.into())]).into();
    }
    schema["type"] = json!("object");
    assert!(accepts(&schema, json!({"q": {"q": 1}})));
    // serde_json drops nested values by recursion.
    std::mem::forget(schema);
}

#[test]
fn large_ones() {
    let words: Vec<String> = (0..100_000).map(|at| format!("word_{at}")).collect();
    let schema = json!({
        "type": "object",
        "properties": {
            "word": {"enum": words},
            "words": {"type": "array", "items": {"enum": words}},
        },
        "additionalProperties": false,
    });
    assert!(schema.to_string().len() > 1_000_000);
    let plan = Plan::from_schema(&schema);
    assert!(
        plan.bind(&json!({"word": "word_99999", "words": words}).into(), &[])
            .found
            .outcome
            .is_ok()
    );
    let told = plan
        .bind(&json!({"word": "wrod_99999"}).into(), &[])
        .found
        .outcome
        .unwrap_err();
    assert!(told.to_string().len() < 600, "{told}");
    let unknown: Map<String, Value> = (0..50_000).map(|at| (format!("u{at}"), json!(1))).collect();
    let told = plan
        .bind(&Value::Object(unknown).into(), &[])
        .found
        .outcome
        .unwrap_err();
    assert_eq!(told.len(), 50_000);

    let list = format!(
        "{{\"words\":[{}\"word_1\"]}}",
        "\"word_2\",".repeat(1_000_000)
    );
    assert!(list.len() > 9_000_000);
    assert!(plan.bind(&Arguments::Text(list), &[]).found.outcome.is_ok());
    let text = format!("{{\"word\":\"{}\"}}", "\\n\\u00e9x".repeat(1_000_000));
    assert!(
        plan.bind(&Arguments::Text(text), &[])
            .found
            .outcome
            .is_err()
    );
}
