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
}

impl Lanes {
    /// Queues a call at its keys.
    pub(super) fn queue(self: &Arc<Self>, keys: &[Arc<str>], way: Way) -> Ticket {
        let mut keys = keys.to_vec();
        keys.sort();
        keys.dedup();
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
        Ticket {
            lanes: self.clone(),
            id,
            keys,
            called,
        }
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
