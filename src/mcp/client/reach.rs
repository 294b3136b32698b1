//! Where a server is: a process to start, or an address to call.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// Where a server is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reach {
    /// It is started when it is needed.
    Process(Launch),
    /// It is there already, and speaks streamable HTTP (feature `mcp-http`).
    Address(Address),
}

/// A process to start. It is started as it stands here, without a shell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Launch {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Environment variables, beside those of this process.
    pub environment: BTreeMap<String, String>,
    /// The folder that it starts in, instead of this process's.
    pub folder: Option<PathBuf>,
}

/// An address to call.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Address {
    /// `http://…` or `https://…`.
    pub url: String,
    /// Headers of every request, such as `Authorization`.
    pub headers: BTreeMap<String, String>,
}

impl From<Launch> for Reach {
    fn from(launch: Launch) -> Self {
        Self::Process(launch)
    }
}

impl From<Address> for Reach {
    fn from(address: Address) -> Self {
        Self::Address(address)
    }
}

/// What headers say is often secret.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.keys().collect();
        f.debug_struct("Address")
            .field("url", &self.url)
            .field("headers", &names)
            .finish()
    }
}
