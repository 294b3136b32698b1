//! Agents, subagents, skills and commands: their files, and runs of them.

mod file;
mod run;

use toolc::permission::{Known, Stance};
use toolc::tool::SubjectKind;

/// Tools like the built-in ones.
fn known() -> Known {
    let by = |kind| Stance {
        subject: Some(kind),
        rule: false,
    };
    Known::new()
        .tool("Bash", by(SubjectKind::Command))
        .tool("Read", by(SubjectKind::Path))
        .tool("Edit", by(SubjectKind::Path))
        .tool("Write", by(SubjectKind::Path))
        .tool("Grep", by(SubjectKind::Tree))
        .tool("TodoWrite", Stance::default())
}
