//! What is written from the compiler's tables and checked in: the schema for editors, the reference of the format, the index of
//! codes. Each must be fresh; `INSTA_UPDATE=always` writes them.

use std::fs;

use toml::de::{DeTable, DeValue};
use toolc::compiler::keys::{editor_schema, format_page};
use toolc::compiler::problem::Problem;

use super::bad::{cases, codes, judged};

fn fresh(path: &str, text: &str) {
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::write(path, text).expect("the page can be written");
    }
    let found = fs::read_to_string(path)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    assert!(
        found == text,
        "{path} is stale: INSTA_UPDATE=always cargo test --test compile pages"
    );
}

#[test]
fn the_schema_for_editors_is_fresh() {
    fresh("tools.schema.json", &editor_schema());
}

#[test]
fn the_reference_of_the_format_is_fresh() {
    fresh("docs/format.md", &format_page());
}

#[test]
fn the_index_of_codes_is_fresh() {
    fresh("docs/errors.md", &index_of_codes());
}

#[test]
fn the_built_in_tools_follow_the_schema_for_editors() {
    let schema = serde_json::from_str(&editor_schema()).expect("JSON");
    let validator = jsonschema::draft7::new(&schema).expect("a draft-07 schema");
    let text = fs::read_to_string("tools.toml").expect("tools.toml");
    let table = DeTable::parse(&text).expect("TOML").into_inner();
    let value = json(&DeValue::Table(table));
    let errors: Vec<_> = validator
        .iter_errors(&value)
        .map(|e| e.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
}

fn json(value: &DeValue<'_>) -> serde_json::Value {
    match value {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Boolean(flag) => (*flag).into(),
        DeValue::Integer(integer) => integer.as_str().parse::<i64>().expect("decimal").into(),
        DeValue::Float(float) => float.as_str().parse::<f64>().expect("a number").into(),
        DeValue::Datetime(_) => panic!("the format has no dates"),
        DeValue::Array(list) => list.iter().map(|item| json(item.get_ref())).collect(),
        DeValue::Table(table) => {
            let entries = table.iter();
            let entries =
                entries.map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref())));
            serde_json::Value::Object(entries.collect())
        }
    }
}

/// One section a code: the sentence, how to mend it, and the case that proves it with its report.
fn index_of_codes() -> String {
    let mut page = "# Error codes\n\n<!-- Written from `src/compiler/problem.rs` and the cases of `tests/compile/cases/bad`. Change those, not this page. -->\n".to_owned();
    let judged: Vec<_> = cases()
        .into_iter()
        .map(|case| {
            let text = fs::read_to_string(&case).expect("a case is readable");
            (codes(&judged(&case)), text)
        })
        .collect();
    for entry in Problem::INDEX {
        let (code, severity) = (entry.code, entry.severity.word());
        let (sentence, help) = (shown(entry.sentence), shown(entry.help));
        page += &format!("\n## {code}\n\n{severity}: {sentence}\n\nTo mend it: {help}.\n");
        let example = judged
            .iter()
            .find(|(codes, _)| codes.len() == 1 && codes.contains(code));
        if let Some((_, text)) = example {
            page += &format!("\n```toml\n{}\n```\n", text.trim_end());
        }
    }
    page
}

/// A sentence with `…` for what differs.
fn shown(sentence: &str) -> String {
    let doubled = sentence.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let mut text = String::new();
    let mut inside = false;
    for character in doubled.chars() {
        match character {
            '{' => {
                inside = true;
                text.push('…');
            }
            '}' => inside = false,
            _ if inside => {}
            character => text.push(character),
        }
    }
    text.replace('\u{1}', "{").replace('\u{2}', "}")
}
