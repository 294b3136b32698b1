//! Whoever wants the program to stop: Ctrl-C, and a request to terminate. Calls are asked to stop then, and each still has
//! a result. Who asks again wants no more of them: a tool that cannot be interrupted may never end.

use tokio::runtime::Runtime;

use crate::tool::Signal;

/// What a shell says of a program that Ctrl-C has ended.
const ENDED_BY_KEYBOARD: i32 = 130;

/// Listens from now on. Before, such a request ends the program, as it ends any other.
pub(super) fn listen(runtime: &Runtime, signal: &Signal) {
    let from_keyboard = signal.clone();
    runtime.spawn(async move {
        while tokio::signal::ctrl_c().await.is_ok() {
            stop(&from_keyboard, "interrupted from the keyboard");
        }
    });
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal as requests};

        let signal = signal.clone();
        runtime.spawn(async move {
            // Where nobody can ask this way, nobody does.
            if let Ok(mut requests) = requests(SignalKind::terminate()) {
                while requests.recv().await.is_some() {
                    stop(&signal, "the program was asked to end");
                }
            }
        });
    }
}

fn stop(signal: &Signal, reason: &str) {
    if signal.is_tripped() {
        std::process::exit(ENDED_BY_KEYBOARD);
    }
    signal.trip(reason);
}
