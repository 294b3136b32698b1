//! Published calls against the typed tools that their definitions become when they are imported.
//!
//! Each definition is imported, its `tools.toml` is checked, and the plan of what was declared binds the calls: the tables that
//! generated code holds, made at run time, since to compile thousands of tools would take longer than a test may. That the
//! code generated from the same `tools.toml` decides the same, sentence by sentence, is proved on a sample that is compiled
//! (`tests/consumer/imported.rs`); that it compiles for all of them, by `tests/provider/compile-corpus`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use serde_json::{Value, json};
use toolc::bind::{Arguments, Kind, Plan, Violations};
use toolc::compiler::declare;
use toolc::compiler::source::Sources;
use toolc::import::{Options, import};

use crate::shared::{self, Call, SOURCES};

/// The plan of a definition as a typed tool.
fn typed(call: &Call) -> Plan {
    let mut schema = call.definition["input_schema"].clone();
    // Only the argument that is wrong was published with such calls; the oracle did not look at what is missing either.
    if call.record["partial"] == json!(true)
        && let Value::Object(schema) = &mut schema
    {
        schema.remove("required");
    }
    let tool = json!({"name": call.tool, "inputSchema": schema});
    let imported = import(&json!({"tools": [tool]}).to_string(), &Options::default());
    let imported = imported.expect("a definition");
    let checked = declare(&Sources::from_text("tools.toml", &imported.toml), &|_| true);
    assert!(checked.problems.is_empty(), "{}", checked.problems);
    Plan::from_declaration(&checked.catalog, 0)
}

fn arguments(call: &Call) -> Value {
    match &call.arguments {
        Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
        value => value.clone(),
    }
}

/// Why a call is refused that the schema allows: what importing decided.
fn stricter(told: &Violations) -> Option<&'static str> {
    let reason = |kind: Kind| match kind {
        Kind::Unknown => Some("a name that is not declared: closed, since nothing said open"),
        Kind::Format => Some("formats are checked"),
        _ => None,
    };
    let first = reason(told.iter().next()?.kind())?;
    told.iter()
        .all(|it| reason(it.kind()).is_some())
        .then_some(first)
}

/// Why a call is taken that the schema forbids.
fn looser(call: &Call) -> Option<&'static str> {
    let arguments = arguments(call);
    if arguments.is_null() {
        return Some("null is no arguments");
    }
    let errors = call.record["oracle"]["errors"].as_array()?;
    let reasons = errors.iter().map(|error| {
        let path = error["path"].as_str().unwrap_or_default();
        let value = arguments.pointer(&format!("/{path}"));
        if !path.is_empty() && value.is_some_and(Value::is_null) {
            return Some("null is absence");
        }
        let of_a_list = error["keyword"] == "enum" && value.is_some_and(Value::is_array);
        of_a_list.then_some("the values that a list is said to be are meant of its items")
    });
    let reasons: Option<Vec<_>> = reasons.collect();
    reasons?.first().copied()
}

#[test]
fn typed_tools_agree_with_the_oracle_but_for_what_importing_decided() {
    let mut table = "source: agreed / disagreed, of calls; of those that the origin calls valid, refused; of those it calls invalid, taken\n".to_owned();
    let mut reasons = String::new();
    let mut list = String::new();
    let mut served = "\nrefused although the origin served the call:\n".to_owned();
    for source in SOURCES {
        let Some(calls) = shared::calls(source) else {
            return;
        };
        let mut tools: HashMap<(String, bool), Plan> = HashMap::new();
        let (mut agreed, mut refused, mut taken) = (0, (0, 0), (0, 0));
        let mut why: BTreeMap<&str, usize> = BTreeMap::new();
        for call in &calls {
            let id = call.definition["id"].as_str().unwrap_or_default();
            let key = (id.to_owned(), call.record["partial"] == json!(true));
            let tool = tools.entry(key).or_insert_with(|| typed(call));
            let given = match &call.arguments {
                Value::String(text) => Arguments::Text(text.clone()),
                value => Arguments::Value(value.clone()),
            };
            let told = tool.bind(&given, &[]).found.outcome;
            match call.record["expected"].as_str() {
                Some("valid") => {
                    refused.1 += 1;
                    if let Err(told) = &told {
                        refused.0 += 1;
                        let _ = writeln!(served, "{source} {}: {told}", call.tool);
                    }
                }
                Some("invalid") => {
                    taken.1 += 1;
                    taken.0 += usize::from(told.is_ok());
                }
                _ => {}
            }
            let oracle = &call.record["oracle"];
            if told.is_ok() == (oracle["result"] == "pass") {
                agreed += 1;
                continue;
            }
            let reason = match &told {
                Ok(()) => looser(call),
                Err(told) => stricter(told),
            };
            let said = told.map_or_else(|told| told.to_string(), |()| "taken".to_owned());
            match reason {
                Some(reason) => {
                    *why.entry(reason).or_default() += 1;
                    let _ = writeln!(list, "{source} {}: {said} ({reason})", call.tool);
                }
                None => {
                    *why.entry("DISAGREED").or_default() += 1;
                    let _ = writeln!(
                        list,
                        "DISAGREED: {source} {}: {said}; oracle: {oracle}; {}",
                        call.tool, call.arguments
                    );
                }
            }
        }
        let disagreed = calls.len() - agreed;
        let _ = writeln!(
            table,
            "{source}: {agreed} / {disagreed}, of {}; {} of {}; {} of {}",
            calls.len(),
            refused.0,
            refused.1,
            taken.0,
            taken.1
        );
        for (reason, count) in why {
            let _ = writeln!(reasons, "{source}: {count} {reason}");
        }
    }
    let table = format!("{table}\nby reason\n{reasons}\n{list}{served}");
    assert!(!table.contains("DISAGREED"), "{table}");
    insta::assert_snapshot!("imported", table);
}
