//! Keyed concurrency: writers of one key one after the other in the order of their calls, readers together, different
//! keys side by side.
//!
//! A call queues at all its keys at once, under one lock. All queues therefore agree on who came first, so nobody can wait
//! in a circle.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The queues of an executor.
#[derive(Default)]
pub(super) struct Lanes {
    queues: Mutex<Queues>,
}

#[derive(Default)]
struct Queues {
    by_key: HashMap<Arc<str>, VecDeque<Place>>,
    next: u64,
}

/// One call's place in one queue.
struct Place {
    ticket: u64,
    way: Way,
    called: Arc<Notify>,
}

/// How a call uses its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Alone.
    Exclusive,
    /// Beside others that share.
    Shared,
}

/// A call's place in the queues of its keys. Dropping it leaves them.
pub(super) struct Ticket {
    lanes: Arc<Lanes>,
    id: u64,
    keys: Vec<Arc<str>>,
    called: Arc<Notify>,
    held: Held,
}

/// The keys that a call holds while it runs, and those of the calls that it is made by: what a call makes itself must not
/// wait for it.
#[derive(Clone, Default)]
pub(super) struct Held {
    own: Arc<Mutex<Vec<Arc<str>>>>,
    caller: Option<Arc<Self>>,
}

impl Held {
    /// Nothing yet, below the call that makes this one.
    pub(super) fn below(caller: Option<&Self>) -> Self {
        Self {
            own: Arc::default(),
            caller: caller.cloned().map(Arc::new),
        }
    }

    fn by_callers(&self, key: &Arc<str>) -> bool {
        let mut caller = self.caller.as_ref();
        while let Some(held) = caller {
            if held.keys().contains(key) {
                return true;
            }
            caller = held.caller.as_ref();
        }
        false
    }

    fn keys(&self) -> MutexGuard<'_, Vec<Arc<str>>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lanes {
    /// Queues a call at its keys, but for those that the calls hold which it is made by; no place where there is no key.
    pub(super) fn queue(
        self: &Arc<Self>,
        keys: impl Iterator<Item = Arc<str>>,
        way: Way,
        held: &Held,
    ) -> Option<Ticket> {
        let mut keys: Vec<Arc<str>> = keys.filter(|key| !held.by_callers(key)).collect();
        if keys.is_empty() {
            return None;
        }
        keys.sort();
        keys.dedup();
        held.keys().clone_from(&keys);
        let called = Arc::new(Notify::new());
        let mut queues = self.lock();
        let id = queues.next;
        queues.next += 1;
        for key in &keys {
            let queue = queues.by_key.entry(key.clone()).or_default();
            queue.push_back(Place {
                ticket: id,
                way,
                called: called.clone(),
            });
        }
        drop(queues);
        Some(Ticket {
            lanes: self.clone(),
            id,
            keys,
            called,
            held: held.clone(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queues {
    /// Is it this ticket's turn at this key? Nobody is before it, or it shares with everybody who is.
    fn is_turn(&self, key: &str, ticket: u64) -> bool {
        let Some(queue) = self.by_key.get(key) else {
            return true;
        };
        let mut shared = true;
        for (ahead, place) in queue.iter().enumerate() {
            shared &= place.way == Way::Shared;
            if place.ticket == ticket {
                return ahead == 0 || shared;
            }
        }
        true
    }
}

impl Ticket {
    /// Waits until it is the call's turn at every key.
    pub(super) async fn turn(&self) {
        loop {
            // A call in between is not lost: the permit waits for whoever waits next.
            let called = self.called.notified();
            let turn = {
                let queues = self.lanes.lock();
                self.keys.iter().all(|key| queues.is_turn(key, self.id))
            };
            if turn {
                return;
            }
            called.await;
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        // What the call has started and left running has to wait from now on.
        self.held.keys().clear();
        let mut queues = self.lanes.lock();
        for key in &self.keys {
            let Some(queue) = queues.by_key.get_mut(key) else {
                continue;
            };
            queue.retain(|place| place.ticket != self.id);
            if queue.is_empty() {
                queues.by_key.remove(key);
                continue;
            }
            // Whoever shares the head's turn may go now; the first that does not may too, when it is the head.
            for (ahead, place) in queue.iter().enumerate() {
                if ahead > 0 && place.way == Way::Exclusive {
                    break;
                }
                place.called.notify_one();
                if place.way == Way::Exclusive {
                    break;
                }
            }
        }
    }
}
