//! The cases about files that are shared with other implementations (`../shared/cases/files.json`), where they are at hand.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cases::from_hex;
use crate::desk::{Desk, PLACES};

#[tokio::test]
async fn the_shared_cases_about_files_hold() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/files.json");
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: there are no shared cases at {}", path.display());
        return;
    };
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let mut findings = Vec::new();
    for case in all["cases"].as_array().expect("cases") {
        for place in PLACES {
            let desk = Desk::new(place);
            let found = match case["kind"].as_str() {
                Some("edit") => edit(&desk, case).await,
                Some("read") => read(&desk, case).await,
                other => Err(format!("unknown kind {other:?}")),
            };
            if let Err(finding) = found {
                findings.push(format!("{} on {place:?}: {finding}", case["id"]));
            }
        }
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

async fn edit(desk: &Desk, case: &Value) -> Result<(), String> {
    let before = from_hex(case["before_hex"].as_str().expect("bytes"));
    desk.put("f", &before);
    desk.call("Read", json!({"file_path": "f"})).await;
    let mut arguments = case["arguments"].clone();
    arguments["file_path"] = json!("f");
    let result = desk.call("Edit", arguments).await;
    let after = desk.bytes("f");
    let is = |key: &str| case[key].as_str().is_some_and(|hex| from_hex(hex) == after);
    let unchanged_error = result.is_error() && after == before;
    let right = match case["expect"].as_str() {
        Some("ok") => {
            result.is_success() && is("after_hex")
                || unchanged_error && case["or_error_unchanged"] == true
        }
        _ => unchanged_error || result.is_success() && is("also_ok_after_hex"),
    };
    if right {
        return Ok(());
    }
    Err(format!("{after:x?}: {}", result.text()))
}

async fn read(desk: &Desk, case: &Value) -> Result<(), String> {
    desk.put("f", from_hex(case["before_hex"].as_str().expect("bytes")));
    let mut arguments = case["arguments"].clone();
    arguments["file_path"] = json!("f");
    let result = desk.call("Read", arguments).await;
    let text = result.text();
    let right = if let Some(lines) = case["expect_lines"].as_array() {
        let expected: String = lines
            .iter()
            .map(|line| {
                format!(
                    "{:>6}→{}\n",
                    line["n"].as_u64().expect("a number"),
                    line["text"].as_str().expect("text")
                )
            })
            .collect();
        // A notice may follow the lines.
        let rest = text.strip_prefix(expected.as_str());
        result.is_success() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
    } else {
        match case["expect_notice"].as_str().expect("a notice") {
            "empty" => text == "[System Warning: This file is empty]",
            notice => match notice.split_once(':').expect("two parts") {
                ("past-end", count) => {
                    result.is_success()
                        && text.contains(&format!("{count} lines"))
                        && !text.contains("empty")
                }
                (_, name) => result.is_error() && text.contains(name),
            },
        }
    };
    if right { Ok(()) } else { Err(text) }
}
