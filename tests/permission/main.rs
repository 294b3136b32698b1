//! Which calls may run: entries, matchers, lists and grants.

mod cases;
mod command;
mod entry;
mod fold;
mod grant;
mod list;
mod path;
mod property;
mod reference;
mod rule;
mod tree;
mod warning;

use toolc::permission::{AllowList, Asked, Decision, Grant, Known, Stance};
use toolc::tool::SubjectKind;

/// Tools like the built-in ones, and one of every other stance.
fn known() -> Known {
    Known::new()
        .tool("Bash", by(SubjectKind::Command))
        .tool("Read", by(SubjectKind::Path))
        .tool("Edit", by(SubjectKind::Path))
        .tool("Write", by(SubjectKind::Path))
        .tool("Grep", by(SubjectKind::Tree))
        .tool("TodoWrite", Stance::default())
        .tool(
            "Browser",
            Stance {
                subject: None,
                rule: true,
            },
        )
}

fn by(kind: SubjectKind) -> Stance {
    Stance {
        subject: Some(kind),
        rule: false,
    }
}

/// Loads a list that has to load.
fn list(entries: &[&str]) -> AllowList {
    match AllowList::load(entries, &known()) {
        Ok(loaded) => loaded.list,
        Err(error) => panic!("{entries:?}: {error}"),
    }
}

fn grant(entries: &[&str]) -> Grant {
    list(entries).into()
}

/// Decides about a call of a known tool with one subject.
fn decide(grant: &Grant, tool: &str, subject: &str) -> Decision {
    let subjects = [subject.to_owned()];
    grant.decide(&asked(tool, &subjects))
}

fn asked<'a>(tool: &'a str, subjects: &'a [String]) -> Asked<'a> {
    Asked {
        stance: known().stance(tool),
        subjects,
        ..Asked::unknown(tool)
    }
}

fn allows(entries: &[&str], tool: &str, subject: &str) -> bool {
    decide(&grant(entries), tool, subject).is_allowed()
}
