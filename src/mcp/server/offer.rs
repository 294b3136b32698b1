//! What `tools/list` says: the tools that the session's context may use, in declared order, page by page.
//!
//! Schemas are read once per registry and shared from then on. What depends on the moment, the descriptions that handlers
//! append to and the deferred tools that were found, is asked for anew.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::ErrorData;
use rmcp::model::{CacheScope, Cursor, ListToolsResult, Tool};

use super::definition::{definition, described};
use crate::executor::{Executor, Offered, Registry};
use crate::tool::Context;

/// The list of tools, as it is paged and cached.
pub(super) struct Offer {
    page: usize,
    fresh_for: Duration,
    definitions: Mutex<Option<Definitions>>,
}

/// The definitions of a registry.
#[derive(Clone)]
struct Definitions {
    registry: Arc<Registry>,
    by_name: Arc<HashMap<String, Tool>>,
}

impl Definitions {
    /// The tool that a client reads of, with the description of the moment.
    fn tool(&self, offered: Offered) -> Tool {
        let spec = offered.entry.spec();
        // The tools may have been replaced since.
        let mut tool = match self.by_name.get(&*spec.name) {
            Some(tool) => tool.clone(),
            None => definition(spec),
        };
        tool.description = described(offered.description);
        tool
    }
}

impl Offer {
    pub(super) fn new(page: usize, fresh_for: Duration) -> Self {
        Self {
            page,
            fresh_for,
            definitions: Mutex::new(None),
        }
    }

    /// One page: the first, or the one after the tool that the cursor names.
    ///
    /// # Errors
    ///
    /// The cursor is none of ours, or of a list that is no more.
    pub(super) fn list(
        &self,
        executor: &Executor,
        cx: &Context,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult, ErrorData> {
        let offered = executor.offered(cx);
        let start = match cursor {
            None => 0,
            Some(cursor) => offered
                .iter()
                .position(|offered| offered.entry.spec().name == cursor)
                .map(|last| last + 1)
                .ok_or_else(|| ErrorData::invalid_params("The cursor is not valid.", None))?,
        };
        let more = offered.len() > start + self.page;
        let definitions = self.definitions(executor);
        let page = offered.into_iter().skip(start).take(self.page);
        let page: Vec<Tool> = page.map(|offered| definitions.tool(offered)).collect();
        let last: Option<Cursor> = page.last().map(|tool| tool.name.to_string());
        let fresh_for = u64::try_from(self.fresh_for.as_millis()).unwrap_or(u64::MAX);
        let mut result = ListToolsResult::with_all_items(page)
            .with_ttl_ms(fresh_for)
            // It may differ by who asks, so nobody in between may keep it.
            .with_cache_scope(CacheScope::Private);
        result.next_cursor = last.filter(|_| more);
        Ok(result)
    }

    /// One tool, where it is offered.
    pub(super) fn tool(&self, executor: &Executor, cx: &Context, name: &str) -> Option<Tool> {
        let offered = executor.offered_as(name, cx)?;
        Some(self.definitions(executor).tool(offered))
    }

    fn definitions(&self, executor: &Executor) -> Definitions {
        let registry = executor.registry();
        let mut cached = self
            .definitions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match &*cached {
            Some(definitions) if Arc::ptr_eq(&definitions.registry, &registry) => {
                definitions.clone()
            }
            _ => {
                let specs = registry.iter();
                let by_name = specs
                    .map(|entry| (entry.spec().name.to_string(), definition(entry.spec())))
                    .collect();
                let definitions = Definitions {
                    by_name: Arc::new(by_name),
                    registry,
                };
                cached.insert(definitions).clone()
            }
        }
    }
}
