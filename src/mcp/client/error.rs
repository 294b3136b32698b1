//! Why a server is not there.

use std::fmt;
use std::io;
use std::time::Duration;

/// Why a server is not there. Each sentence names it.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConnectError {
    /// Its process does not start.
    Start {
        /// The server.
        server: String,
        /// Why.
        error: io::Error,
    },
    /// It does not greet back as the protocol says.
    Greeting {
        /// The server.
        server: String,
        /// What it did instead.
        error: String,
    },
    /// Its process ends instead of greeting back.
    Ended {
        /// The server.
        server: String,
    },
    /// It does not answer in time.
    Silent {
        /// The server.
        server: String,
        /// How long was waited.
        limit: Duration,
    },
    /// Nobody answers at its address, or not as HTTP does.
    Unreachable {
        /// The server.
        server: String,
        /// Why.
        error: String,
    },
    /// It cannot be called at its address, or with its headers.
    Address {
        /// The server.
        server: String,
        /// Why.
        error: String,
    },
    /// It is at an address, which takes the feature `mcp-http`.
    NoHttp {
        /// The server.
        server: String,
    },
    /// It does not tell its tools.
    List {
        /// The server.
        server: String,
        /// What it said.
        error: String,
    },
    /// It is gone, and is not ours to start again.
    Gone {
        /// The server.
        server: String,
    },
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { server, error } => {
                write!(f, "MCP server '{server}' does not start: {error}")
            }
            Self::Greeting { server, error } => {
                write!(f, "MCP server '{server}' does not speak MCP: {error}")
            }
            Self::Ended { server } => {
                write!(f, "MCP server '{server}' ended before it greeted back")
            }
            Self::Silent { server, limit } => {
                let limit = limit.as_millis();
                write!(f, "MCP server '{server}' did not answer within {limit} ms")
            }
            Self::Unreachable { server, error } => {
                write!(f, "MCP server '{server}' cannot be reached: {error}")
            }
            Self::Address { server, error } => {
                write!(f, "MCP server '{server}' cannot be called: {error}")
            }
            Self::NoHttp { server } => write!(
                f,
                "MCP server '{server}' is at an address, and this program was built without the feature `mcp-http`"
            ),
            Self::List { server, error } => {
                write!(f, "MCP server '{server}' does not list its tools: {error}")
            }
            Self::Gone { server } => write!(f, "MCP server '{server}' is gone"),
        }
    }
}

impl std::error::Error for ConnectError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Start { error, .. } => Some(error),
            _ => None,
        }
    }
}
