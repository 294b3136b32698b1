//! The files of the repository that people write, as (path from the root, text).

use std::fs;
use std::path::Path;

use super::root;

/// Every text file below a folder that holds what people write.
pub(super) fn files() -> Vec<(String, String)> {
    let mut found = Vec::new();
    walk(root(), &mut found);
    assert!(found.len() > 20, "the tree was not found");
    found.sort();
    found
}

/// The Rust files among them that a person wrote.
pub(super) fn rust_files() -> impl Iterator<Item = (String, String)> {
    files()
        .into_iter()
        .filter(|(path, text)| path.ends_with(".rs") && !text.starts_with("// @generated"))
}

fn walk(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if name != ".git" && !name.starts_with("target") && !path.join("CACHEDIR.TAG").exists()
            {
                walk(&path, found);
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            let path = path.strip_prefix(root()).expect("below the root");
            found.push((path.to_string_lossy().replace('\\', "/"), text));
        }
    }
}
