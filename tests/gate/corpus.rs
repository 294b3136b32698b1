//! Published calls against published definitions, both ways, compared with an independent oracle and with what really
//! happened.

use std::fmt::Write as _;

use serde_json::Value;
use toolc::bind::{Arguments, Plan, Violations};

use crate::shared::{self, Call, SOURCES};

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Gate,
    Binding,
}

fn check(call: &Call, way: Way) -> Result<(), Violations> {
    let plan = match way {
        Way::Gate => Plan::gate(&call.schema),
        Way::Binding => Plan::from_schema(&call.schema),
    };
    let arguments = match &call.arguments {
        Value::String(text) => Arguments::Text(text.clone()),
        value => Arguments::Value(value.clone()),
    };
    plan.bind(&arguments, &[]).found.outcome
}

/// Why an error of the oracle is none of this way's business.
fn outside(call: &Call, error: &Value, way: Way) -> Option<&'static str> {
    let path = error["path"].as_str().unwrap_or_default();
    let keyword = error["keyword"].as_str().unwrap_or_default();
    let depth = path.split('/').filter(|part| !part.is_empty()).count();
    let arguments = match &call.arguments {
        Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
        value => value.clone(),
    };
    if arguments.is_null() {
        return Some("null is no arguments");
    }
    let value = arguments.pointer(&format!("/{path}"));
    if depth > 0 && value.is_some_and(Value::is_null) {
        return Some("null is absence");
    }
    if way == Way::Binding {
        return None;
    }
    match keyword {
        "required" | "additionalProperties" if depth == 0 => None,
        "type" | "enum" if depth == 1 => None,
        "required" | "additionalProperties" | "type" | "enum" => Some("deeper than one level"),
        _ => Some("a keyword that the gate does not look at"),
    }
}

fn table(way: Way) -> Option<String> {
    let mut table = "source: agreed / disagreed / outside its rules, of calls\n".to_owned();
    let mut list = String::new();
    let mut served = "\nrefused although the origin served the call:\n".to_owned();
    for source in SOURCES {
        let (mut agreed, mut disagreed, mut beyond) = (0, 0, 0);
        let calls = shared::calls(source)?;
        for call in &calls {
            let told = check(call, way);
            let oracle = &call.record["oracle"];
            let passes = oracle["result"] == "pass";
            if let Err(told) = &told
                && call.record["expected"] == "valid"
            {
                let _ = writeln!(served, "{source} {}: {told}", call.tool);
            }
            if told.is_ok() == passes {
                agreed += 1;
                continue;
            }
            let errors = oracle["errors"].as_array().map_or(&[][..], Vec::as_slice);
            let reasons: Vec<_> = errors
                .iter()
                .map(|error| outside(call, error, way))
                .collect();
            match (told, reasons.first()) {
                (Ok(()), Some(Some(reason))) if reasons.iter().all(Option::is_some) => {
                    beyond += 1;
                    let _ = writeln!(list, "outside: {source} {}: {reason}", call.tool);
                }
                (told, _) => {
                    disagreed += 1;
                    let told = told.map_or_else(|told| told.to_string(), |()| "accepted".into());
                    let _ = writeln!(
                        list,
                        "DISAGREED: {source} {}: {told}; oracle: {oracle}",
                        call.tool
                    );
                }
            }
        }
        let _ = writeln!(
            table,
            "{source}: {agreed} / {disagreed} / {beyond}, of {}",
            calls.len()
        );
    }
    Some(format!("{table}\n{list}{served}"))
}

#[test]
fn the_gate_agrees_with_the_oracle_within_its_rules() {
    if let Some(table) = table(Way::Gate) {
        assert!(!table.contains("DISAGREED"), "{table}");
        insta::assert_snapshot!("gate", table);
    }
}

#[test]
fn binding_agrees_with_the_oracle_within_its_rules() {
    if let Some(table) = table(Way::Binding) {
        assert!(!table.contains("DISAGREED"), "{table}");
        insta::assert_snapshot!("binding", table);
    }
}
