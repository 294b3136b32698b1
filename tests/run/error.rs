//! The guide's kinds of failures, each with its prefix and level.

use std::io;

use toolc::tool::{ErrorKind, Tell, ToolError, ToolResult};
use tracing::Level;

#[test]
fn each_kind_has_the_prefix_and_the_level_of_the_guide() {
    let rows = [
        (
            ToolError::invalid_parameter("m"),
            "Invalid parameter: m",
            Level::WARN,
        ),
        (ToolError::not_found("m"), "File not found: m", Level::WARN),
        (
            ToolError::access_denied("m"),
            "Access denied: m",
            Level::WARN,
        ),
        (ToolError::io("m"), "I/O error: m", Level::ERROR),
        (ToolError::anticipated("m"), "m", Level::WARN),
        (
            ToolError::unexpected("m"),
            "Unexpected error: m",
            Level::ERROR,
        ),
    ];
    for (error, sentence, level) in rows {
        assert_eq!(error.to_string(), sentence);
        assert_eq!(error.kind().level(), level, "{sentence}");
        assert_eq!(error.message(), "m");
    }
}

#[test]
fn an_io_error_becomes_the_kind_that_fits_it() {
    let rows = [
        (io::ErrorKind::NotFound, ErrorKind::NotFound),
        (io::ErrorKind::PermissionDenied, ErrorKind::AccessDenied),
        (io::ErrorKind::InvalidInput, ErrorKind::InvalidParameter),
        (io::ErrorKind::BrokenPipe, ErrorKind::Io),
        (io::ErrorKind::UnexpectedEof, ErrorKind::Io),
    ];
    for (io, kind) in rows {
        let error = ToolError::from(io::Error::new(io, "words"));
        assert_eq!(error.kind(), kind);
        assert_eq!(error.message(), "words");
        let source = error
            .source()
            .and_then(|source| source.downcast_ref::<io::Error>());
        assert_eq!(source.map(io::Error::kind), Some(io));
    }
}

#[test]
fn any_other_error_is_unexpected_and_keeps_its_source() {
    let error = ToolError::from("x".parse::<u8>().unwrap_err());
    assert_eq!(
        error.to_string(),
        "Unexpected error: invalid digit found in string"
    );
    assert!(error.source().is_some());
}

#[test]
fn told_words_reach_the_model_as_they_are_and_the_source_is_kept() {
    let told = Err::<(), _>(io::Error::other("disk on fire"))
        .tell(|error| format!("Try later ({error})."));
    let error = told.unwrap_err();
    assert_eq!(error.to_string(), "Try later (disk on fire).");
    assert!(
        error
            .source()
            .is_some_and(|source| source.is::<io::Error>())
    );
    assert_eq!(Ok::<_, io::Error>(1).tell(|_| "unused").ok(), Some(1));
}

#[test]
fn a_failure_becomes_an_error_result_in_its_words() {
    let result = ToolResult::from(ToolError::from(io::Error::new(
        io::ErrorKind::NotFound,
        "/a",
    )));
    assert!(result.is_error());
    assert_eq!(result.text(), "File not found: /a");
    assert!(result.source().is_some());
}
