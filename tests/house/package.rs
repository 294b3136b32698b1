//! Rules about what is published.

use super::{cargo, nothing};

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
