//! The toolset of a program that was built without the tools that ship.

use crate::bind::Arguments;
use crate::tool::{Binding, Context, Spec, Toolset};

/// No tools: `toolc` still checks, generates, and lists what `--tools FILE` declares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoTools;

impl Toolset for NoTools {
    fn name(&self) -> &str {
        "none"
    }

    fn len(&self) -> usize {
        0
    }

    fn spec(&self, index: usize) -> &Spec {
        unreachable!("no tool has index {index}: there is none")
    }

    fn position(&self, _name: &str) -> Option<usize> {
        None
    }

    fn bind(&self, index: usize, _arguments: Arguments, _cx: Context) -> Binding {
        unreachable!("no tool has index {index}: there is none")
    }
}
