//! Permission subjects are read back from what was bound: defaults and repairs are in them.

use serde_json::json;
use toolc::bind::{Arguments, bind_record};

use crate::sample::tools::{Grep, Legacy, Sample};

fn subjects<T: toolc::tool::Tool>(arguments: impl Into<Arguments>, names: &[&str]) -> Vec<String> {
    bind_record(&mut T::blank(), &arguments.into(), names).subjects
}

#[test]
fn a_given_one_and_a_default() {
    assert_eq!(
        subjects::<Grep>(r#"{"pattern":"x","path":"/srv"}"#, &["path"]),
        ["/srv"]
    );
    assert_eq!(subjects::<Grep>(r#"{"pattern":"x"}"#, &["path"]), ["."]);
    assert_eq!(
        subjects::<Grep>(json!({"pattern": "x", "path": null}), &["path"]),
        ["."]
    );
    assert_eq!(
        subjects::<Grep>(r#"{"pattern":"x"}"#, &["pattern", "path"]),
        ["x", "."]
    );
}

#[test]
fn they_are_there_although_something_else_does_not_fit() {
    assert_eq!(
        subjects::<Grep>(r#"{"path":"/srv","zzz":1,"head_limit":"a"}"#, &["path"]),
        ["/srv"]
    );
}

#[test]
fn none_can_be_judged_when_one_of_them_is_wrong() {
    let none = [""; 0];
    assert_eq!(
        subjects::<Grep>(r#"{"pattern":"x","path":1}"#, &["path"]),
        none
    );
    assert_eq!(
        subjects::<Grep>(r#"{"path":"/srv"}"#, &["path", "pattern"]),
        none
    );
    assert_eq!(
        subjects::<Grep>(r#"{"pattern":" ","path":"/srv"}"#, &["path", "pattern"]),
        none
    );
    assert_eq!(
        subjects::<Grep>(r#"{"pattern":"x","path":"/srv""#, &["path"]),
        none
    );
    assert_eq!(
        subjects::<Grep>(r#"{"pattern":"x"}"#, &["no_parameter"]),
        none
    );
    assert_eq!(subjects::<Sample>(r#"{"level":1}"#, &["tree"]), none);
}

#[test]
fn a_list_means_each_item() {
    let when = |when: serde_json::Value| subjects::<Sample>(json!({"when": when}), &["when"]);
    assert_eq!(when(json!(["/a", "/b"])), ["/a", "/b"]);
    assert_eq!(when(json!(["/a", 1])), [""; 0]);
    assert_eq!(when(json!(7)), [""; 0]);
}

#[test]
fn somebody_elses_schema_is_read_as_it_came() {
    assert_eq!(subjects::<Legacy>(json!({"path": "/a"}), &["path"]), ["/a"]);
    assert_eq!(
        subjects::<Legacy>(json!({"path": ["/a", "/b"]}), &["path"]),
        ["/a", "/b"]
    );
    assert_eq!(
        subjects::<Legacy>(json!({"path": {"a": 1}}), &["path"]),
        [""; 0]
    );
    assert_eq!(subjects::<Legacy>(json!({}), &["path"]), [""; 0]);
}
