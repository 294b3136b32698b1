//! The public bug reports, translated to entries and calls: `../shared/cases/permission.json`.

use std::path::Path;

use serde_json::Value;
use toolc::permission::{AllowList, Asked, Grant};
use toolc::tool::SubjectKind;

use super::known;

#[test]
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn every_reported_case_is_decided_as_expected() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/cases/permission.json"
    );
    let Ok(text) = std::fs::read_to_string(file) else {
        eprintln!("skipped: the shared cases are not here");
        return;
    };
    let cases: Value = serde_json::from_str(&text).expect("the cases are JSON");
    let cases = cases["cases"].as_array().expect("a list of cases");
    let wrong: Vec<_> = cases.iter().filter_map(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() > 90, "only {} cases", cases.len());
}

fn check(case: &Value) -> Option<String> {
    if case["platform"] == "posix" && !cfg!(unix) {
        return None;
    }
    let id = case["id"].as_str().unwrap_or("?");
    let loaded = match AllowList::load(texts(&case["allow"]), &known()) {
        Ok(loaded) => loaded,
        Err(_) if case["load_error_ok"] == true => return None,
        Err(error) => return Some(format!("{id}: {error}")),
    };
    if case["lint"] == true && loaded.warnings.is_empty() {
        return Some(format!("{id}: no warning"));
    }
    let call = &case["call"];
    let tool = call["tool"].as_str().unwrap_or_default();
    let known = known();
    let stance = known.stance(tool);
    let parameter = match stance.and_then(|stance| stance.subject) {
        Some(SubjectKind::Command) => "command",
        _ => "file_path",
    };
    let subjects: Vec<_> = call["arguments"][parameter]
        .as_str()
        .map(str::to_owned)
        .into_iter()
        .collect();
    let asked = Asked {
        stance,
        subjects: &subjects,
        cwd: case["cwd"].as_str().map(Path::new),
        ..Asked::unknown(tool)
    };
    let mut grant = Grant::from(loaded.list);
    if case["caller_allow"].is_array() {
        let caller = AllowList::load(texts(&case["caller_allow"]), &known).ok()?;
        match grant.narrow(&caller.list.into()) {
            Ok(narrowed) => grant = narrowed,
            Err(_) => return (case["expect"] != "deny").then(|| format!("{id}: refused")),
        }
    }
    let explanation = grant.explain(&asked);
    let allowed = explanation.decision.is_allowed();
    if allowed != explanation.entries.iter().any(|entry| entry.matched) {
        return Some(format!("{id}: decision and reasons disagree"));
    }
    (allowed != (case["expect"] == "allow"))
        .then(|| format!("{id}: {}", explanation.decision.code()))
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}
