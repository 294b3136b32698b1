//! The most that a run may leave behind, whatever its allow-list says.

use std::fmt;

use crate::tool::SideEffect;

/// A side-effect ceiling. Whether something destroys or can be repeated does not matter to it: idempotent is not harmless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Ceiling {
    /// Only tools that leave nothing behind.
    ReadOnly,
    /// Every tool. The default.
    #[default]
    Mutating,
}

impl Ceiling {
    /// Is this much allowed?
    pub fn permits(self, effect: SideEffect) -> bool {
        Self::of(effect) <= self
    }

    /// The lowest ceiling under which a tool of this effect may run.
    pub fn of(effect: SideEffect) -> Self {
        match effect {
            SideEffect::ReadOnly => Self::ReadOnly,
            SideEffect::Mutating { .. } => Self::Mutating,
        }
    }
}

/// The format's word.
impl fmt::Display for Ceiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ReadOnly => "read-only",
            Self::Mutating => "mutating",
        })
    }
}
