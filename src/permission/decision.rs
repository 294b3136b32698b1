//! What is decided about one call, and the sentence for the model.

use std::fmt;
use std::sync::Arc;

use super::{AllowList, Unjudgeable};
use crate::tool::SubjectKind;

/// What is decided about one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It may run.
    Allow(Allow),
    /// It may not.
    Deny(Box<Denial>),
}

impl Decision {
    /// May it run?
    pub fn is_allowed(&self) -> bool {
        matches!(self, Self::Allow(_))
    }

    /// A stable word for the reason, as `toolc explain` prints it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Allow(allow) => allow.code(),
            Self::Deny(denial) => denial.reason.code(),
        }
    }
}

/// Why a call may run. The later ones say more: a call that passes several lists has the latest of their reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Allow {
    /// There is no list.
    Unrestricted,
    /// Its tool is listed, and no entry for it has a pattern.
    Listed,
    /// Every subject matches a pattern.
    Matched,
    /// The tool's rule allows it.
    Ruled,
}

impl Allow {
    /// A stable word for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unrestricted => "unrestricted",
            Self::Listed => "listed",
            Self::Matched => "matched",
            Self::Ruled => "ruled",
        }
    }
}

impl fmt::Display for Allow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unrestricted => "nothing is restricted",
            Self::Listed => "the tool is listed without a pattern",
            Self::Matched => "a pattern matches",
            Self::Ruled => "the tool's rule allows it",
        })
    }
}

/// A call that may not run. Its text is the sentence for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    /// The tool that was asked for.
    pub tool: String,
    /// Why not.
    pub reason: Deny,
    /// The list that does not allow it.
    pub list: Arc<AllowList>,
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tool '{}' not allowed", self.tool)?;
        match &self.reason {
            Deny::NoMatch { kind, subject } | Deny::Unjudgeable { kind, subject, .. } => {
                write!(f, " ({}: {subject})", word(*kind))?;
            }
            Deny::RefusedCharacter { command, .. } => write!(f, " (command: {command})")?,
            Deny::Ruled {
                detail: Some(detail),
            } => write!(f, " ({detail})")?,
            Deny::NotListed
            | Deny::UnknownTool
            | Deny::NoSubject { .. }
            | Deny::Uninterpretable
            | Deny::Ruled { detail: None }
            | Deny::RuleAbsent => {}
        }
        write!(f, ". Allowed tools: {}", self.list)
    }
}

/// Why a call may not run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Deny {
    /// No entry has the tool's name.
    NotListed,
    /// There is no such tool, and the entries of that name have patterns.
    UnknownTool,
    /// There is nothing to compare the patterns with.
    NoSubject {
        /// What there should be.
        kind: SubjectKind,
    },
    /// What is there cannot be judged.
    Unjudgeable {
        /// What it is.
        kind: SubjectKind,
        /// As it was sent.
        subject: String,
        /// Why not.
        why: Unjudgeable,
    },
    /// The command holds a character that no pattern can allow.
    RefusedCharacter {
        /// As it was sent.
        command: String,
        /// The first such character.
        character: char,
    },
    /// No pattern matches.
    NoMatch {
        /// What was judged.
        kind: SubjectKind,
        /// The value that was judged.
        subject: String,
    },
    /// The tool has neither subject nor rule, so that nobody can read its patterns.
    Uninterpretable,
    /// The tool's rule denies it.
    Ruled {
        /// What the rule says of the call.
        detail: Option<String>,
    },
    /// The tool's rule is not here to be asked.
    RuleAbsent,
}

impl Deny {
    /// A stable word for it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotListed => "not-listed",
            Self::UnknownTool => "unknown-tool",
            Self::NoSubject { .. } => "no-subject",
            Self::Unjudgeable { .. } => "unjudgeable-subject",
            Self::RefusedCharacter { .. } => "refused-character",
            Self::NoMatch { .. } => "no-match",
            Self::Uninterpretable => "uninterpretable-pattern",
            Self::Ruled { .. } => "ruled-out",
            Self::RuleAbsent => "rule-absent",
        }
    }

    /// The value that was judged.
    pub fn subject(&self) -> Option<&str> {
        match self {
            Self::NoMatch { subject, .. } | Self::Unjudgeable { subject, .. } => Some(subject),
            Self::RefusedCharacter { command, .. } => Some(command),
            _ => None,
        }
    }
}

impl fmt::Display for Deny {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotListed => f.write_str("no entry has the tool's name"),
            Self::UnknownTool => f.write_str("no such tool exists, so its patterns mean nothing"),
            Self::NoSubject { kind } => {
                write!(f, "the call has no {} to judge", word(*kind))
            }
            Self::Unjudgeable { kind, why, .. } => {
                write!(f, "the {} cannot be judged: {why}", word(*kind))
            }
            Self::RefusedCharacter { character, .. } => {
                write!(f, "no command that holds {character:?} is allowed")
            }
            Self::NoMatch { kind, .. } => write!(f, "no pattern matches the {}", word(*kind)),
            Self::Uninterpretable => {
                f.write_str("the tool has nothing that its patterns could be compared with")
            }
            Self::Ruled { .. } => f.write_str("the tool's rule denies it"),
            Self::RuleAbsent => f.write_str("the tool's rule is code that is not here"),
        }
    }
}

/// What a subject is called in the sentence for the model.
fn word(kind: SubjectKind) -> &'static str {
    match kind {
        SubjectKind::Command => "command",
        SubjectKind::Path | SubjectKind::Tree => "path",
    }
}
