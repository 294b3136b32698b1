//! Whoever wants the program to stop: Ctrl-C, and a request to terminate. Calls are asked to stop then, and each still has
//! a result. Who asks again wants no more of them: a tool that cannot be interrupted may never end.

use std::sync::Arc;

use tokio::sync::Notify;

use crate::tool::Signal;

/// Requests to stop.
#[derive(Clone)]
pub(super) struct Interrupts {
    signal: Signal,
    again: Arc<Notify>,
}

impl Interrupts {
    /// Trips a signal from now on. Before, such a request ends the program, as it ends any other.
    pub(super) fn of(signal: &Signal) -> Self {
        let interrupts = Self {
            signal: signal.clone(),
            again: Arc::default(),
        };
        let asked = interrupts.clone();
        tokio::spawn(async move {
            while tokio::signal::ctrl_c().await.is_ok() {
                asked.stop("interrupted from the keyboard");
            }
        });
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};

            let asked = interrupts.clone();
            tokio::spawn(async move {
                // Where nobody can ask this way, nobody does.
                if let Ok(mut requests) = signal(SignalKind::terminate()) {
                    while requests.recv().await.is_some() {
                        asked.stop("the program was asked to end");
                    }
                }
            });
        }
        interrupts
    }

    fn stop(&self, reason: &str) {
        if self.signal.is_tripped() {
            self.again.notify_one();
        }
        self.signal.trip(reason);
    }

    /// Waits until somebody asks for the second time.
    pub(super) async fn twice(&self) {
        self.again.notified().await;
    }
}
