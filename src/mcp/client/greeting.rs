//! How a server is reached and greeted.
//!
//! The newest revision has no handshake: it is asked for first, and a server that says that it does not know it is greeted the
//! old way. Old servers do not always say so: some end over a first message that they do not know, some answer it with nothing
//! in particular. With those everything begins anew, the old way.

use std::process::Stdio;
use std::time::Duration;

use rmcp::model::{ProtocolVersion, SubscriptionFilter};
use rmcp::service::{ClientInitializeError, RunningService};
use rmcp::transport::{IntoTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt, Peer, RoleClient};
use tokio::process::Command;
use tokio::task::AbortHandle;

use super::connection::Listener;
use super::reach::{Launch, Reach};
use super::{ConnectError, ServerConfig};

/// A server that has been greeted.
pub(super) struct Running {
    service: RunningService<RoleClient, Listener>,
    /// Waits for changes of the list, where the revision has them on a stream of their own.
    changes: Option<AbortHandle>,
}

impl Running {
    fn new(service: RunningService<RoleClient, Listener>, listener: &Listener) -> Self {
        let peer = service.peer();
        let server = peer.peer_info();
        let modern = server
            .as_ref()
            .is_some_and(|server| server.protocol_version >= ProtocolVersion::NO_INITIALIZE);
        let tells = server.is_some_and(|server| {
            let tools = server.capabilities.tools.as_ref();
            tools.is_some_and(|tools| tools.list_changed == Some(true))
        });
        let changes = (modern && tells)
            .then(|| tokio::spawn(hear(peer.clone(), listener.clone())).abort_handle());
        Self { service, changes }
    }

    pub(super) fn is_there(&self) -> bool {
        !self.service.is_closed() && !self.service.peer().is_transport_closed()
    }

    pub(super) fn peer(&self) -> Peer<RoleClient> {
        self.service.peer().clone()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(changes) = &self.changes {
            changes.abort();
        }
    }
}

/// Listens to changes of the list of tools for as long as the server is there. A stream that ends is opened again, and what
/// changed meanwhile nobody told.
async fn hear(peer: Peer<RoleClient>, listener: Listener) {
    const PAUSE: Duration = Duration::from_secs(1);
    let mut again = false;
    while !peer.is_transport_closed() {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        match peer.listen(filter).await {
            Ok(mut stream) => {
                if again {
                    listener.changed();
                }
                while let Ok(Some(_)) = stream.next().await {
                    listener.changed();
                }
            }
            Err(error) => tracing::debug!(%error, "the list's changes are not told"),
        }
        again = true;
        tokio::time::sleep(PAUSE).await;
    }
}

/// Starts or calls a server, and greets it.
pub(super) async fn start(
    config: &ServerConfig,
    listener: &Listener,
) -> Result<Running, ConnectError> {
    match anew(config, listener, newest_first()).await {
        Err(ConnectError::Ended { .. } | ConnectError::Greeting { .. }) => {
            anew(config, listener, ClientLifecycleMode::Initialize).await
        }
        greeted => greeted,
    }
}

async fn anew(
    config: &ServerConfig,
    listener: &Listener,
    lifecycle: ClientLifecycleMode,
) -> Result<Running, ConnectError> {
    match &config.reach {
        Reach::Process(launch) => {
            greeted(config, listener, process(config, launch)?, lifecycle).await
        }
        #[cfg(feature = "mcp-http")]
        Reach::Address(address) => {
            let transport = super::http::transport(config, address)?;
            greeted(config, listener, transport, lifecycle).await
        }
        #[cfg(not(feature = "mcp-http"))]
        Reach::Address(_) => Err(ConnectError::NoHttp {
            server: config.name.clone(),
        }),
    }
}

fn newest_first() -> ClientLifecycleMode {
    ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        legacy_version: None,
    }
}

/// Greets whoever is at the other end.
pub(super) async fn over<T, E, A>(
    config: &ServerConfig,
    listener: &Listener,
    transport: T,
) -> Result<Running, ConnectError>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    greeted(config, listener, transport, newest_first()).await
}

async fn greeted<T, E, A>(
    config: &ServerConfig,
    listener: &Listener,
    transport: T,
    lifecycle: ClientLifecycleMode,
) -> Result<Running, ConnectError>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let server = config.name.clone();
    let greeting = listener.clone().serve_with_lifecycle(transport, lifecycle);
    match tokio::time::timeout(config.timeout, greeting).await {
        Ok(Ok(service)) => Ok(Running::new(service, listener)),
        Ok(Err(error)) => Err(refused(server, &config.reach, error)),
        Err(_) => Err(ConnectError::Silent {
            server,
            limit: config.timeout,
        }),
    }
}

/// Why there was no greeting.
fn refused(server: String, reach: &Reach, error: ClientInitializeError) -> ConnectError {
    match (error, reach) {
        (ClientInitializeError::LegacyFallbackFailed { fallback, .. }, _) => {
            refused(server, reach, *fallback)
        }
        (ClientInitializeError::ConnectionClosed(_), Reach::Process(_)) => {
            ConnectError::Ended { server }
        }
        // What was written to nobody.
        (ClientInitializeError::TransportError { .. }, Reach::Process(_)) => {
            ConnectError::Ended { server }
        }
        (ClientInitializeError::TransportError { error, .. }, Reach::Address(_)) => {
            ConnectError::Unreachable {
                server,
                error: error.error.to_string(),
            }
        }
        (error, _) => ConnectError::Greeting {
            server,
            error: error.to_string(),
        },
    }
}

/// A server's process. What it writes to its standard error goes to ours.
fn process(config: &ServerConfig, launch: &Launch) -> Result<TokioChildProcess, ConnectError> {
    let mut command = Command::new(&launch.command);
    command.args(&launch.arguments).envs(&launch.environment);
    if let Some(folder) = &launch.folder {
        command.current_dir(folder);
    }
    command.kill_on_drop(true);
    let started = TokioChildProcess::builder(command)
        .stderr(Stdio::inherit())
        .spawn();
    match started {
        Ok((process, _)) => Ok(process),
        Err(error) => Err(ConnectError::Start {
            server: config.name.clone(),
            error,
        }),
    }
}
