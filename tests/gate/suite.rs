//! The JSON Schema test suite through binding: what is not understood is let through, and nothing right is refused.

use std::fmt::Write as _;
use std::fs;

use serde_json::{Value, json};
use toolc::bind::Plan;

use crate::shared;

/// The schema as that of a parameter, its references still pointing to what they pointed to.
fn moved(schema: &Value) -> Value {
    match schema {
        Value::Object(keywords) => keywords
            .iter()
            .map(|(keyword, value)| {
                let value = match (keyword.as_str(), value) {
                    ("$ref", Value::String(target)) => match target.strip_prefix('#') {
                        Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                            format!("#/properties/it{rest}").into()
                        }
                        _ => value.clone(),
                    },
                    ("const" | "enum", _) => value.clone(),
                    _ => moved(value),
                };
                (keyword.clone(), value)
            })
            .collect(),
        Value::Array(items) => items.iter().map(moved).collect(),
        other => other.clone(),
    }
}

#[test]
fn what_is_decided_is_decided_as_the_suite_says() {
    let Some(folder) = shared::path("corpus/json-schema-test-suite/draft2020-12") else {
        return;
    };
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    files.sort();
    let mut report =
        "file: decided as the suite says / let through / refused though valid\n".to_owned();
    let mut refused_list = String::new();
    let mut lenient_list = String::new();
    for file in files {
        let name = file
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let groups: Vec<Value> =
            serde_json::from_str(&fs::read_to_string(&file).expect("readable")).expect("JSON");
        let (mut right, mut lenient, mut refused) = (0, 0, 0);
        for group in &groups {
            let schema = json!({"type": "object", "required": ["it"], "properties": {"it": moved(&group["schema"])}});
            let plan = Plan::from_schema(&schema);
            for test in group["tests"].as_array().expect("tests") {
                let arguments = json!({"it": test["data"]}).into();
                let bound = plan.bind(&arguments, &[]);
                match (bound.found.outcome, test["valid"] == json!(true)) {
                    (Ok(()), true) | (Err(_), false) => right += 1,
                    (Ok(()), false) => {
                        lenient += 1;
                        let _ = writeln!(
                            lenient_list,
                            "let through: {name}: {} / {}",
                            group["description"], test["description"]
                        );
                    }
                    (Err(told), true) => {
                        refused += 1;
                        let _ = writeln!(
                            refused_list,
                            "refused: {name}: {} / {}: {told}",
                            group["description"], test["description"]
                        );
                    }
                }
            }
        }
        let _ = writeln!(report, "{name}: {right} / {lenient} / {refused}");
    }
    insta::assert_snapshot!("suite", format!("{report}\n{refused_list}\n{lenient_list}"));
}
