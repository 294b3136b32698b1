//! `toolc test`, and the test that a crate makes of the same examples.

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
