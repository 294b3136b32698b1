//! From "the model asked for these calls" to one result for each: lookup, permission, checks, the handler, and whatever
//! goes wrong on the way. It knows tools only as toolsets; what they do is theirs.
//!
//! `pipeline` has one call's journey, step by step; `batch` has the calls of a turn.

// What is called.
mod call;
mod registry;

// Around a call.
mod approval;
mod audit;
mod hook;
mod hooks;
mod refused;
mod schema_mode;
mod trace;

// One call.
mod arrival;
mod drive;
mod pipeline;
pub(crate) mod race;

// Many.
mod batch;
mod concurrency;
mod lanes;
mod pool;

// A run.
mod builder;
mod empty_offer;
mod execution;
mod offer;
mod search;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::Semaphore;

pub use approval::{Answer, ApprovalGate, Approver, Question};
pub use audit::{AuditRecord, AuditSink, JsonLines};
pub use batch::Listener;
pub use builder::Builder;
pub use call::ToolCall;
pub use concurrency::{Concurrency, ConcurrencyError, Schedule};
pub use empty_offer::{Cause, EmptyOffer};
pub use hook::{Hook, HookCall, HookError, PreTool, Verdict};
pub use offer::Offered;
#[cfg(feature = "mcp")]
pub(crate) use race::caught;
#[cfg(feature = "cli")]
pub(crate) use registry::described;
pub use registry::{DuplicateTool, Entry, Registry};
pub use schema_mode::SchemaMode;
pub use search::ToolSearch;

use crate::tool::{Context, ToolResult};

/// Runs calls. Clones share everything: tools, hooks, room for calls that run beside others.
///
/// ```
/// use toolc::executor::{Executor, ToolCall};
/// use toolc::tool::Context;
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// # runtime.block_on(async {
/// let executor = Executor::builder().build()?;
/// let result = executor.run(ToolCall::new("Read", "{}"), &Context::empty()).await;
/// assert!(result.is_error());
/// # Ok::<(), toolc::executor::DuplicateTool>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct Executor {
    inner: Arc<Inner>,
}

struct Inner {
    registry: RwLock<Arc<Registry>>,
    /// Does `ToolSearch` find deferred tools?
    searches: bool,
    hooks: hooks::Hooks,
    approval: Option<approval::ApprovalGate>,
    audit: Option<Box<dyn AuditSink>>,
    shares: Vec<execution::Share>,
    timeout: Option<Duration>,
    schema_mode: SchemaMode,
    concurrency: Concurrency,
    pool: Arc<Semaphore>,
    lanes: Arc<lanes::Lanes>,
    closed: AtomicBool,
}

impl Executor {
    /// Starts without tools.
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// The tools as they are now.
    pub fn registry(&self) -> Arc<Registry> {
        let registry = self.inner.registry.read();
        registry.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Has other tools from now on. Calls that are on their way keep the tools that they started with.
    pub fn replace(&self, registry: Registry) {
        let registry = Arc::new(registry);
        let current = self.inner.registry.write();
        *current.unwrap_or_else(PoisonError::into_inner) = registry;
    }

    /// Runs one call. It never fails and never panics: whatever goes wrong is the result.
    pub async fn run(&self, call: ToolCall, cx: &Context) -> ToolResult {
        let (registry, cx) = (self.registry(), self.begun(cx));
        let arrival = arrival::Arrival::new(&self.inner, &registry, call, &cx, None);
        pipeline::journey(&self.inner, &registry, arrival).await
    }
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executor")
            .field("tools", &self.registry())
            .finish_non_exhaustive()
    }
}
