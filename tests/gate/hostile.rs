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
fn what_must_fit_exactly_once_is_judged_once() {
    let mut definitions = Map::new();
    for at in 0..30 {
        let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        let never = json!({"allOf": [next, {"not": {"anyOf": [next, next]}}]});
        definitions.insert(format!("d{at}"), json!({"oneOf": [next, never]}));
    }
    definitions.insert("d30".into(), json!({"type": "object"}));
    let schema = json!({"type": "object", "properties": {"q": {"$ref": "#/$defs/d0"}}, "$defs": definitions});
    // Thirty doublings: judged again and again, this would not end.
    assert!(accepts(&schema, json!({"q": {}})));
    assert!(!accepts(&schema, json!({"q": 1})));
}

#[test]
fn many_parts_times_many_alternatives_are_not_their_product() {
    let parts = (0..20_000).map(|at| json!({"maxProperties": at + 5}));
    let alternatives = (0..20_000).map(|at| match at {
        0 => json!({"$ref": "#/$defs/all"}),
        _ => json!({"$ref": "#/$defs/all", "type": "object", "minProperties": at + 5}),
    });
    let schema = json!({
        "type": "object",
        "properties": {"q": {"oneOf": alternatives.collect::<Value>()}},
        "$defs": {"all": {"allOf": parts.collect::<Value>()}},
    });
    assert!(schema.to_string().len() > 1_000_000);
    // 400 million steps, if each alternative looked at all parts again.
    assert!(accepts(&schema, json!({"q": {"a": 1}})));
}

#[test]
fn items_do_not_pay_for_each_other() {
    let item = json!({"allOf": [{"type": "integer"}], "oneOf": [{"minimum": 0}, {"maximum": -1}]});
    let schema = json!({"type": "object", "properties": {"q": {"type": "array", "items": item}}});
    // A thousand million steps, if each item looked at what is known of those before it.
    let items: Value = (0..30_000).collect();
    assert!(accepts(&schema, json!({"q": items})));
}

#[test]
fn chains_of_any_length_use_little_stack() {
    let chained = |next: fn(Value) -> Value| {
        let mut definitions = Map::new();
        for at in 0..10_000 {
            let after = json!({"$ref": format!("#/$defs/d{}", at + 1)});
            definitions.insert(format!("d{at}"), next(after));
        }
        definitions.insert("d10000".into(), json!({"type": "object"}));
        json!({"type": "object", "properties": {"q": {"$ref": "#/$defs/d0"}}, "$defs": definitions})
    };
    let chains: [fn(Value) -> Value; 5] = [
        |next| next,
        |next| json!({"allOf": [next]}),
        |next| json!({"anyOf": [next, {"type": "string"}]}),
        |next| json!({"oneOf": [next, {"type": "string"}]}),
        |next| json!({"not": {"not": next}}),
    ];
    let judge = move || {
        for chain in chains {
            let schema = chained(chain);
            assert!(accepts(&schema, json!({"q": {}})), "what is cut is lenient");
        }
        // And in a value that is as deep as a value may be, which uses the chain again at every level.
        let mut schema = chained(|next| json!({"allOf": [next]}));
        schema["$defs"]["d25"] = json!({"properties": {"q": {"$ref": "#/$defs/d0"}}});
        let deep = (0..120).fold(json!({}), |inner, _| json!({"q": inner}));
        let _ = accepts(&schema, deep);
    };
    let thread = std::thread::Builder::new().stack_size(3 << 20).spawn(judge);
    thread.expect("a thread").join().expect("no overflow");
}

#[test]
fn what_an_alternative_is_called_costs_little_to_find_out() {
    // Three hundred alternatives of three hundred alternatives, and so on, eight times.
    let mut definitions = Map::new();
    for at in 0..8 {
        let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        definitions.insert(format!("d{at}"), json!({"anyOf": vec![next; 300]}));
    }
    definitions.insert("d8".into(), json!({"type": "object"}));
    let schema = json!({"type": "object", "properties": {"q": {"$ref": "#/$defs/d0"}}, "$defs": definitions});
    assert!(accepts(&schema, json!({"q": {}})));
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
