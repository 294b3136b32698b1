//! A call whose handler never starts: what refused it, and the words for the model.

use super::Registry;
use super::offer::may_use;
use crate::bind::{Violations, nearest};
use crate::permission::{Ceiling, Denial};
use crate::tool::{Context, Refusal, Signal, Spec, ToolResult};

/// A refusal. Whatever refuses a call, it goes this way: one result, the hooks told, one trace event.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Refused {
    pub(super) by: Refusal,
    pub(super) words: String,
    /// Post-tool hooks see what a pre-tool hook blocked, and no other refusal.
    pub(super) by_pre_tool_hook: bool,
}

impl Refused {
    fn new(by: Refusal, words: String) -> Self {
        Self {
            by,
            words,
            by_pre_tool_hook: false,
        }
    }

    pub(super) fn permission_hook(reasons: &str) -> Self {
        let words = format!("Tool denied by permission hook: {reasons}");
        Self::new(Refusal::Hook, words)
    }

    pub(super) fn approval(words: String) -> Self {
        Self::new(Refusal::Approval, words)
    }

    pub(super) fn pre_tool_hook(reasons: &str) -> Self {
        Self {
            by_pre_tool_hook: true,
            ..Self::new(Refusal::Hook, format!("Tool blocked by hook: {reasons}"))
        }
    }

    pub(super) fn permission(denial: &Denial) -> Self {
        Self::new(Refusal::Permission, denial.to_string())
    }

    /// A name that no tool has. Only tools that the run may use are proposed.
    pub(super) fn unknown_tool(name: &str, registry: &Registry, cx: &Context) -> Self {
        /// More names than this are no help.
        const LISTED: usize = 12;
        let entries: Vec<_> = registry
            .iter()
            .filter(|entry| may_use(entry.spec(), cx))
            .collect();
        let names = || entries.iter().map(|entry| &*entry.spec().name);
        let hint = match nearest(name, names()) {
            Some(nearest) => format!(". Did you mean '{nearest}'?"),
            None if (1..=LISTED).contains(&entries.len()) => {
                format!(". Valid tools: {}.", names().collect::<Vec<_>>().join(", "))
            }
            None => String::new(),
        };
        Self::new(Refusal::UnknownTool, format!("Unknown tool: {name}{hint}"))
    }

    pub(super) fn ceiling(spec: &Spec, ceiling: Ceiling) -> Self {
        let (name, level) = (&spec.name, Ceiling::of(spec.side_effect));
        Self::new(
            Refusal::Ceiling,
            format!(
                "Tool '{name}' is blocked: it declares {level}, but this execution allows at most {ceiling}."
            ),
        )
    }

    pub(super) fn arguments(spec: &Spec, violations: &Violations) -> Self {
        Self::new(Refusal::Arguments, violations.answer(&spec.name))
    }

    /// The turn was interrupted before the handler started.
    pub(super) fn interrupt(tool: &str, signal: &Signal) -> Self {
        let reason = signal.reason().unwrap_or_default();
        let words = format!("Tool '{tool}' was not started: the turn was interrupted ({reason}).");
        Self::new(Refusal::Interrupt, words)
    }

    /// Nobody waits for the answer any more, and the handler was not started.
    pub(super) fn dropped(tool: &str) -> Self {
        let words = format!("Tool '{tool}' was not started: the call was dropped.");
        Self::new(Refusal::Interrupt, words)
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
