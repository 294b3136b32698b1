//! Room for calls that run beside others: one pool for all runs of an executor.
//!
//! A call that waits holds no room. A call that makes calls itself (an agent that was started by a tool) hands its own
//! room to one of them at a time, so that a pool that is full of such calls still goes on.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use super::race::{First, race};
use crate::tool::{Context, ContextBuilder, Key};

/// The room of the call that a context belongs to, to be lent to calls that it makes.
const LENT: Key<Slot> = Key::new("toolc.pool");

/// Where a call finds room.
#[derive(Clone)]
pub(super) struct Slot {
    pool: Arc<Semaphore>,
    /// The room of the call that makes this one.
    caller: Option<Arc<Lender>>,
    /// The call's own, for the calls that it makes.
    own: Arc<Lender>,
    depth: usize,
}

/// Room that can be lent, to one call at a time, while the call runs that it belongs to.
#[derive(Default)]
struct Lender {
    lent: Arc<tokio::sync::Mutex<()>>,
    room: Mutex<Weak<Room>>,
}

/// Room for one call; given back when nobody has it any more, the call it was lent to included.
pub(super) enum Room {
    Own {
        _permit: Option<OwnedSemaphorePermit>,
    },
    Lent {
        _of: Arc<Self>,
        _turn: OwnedMutexGuard<()>,
    },
}

impl Slot {
    /// A place for a call that is made in this context.
    pub(super) fn new(pool: &Arc<Semaphore>, cx: &Context) -> Self {
        let caller = caller(pool, cx);
        Self {
            pool: pool.clone(),
            caller: caller.map(|slot| slot.own.clone()),
            own: Arc::default(),
            depth: depth(pool, cx),
        }
    }

    /// Lets the calls that this one makes find its room.
    pub(super) fn published(&self, cx: ContextBuilder) -> ContextBuilder {
        cx.put(&LENT, self.clone())
    }

    /// Waits for room: in the pool, or lent by the call that makes this one.
    pub(super) async fn room(&self) -> Arc<Room> {
        let free = self.pool.clone().acquire_owned();
        let room = match &self.caller {
            None => free.await.into(),
            Some(caller) => match race(free, caller.lend()).await {
                First::Left(permit) => permit.into(),
                First::Right(lent) => lent,
            },
        };
        let room = Arc::new(room);
        let mut own = self.own.room.lock().unwrap_or_else(PoisonError::into_inner);
        *own = Arc::downgrade(&room);
        drop(own);
        room
    }
}

/// How many calls that have room a call in this context is made by, one through the other.
pub(super) fn depth(pool: &Arc<Semaphore>, cx: &Context) -> usize {
    caller(pool, cx).map_or(0, |slot| slot.depth + 1)
}

fn caller<'a>(pool: &Arc<Semaphore>, cx: &'a Context) -> Option<&'a Slot> {
    cx.get(&LENT).filter(|slot| Arc::ptr_eq(&slot.pool, pool))
}

impl Lender {
    /// Waits until the room can be lent; for ever, when the call is over that it belonged to.
    async fn lend(&self) -> Room {
        let turn = self.lent.clone().lock_owned().await;
        let room = self
            .room
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .upgrade();
        match room {
            Some(of) => Room::Lent {
                _of: of,
                _turn: turn,
            },
            None => std::future::pending().await,
        }
    }
}

impl<E> From<Result<OwnedSemaphorePermit, E>> for Room {
    fn from(permit: Result<OwnedSemaphorePermit, E>) -> Self {
        // The pool is never closed; should it be, a call still runs.
        Self::Own {
            _permit: permit.ok(),
        }
    }
}
