//! `ToolResult`, as the guide has it, and its record, as the command line has it.

use std::io;

use serde_json::{Map, json};
use toolc::tool::{Content, ToolResult};

#[test]
fn success_and_error_are_told_apart() {
    let success = ToolResult::success("done");
    assert!(success.is_success() && !success.is_error());
    assert_eq!(success.text(), "done");
    assert!(success.source().is_none());

    let error = ToolResult::error("File not found: /a");
    assert!(error.is_error() && !error.is_success());
    assert_eq!(error.text(), "File not found: /a");
    assert!(error.source().is_none());
}

#[test]
fn an_error_keeps_what_is_behind_it() {
    let error = ToolResult::error_from("Failed to read file: gone", io::Error::other("gone"));
    assert_eq!(error.text(), "Failed to read file: gone");
    assert_eq!(
        error.source().map(ToString::to_string).as_deref(),
        Some("gone")
    );
}

#[test]
fn an_error_alone_speaks_for_itself_or_by_its_name() {
    #[derive(Debug)]
    struct Silent;
    impl std::fmt::Display for Silent {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            Ok(())
        }
    }
    impl std::error::Error for Silent {}
    assert_eq!(
        ToolResult::from_error(io::Error::other("words")).text(),
        "words"
    );
    assert_eq!(ToolResult::from_error(Silent).text(), "Silent");
}

#[test]
fn the_record_has_neither_the_source_nor_the_render_payload() {
    let payload = Map::from_iter([("rows".to_owned(), json!([1, 2]))]);
    let content = Content::text("drawn").with_render_payload(payload.clone());
    let shown = ToolResult::success(content);
    assert_eq!(shown.render_payload(), Some(&payload));
    assert_eq!(
        shown.record(),
        json!({"id": "", "tool": "", "is_error": false, "content": [{"type": "text", "text": "drawn"}], "duration_ms": 0})
    );
    let failed = ToolResult::error_from("words", io::Error::other("secret"));
    assert!(!failed.record().to_string().contains("secret"));
}

#[test]
fn the_record_has_structured_data_beside_the_blocks() {
    let result = ToolResult::success(Content::structured(json!({"n": 1})));
    let record = result.record();
    assert_eq!(record["structured"], json!({"n": 1}));
    assert_eq!(
        record["content"],
        json!([{"type": "text", "text": "{\"n\":1}"}])
    );
}

#[test]
fn results_are_equal_when_all_they_hold_is() {
    assert_eq!(ToolResult::success("a"), ToolResult::success("a"));
    assert_ne!(ToolResult::success("a"), ToolResult::error("a"));
    let payload = Map::from_iter([("k".to_owned(), json!(1))]);
    let drawn = Content::text("a").with_render_payload(payload);
    assert_ne!(ToolResult::success("a"), ToolResult::success(drawn.clone()));
    assert_eq!(
        ToolResult::success("a"),
        ToolResult::success(drawn.with_render_payload(None))
    );
    let failed = ToolResult::error_from("a", io::Error::other("b"));
    assert_eq!(failed, failed.clone());
    assert_ne!(failed, ToolResult::error_from("a", io::Error::other("b")));
}
