//! Binding a foreign schema decides as `jsonschema` does, over random schemas of what is understood.
//!
//! Exempt, and not generated: null as a member of an object (absence), and regular expressions beyond what dialects share.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolc::bind::{Arguments, Plan};

use crate::tape::{Tape, cases};

const NAMES: [&str; 4] = ["a", "b", "x-y", "größe"];

fn schema(tape: &mut Tape, depth: usize) -> Value {
    let mut keywords = Map::new();
    if tape.once_in(12) {
        return json!(tape.once_in(2));
    }
    if tape.once_in(10) {
        return json!({"$ref": format!("#/$defs/{}", tape.pick(&["one", "two"]))});
    }
    const TYPES: [&str; 7] = [
        "object", "string", "integer", "number", "boolean", "array", "null",
    ];
    match tape.below(4) {
        0 => {}
        1 => {
            let pair = json!([tape.pick(&TYPES[..4]), tape.pick(&TYPES[4..])]);
            keywords.insert("type".into(), pair);
        }
        _ => {
            keywords.insert("type".into(), json!(tape.pick(&TYPES)));
        }
    }
    for _ in 0..tape.below(3) {
        let child = |tape: &mut Tape| match depth {
            0..3 => schema(tape, depth + 1),
            _ => json!({}),
        };
        let (keyword, value) = match tape.below(18) {
            0 | 1 => {
                let names = NAMES.iter().take(1 + tape.below(3));
                let all = names
                    .map(|name| ((*name).to_owned(), child(tape)))
                    .collect();
                ("properties", Value::Object(all))
            }
            2 => ("required", json!([tape.pick(&NAMES)])),
            3 => ("additionalProperties", child(tape)),
            4 => ("items", child(tape)),
            5 => ("prefixItems", json!([child(tape)])),
            6 => ("minItems", json!(tape.below(3))),
            7 => ("maxItems", json!(tape.below(3))),
            8 => ("minLength", json!(tape.below(3))),
            9 => ("maxLength", json!(tape.below(3))),
            10 => ("minimum", number(tape)),
            11 => ("exclusiveMaximum", number(tape)),
            12 => ("pattern", json!(tape.pick(&["^x", "e$", "a|ö"]))),
            13 => ("enum", json!([value(tape, 2), value(tape, 1), 1])),
            14 => ("const", value(tape, 2)),
            15 => ("anyOf", json!([child(tape), child(tape)])),
            16 => ("oneOf", json!([child(tape), child(tape)])),
            _ => ("allOf", json!([child(tape), child(tape)])),
        };
        keywords.insert(keyword.into(), value);
    }
    Value::Object(keywords)
}

fn number(tape: &mut Tape) -> Value {
    match tape.below(5) {
        0 => json!(0),
        1 => json!(2.0),
        2 => json!(-1),
        3 => json!(0.5),
        _ => json!(3),
    }
}

fn value(tape: &mut Tape, depth: usize) -> Value {
    match tape.below(if depth > 2 { 6 } else { 10 }) {
        0 => json!(true),
        1 | 2 => number(tape),
        3 => json!(tape.pick(&["", "x", "xe", "ö"])),
        4 => json!([]),
        5 => json!({}),
        6 | 7 => {
            let count = tape.below(3);
            (0..count)
                .map(|_| {
                    if tape.once_in(5) {
                        Value::Null
                    } else {
                        value(tape, depth + 1)
                    }
                })
                .collect()
        }
        _ => object(tape, depth + 1),
    }
}

fn object(tape: &mut Tape, depth: usize) -> Value {
    let names = NAMES.iter().take(tape.below(5));
    Value::Object(
        names
            .map(|name| ((*name).to_owned(), value(tape, depth)))
            .collect(),
    )
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn random_schemas(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let mut tape = Tape::new(choices);
        let mut root = json!({"type": "object", "properties": {"a": schema(&mut tape, 0), "b": schema(&mut tape, 1)}});
        root["$defs"] = json!({
            "one": {"type": ["object", "string"], "properties": {"a": {"$ref": "#/$defs/one"}}},
            "two": schema(&mut tape, 2),
        });
        let Ok(oracle) = jsonschema::draft202012::new(&root) else {
            return Ok(());
        };
        // A reference of a schema to itself says nothing, and implementations differ in how they say it.
        prop_assume!(!root["$defs"]["two"].to_string().contains("#/$defs/two"));
        let plan = Plan::from_schema(&root);
        for _ in 0..6 {
            let arguments = object(&mut tape, 0);
            let ours = plan.bind(&arguments.clone().into(), &[]).found.outcome;
            let text = plan.bind(&Arguments::Text(arguments.to_string()), &[]).found.outcome;
            prop_assert_eq!(&ours, &text);
            prop_assert_eq!(ours.is_ok(), oracle.is_valid(&arguments), "{} {} {:?}", root, arguments, ours);
        }
    }

    #[test]
    fn any_schema_text(schema in any::<String>(), arguments in any::<String>()) {
        let schema: Value = serde_json::from_str(&schema).unwrap_or(Value::String(schema));
        let arguments = Arguments::Text(arguments);
        let _ = Plan::gate(&schema).bind(&arguments, &[]);
        let _ = Plan::from_schema(&schema).bind(&arguments, &[]);
    }

    /// Keywords with values that do not belong there.
    #[test]
    fn broken_schemas(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        const KEYWORDS: [&str; 22] = [
            "type", "enum", "const", "required", "properties", "patternProperties", "additionalProperties", "items",
            "prefixItems", "minItems", "maxLength", "minimum", "multipleOf", "pattern", "anyOf", "oneOf", "allOf", "not",
            "$ref", "$defs", "nullable", "minProperties",
        ];
        let mut tape = Tape::new(choices);
        let mut root = schema(&mut tape, 0);
        for _ in 0..tape.below(6) {
            let keyword = tape.pick(&KEYWORDS);
            let value = match tape.below(3) {
                0 => value(&mut tape, 0),
                1 => json!([schema(&mut tape, 1), "#", -1]),
                _ => json!({"(": schema(&mut tape, 1), "a": 1e300}),
            };
            if let Value::Object(root) = &mut root {
                root.insert(keyword.into(), value);
            }
        }
        let arguments = object(&mut tape, 0).into();
        let _ = Plan::gate(&root).bind(&arguments, &[]);
        let _ = Plan::from_schema(&root).coerce().bind(&arguments, &[]);
    }
}
