//! What the model is told on calls that were really refused: `docs/told.md` is made here and never goes stale.

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;
use toolc::bind::{Arguments, Kind, Plan};

use crate::shared::{self, SOURCES};

const INTRODUCTION: &str = "# What the model is told

These calls were made by models against published tools, and were refused by the server, the provider or the benchmark that
made them. Beside each stands what the origin said, and what toolc says from the published schema alone, read all the
way down. Every sentence names the place and what is valid there; of what was given it repeats only an enum's value, since
anything else may be long or secret. Calls that the schema itself allows are listed last: they were refused for reasons
that no schema states.

This page is made by a test from the corpus that lies beside the repository.
";

fn shortened(text: &str, length: usize) -> String {
    let text = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "\\|");
    if text.chars().count() <= length {
        return text;
    }
    text.chars().take(length).chain(['…']).collect()
}

#[test]
fn the_page_is_up_to_date_and_every_sentence_is_short() {
    /// 40 tokens of 4 bytes.
    const LONGEST: usize = 160;
    let mut page = INTRODUCTION.to_owned();
    let mut allowed = String::new();
    let mut long = Vec::new();
    for source in SOURCES {
        let Some(calls) = shared::calls(source) else {
            return;
        };
        let refused = calls
            .iter()
            .filter(|call| call.record["expected"] == "invalid");
        let mut rows = String::new();
        for call in refused {
            let arguments = match &call.arguments {
                Value::String(text) => Arguments::Text(text.clone()),
                value => Arguments::Value(value.clone()),
            };
            let why = shortened(call.record["why"].as_str().unwrap_or_default(), 160);
            let given = shortened(&call.arguments.to_string(), 120);
            match Plan::from_schema(&call.schema)
                .bind(&arguments, &[])
                .found
                .outcome
            {
                Ok(()) => {
                    let _ = writeln!(allowed, "| {source} | `{}` | {why} |", call.tool);
                }
                Err(told) => {
                    let unread = |it: &&toolc::bind::Violation| it.kind() != Kind::Malformed;
                    for violation in told.iter().filter(unread) {
                        let sentence = violation.to_string();
                        if sentence.len() > LONGEST {
                            long.push(sentence);
                        }
                    }
                    let told = told.to_string().replace('\n', "<br>").replace('|', "\\|");
                    let _ = writeln!(rows, "| `{}` | `{given}` | {why} | {told} |", call.tool);
                }
            }
        }
        if !rows.is_empty() {
            let _ = write!(
                page,
                "\n## {source}\n\n| tool | arguments | what the origin said | what toolc says |\n| --- | --- | --- | --- |\n{rows}"
            );
        }
    }
    let _ = write!(
        page,
        "\n## Allowed by the schema\n\n| source | tool | what the origin said |\n| --- | --- | --- |\n{allowed}"
    );
    assert!(long.is_empty(), "longer than {LONGEST} bytes: {long:#?}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/told.md");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(path, &page).expect("docs can be written");
    }
    let current = fs::read_to_string(path).unwrap_or_default();
    assert!(
        current == page,
        "docs/told.md is stale; run this test with INSTA_UPDATE=always"
    );
}
