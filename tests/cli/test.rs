//! `toolc test`, and the test that a crate makes of the same examples.

use std::path::Path;

use super::{cases, run};

toolc::test_examples!("tools.toml");

#[test]
fn a_line_for_each_example_that_fails_and_counts_last() {
    let ran = run(&cases(), &["test", "look-here.toml"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    insta::assert_snapshot!("test_examples", ran.stdout);
    let ran = run(&cases(), &["test", "look-here.toml", "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    insta::assert_snapshot!("test_examples_json", ran.stdout);
}

#[test]
fn examples_that_all_hold_are_no_finding() {
    let root = env!("CARGO_MANIFEST_DIR");
    let ran = run(root.as_ref(), &["test"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(
        ran.stdout.ends_with(" examples, 0 failed\n"),
        "{}",
        ran.stdout
    );
}

#[test]
#[should_panic(expected = "example-denied")]
fn the_test_of_a_crate_fails_with_the_report() {
    toolc::testing::examples(cases().join("look-here.toml"), None);
}

/// What a rule would say of a call is left open where the rule is not; what needs no rule is not.
#[test]
fn without_its_rule_a_tool_is_judged_by_what_needs_none() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let list = |list: &str, expect: &str| {
        let text = format!(
            "[tools.browse]\ndescription = \"Browses.\"\npermission = {{ custom = true }}\n\
             [[tools.browse.examples]]\nallow = {list}\ninput = {{}}\nexpect = \"{expect}\"\n"
        );
        std::fs::write(file.path(), text).expect("it is written");
        let path = file.path().to_str().expect("a plain name");
        run(Path::new("/"), &["test", path]).code
    };
    assert_eq!(list(r#"["browse(open:x)"]"#, "allow"), 0);
    assert_eq!(list(r#"["browse(open:x)"]"#, "deny"), 0);
    assert_eq!(list(r#"["browse"]"#, "allow"), 0);
    assert_eq!(list(r#"["browse"]"#, "deny"), 1);
    assert_eq!(list(r#"["other"]"#, "allow"), 1);
    assert_eq!(list(r#"["other"]"#, "deny"), 0);
}
