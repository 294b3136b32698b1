//! The Model Context Protocol, both ways: our tools for every agent that speaks it ([`Server`]), and the tools of servers
//! that other people wrote as tools of ours ([`Client`]).
//!
//! This is the one place that knows rmcp. Whether a call may run, how it runs and what it comes to is the executor's
//! business, here as everywhere; this module only translates.
//!
//! # A server for one's own tools
//!
//! ```no_run
//! # use toolc::executor::Executor;
//! # use toolc::tool::{Context, Toolset};
//! async fn serve(tools: impl Toolset) -> Result<(), Box<dyn std::error::Error>> {
//!     let executor = Executor::builder().tools(tools).build()?;
//!     toolc::mcp::serve_stdio(executor, &Context::builder().cwd(std::env::current_dir()?).build()).await?;
//!     Ok(())
//! }
//! ```

mod client;
mod server;

pub use client::{
    Address, Client, ConfigError, ConfigErrors, ConnectError, Launch, Reach, ServerConfig,
    parse_config, parse_config_with,
};
#[cfg(feature = "mcp-http")]
pub use server::{Guard, NoToken, Tokens};
pub use server::{ServeError, Server, ServerBuilder, serve_stdio};
