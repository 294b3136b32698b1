//! How an executor is put together.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::execution::Share;
use super::hooks::Hooks;
use super::lanes::Lanes;
use super::{
    ApprovalGate, AuditSink, Concurrency, DuplicateTool, Executor, Hook, Inner, Registry,
    SchemaMode, search,
};
use crate::tool::{Key, Toolset};

/// Makes an [`Executor`]. Whatever is not set is off.
#[must_use]
pub struct Builder {
    registry: Result<Registry, DuplicateTool>,
    searches: bool,
    hooks: Hooks,
    approval: Option<ApprovalGate>,
    audit: Option<Box<dyn AuditSink>>,
    shares: Vec<Share>,
    timeout: Option<Duration>,
    schema_mode: SchemaMode,
    concurrency: Concurrency,
}

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            registry: Ok(Registry::new()),
            searches: false,
            hooks: Hooks::default(),
            approval: None,
            audit: None,
            shares: Vec::new(),
            timeout: None,
            schema_mode: SchemaMode::default(),
            concurrency: Concurrency::disabled(),
        }
    }

    /// With these tools too.
    pub fn tools(mut self, tools: impl Toolset) -> Self {
        self.registry = self.registry.and_then(|registry| registry.with(tools));
        self
    }

    /// With `ToolSearch`: deferred tools are offered only when it has found them.
    pub fn tool_search(mut self) -> Self {
        self.searches = true;
        self.tools(search::toolset())
    }

    /// Asks this hook too, after those before it.
    pub fn hook(mut self, hook: impl Hook) -> Self {
        self.hooks.add(hook);
        self
    }

    /// Asks before tools leave something behind.
    pub fn approval(mut self, gate: ApprovalGate) -> Self {
        self.approval = Some(gate);
        self
    }

    /// Records every call.
    pub fn audit(mut self, sink: impl AuditSink) -> Self {
        self.audit = Some(Box::new(sink));
        self
    }

    /// Puts a value under a key once per execution, for its calls to share; what the host puts there itself stays. The
    /// value must be safe to share between calls that run beside each other.
    pub fn share<T: Send + Sync + 'static>(
        mut self,
        key: Key<T>,
        make: impl Fn() -> T + Send + Sync + 'static,
    ) -> Self {
        self.shares.push(Share {
            name: key.name(),
            put: Box::new(move |cx| cx.put(&key, make())),
        });
        self
    }

    /// Lets no handler run longer. It shortens what a tool declares and never lengthens it.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// How strictly the schemas of tools are taken that are known only at run time.
    pub fn schema_mode(mut self, mode: SchemaMode) -> Self {
        self.schema_mode = mode;
        self
    }

    /// Lets calls run beside each other.
    pub fn concurrency(mut self, concurrency: Concurrency) -> Self {
        self.concurrency = concurrency;
        self
    }

    /// The executor.
    ///
    /// # Errors
    ///
    /// Two toolsets have a tool of one name.
    pub fn build(self) -> Result<Executor, DuplicateTool> {
        Ok(Executor {
            inner: Arc::new(Inner {
                registry: RwLock::new(Arc::new(self.registry?)),
                searches: self.searches,
                hooks: self.hooks,
                approval: self.approval,
                audit: self.audit,
                shares: self.shares,
                timeout: self.timeout,
                schema_mode: self.schema_mode,
                pool: Arc::new(Semaphore::new(self.concurrency.max())),
                concurrency: self.concurrency,
                lanes: Arc::new(Lanes::default()),
                closed: AtomicBool::new(false),
            }),
        })
    }
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Builder")
            .field("tools", &self.registry)
            .field("concurrency", &self.concurrency)
            .finish_non_exhaustive()
    }
}
