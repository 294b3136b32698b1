//! A run that is offered no tools, and why that probably is. It is worth a warning: no provider objects to an empty list,
//! so the model answers from prose, and work that was never done looks like work that was.

use std::fmt;

use super::Executor;
use crate::bind::nearest;
use crate::permission::{Ceiling, Grant};
use crate::tool::Context;

/// The tool through which deferred ones are found.
const TOOL_SEARCH: &str = "ToolSearch";

/// An offer without tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptyOffer {
    /// What the run may do.
    pub grant: Grant,
    /// The most that it may leave behind.
    pub ceiling: Ceiling,
    /// The likely causes, in the order of the list.
    pub causes: Vec<Cause>,
}

/// Why a tool is not offered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// There are no tools at all.
    NoTools,
    /// A name that no tool has.
    Unknown {
        /// The name.
        name: String,
        /// The tool that was probably meant.
        nearest: Option<String>,
    },
    /// A tool that leaves more behind than the ceiling permits.
    AboveCeiling {
        /// The tool.
        name: String,
    },
    /// A deferred tool that was not found yet.
    Deferred {
        /// The tool.
        name: String,
    },
}

impl EmptyOffer {
    /// Looks for the causes, where it is known that nothing is offered.
    pub(super) fn of(executor: &Executor, cx: &Context) -> Self {
        let registry = executor.registry();
        let tools: Vec<_> = registry.iter().collect();
        let names = || tools.iter().map(|entry| &*entry.spec().name);
        let grant = cx.grant();
        let named: Vec<&str> = match grant.is_unrestricted() {
            true => names().collect(),
            false => grant.names().collect(),
        };
        let cause = |name: &str| {
            let name = name.to_owned();
            match registry.find(&name) {
                None => Some(Cause::Unknown {
                    nearest: nearest(&name, names()).map(str::to_owned),
                    name,
                }),
                Some(entry) if !cx.ceiling().permits(entry.spec().side_effect) => {
                    Some(Cause::AboveCeiling { name })
                }
                Some(entry) if entry.spec().defer => Some(Cause::Deferred { name }),
                Some(_) => None,
            }
        };
        let causes = match tools.is_empty() {
            true => vec![Cause::NoTools],
            false => named.into_iter().filter_map(cause).collect(),
        };
        Self {
            grant: grant.clone(),
            ceiling: cx.ceiling(),
            causes,
        }
    }

    /// Writes the warning.
    pub(crate) fn log(&self) {
        tracing::warn!(allowed = %self.grant, ceiling = %self.ceiling, "{self}");
    }
}

impl fmt::Display for EmptyOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            grant,
            ceiling,
            causes,
        } = self;
        write!(
            f,
            "no tools are offered, so the run will answer without acting (list: {grant}; ceiling: {ceiling})"
        )?;
        for (index, cause) in causes.iter().enumerate() {
            write!(f, "{}{cause}", if index == 0 { ": " } else { "; " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTools => f.write_str("there are no tools at all"),
            Self::Unknown {
                name,
                nearest: Some(nearest),
            } => write!(f, "no tool is called `{name}`, did you mean `{nearest}`?"),
            Self::Unknown {
                name,
                nearest: None,
            } => write!(f, "no tool is called `{name}`"),
            Self::AboveCeiling { name } => {
                write!(f, "`{name}` leaves more behind than the ceiling permits")
            }
            Self::Deferred { name } => write!(
                f,
                "`{name}` is found through `{TOOL_SEARCH}`, which is not offered either"
            ),
        }
    }
}
