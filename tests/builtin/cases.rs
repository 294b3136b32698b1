//! The cases in `cases/`: a folder for each tool, a file for each case, whose name is the sentence that it proves.
//!
//! A file holds the files that are there (`files`; `{"hex": …}` for bytes), calls with what each must answer (`text` exactly,
//! `has` in it, in order; `error: true` when it has to fail), and the files that are there afterwards (`after`). `{root}`
//! stands for the working directory, `{server}` for a web server of the tests. Every case runs on every file system; those of Bash on the disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toolc::builtin::tools::SPECS;

use crate::desk::{Desk, PLACES, Place};

/// What the cases of a tool have to cover, as the first word of their names.
const KINDS: [&str; 4] = ["happy", "error", "boundary", "empty"];

#[tokio::test]
async fn every_case_holds_on_every_file_system() {
    let mut findings = Vec::new();
    for path in files() {
        let case: Value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
        let needs_disk = case["calls"]
            .as_array()
            .is_some_and(|calls| calls.iter().any(|call| call["tool"] == "Bash"));
        for place in PLACES {
            if needs_disk && place != Place::Disk {
                continue;
            }
            if let Err(finding) = run(&case, place).await {
                findings.push(format!("{} on {place:?}: {finding}", path.display()));
            }
        }
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

#[test]
fn every_tool_has_a_case_of_every_kind() {
    let mut covered: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files() {
        let tool = path.parent().and_then(Path::file_name).expect("a folder");
        let name = path.file_stem().expect("a name").to_string_lossy();
        let kind = name.split(' ').next().unwrap_or_default().to_owned();
        covered
            .entry(tool.to_string_lossy().into_owned())
            .or_default()
            .push(kind);
    }
    for spec in SPECS {
        for kind in KINDS {
            let kinds = covered.get(&*spec.name);
            assert!(
                kinds.is_some_and(|kinds| kinds.iter().any(|found| found == kind)),
                "{} has no case '{kind} …'",
                spec.name
            );
        }
    }
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/builtin/cases");
    let mut files = Vec::new();
    for folder in fs::read_dir(root).expect("the cases") {
        for file in fs::read_dir(folder.expect("a folder").path()).expect("a folder") {
            files.push(file.expect("a file").path());
        }
    }
    files.sort();
    assert!(!files.is_empty());
    files
}

async fn run(case: &Value, place: Place) -> Result<(), String> {
    let desk = Desk::new(place);
    let root = desk.root().display().to_string();
    for (name, content) in case["files"].as_object().into_iter().flatten() {
        desk.put(name, bytes(content));
    }
    for (index, call) in case["calls"].as_array().expect("calls").iter().enumerate() {
        let call = call.to_string().replace("{root}", &root);
        #[cfg(feature = "web")]
        let call = call.replace("{server}", crate::web::server());
        let call: Value = serde_json::from_str(&call).expect("a path without quotes");
        let tool = call["tool"].as_str().expect("a tool");
        let result = desk.call(tool, call["arguments"].clone()).await;
        let text = result.text();
        let problem = |what: &str| Err(format!("call {index}: {what}: {text:?}"));
        if result.is_error() != (call["error"] == true) {
            return problem("success and error are mixed up");
        }
        if call["text"]
            .as_str()
            .is_some_and(|expected| expected != text)
        {
            return problem("other words");
        }
        let mut rest = text.as_str();
        for part in call["has"].as_array().into_iter().flatten() {
            let part = part.as_str().expect("text");
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return problem(&format!("no {part:?} where it should be")),
            }
        }
    }
    for (name, content) in case["after"].as_object().into_iter().flatten() {
        let (expected, found) = (bytes(content), desk.bytes(name));
        if expected != found {
            return Err(format!(
                "{name} holds {:?}",
                String::from_utf8_lossy(&found)
            ));
        }
    }
    Ok(())
}

fn bytes(content: &Value) -> Vec<u8> {
    match content["hex"].as_str() {
        Some(hex) => from_hex(hex),
        None => content.as_str().expect("text").as_bytes().to_vec(),
    }
}

/// Bytes written as hexadecimal digits.
pub(crate) fn from_hex(hex: &str) -> Vec<u8> {
    hex.as_bytes()
        .chunks(2)
        .map(|pair| {
            let digits = std::str::from_utf8(pair).expect("digits");
            u8::from_str_radix(digits, 16).expect("hexadecimal")
        })
        .collect()
}
