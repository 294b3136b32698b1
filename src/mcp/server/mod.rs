//! A server: an executor's tools, offered and called over MCP.
//!
//! `definition` and `offer` say what is listed, `session` and `turn` run a call, `answer` says what it came to; `handler`
//! is rmcp's door to them. `stdio` and `http` are the ways in.

mod answer;
mod definition;
mod error;
mod handler;
#[cfg(feature = "mcp-http")]
mod http;
mod offer;
mod progress;
mod session;
mod stdio;
#[cfg(feature = "mcp-http")]
mod token;
mod turn;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use tokio::sync::watch;

use crate::executor::{Executor, Registry};
use crate::tool::{Context, Invoker};
pub use error::ServeError;
#[cfg(feature = "mcp-http")]
pub use http::Guard;
use offer::Offer;
pub use stdio::serve_stdio;
#[cfg(feature = "mcp-http")]
pub use token::{NoToken, Tokens};

/// An executor's tools, ready to be served. Clones are the same server.
///
/// The offer and every call follow the context that it is made with: its allow-list, its ceiling, its working directory.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
}

/// What all sessions of a server share.
struct Shared {
    executor: Executor,
    cx: Context,
    config: ServerConfig,
    offer: Offer,
    /// Counts the changes of the list of tools.
    changes: watch::Sender<u64>,
    at_once: usize,
}

impl Server {
    /// Starts with an executor.
    pub fn builder(executor: Executor) -> ServerBuilder {
        ServerBuilder {
            executor,
            cx: Context::empty(),
            implementation: Implementation::new("toolc", env!("CARGO_PKG_VERSION")),
            instructions: None,
            page: ServerBuilder::PAGE,
            fresh_for: ServerBuilder::FRESH_FOR,
            at_once: ServerBuilder::AT_ONCE,
        }
    }

    /// Has other tools from now on, and tells every client that listens.
    pub fn replace(&self, registry: Registry) {
        self.shared.executor.replace(registry);
        self.changed();
    }

    /// Tells every client that listens that there is something new in the list of tools.
    pub fn changed(&self) {
        self.shared.changes.send_modify(|count| *count += 1);
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("executor", &self.shared.executor)
            .finish_non_exhaustive()
    }
}

/// Makes a [`Server`].
#[derive(Debug)]
#[must_use]
pub struct ServerBuilder {
    executor: Executor,
    cx: Context,
    implementation: Implementation,
    instructions: Option<String>,
    page: usize,
    fresh_for: Duration,
    at_once: usize,
}

impl ServerBuilder {
    /// Tools on one page of the list. Many clients read the first page only, so it is a large one.
    const PAGE: usize = 1000;
    /// How long a client may keep the list; it is told of changes all the same.
    const FRESH_FOR: Duration = Duration::from_secs(60);
    /// Calls of one session that run at the same time.
    const AT_ONCE: usize = 8;

    /// Sets what calls act in: the allow-list, the ceiling, the working directory.
    pub fn context(mut self, cx: &Context) -> Self {
        self.cx = cx.clone();
        self
    }

    /// Sets what clients are told of who serves.
    pub fn named(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.implementation = Implementation::new(name, version);
        self
    }

    /// Sets what a client may tell its model of the server as a whole.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Sets how many tools stand on one page of the list, at least one.
    pub fn page(mut self, tools: usize) -> Self {
        self.page = tools.max(1);
        self
    }

    /// Sets how long a client may keep the list.
    pub fn fresh_for(mut self, time: Duration) -> Self {
        self.fresh_for = time;
        self
    }

    /// Sets how many calls of one session run at the same time, at least one.
    pub fn at_once(mut self, calls: usize) -> Self {
        self.at_once = calls.max(1);
        self
    }

    /// The server.
    pub fn build(self) -> Server {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        let mut config = ServerConfig::new(capabilities).with_server_info(self.implementation);
        if let Some(text) = self.instructions {
            config = config.with_instructions(text);
        }
        Server {
            shared: Arc::new(Shared {
                cx: self.cx.to_builder().invoker(Invoker::Client).build(),
                executor: self.executor,
                config,
                offer: Offer::new(self.page, self.fresh_for),
                changes: watch::Sender::new(0),
                at_once: self.at_once,
            }),
        }
    }
}
