//! The signal that asks running calls to stop: tripped once, with a reason, and handed down from a run to its calls.
//!
//! A tool can look at it, wait for it, or leave a terminator that is fired when it trips. What is done to a call whose
//! tool does none of this is the executor's business.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio_util::sync::CancellationToken;

/// Asks calls to stop. Clones are the same signal; the first reason wins.
///
/// ```
/// use toolc::tool::Signal;
///
/// let run = Signal::new();
/// let call = run.child();
/// run.trip("the user pressed Escape");
/// run.trip("too late");
/// assert_eq!(call.reason().as_deref(), Some("the user pressed Escape"));
/// ```
#[derive(Clone, Default)]
pub struct Signal {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    token: CancellationToken,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    reason: Option<Arc<str>>,
    terminators: Vec<(u64, Terminator)>,
    next: u64,
    children: Vec<Weak<Shared>>,
}

type Terminator = Box<dyn FnOnce(&str) + Send>;

impl Signal {
    /// A signal of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// A signal that trips when this one does, with the same reason, and can be tripped alone.
    pub fn child(&self) -> Self {
        let child = Self::new();
        let mut state = self.shared.lock();
        if let Some(reason) = state.reason.clone() {
            drop(state);
            child.shared.trip(&reason);
            return child;
        }
        // Signals of calls that are over are let go whenever the list would have to grow.
        if state.children.len() == state.children.capacity() {
            state.children.retain(|child| child.strong_count() > 0);
        }
        state.children.push(Arc::downgrade(&child.shared));
        drop(state);
        child
    }

    /// Trips it: whoever waits goes on, every terminator is fired once, on this thread. Only the first call counts. A
    /// terminator that panics is passed over.
    pub fn trip(&self, reason: impl AsRef<str>) {
        self.shared.trip(&Arc::from(reason.as_ref()));
    }

    /// Has it been tripped?
    pub fn is_tripped(&self) -> bool {
        self.shared.token.is_cancelled()
    }

    /// Why it was tripped.
    pub fn reason(&self) -> Option<Arc<str>> {
        self.shared.lock().reason.clone()
    }

    /// Waits until it is tripped.
    pub fn tripped(&self) -> impl Future<Output = ()> + Send + use<> {
        self.shared.token.clone().cancelled_owned()
    }

    /// The same as a token, for libraries that take one. Cancelling the token does not trip the signal.
    pub fn token(&self) -> CancellationToken {
        self.shared.token.child_token()
    }

    /// Leaves a terminator: it is fired with the reason when the signal trips, at once when it already has, never when
    /// the registration is dropped before.
    pub fn on_trip(&self, terminator: impl FnOnce(&str) + Send + 'static) -> Registration {
        let mut state = self.shared.lock();
        if let Some(reason) = state.reason.clone() {
            drop(state);
            terminator(&reason);
            return Registration {
                signal: Weak::new(),
                id: 0,
            };
        }
        let id = state.next;
        state.next += 1;
        state.terminators.push((id, Box::new(terminator)));
        Registration {
            signal: Arc::downgrade(&self.shared),
            id,
        }
    }

    /// Forgets every terminator: the call is over.
    pub(crate) fn close(&self) {
        let terminators = std::mem::take(&mut self.shared.lock().terminators);
        drop(terminators);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The lock is never held while foreign code runs, so a poisoned one is still consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn trip(&self, reason: &Arc<str>) {
        let mut state = self.lock();
        if state.reason.is_some() {
            return;
        }
        state.reason = Some(reason.clone());
        let terminators = std::mem::take(&mut state.terminators);
        let children = std::mem::take(&mut state.children);
        drop(state);
        self.token.cancel();
        for (_, terminator) in terminators {
            // One that panics keeps neither the others from firing nor the call from its answer.
            if catch_unwind(AssertUnwindSafe(|| terminator(reason))).is_err() {
                tracing::error!(%reason, "a terminator panicked");
            }
        }
        for child in children.iter().filter_map(Weak::upgrade) {
            child.trip(reason);
        }
    }
}

impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signal")
            .field("reason", &self.reason())
            .finish_non_exhaustive()
    }
}

/// A terminator that waits for its signal. Dropping it takes the terminator back.
#[must_use = "dropping it takes the terminator back"]
pub struct Registration {
    signal: Weak<Shared>,
    id: u64,
}

impl Drop for Registration {
    fn drop(&mut self) {
        if let Some(signal) = self.signal.upgrade() {
            let mut state = signal.lock();
            let place = state.terminators.iter().position(|(id, _)| *id == self.id);
            let terminator = place.map(|place| state.terminators.swap_remove(place));
            // What a terminator holds is foreign code: it is dropped without the lock.
            drop(state);
            drop(terminator);
        }
    }
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registration").finish_non_exhaustive()
    }
}
