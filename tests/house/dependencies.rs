//! Rules about what is depended on, read from Cargo.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{cargo, nothing};

/// What a program that only links generated tools compiles.
const RUNTIME: [&str; 9] = [
    "tree",
    "--locked",
    "--no-default-features",
    "--edges=normal,build",
    "--prefix=none",
    "--format={p}",
    "--no-dedupe",
    "--charset=ascii",
    "--quiet",
];

/// Licences that go with `MIT OR Apache-2.0`.
const LICENCES: [&str; 11] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CDLA-Permissive-2.0", // data: the root certificates
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Names and proc macros that may not be in a runtime's tree.
fn too_heavy(tree: &str) -> Vec<String> {
    let unwanted = [
        "syn",
        "quote",
        "minijinja",
        "clap",
        "rmcp",
        "prettyplease",
        "toml",
        "schemars",
        "annotate-snippets",
    ];
    let lines: BTreeSet<_> = tree.lines().collect();
    lines
        .into_iter()
        .filter(|line| {
            let name = line.split(' ').next().unwrap_or_default();
            unwanted.contains(&name) || line.contains("(proc-macro)")
        })
        .map(|line| format!("without features we compile {line}"))
        .collect()
}

#[test]
fn without_features_nothing_of_the_compiler_and_no_proc_macro_is_compiled() {
    let tree = cargo(&RUNTIME);
    assert!(tree.starts_with("toolc v"), "{tree}");
    nothing(&too_heavy(&tree));
    assert_eq!(
        too_heavy("a v1.0.0\nsyn v3.0.0\nb v1.0.0 (proc-macro)").len(),
        2
    );
}

#[test]
fn the_build_half_pulls_no_program_and_no_runtime_of_other_features() {
    let arguments: Vec<_> = RUNTIME
        .iter()
        .copied()
        .chain(["--features=compiler"])
        .collect();
    let tree = cargo(&arguments);
    assert!(tree.contains("minijinja v"), "{tree}");
    for name in ["clap v", "rmcp v", "grep-searcher v"] {
        assert!(!tree.contains(name), "the compiler alone compiles {name}");
    }
}

#[test]
fn every_licence_goes_with_ours() {
    let findings: Vec<_> = packages()
        .iter()
        .filter_map(|package| {
            let licence = package["license"].as_str().unwrap_or("none");
            (!goes_with_ours(licence)).then(|| format!("{}: {licence}", package["name"]))
        })
        .collect();
    nothing(&findings);
    assert!(goes_with_ours("MIT/Apache-2.0"));
    assert!(goes_with_ours("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!goes_with_ours("GPL-3.0-only"));
    assert!(!goes_with_ours("MIT AND GPL-3.0-only"));
    assert!(!goes_with_ours("none"));
}

#[test]
fn a_dependency_of_both_halves_is_declared_the_same_twice() {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version=1", "--locked"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let dependencies = metadata["packages"][0]["dependencies"]
        .as_array()
        .expect("an array");
    let of = |kind: &str| -> BTreeMap<_, _> {
        dependencies
            .iter()
            .filter(|dependency| dependency["kind"].as_str().unwrap_or("normal") == kind)
            .map(|dependency| (dependency["name"].to_string(), dependency))
            .collect()
    };
    let normal = of("normal");
    let build = of("build");
    assert!(!build.is_empty());
    // They are built once only while version and features agree.
    let findings: Vec<_> = build
        .iter()
        .filter(|(name, dependency)| {
            ["req", "features", "uses_default_features"]
                .iter()
                .any(|key| normal.get(*name).map(|other| &other[key]) != Some(&dependency[key]))
        })
        .map(|(name, _)| format!("{name} differs between the two tables"))
        .collect();
    nothing(&findings);
}

fn goes_with_ours(licence: &str) -> bool {
    let lax = spdx::ParseMode::LAX;
    spdx::Expression::parse_mode(licence, lax).is_ok_and(|expression| {
        expression.evaluate(|wanted| LICENCES.contains(&wanted.to_string().as_str()))
    })
}

/// Everything that is compiled here, dev-dependencies included.
fn packages() -> Vec<Value> {
    let host = cargo(&["-vV"]);
    let host = host
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("cargo names its host");
    let metadata = cargo(&[
        "metadata",
        "--locked",
        "--format-version=1",
        "--filter-platform",
        host,
    ]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("an array").clone();
    assert!(packages.len() > 30, "only {} packages", packages.len());
    packages
}
