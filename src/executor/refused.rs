//! A call whose handler never starts: what refused it, and the words for the model.

use crate::bind::Violations;
use crate::permission::{Ceiling, Denial};
use crate::tool::{Refusal, Spec, ToolResult};

use super::Registry;

/// A refusal. Whatever refuses a call, it goes this way: one result, the hooks told, one trace event.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Refused {
    pub(super) by: Refusal,
    pub(super) words: String,
}

impl Refused {
    pub(super) fn permission(denial: &Denial) -> Self {
        Self {
            by: Refusal::Permission,
            words: denial.to_string(),
        }
    }

    pub(super) fn ceiling(spec: &Spec, ceiling: Ceiling) -> Self {
        let (name, level) = (&spec.name, Ceiling::of(spec.side_effect));
        Self {
            by: Refusal::Ceiling,
            words: format!(
                "Tool '{name}' is blocked: it declares {level}, but this execution allows at most {ceiling}."
            ),
        }
    }

    pub(super) fn unknown_tool(name: &str, registry: &Registry) -> Self {
        let _ = registry;
        Self {
            by: Refusal::UnknownTool,
            words: format!("Unknown tool: {name}"),
        }
    }

    pub(super) fn arguments(spec: &Spec, violations: &Violations) -> Self {
        let name = &spec.name;
        let mut words = format!("Invalid input for tool '{name}':");
        for violation in &violations.0 {
            words.push_str(&format!("\n{violation:?}"));
        }
        Self {
            by: Refusal::Arguments,
            words,
        }
    }
}

impl From<Refused> for ToolResult {
    fn from(refused: Refused) -> Self {
        Self {
            refused_by: Some(refused.by),
            ..Self::error(refused.words)
        }
    }
}
