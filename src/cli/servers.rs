//! The servers of a `.mcp.json`, beside the program's own tools.

use std::convert::Infallible;
use std::future::pending;
use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::failure::Failure;
use crate::executor::{DuplicateTool, Registry};
use crate::mcp::{Client, ConnectError, Server, ServerConfig, parse_config};
use crate::tool::{DynamicToolset, Toolset};

/// Servers that are connected, in the order of their file, each with the tools that it told last.
#[derive(Default)]
pub(super) struct Servers {
    connected: Vec<(Client, Arc<DynamicToolset>)>,
}

impl Servers {
    /// Starts all of them beside each other, since some take long, and asks for their tools.
    pub(super) async fn start(file: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(file).map_err(Failure::unreadable(file))?;
        let configs = parse_config(&text).map_err(|mistakes| Failure::Servers {
            path: file.to_owned(),
            mistakes,
        })?;
        let starting: Vec<_> = configs
            .into_iter()
            .map(|config| tokio::spawn(connect(config)))
            .collect();
        let (mut connected, mut failed) = (Vec::new(), Vec::new());
        for server in starting {
            match server.await.map_err(io::Error::from) {
                Ok(Ok(server)) => connected.push(server),
                Ok(Err(error)) => failed.push(error),
                Err(error) => return Err(Failure::Runtime(error)),
            }
        }
        match failed.is_empty() {
            true => Ok(Self { connected }),
            false => Err(Failure::Connect(failed)),
        }
    }

    /// Their tools, as they were told last.
    pub(super) fn toolsets(&self) -> impl Iterator<Item = Arc<DynamicToolset>> {
        self.connected.iter().map(|(_, tools)| tools.clone())
    }

    /// Serves the new list whenever one of theirs changes, for ever. A list that cannot be had leaves that server's old one,
    /// and the other servers alone.
    pub(super) async fn follow(mut self, own: Arc<impl Toolset>, server: &Server) -> Infallible {
        let (tell, mut told) = mpsc::channel(1);
        let mut watching = JoinSet::new();
        for (at, (client, _)) in self.connected.iter().enumerate() {
            watching.spawn(watch(at, client.clone(), tell.clone()));
        }
        drop(tell);
        while let Some((at, tools)) = told.recv().await {
            if let Some((_, known)) = self.connected.get_mut(at) {
                *known = Arc::new(tools);
            }
            match self.beside(own.clone()) {
                Ok(registry) => server.replace(registry),
                Err(duplicate) => tracing::warn!(%duplicate, "the list of tools stays as it was"),
            }
        }
        pending().await
    }

    /// Their tools after the program's own.
    fn beside(&self, own: Arc<impl Toolset>) -> Result<Registry, DuplicateTool> {
        let own = Registry::new().with(own)?;
        self.toolsets().try_fold(own, Registry::with)
    }
}

async fn connect(config: ServerConfig) -> Result<(Client, Arc<DynamicToolset>), ConnectError> {
    let client = Client::start(config).await?;
    let tools = client.toolset().await?;
    Ok((client, Arc::new(tools)))
}

/// Tells a server's tools whenever they change.
async fn watch(at: usize, client: Client, tell: mpsc::Sender<(usize, DynamicToolset)>) {
    loop {
        client.changed().await;
        match client.toolset().await {
            Ok(tools) => {
                if tell.send((at, tools)).await.is_err() {
                    return;
                }
            }
            Err(error) => tracing::warn!(%error, "the server's tools stay as they were"),
        }
    }
}
