//! Room for calls that run beside others: one pool for all runs of an executor.
//!
//! A call that waits holds no room. A call that makes calls itself (an agent that was started by a tool) hands its own
//! room to one of them at a time, so that a pool that is full of such calls still goes on.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use super::race::{First, race};
use crate::tool::{Context, ContextBuilder, Key};

/// The room of the call that a context belongs to, to be lent to calls that it makes.
const LENT: Key<Slot> = Key::new("toolc.pool");

/// Where a call finds room.
#[derive(Clone)]
pub(super) struct Slot {
    pool: Arc<Semaphore>,
    /// The room of the call that made this one.
    parent: Option<Arc<Mutex<()>>>,
    /// The call's own, for the calls that it makes.
    own: Arc<Mutex<()>>,
}

/// Room for one call; given back when it is dropped.
pub(super) enum Permit {
    Own {
        _permit: OwnedSemaphorePermit,
    },
    Lent {
        _guard: OwnedMutexGuard<()>,
    },
    /// The pool is never closed; should it be, a call still runs.
    Free,
}

impl Slot {
    /// A place for a call that is made in this context.
    pub(super) fn new(pool: &Arc<Semaphore>, cx: &Context) -> Self {
        let lender = cx.get(&LENT).filter(|slot| Arc::ptr_eq(&slot.pool, pool));
        Self {
            pool: pool.clone(),
            parent: lender.map(|slot| slot.own.clone()),
            own: Arc::default(),
        }
    }

    /// Lets the calls that this one makes find its room.
    pub(super) fn published(&self, cx: ContextBuilder) -> ContextBuilder {
        cx.put(&LENT, self.clone())
    }

    /// Waits for room.
    pub(super) async fn permit(&self) -> Permit {
        let free = self.pool.clone().acquire_owned();
        let permit = match &self.parent {
            None => free.await,
            Some(parent) => match race(free, parent.clone().lock_owned()).await {
                First::Left(permit) => permit,
                First::Right(guard) => return Permit::Lent { _guard: guard },
            },
        };
        match permit {
            Ok(permit) => Permit::Own { _permit: permit },
            Err(_) => Permit::Free,
        }
    }
}
