//! The servers of a `.mcp.json`, beside the program's own tools.

use std::convert::Infallible;
use std::future::pending;
use std::path::Path;
use std::sync::Arc;

use tokio::task::JoinSet;

use super::failure::Failure;
use crate::executor::Registry;
use crate::mcp::{Client, Server, parse_config};
use crate::tool::{DynamicToolset, Toolset};

/// Servers that are connected, in the order of their file.
#[derive(Debug, Default)]
pub(super) struct Servers {
    clients: Vec<Client>,
}

impl Servers {
    /// Starts all of them, and asks for their tools.
    pub(super) async fn start(file: &Path) -> Result<(Self, Vec<DynamicToolset>), Failure> {
        let text = std::fs::read_to_string(file).map_err(Failure::unreadable(file))?;
        let configs = parse_config(&text).map_err(|error| Failure::Servers {
            path: file.to_owned(),
            error,
        })?;
        let mut clients = Vec::new();
        for config in configs {
            clients.push(Client::start(config).await.map_err(Failure::Connect)?);
        }
        let servers = Self { clients };
        let toolsets = servers.toolsets().await?;
        Ok((servers, toolsets))
    }

    async fn toolsets(&self) -> Result<Vec<DynamicToolset>, Failure> {
        let mut toolsets = Vec::new();
        for client in &self.clients {
            toolsets.push(client.toolset().await.map_err(Failure::Connect)?);
        }
        Ok(toolsets)
    }

    /// Their tools as they are now, after the program's own.
    async fn beside(&self, own: Arc<impl Toolset>) -> Result<Registry, Failure> {
        let own = Registry::new().with(own).map_err(Failure::Tools)?;
        let mut toolsets = self.toolsets().await?.into_iter();
        toolsets
            .try_fold(own, Registry::with)
            .map_err(Failure::Tools)
    }

    /// Serves the new list whenever one of theirs changes, for ever. A list that cannot be had leaves the old one.
    pub(super) async fn follow(&self, own: Arc<impl Toolset>, server: &Server) -> Infallible {
        loop {
            let mut changes = JoinSet::new();
            for client in self.clients.clone() {
                changes.spawn(async move { client.changed().await });
            }
            if changes.join_next().await.is_none() {
                return pending().await;
            }
            match self.beside(own.clone()).await {
                Ok(registry) => server.replace(registry),
                Err(failure) => tracing::warn!(%failure, "the list of tools stays as it was"),
            }
        }
    }
}
