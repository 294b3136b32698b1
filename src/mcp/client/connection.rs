//! The connection to a server: greeted once, greeted again when the server has gone.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, ProgressNotificationParam, ProgressToken,
};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, Peer, RoleClient};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Mutex as AsyncMutex, watch};

use super::greeting::{self, Running};
use super::{ConnectError, ServerConfig};
use crate::tool::Context;

/// The connection to a server.
pub(super) struct Connection {
    pub(super) config: Arc<ServerConfig>,
    server: AsyncMutex<Greeted>,
    origin: Origin,
    listener: Listener,
    /// How many changes there had been when the list was read last.
    seen: AtomicU64,
}

/// The server as it was greeted last.
#[derive(Default)]
struct Greeted {
    running: Option<Running>,
    /// Also when it could not be started again since.
    before: bool,
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
    /// To a server that is started or called when it is needed.
    pub(super) fn of_config(config: Arc<ServerConfig>) -> Self {
        Self {
            config,
            server: AsyncMutex::default(),
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
        let running = greeting::over(&config, &listener, (reader, writer)).await?;
        Ok(Self {
            config,
            server: AsyncMutex::new(Greeted {
                running: Some(running),
                before: true,
            }),
            origin: Origin::Theirs,
            listener,
            seen: AtomicU64::new(0),
        })
    }

    /// Whom to ask. A server that has gone is started or called again; what was asked of it before is not asked again.
    pub(super) async fn peer(&self) -> Result<Peer<RoleClient>, ConnectError> {
        let mut server = self.server.lock().await;
        if let Some(running) = &server.running
            && running.is_there()
        {
            return Ok(running.peer());
        }
        if matches!(self.origin, Origin::Theirs) {
            return Err(ConnectError::Gone {
                server: self.config.name.clone(),
            });
        }
        server.running = None;
        let now = greeting::start(&self.config, &self.listener).await?;
        let peer = now.peer();
        server.running = Some(now);
        if std::mem::replace(&mut server.before, true) {
            tracing::warn!(server = self.config.name, "the server was greeted again");
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

    pub(super) fn changed(&self) {
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
