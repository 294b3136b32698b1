//! Allow-lists of any length, and the calls that are decided by their last entry.

use toolc::permission::{AllowList, Asked, Grant, Known, Stance};
use toolc::tool::SubjectKind;

/// Which kind of pattern a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `run(program:*)`.
    Command,
    /// `run(/srv/folder/**)`.
    Path,
}

/// A list, compiled, and one call that it allows and one that it denies.
#[derive(Debug)]
pub struct Question {
    grant: Grant,
    kind: Kind,
    allowed: [String; 1],
    denied: [String; 1],
}

impl Question {
    /// A list of so many entries for one tool. Only the last allows the call, so all have to be looked at.
    pub fn new(kind: Kind, entries: usize) -> Self {
        let stance = stance(kind);
        let list = (0..entries).map(|number| match kind {
            Kind::Command => format!("run(program-{number}:*)"),
            Kind::Path => format!("run(/srv/folder-{number}/**/*.rs)"),
        });
        let loaded =
            AllowList::load(list, &Known::new().tool("run", stance)).expect("the list is sound");
        let last = entries - 1;
        let (allowed, denied) = match kind {
            Kind::Command => (
                format!("program-{last} --verbose build"),
                format!("program-{entries} build"),
            ),
            Kind::Path => (
                format!("/srv/folder-{last}/src/main.rs"),
                format!("/srv/folder-{entries}/main.rs"),
            ),
        };
        Self {
            grant: loaded.list.into(),
            kind,
            allowed: [allowed],
            denied: [denied],
        }
    }

    /// Decides about the call that the last entry allows.
    ///
    /// # Errors
    ///
    /// It is denied.
    pub fn allow(&self) -> Result<(), String> {
        self.decide(&self.allowed)
    }

    /// Decides about the call that no entry allows.
    ///
    /// # Errors
    ///
    /// It is denied, as it should be.
    pub fn deny(&self) -> Result<(), String> {
        self.decide(&self.denied)
    }

    fn decide(&self, subjects: &[String]) -> Result<(), String> {
        let asked = Asked {
            name: "run",
            former: &[],
            stance: Some(stance(self.kind)),
            subjects,
            cwd: None,
            rule: None,
        };
        if self.grant.decide(&asked).is_allowed() {
            Ok(())
        } else {
            Err(String::from("denied"))
        }
    }
}

fn stance(kind: Kind) -> Stance {
    Stance {
        subject: Some(match kind {
            Kind::Command => SubjectKind::Command,
            Kind::Path => SubjectKind::Path,
        }),
        rule: false,
    }
}
