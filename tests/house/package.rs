//! Rules about what is published.

use serde_json::Value;

use super::{cargo, nothing, root};

/// What may be in the package: the sources, the declaration, the templates, and what people read first.
fn foreign(list: &str) -> Vec<String> {
    let folders = ["src/", "templates/"];
    let files = [
        ".cargo_vcs_info.json",
        "CHANGELOG.md",
        "Cargo.lock",
        "Cargo.toml",
        "Cargo.toml.orig",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "build.rs",
        "tools.toml",
    ];
    list.lines()
        .filter(|path| {
            !files.contains(path) && !folders.iter().any(|folder| path.starts_with(folder))
        })
        .map(|path| format!("the package holds {path}"))
        .collect()
}

#[test]
fn the_package_holds_what_it_needs_and_nothing_else() {
    let list = cargo(&["package", "--list", "--allow-dirty", "--locked"]);
    nothing(&foreign(&list));
    for needed in [
        "build.rs",
        "tools.toml",
        "src/lib.rs",
        "src/compiler/mod.rs",
        "README.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
    ] {
        assert!(
            list.lines().any(|path| path == needed),
            "{needed} is missing"
        );
    }
    assert!(!foreign("tests/house/main.rs\n").is_empty());
}

#[test]
fn the_readme_names_every_feature_and_every_page_of_the_docs() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a README");
    let metadata = cargo(&["metadata", "--no-deps", "--format-version=1", "--locked"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let features = metadata["packages"][0]["features"]
        .as_object()
        .expect("features");
    let mut missing: Vec<_> = features
        .keys()
        .filter(|feature| *feature != "default" && !readme.contains(&format!("| `{feature}` |")))
        .cloned()
        .collect();
    for page in std::fs::read_dir(root().join("docs")).expect("a folder") {
        let name = page.expect("a page").file_name();
        let link = format!("(docs/{})", name.to_string_lossy());
        if !readme.contains(&link) {
            missing.push(link);
        }
    }
    nothing(&missing);
}
