//! The cases and the corpus that lie beside the repository; a test that needs them says so and passes without them.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// A file beside the repository, where it is.
#[allow(clippy::print_stderr, reason = "a test that skips says so")]
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/");
    let path = PathBuf::from(format!("{folder}{path}"));
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not here", path.display());
    None
}

/// The records of a file of JSON or JSON lines; none where it is not there.
pub(crate) fn records(path: &str) -> Vec<Value> {
    let Some(file) = shared(path) else {
        return Vec::new();
    };
    let text = fs::read_to_string(file).expect("a readable file");
    if path.ends_with(".jsonl") {
        let lines = text.lines().filter(|line| !line.is_empty());
        return lines
            .map(|line| serde_json::from_str(line).expect("a line of JSON"))
            .collect();
    }
    match serde_json::from_str(&text).expect("JSON") {
        Value::Array(records) => records,
        other => other["cases"].as_array().expect("cases").clone(),
    }
}
