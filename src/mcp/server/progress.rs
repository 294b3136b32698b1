//! How far a call has come, told to the client that asked for it.

use std::convert::Infallible;
use std::future::pending;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::{Peer, RoleServer};
use tokio::sync::mpsc;

use crate::tool::Progress;

/// How many steps may wait to be sent; what a tool reports beyond that is left out, since later ones say more.
const WAITING: usize = 64;

/// Passes progress on, in order, and only where it rises: anything else the protocol forbids.
pub(super) struct Reporter {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    steps: mpsc::Receiver<Progress>,
    last: Option<u64>,
}

impl Reporter {
    /// A reporter, and where a call puts its steps.
    pub(super) fn new(
        peer: Peer<RoleServer>,
        token: ProgressToken,
    ) -> (Self, mpsc::Sender<Progress>) {
        let (sender, steps) = mpsc::channel(WAITING);
        let reporter = Self {
            peer,
            token,
            steps,
            last: None,
        };
        (reporter, sender)
    }

    /// Passes on what comes, for ever.
    pub(super) async fn run(&mut self) -> Infallible {
        while let Some(step) = self.steps.recv().await {
            self.send(step).await;
        }
        pending().await
    }

    /// Passes on what is left. The answer ends a call's progress, so this goes before it.
    pub(super) async fn finish(mut self) {
        while let Ok(step) = self.steps.try_recv() {
            self.send(step).await;
        }
    }

    async fn send(&mut self, step: Progress) {
        if self.last.is_some_and(|last| step.done <= last) {
            return;
        }
        self.last = Some(step.done);
        let mut param = ProgressNotificationParam::new(self.token.clone(), number(step.done));
        param.total = step.total.map(number);
        param.message = (!step.message.is_empty()).then_some(step.message);
        if let Err(error) = self.peer.notify_progress(param).await {
            tracing::debug!(%error, "nobody is told how far the call has come");
        }
    }
}

fn number(count: u64) -> f64 {
    count as f64
}
