//! From "the model asked for these calls" to one result for each: lookup, checks, the handler, and whatever goes wrong
//! on the way. It knows tools only as toolsets; what they do is theirs.

mod call;
mod drive;
mod pipeline;
mod race;
mod refused;
mod registry;

use std::sync::{Arc, PoisonError, RwLock};

pub use call::ToolCall;
pub use registry::{DuplicateTool, Entry, Registry};

use crate::tool::{Context, ToolResult, Toolset};

/// Runs calls. Clones share everything.
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
}

impl Executor {
    /// Starts without tools.
    pub fn builder() -> Builder {
        Builder {
            registry: Ok(Registry::new()),
        }
    }

    /// The tools as they are now.
    pub fn registry(&self) -> Arc<Registry> {
        let registry = self.inner.registry.read();
        registry.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Has other tools from now on. Calls that are on their way keep the tools that they started with.
    pub fn replace(&self, registry: Registry) {
        let mut current = self
            .inner
            .registry
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *current = Arc::new(registry);
    }

    /// Runs one call. It never fails and never panics: whatever goes wrong is the result.
    pub async fn run(&self, call: ToolCall, cx: &Context) -> ToolResult {
        pipeline::journey(&self.registry(), call, cx).await
    }

    /// Runs the calls of one turn of a model. There is one result for each, in the order of the calls.
    pub async fn batch(&self, calls: Vec<ToolCall>, cx: &Context) -> Vec<ToolResult> {
        let registry = self.registry();
        let mut results = Vec::with_capacity(calls.len());
        for call in calls {
            results.push(pipeline::journey(&registry, call, cx).await);
        }
        results
    }
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executor")
            .field("tools", &self.registry())
            .finish_non_exhaustive()
    }
}

/// Makes an [`Executor`].
#[derive(Debug)]
#[must_use]
pub struct Builder {
    registry: Result<Registry, DuplicateTool>,
}

impl Builder {
    /// With these tools too.
    pub fn tools(mut self, tools: impl Toolset) -> Self {
        self.registry = self.registry.and_then(|registry| registry.with(tools));
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
            }),
        })
    }
}
