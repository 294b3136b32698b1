//! Searching against a naive walk, and what a search does with what it cannot read.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::desk::{Desk, Place};
use crate::nobody;

/// This repository.
const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Patterns, and whether case counts.
const PATTERNS: [(&str, bool); 5] = [
    (r"fn \w+\(", true),
    ("TODO|FIXME", false),
    (r"^use std::", true),
    (r"é|→", true),
    (r"\bself\b.*\bself\b", true),
];

/// The files of `src/` and `tests/`, in the order of their paths.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[tokio::test]
async fn the_naive_search_finds_the_same_lines() {
    let desk = Desk::new(Place::Disk);
    for (pattern, case_counts) in PATTERNS {
        let regex = regex::RegexBuilder::new(pattern)
            .case_insensitive(!case_counts)
            .build()
            .expect("a pattern");
        let mut paths = Vec::new();
        files(&Path::new(HERE).join("src"), &mut paths);
        paths.sort();
        let mut expected = Vec::new();
        for path in paths {
            let text = fs::read_to_string(&path).expect("text");
            let lines: Vec<_> = text
                .lines()
                .zip(1..)
                .filter(|(line, _)| regex.is_match(line))
                .map(|(line, number)| format!("{number}:{line}"))
                .collect();
            if !lines.is_empty() {
                expected.push(format!("{}\n{}", path.display(), lines.join("\n")));
            }
        }
        let expected = match expected.join("\n\n") {
            none if none.is_empty() => format!("No matches found for pattern: {pattern}"),
            found => found,
        };
        let arguments = json!({
            "pattern": pattern, "path": format!("{HERE}/src"), "output_mode": "content", "-i": !case_counts
        });
        assert_eq!(desk.ok("Grep", arguments).await, expected, "{pattern}");
    }
}

#[tokio::test]
async fn names_that_are_no_text_do_not_break_a_listing() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let desk = Desk::new(Place::Disk);
    let name = OsStr::from_bytes(b"caf\xe9.txt");
    fs::write(desk.root().join(name), "coffee\n").expect("a file");
    desk.put("tea.txt", "coffee, no\n");
    assert_eq!(
        desk.ok("Grep", json!({"pattern": "coffee"})).await,
        "caf\u{FFFD}.txt\ntea.txt"
    );
}

#[tokio::test]
async fn what_cannot_be_read_is_named_beside_what_was_found() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new(Place::Disk);
    desk.put("a", "x\n").put("b/c", "x\n").put("d", "x\n");
    for name in ["b", "d"] {
        let path = desk.root().join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("a mode");
    }
    if fs::read(desk.root().join("d")).is_ok() {
        return nobody::once_more("grep::what_cannot_be_read_is_named_beside_what_was_found");
    }
    let text = desk.ok("Grep", json!({"pattern": "x"})).await;
    assert_eq!(text, "a\n[Could not be read: b, d]");
    // So that the folder can be removed.
    fs::set_permissions(desk.root().join("b"), fs::Permissions::from_mode(0o755)).expect("a mode");
}
