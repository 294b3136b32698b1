//! Lossless changes that make arguments fit, each of them recorded.

use std::fmt::{self, Display};

use serde_json::Value;

use super::path::Path;
use super::sentence::echo;

/// A change that made an argument fit. It is told to the host, not to the model.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Repair {
    /// The place of the value, as a JSON Pointer.
    pub path: String,
    /// The place of the value, as sentences name it.
    pub parameter: String,
    /// What was given.
    pub from: Value,
    /// What it is taken as.
    pub to: Value,
}

impl Repair {
    pub(super) fn new(path: &Path<'_>, from: Value, to: Value) -> Self {
        Self {
            path: path.pointer(),
            parameter: path.name(),
            from,
            to,
        }
    }
}

impl Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Parameter '{}' was {}, taken as {}.",
            self.parameter,
            echo(&self.from.to_string()),
            echo(&self.to.to_string())
        )
    }
}
