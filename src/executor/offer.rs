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
        let found = cx.get(&CATALOG);
        let visible = |spec: &Spec| {
            !spec.defer || !self.inner.searches || found.is_some_and(|it| it.has_found(&spec.name))
        };
        registry
            .iter()
            .filter(|entry| may_use(entry.spec(), cx) && visible(entry.spec()))
            .map(|entry| Offered {
                description: entry.description(cx),
                entry,
            })
            .collect()
    }
}

/// May the run use calls of this tool at all?
pub(super) fn may_use(spec: &Spec, cx: &Context) -> bool {
    cx.ceiling().permits(spec.side_effect) && cx.grant().mentions(&spec.name, &spec.renamed_from)
}
