//! Whose turn it is in a session. MCP has no batches: a client sends calls whenever it likes, and rmcp starts them all.
//!
//! A tool that declares nothing runs alone in its session, in the order of arrival; those that are declared safe run
//! beside each other, as many as there is room for. Keys are the executor's business, which queues by them.

use std::sync::Arc;

use tokio::sync::{
    OwnedRwLockReadGuard, OwnedRwLockWriteGuard, OwnedSemaphorePermit, RwLock, Semaphore,
};

use crate::tool::{Concurrency, Interrupt, Spec};

/// The turns of a session. Both locks are fair: who came first goes first.
pub(super) struct Turns {
    alone: Arc<RwLock<()>>,
    room: Arc<Semaphore>,
}

/// A call's turn, for as long as it is held.
#[expect(dead_code, reason = "held, not read")]
pub(super) enum Turn {
    Alone(OwnedRwLockWriteGuard<()>),
    Beside(OwnedRwLockReadGuard<()>, Option<OwnedSemaphorePermit>),
}

impl Turns {
    pub(super) fn new(at_once: usize) -> Self {
        Self {
            alone: Arc::default(),
            room: Arc::new(Semaphore::new(at_once)),
        }
    }

    /// Waits for the turn of a call of this tool; a call of no tool at all is refused sooner or later and waits for
    /// nobody.
    pub(super) async fn of(&self, spec: Option<&Spec>) -> Option<Turn> {
        let spec = spec?;
        Some(match runs_beside_others(spec) {
            false => Turn::Alone(self.alone.clone().write_owned().await),
            true => {
                let beside = self.alone.clone().read_owned().await;
                // A semaphore of our own is never closed.
                Turn::Beside(beside, self.room.clone().acquire_owned().await.ok())
            }
        })
    }
}

/// As in a batch: declared safe, and not interrupted in a way that is tied to who runs it.
fn runs_beside_others(spec: &Spec) -> bool {
    !matches!(spec.concurrency, Concurrency::Sequential)
        && matches!(
            spec.interrupt,
            Interrupt::NonInterruptible | Interrupt::Cooperative
        )
}
