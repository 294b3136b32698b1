//! The cases that came out of bug reports.

use serde_json::{Map, Value, json};
use toolc::bind::{Arguments, Plan};

use crate::shared;

fn arguments(case: &Value) -> Vec<Arguments> {
    if let Some(raw) = case["raw_arguments"].as_str() {
        let value = serde_json::from_str(raw).ok().map(Arguments::Value);
        return value.into_iter().chain([raw.into()]).collect();
    }
    if let Some(generator) = case.get("raw_arguments_generator") {
        let depth = usize::try_from(generator["depth"].as_u64().expect("a depth")).expect("small");
        let part = |name: &str| generator[name].as_str().expect("a part").to_owned();
        let text = part("open").repeat(depth) + &part("core") + &part("close").repeat(depth);
        return vec![text.into()];
    }
    let value = &case["arguments"];
    vec![value.clone().into(), value.to_string().into()]
}

#[test]
fn every_case_of_the_reports_is_decided_as_reported() {
    let Some(file) = shared::json("cases/schema.json") else {
        return;
    };
    let mut wrong = Vec::new();
    let cases = file["cases"].as_array().expect("a list");
    assert!(cases.len() > 30);
    for case in cases {
        let id = case["id"].as_str().expect("an id");
        let schema = &case["schema"];
        // What the gate leaves to the tool, binding checks: a range, and what stands behind references and unions.
        let gate_only = matches!(id, "BR-26-s10" | "BR-31-s01" | "BR-31-s03" | "BR-31-s04");
        let mut plans = vec![("gate", Plan::gate(schema))];
        if !gate_only {
            plans.push(("binding", Plan::from_schema(schema)));
        }
        for (way, plan) in plans {
            for arguments in arguments(case) {
                let bound = plan.bind(&arguments, &[]);
                let found: Vec<Value> = match &bound.found.outcome {
                    Ok(()) => Vec::new(),
                    Err(violations) => violations
                        .iter()
                        .map(|it| json!({"path": it.path(), "kind": it.kind().as_str()}))
                        .collect(),
                };
                if Value::from(found.clone()) != case["expect_violations"] {
                    wrong.push(format!("{id} {way}: {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_gate_leaves_alone() {
    let open: Vec<(Value, Value)> = vec![
        (json!(null), json!({"a": 1})),
        (json!({}), json!({"a": 1})),
        (json!({"type": ["object"], "required": ["b"]}), json!({})),
        (json!({"type": "object", "required": "b"}), json!({})),
        (json!({"type": "object", "required": [1, true]}), json!({})),
        (
            json!({"type": "object", "properties": {"a": true}}),
            json!({"a": 1}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "strnig", "enum": ["x"]}}}),
            json!({"a": 1}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": ["string", "text"]}}}),
            json!({"a": 1}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": []}}}),
            json!({"a": 1}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"not": {}, "type": "string"}}}),
            json!({"a": 1}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string", "maxLength": 1}}}),
            json!({"a": "long"}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}),
            json!({"a": [1]}),
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            json!({"a": 1}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"enum": []}}}),
            json!({"a": 1}),
        ),
        (
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
            json!({"a": null}),
        ),
    ];
    for (schema, arguments) in open {
        let found = Plan::gate(&schema)
            .bind(&arguments.clone().into(), &[])
            .found;
        assert!(found.outcome.is_ok(), "{schema} {arguments} {found:?}");
    }
}

#[test]
fn the_gates_sentences_stand_in_the_schemas_order() {
    let schema = json!({
        "type": "object",
        "required": ["z", "a"],
        "properties": {
            "mode": {"type": "string", "enum": ["on", "off", 3, null]},
            "a": {"type": ["string", "null"]},
            "n": {"type": ["number", "array"]},
            "file_path": {"type": "string"},
        },
        "additionalProperties": false,
    });
    let arguments = json!({"file_paht": 1, "qqq": 1, "n": "x", "mode": "On"});
    let told = Plan::gate(&schema)
        .bind(&arguments.into(), &[])
        .found
        .outcome
        .unwrap_err();
    assert_eq!(
        told.to_string().replace(" The tool was not executed.", ""),
        "Parameter 'z' is required.\n\
         Parameter 'a' is required (type: string or null).\n\
         Parameter 'mode' must be one of [on, off, 3, null], but was 'On'.\n\
         Parameter 'n' must be a number or array.\n\
         Unknown parameter 'file_paht'. Did you mean 'file_path'?\n\
         Unknown parameter 'qqq'. Valid parameters: mode, a, n, file_path."
    );
}

#[test]
fn a_closed_schema_without_properties_is_closed() {
    let schema = json!({"type": "object", "additionalProperties": false});
    for plan in [Plan::gate(&schema), Plan::from_schema(&schema)] {
        let told = plan
            .bind(&json!({"a": 1}).into(), &[])
            .found
            .outcome
            .unwrap_err();
        assert_eq!(
            told.to_string(),
            "Unknown parameter 'a'. The tool was not executed."
        );
    }
}

#[test]
fn null_is_absence_where_names_are_declared_and_a_value_in_a_map() {
    let whole = json!({"type": "integer"});
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {
        "map": {"type": "object", "additionalProperties": whole},
        "nullable": {"type": "object", "additionalProperties": {"type": ["integer", "null"]}},
        "record": {"type": "object", "properties": {"a": whole}, "additionalProperties": false},
    }});
    let told = |arguments: Value| {
        let plan = Plan::from_schema(&schema);
        let outcome = plan.bind(&arguments.into(), &[]).found.outcome;
        outcome.err().map(|violations| violations.to_string())
    };
    for fits in [
        json!({"map": {"a": 1}, "nullable": {"a": null}, "record": {"a": null}}),
        json!({"map": null, "record": {"unknown": null}, "unknown": null}),
    ] {
        assert_eq!(told(fits), None);
    }
    assert_eq!(
        told(json!({"map": {"a": null}})).as_deref(),
        Some("Parameter 'map.a' must be an integer. The tool was not executed.")
    );
}

#[test]
fn arguments_reach_the_handler_as_they_came() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer", "default": 7}}});
    for plan in [Plan::gate(&schema), Plan::from_schema(&schema)] {
        let value = plan
            .bind(&json!({"b": null, "c": [3.0]}).into(), &[])
            .value
            .into_owned();
        assert_eq!(value, json!({"b": null, "c": [3.0]}));
        assert_eq!(*plan.bind(&"".into(), &[]).value, Value::Object(Map::new()));
    }
}
