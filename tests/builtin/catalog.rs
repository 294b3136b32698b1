//! What holds for every built-in tool, without an exclusion list, and what a model is told about each.

use serde_json::Value;
use toolc::builtin::tools::SPECS;
use toolc::tool::Spec;

fn schema(spec: &Spec) -> Value {
    serde_json::from_str(&spec.input_schema).expect("JSON")
}

/// Every node of a schema that describes an object, with its place.
fn objects(place: &str, node: &Value, found: &mut Vec<(String, Value)>) {
    if node["type"] == "object" || node["properties"].is_object() {
        found.push((place.to_owned(), node.clone()));
    }
    for (name, child) in node["properties"].as_object().into_iter().flatten() {
        objects(&format!("{place}.{name}"), child, found);
    }
    for key in ["items", "additionalProperties"] {
        if node[key].is_object() {
            objects(&format!("{place}[]"), &node[key], found);
        }
    }
    for (name, child) in node["$defs"].as_object().into_iter().flatten() {
        objects(&format!("{place}#{name}"), child, found);
    }
}

#[test]
fn every_object_of_every_schema_is_closed() {
    for spec in SPECS {
        let mut found = Vec::new();
        objects(&spec.name, &schema(spec), &mut found);
        assert!(!found.is_empty());
        for (place, node) in found {
            assert_eq!(node["additionalProperties"], false, "{place}");
        }
    }
}

#[test]
fn every_tool_and_every_parameter_says_what_it_is_and_names_its_default() {
    for spec in SPECS {
        assert!(!spec.description.trim().is_empty(), "{}", spec.name);
        assert!(spec.title.is_some(), "{}", spec.name);
        let mut found = Vec::new();
        objects(&spec.name, &schema(spec), &mut found);
        for (place, node) in found {
            for (name, parameter) in node["properties"].as_object().expect("properties") {
                let description = parameter["description"].as_str().unwrap_or_default();
                assert!(!description.is_empty(), "{place}.{name} has no description");
                if let Some(default) = parameter.get("default") {
                    let told = description.to_lowercase().contains("default");
                    assert!(
                        told,
                        "{place}.{name} does not say that its default is {default}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_tool_that_reads_only_may_run_beside_others() {
    use toolc::tool::{Concurrency, SideEffect};
    for spec in SPECS {
        let reads = spec.side_effect == SideEffect::ReadOnly;
        let beside = spec.concurrency == Concurrency::ConcurrentSafe;
        assert_eq!(reads, beside, "{}", spec.name);
    }
}

#[test]
fn what_a_model_is_told() {
    for spec in SPECS {
        let schema = serde_json::to_string_pretty(&schema(spec)).expect("JSON");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(&*spec.name, format!("{}\n\n{schema}", spec.description));
        });
    }
}

/// By the rule of thumb of four bytes to a token; what counts is that a reviewer sees it change.
#[test]
fn what_the_tools_cost_in_every_request() {
    let mut total = 0;
    let mut table = String::new();
    for spec in SPECS {
        let bytes = spec.name.len() + spec.description.len() + spec.input_schema.len();
        total += bytes.div_ceil(4);
        table.push_str(&format!("{:<12}{:>6}\n", spec.name, bytes.div_ceil(4)));
    }
    table.push_str(&format!("{:<12}{total:>6}\n", "together"));
    println!("{table}");
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("token costs", table);
    });
}
