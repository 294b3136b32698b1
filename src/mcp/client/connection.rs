//! The connection to a server: greeted once, greeted again when the process has gone.

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, ProgressNotificationParam, ProgressToken,
};
use rmcp::service::{ClientInitializeError, NotificationContext, RunningService};
use rmcp::transport::{IntoTransport, TokioChildProcess};
use rmcp::{ClientHandler, Peer, RoleClient, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::process::Command;
use tokio::sync::{Mutex as AsyncMutex, watch};

use super::{ConnectError, ServerConfig};
use crate::tool::Context;

/// The connection to a server.
pub(super) struct Connection {
    pub(super) config: Arc<ServerConfig>,
    running: AsyncMutex<Option<RunningService<RoleClient, Listener>>>,
    origin: Origin,
    listener: Listener,
    /// How many changes there had been when the list was read last.
    seen: AtomicU64,
}

/// Who started the server.
enum Origin {
    Ours,
    Theirs,
}

/// What a server says without being asked.
#[derive(Clone)]
pub(super) struct Listener {
    changes: watch::Sender<u64>,
    calls: Arc<Mutex<HashMap<ProgressToken, Context>>>,
}

impl Connection {
    /// To a process that is started when it is needed.
    pub(super) fn of_child(config: Arc<ServerConfig>) -> Self {
        Self {
            config,
            running: AsyncMutex::new(None),
            origin: Origin::Ours,
            listener: Listener::new(),
            seen: AtomicU64::new(0),
        }
    }

    /// To a server that is there already.
    pub(super) async fn of_streams(
        config: Arc<ServerConfig>,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<Self, ConnectError> {
        let listener = Listener::new();
        let running = greeted(&config, &listener, (reader, writer)).await?;
        Ok(Self {
            config,
            running: AsyncMutex::new(Some(running)),
            origin: Origin::Theirs,
            listener,
            seen: AtomicU64::new(0),
        })
    }

    /// Whom to ask. A process that has gone is started again; what was asked of it before is not asked again.
    pub(super) async fn peer(&self) -> Result<Peer<RoleClient>, ConnectError> {
        let mut running = self.running.lock().await;
        if let Some(service) = &*running
            && !service.is_closed()
            && !service.peer().is_transport_closed()
        {
            return Ok(service.peer().clone());
        }
        if matches!(self.origin, Origin::Theirs) {
            return Err(ConnectError::Gone {
                server: self.config.name.clone(),
            });
        }
        let again = running.take().is_some();
        let process = process(&self.config)?;
        let service = greeted(&self.config, &self.listener, process).await?;
        let peer = service.peer().clone();
        *running = Some(service);
        if again {
            tracing::warn!(server = self.config.name, "the server was started again");
            self.listener.changed();
        }
        Ok(peer)
    }

    /// The list of tools is about to be read; changes up to now will be in it.
    pub(super) fn about_to_list(&self) {
        let changes = *self.listener.changes.borrow();
        self.seen.store(changes, Ordering::Release);
    }

    /// Waits for a change of the list of tools since it was read last.
    pub(super) async fn changed(&self) {
        let mut changes = self.listener.changes.subscribe();
        let news = |count: &u64| *count != self.seen.load(Ordering::Acquire);
        // The sender lives as long as the connection.
        let _alive = changes.wait_for(news).await;
    }

    /// Passes a call's progress to its surroundings, until what is returned is dropped.
    pub(super) fn listen(&self, token: ProgressToken, cx: &Context) -> Listening {
        self.listener.calls().insert(token.clone(), cx.clone());
        Listening {
            listener: self.listener.clone(),
            token,
        }
    }
}

/// A call whose progress is passed on.
pub(super) struct Listening {
    listener: Listener,
    token: ProgressToken,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.listener.calls().remove(&self.token);
    }
}

impl Listener {
    fn new() -> Self {
        Self {
            changes: watch::Sender::new(0),
            calls: Arc::default(),
        }
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    fn calls(&self) -> MutexGuard<'_, HashMap<ProgressToken, Context>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientHandler for Listener {
    fn get_info(&self) -> ClientConfig {
        let implementation = Implementation::new("toolc", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), implementation)
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.changed();
    }

    async fn on_progress(
        &self,
        step: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        let cx = self.calls().get(&step.progress_token).cloned();
        if let Some(cx) = cx {
            let total = step.total.map(whole);
            cx.progress(
                whole(step.progress),
                total,
                step.message.unwrap_or_default(),
            );
        }
    }
}

/// A float that does not fit becomes the nearest that does.
fn whole(number: f64) -> u64 {
    number as u64
}

/// A server's process. What it writes to its standard error goes to ours.
fn process(config: &ServerConfig) -> Result<TokioChildProcess, ConnectError> {
    let launch = &config.launch;
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

async fn greeted<T, E, A>(
    config: &ServerConfig,
    listener: &Listener,
    transport: T,
) -> Result<RunningService<RoleClient, Listener>, ConnectError>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let greeting = listener.clone().serve(transport);
    match tokio::time::timeout(config.timeout, greeting).await {
        Ok(Ok(running)) => Ok(running),
        Ok(Err(ClientInitializeError::ConnectionClosed(_))) => Err(ConnectError::Ended {
            server: config.name.clone(),
        }),
        Ok(Err(error)) => Err(ConnectError::Greeting {
            server: config.name.clone(),
            error: error.to_string(),
        }),
        Err(_) => Err(ConnectError::Silent {
            server: config.name.clone(),
            limit: config.timeout,
        }),
    }
}
