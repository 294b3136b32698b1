//! What a run may do: the lists that each of its calls must pass.
//!
//! A run that another one started carries its own list and its caller's, and theirs. The lists are never merged into one:
//! whether two patterns overlap is not something to compute, so a call has to pass every list. What comes out is never
//! wider than any of them, whatever the order.

use std::fmt;
use std::sync::Arc;

use super::{Allow, AllowList, Asked, Decision, Denial};

/// The lists that a call must pass; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Grant(Option<Arc<Layers>>);

/// At least one list.
#[derive(Debug)]
struct Layers {
    own: Arc<AllowList>,
    callers: Vec<Arc<AllowList>>,
}

impl Grant {
    /// Nothing is restricted.
    pub const fn unrestricted() -> Self {
        Self(None)
    }

    /// Is nothing restricted?
    pub fn is_unrestricted(&self) -> bool {
        self.0.is_none()
    }

    /// The lists: the run's own first, then those of whoever started it. None = unrestricted.
    pub fn layers(&self) -> impl Iterator<Item = &Arc<AllowList>> {
        self.0
            .iter()
            .flat_map(|layers| std::iter::once(&layers.own).chain(&layers.callers))
    }

    /// What a run with this grant may do when it is started by a run with that one: a call has to pass both.
    ///
    /// Here "nothing in common" is a refusal. An empty list reads everywhere as "unrestricted", so handing one on would
    /// turn the strictest pairing into the loosest.
    ///
    /// # Errors
    ///
    /// No name of a tool is in all lists.
    pub fn narrow(&self, caller: &Self) -> Result<Self, NothingInCommon> {
        let mut layers = self.layers().chain(caller.layers());
        let Some(own) = layers.next() else {
            return Ok(Self::unrestricted());
        };
        let mut callers: Vec<Arc<AllowList>> = Vec::new();
        for list in layers {
            if list != own && !callers.contains(list) {
                callers.push(Arc::clone(list));
            }
        }
        let narrowed = Self(Some(Arc::new(Layers {
            own: Arc::clone(own),
            callers,
        })));
        if narrowed.names().next().is_none() {
            return Err(NothingInCommon {
                own: self.clone(),
                caller: caller.clone(),
            });
        }
        Ok(narrowed)
    }

    /// The names that every list has, in the order of the run's own; none where nothing is restricted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|layers| {
            layers
                .own
                .names()
                .filter(|name| layers.callers.iter().all(|list| list.has(name)))
        })
    }

    /// May the tool be offered? A pattern still offers its tool: which calls may run is decided when one comes.
    pub fn mentions(&self, name: &str, former: &[&str]) -> bool {
        self.layers().all(|list| list.mentions(name, former))
    }

    /// Decides about a call. Allowing a command allocates nothing.
    pub fn decide(&self, asked: &Asked<'_>) -> Decision {
        let mut allow = Allow::Unrestricted;
        for list in self.layers() {
            match list.decide(asked) {
                Ok(reason) => allow = allow.max(reason),
                Err(reason) => {
                    return Decision::Deny(Box::new(Denial {
                        tool: asked.name.to_owned(),
                        reason,
                        list: Arc::clone(list),
                    }));
                }
            }
        }
        Decision::Allow(allow)
    }
}

impl From<AllowList> for Grant {
    fn from(list: AllowList) -> Self {
        Self(Some(Arc::new(Layers {
            own: Arc::new(list),
            callers: Vec::new(),
        })))
    }
}

/// No list, or one.
impl From<Option<AllowList>> for Grant {
    fn from(list: Option<AllowList>) -> Self {
        list.map_or_else(Self::unrestricted, Self::from)
    }
}

/// Two grants are equal when they have the same lists, in whatever order.
impl PartialEq for Grant {
    fn eq(&self, other: &Self) -> bool {
        let within = |these: &Self, those: &Self| {
            these
                .layers()
                .all(|list| those.layers().any(|other| list == other))
        };
        within(self, other) && within(other, self)
    }
}

impl Eq for Grant {}

impl fmt::Display for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_unrestricted() {
            return f.write_str("all tools (no restrictions)");
        }
        for (index, list) in self.layers().enumerate() {
            if index > 0 {
                f.write_str(" within ")?;
            }
            write!(f, "[{list}]")?;
        }
        Ok(())
    }
}

/// A run that would be allowed nothing, since its list and its caller's name no tool in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NothingInCommon {
    /// The run's own.
    pub own: Grant,
    /// Its caller's.
    pub caller: Grant,
}

impl fmt::Display for NothingInCommon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the allow-lists have nothing in common: its own is {}, its caller's is {}",
            self.own, self.caller
        )
    }
}

impl std::error::Error for NothingInCommon {}
