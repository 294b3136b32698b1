//! What a run is offered: the tools that its model may be told of, with what is said of them now.

use super::search::CATALOG;
use super::{EmptyOffer, Entry, Executor};
use crate::tool::{Context, Spec};

/// A tool that is offered.
#[derive(Debug, Clone)]
pub struct Offered {
    /// The tool.
    pub entry: Entry,
    /// What the model reads of it: the declared description, and what the handler appends to it now.
    pub description: String,
}

impl Executor {
    /// The tools that a run is offered now, in order: those that its allow-list mentions and its ceiling permits, without
    /// deferred ones that it has not found yet. A pattern offers its tool; which calls may run is decided when one comes.
    ///
    /// A deferred tool is offered like any other where the executor has no `ToolSearch` to find it with.
    ///
    /// Offering nothing is logged as a warning with its likely causes; by a `Run` of `agent` once.
    pub fn offer(&self, cx: &Context) -> Vec<Offered> {
        let offered = self.offered(cx);
        if offered.is_empty() {
            EmptyOffer::of(self, cx).log();
        }
        offered
    }

    /// Why nothing is offered, when nothing is.
    pub fn empty_offer(&self, cx: &Context) -> Option<EmptyOffer> {
        let empty = self.offered(cx).is_empty();
        empty.then(|| EmptyOffer::of(self, cx))
    }

    /// As [`offer`](Self::offer), without a word about an empty one.
    pub(crate) fn offered(&self, cx: &Context) -> Vec<Offered> {
        let registry = self.registry();
        let entries = registry
            .iter()
            .filter(|entry| self.offers(entry.spec(), cx));
        entries.map(|entry| Offered::now(entry, cx)).collect()
    }

    /// One of [`offered`](Self::offered), by the name under which it is listed.
    #[cfg(feature = "mcp")]
    pub(crate) fn offered_as(&self, name: &str, cx: &Context) -> Option<Offered> {
        let entry = self.registry().find(name)?;
        let listed = entry.spec().name == name && self.offers(entry.spec(), cx);
        listed.then(|| Offered::now(entry, cx))
    }

    fn offers(&self, spec: &Spec, cx: &Context) -> bool {
        let found = || cx.get(&CATALOG).is_some_and(|it| it.has_found(&spec.name));
        may_use(spec, cx) && (!spec.defer || !self.inner.searches || found())
    }
}

impl Offered {
    fn now(entry: Entry, cx: &Context) -> Self {
        Self {
            description: entry.description(cx),
            entry,
        }
    }
}

/// May the run use calls of this tool at all?
pub(super) fn may_use(spec: &Spec, cx: &Context) -> bool {
    cx.ceiling().permits(spec.side_effect) && cx.grant().mentions(&spec.name, &spec.renamed_from)
}
