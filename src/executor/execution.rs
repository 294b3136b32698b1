//! One execution (a turn of an agent, a fork): what its calls share, and which deferred tools it has found.

use std::sync::Arc;

use super::Executor;
use super::search::{CATALOG, Catalog};
use crate::tool::{Context, ContextBuilder, Key};

/// Marks a context in which an execution has begun.
const BEGUN: Key<Begun> = Key::new("toolc.execution");

struct Begun {
    executor: usize,
    /// What was made for this execution, as against what the host brought.
    made: Vec<&'static str>,
}

/// What every execution gets afresh.
pub(super) struct Share {
    pub(super) name: &'static str,
    pub(super) put: Box<dyn Fn(ContextBuilder) -> ContextBuilder + Send + Sync>,
}

impl Executor {
    /// Begins an execution: a context with everything that its calls share, made afresh.
    ///
    /// What the host has put under a key itself stays. A fork begins an execution of its own, from the context of the call
    /// that starts it: it shares nothing of its caller's, and deferred tools that its caller has found are not found yet.
    /// Calls in a context in which nothing has begun are each an execution of their own, batches as a whole.
    pub fn begin(&self, cx: &Context) -> Context {
        let earlier = cx.get(&BEGUN).map_or(&[][..], |begun| &begun.made);
        let mut builder = cx.to_builder();
        let mut made = Vec::new();
        for share in &self.inner.shares {
            if cx.contains(share.name) && !earlier.contains(&share.name) {
                continue;
            }
            builder = (share.put)(builder);
            made.push(share.name);
        }
        let executor = self.id();
        builder
            .put(&CATALOG, Catalog::new(self))
            .put(&BEGUN, Begun { executor, made })
            .build()
    }

    /// The context of a call or a batch: one in which an execution has begun.
    pub(super) fn begun(&self, cx: &Context) -> Context {
        match cx.get(&BEGUN) {
            Some(begun) if begun.executor == self.id() => cx.clone(),
            // Nothing would be shared.
            _ if self.inner.shares.is_empty() && !self.inner.searches => cx.clone(),
            _ => self.begin(cx),
        }
    }

    fn id(&self) -> usize {
        Arc::as_ptr(&self.inner).addr()
    }
}
