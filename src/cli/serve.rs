//! `toolc serve`: the tools, for every agent that speaks MCP.

#[cfg(feature = "mcp-http")]
use std::net::SocketAddr;
#[cfg(feature = "mcp-http")]
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use tokio::runtime::Runtime;

use super::Outcome;
use super::failure::Failure;
use super::host::Host;
use super::servers::Servers;
use super::terminal::Terminal;
use crate::executor::{Builder, Executor};
use crate::mcp::Server;
#[cfg(feature = "mcp-http")]
use crate::mcp::{Guard, Tokens};
use crate::tool::Toolset;

/// Serve the tools over MCP, on standard input and output or over HTTP.
///
/// Runs until the client closes its end, or until Ctrl-C.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Serve over streamable HTTP at this address and `/mcp`: `PORT` or `HOST:PORT`. Beyond this machine only with tokens.
    #[cfg(feature = "mcp-http")]
    #[arg(long, value_name = "ADDR", value_parser = address)]
    http: Option<SocketAddr>,
    /// A file with a bearer token on each line; over HTTP, clients have to bring one of them.
    #[cfg(feature = "mcp-http")]
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// Serve the tools of the MCP servers of this `.mcp.json` too, as `mcp__SERVER__TOOL`, under the same conditions.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    pub(super) host: Host,
}

impl Serve {
    pub(super) fn run(
        self,
        terminal: &Terminal,
        toolset: impl Toolset,
    ) -> Result<Outcome, Failure> {
        let runtime = Runtime::new().map_err(Failure::Runtime)?;
        let own = Arc::new(toolset);
        let servers = match &self.config {
            Some(file) => runtime.block_on(Servers::start(file))?,
            None => Servers::default(),
        };
        let builder = remembering(Executor::builder().tools(own.clone()));
        let builder = servers.toolsets().fold(builder, Builder::tools);
        let hosted = self.host.start_on(runtime, terminal, builder, |cx| cx)?;
        let server = Server::builder(hosted.executor.clone())
            .context(&hosted.cx)
            .build();
        let served = hosted.run(async |_, _| {
            tokio::select! {
                served = self.serve(&server, terminal) => served,
                never = servers.follow(own, &server) => match never {},
            }
        });
        served.map(|()| Outcome::Done)
    }

    #[cfg(feature = "mcp-http")]
    async fn serve(&self, server: &Server, terminal: &Terminal) -> Result<(), Failure> {
        let Some(address) = self.http else {
            return server.stdio().await.map_err(Failure::Serve);
        };
        let guard = match &self.token_file {
            Some(file) => Guard::Tokens(tokens(file)?),
            None => Guard::Loopback,
        };
        let listener = tokio::net::TcpListener::bind(address);
        let listener = listener
            .await
            .map_err(|error| Failure::Listen { address, error })?;
        // Port 0 is whichever was free.
        let address = listener.local_addr().unwrap_or(address);
        guard.admits(address).map_err(Failure::Serve)?;
        terminal.diagnose(&format!("serving MCP at http://{address}/mcp"));
        server.http(listener, guard).await.map_err(Failure::Serve)
    }

    #[cfg(not(feature = "mcp-http"))]
    async fn serve(&self, server: &Server, _terminal: &Terminal) -> Result<(), Failure> {
        server.stdio().await.map_err(Failure::Serve)
    }
}

/// What a session remembers it does not share with others.
#[cfg(feature = "builtin")]
fn remembering(executor: Builder) -> Builder {
    use crate::builtin::{STAMPS, Stamps};
    executor.share(STAMPS, Stamps::new)
}

#[cfg(not(feature = "builtin"))]
fn remembering(executor: Builder) -> Builder {
    executor
}

#[cfg(feature = "mcp-http")]
fn tokens(file: &Path) -> Result<Tokens, Failure> {
    let text = std::fs::read_to_string(file).map_err(Failure::unreadable(file))?;
    Tokens::parse(&text).map_err(|error| Failure::Tokens {
        path: file.to_owned(),
        error,
    })
}

/// An address; of a port alone, the one on this machine.
#[cfg(feature = "mcp-http")]
fn address(text: &str) -> Result<SocketAddr, String> {
    use std::net::{Ipv4Addr, ToSocketAddrs};

    if let Ok(port) = text.trim_start_matches(':').parse::<u16>() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    let mut found = text.to_socket_addrs().map_err(|error| error.to_string())?;
    found.next().ok_or_else(|| "no such host".into())
}
