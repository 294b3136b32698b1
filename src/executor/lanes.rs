//! Keyed concurrency: writers of one key one after the other in the order of their calls, readers together, different
//! keys side by side.
//!
//! A call queues at all its keys at once, under one lock, and goes in at all of them at once. All queues therefore agree
//! on who came first, so nobody waits in a circle. Whoever is in has its room already, and who makes calls from there has
//! them go before everybody who still waits: room that such a call needs may be the room of whoever it is made by.

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
    by_key: HashMap<Arc<str>, Queue>,
    next: u64,
}

/// The calls that concern one key.
#[derive(Default)]
struct Queue {
    /// Those that run.
    inside: Vec<(u64, Way)>,
    /// Those that wait: the deeper first, then as they came.
    waiting: VecDeque<Place>,
}

/// The place of one call that waits.
struct Place {
    ticket: u64,
    way: Way,
    depth: usize,
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
    way: Way,
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
    /// `depth` is how many calls with room it is made by, one through the other.
    pub(super) fn queue(
        self: &Arc<Self>,
        keys: impl Iterator<Item = Arc<str>>,
        way: Way,
        depth: usize,
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
            let waiting = &mut queues.by_key.entry(key.clone()).or_default().waiting;
            let before = waiting.partition_point(|place| place.depth >= depth);
            let place = Place {
                ticket: id,
                way,
                depth,
                called: called.clone(),
            };
            waiting.insert(before, place);
        }
        drop(queues);
        Some(Ticket {
            lanes: self.clone(),
            id,
            keys,
            way,
            called,
            held: held.clone(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queues {
    /// Is it this ticket's turn at every one of its keys?
    fn are_free(&self, ticket: &Ticket) -> bool {
        let mut queues = ticket.keys.iter().filter_map(|key| self.by_key.get(key));
        queues.all(|queue| queue.is_turn(ticket.id))
    }
}

impl Queue {
    /// Is it this ticket's turn? Nobody is inside or before it, or it shares with everybody who is.
    fn is_turn(&self, ticket: u64) -> bool {
        let mut ahead = self.inside.iter().map(|(_, way)| *way);
        let (mut nobody, mut shared) = (ahead.len() == 0, ahead.all(|way| way == Way::Shared));
        for place in &self.waiting {
            shared &= place.way == Way::Shared;
            if place.ticket == ticket {
                return nobody || shared;
            }
            nobody = false;
        }
        true
    }

    /// Calls whoever may go in now: the first that waits, and those that share with it.
    fn call(&self) {
        let mut shared = self.inside.iter().all(|(_, way)| *way == Way::Shared);
        for (ahead, place) in self.waiting.iter().enumerate() {
            shared &= place.way == Way::Shared;
            if !shared && (ahead > 0 || !self.inside.is_empty()) {
                break;
            }
            place.called.notify_one();
        }
    }
}

impl Ticket {
    /// Waits until it is the call's turn at every key.
    pub(super) async fn turn(&self) {
        loop {
            // A call in between is not lost: the permit waits for whoever waits next.
            let called = self.called.notified();
            if self.lanes.lock().are_free(self) {
                return;
            }
            called.await;
        }
    }

    /// Goes in at every key, unless somebody who goes before it has come meanwhile.
    pub(super) fn enter(&self) -> bool {
        let mut queues = self.lanes.lock();
        if !queues.are_free(self) {
            return false;
        }
        for key in &self.keys {
            if let Some(queue) = queues.by_key.get_mut(key) {
                queue.waiting.retain(|place| place.ticket != self.id);
                queue.inside.push((self.id, self.way));
            }
        }
        true
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
            queue.inside.retain(|(ticket, _)| *ticket != self.id);
            queue.waiting.retain(|place| place.ticket != self.id);
            if queue.inside.is_empty() && queue.waiting.is_empty() {
                queues.by_key.remove(key);
            } else {
                queue.call();
            }
        }
    }
}
