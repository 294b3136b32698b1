//! What handlers return, and what becomes of it.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use toolc::tool::{Block, Content, IntoContent};

#[test]
fn blocks_are_written_as_mcp_knows_them() {
    let content = Content::text("words")
        .and(Content::image([1, 2, 3], "image/png"))
        .and(Content::audio([0xff], "audio/wav"))
        .and(Content::resource("file:///a", "text/plain", "inside"))
        .and(Content::resource(
            "file:///b",
            "application/pdf",
            vec![0x25, 0x50],
        ));
    let blocks: Vec<Value> = content.blocks().iter().map(Block::to_json).collect();
    assert_eq!(
        json!(blocks),
        json!([
            {"type": "text", "text": "words"},
            {"type": "image", "data": "AQID", "mimeType": "image/png"},
            {"type": "audio", "data": "/w==", "mimeType": "audio/wav"},
            {"type": "resource", "resource": {"uri": "file:///a", "mimeType": "text/plain", "text": "inside"}},
            {"type": "resource", "resource": {"uri": "file:///b", "mimeType": "application/pdf", "blob": "JVA="}},
        ])
    );
}

#[test]
fn text_stays_text() {
    let content = "plain".to_owned().into_content();
    assert_eq!(content, Content::text("plain"));
    assert_eq!(content.structured_data(), None);
}

#[test]
fn everything_else_is_structured_with_its_json_beside() {
    let counts = BTreeMap::from([("a".to_owned(), 1_i64), ("b".to_owned(), 2)]);
    let content = counts.into_content();
    assert_eq!(content.structured_data(), Some(&json!({"a": 1, "b": 2})));
    assert_eq!(content.to_text(), r#"{"a":1,"b":2}"#);

    let list = vec![Some(true), None].into_content();
    assert_eq!(list.structured_data(), Some(&json!([true, null])));
    assert_eq!(1.5.into_content().structured_data(), Some(&json!(1.5)));
    assert_eq!(
        json!({"k": null}).into_content().structured_data(),
        Some(&json!({"k": null}))
    );
}

#[test]
fn nothing_is_nothing() {
    assert_eq!(None::<String>.into_content(), Content::default());
}

#[test]
fn what_is_appended_brings_its_structured_data() {
    let one = Content::text("a").with_structured(json!(1));
    assert_eq!(one.clone().and("b").structured_data(), Some(&json!(1)));
    let two = one.and(Content::structured(json!(2)));
    assert_eq!(two.structured_data(), Some(&json!(2)));
    assert_eq!(two.to_text(), "a\n2");
}
