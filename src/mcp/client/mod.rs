//! A client: the tools of a server that other people wrote, as tools of ours.
//!
//! A server is not trusted. What it says of its tools' effects counts only where that is configured; its schemas are
//! passed on as they are and checked as the run-time gate does; one tool that makes no sense does not hide the others;
//! its errors reach the model in its own words.

mod answer;
mod call;
mod config;
mod config_error;
mod connection;
mod definition;
mod error;
mod expand;
mod greeting;
#[cfg(feature = "mcp-http")]
mod http;
mod list;
mod reach;

use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};

pub use config::{ServerConfig, parse_config, parse_config_with};
pub use config_error::{ConfigError, ConfigErrors};
use connection::Connection;
pub use error::ConnectError;
pub use reach::{Address, Launch, Reach};

use crate::tool::DynamicToolset;

/// A server that other people wrote, connected. Clones are the same connection.
///
/// ```no_run
/// use toolc::executor::Executor;
/// use toolc::mcp::{Client, parse_config};
///
/// # async fn connect() -> Result<(), Box<dyn std::error::Error>> {
/// let mut executor = Executor::builder();
/// for server in parse_config(&std::fs::read_to_string(".mcp.json")?)? {
///     executor = executor.tools(Client::start(server).await?.toolset().await?);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    config: Arc<ServerConfig>,
    connection: Arc<Connection>,
}

impl Client {
    /// Starts the server's process, or calls its address, and greets it. When it is gone at a later call, that is done again.
    ///
    /// # Errors
    ///
    /// The process does not start, nobody is at the address, or who is there does not speak MCP within the configured time.
    pub async fn start(config: ServerConfig) -> Result<Self, ConnectError> {
        let config = Arc::new(config);
        let connection = Arc::new(Connection::of_config(config.clone()));
        connection.peer().await?;
        Ok(Self { config, connection })
    }

    /// Greets a server that is there already: it reads JSON lines from `writer` and writes them to `reader`. What the
    /// configuration says of where it is does not count.
    ///
    /// # Errors
    ///
    /// It does not speak MCP within the configured time.
    pub async fn greet(
        config: ServerConfig,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<Self, ConnectError> {
        let config = Arc::new(config);
        let connection = Connection::of_streams(config.clone(), reader, writer).await?;
        Ok(Self {
            config,
            connection: Arc::new(connection),
        })
    }

    /// The name of the server.
    pub fn name(&self) -> &str {
        &self.config.name
    }

    /// The server's tools as they are now, all pages of them, under the names `mcp__SERVER__TOOL`.
    ///
    /// # Errors
    ///
    /// The server does not answer with a list.
    pub async fn toolset(&self) -> Result<DynamicToolset, ConnectError> {
        let listed = self.definitions().await?;
        let tools = definition::tools(&listed, &self.config);
        let (specs, names): (Vec<_>, _) = tools.into_iter().map(definition::Known::split).unzip();
        let (connection, names) = (self.connection.clone(), Arc::new(names));
        let run = move |call| call::run(connection.clone(), Arc::clone(&names), call);
        Ok(DynamicToolset::new(&self.config.name, specs, run))
    }

    /// The server's tools as it publishes them, all pages of them, nothing changed and nothing left out.
    ///
    /// # Errors
    ///
    /// The server does not answer with a list.
    pub async fn definitions(&self) -> Result<Vec<Value>, ConnectError> {
        // Also where nobody is there to list: who waits for the next change is not sent to ask again at once.
        self.connection.about_to_list();
        let peer = self.connection.peer().await?;
        self.connection.about_to_list();
        list::all(&peer, &self.config).await
    }

    /// Waits until the list of tools has changed since it was read last: the server says so, or is another process.
    pub async fn changed(&self) {
        self.connection.changed().await;
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("name", &self.config.name)
            .finish_non_exhaustive()
    }
}
