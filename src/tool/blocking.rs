//! Blocking work inside an asynchronous handler: on tokio's threads for it, with a context of its own.

use super::{Context, ToolError};

/// Runs blocking work (a walk over files, a parser) off the executor's threads.
///
/// The work gets a clone of the context and looks at [`Context::is_cancelled`] now and then: dropping the future that is
/// returned here does not end the work, it only asks it to end. A panic in the work goes on in the caller.
///
/// # Errors
///
/// Those of the work.
pub async fn spawn_blocking<T: Send + 'static>(
    cx: &Context,
    work: impl FnOnce(&Context) -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    // A child, so that being dropped asks this work to stop, and nothing else.
    let signal = cx.signal().child();
    // It also trips when the work is over; then nobody listens any more.
    let _guard = TripOnDrop(signal.clone());
    let cx = cx.to_builder().signal(signal).build();
    let joined = tokio::task::spawn_blocking(move || work(&cx)).await;
    match joined {
        Ok(outcome) => outcome,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Err(error) => Err(error.into()),
    }
}

/// The same on a thread of its own, for work that may wait for others for long although nobody waits for it any more: unlike
/// tokio's threads, it does not keep a runtime from ending.
#[cfg(feature = "web")]
pub(crate) async fn on_a_thread<T: Send + 'static>(
    cx: &Context,
    name: &str,
    work: impl FnOnce(&Context) -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    let signal = cx.signal().child();
    let _guard = TripOnDrop(signal.clone());
    let cx = cx.to_builder().signal(signal).build();
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let thread = std::thread::Builder::new()
        .name(name.to_owned())
        // Who does not listen any more has dropped the call.
        .spawn(move || drop(sender.send(work(&cx))))?;
    match receiver.await {
        Ok(outcome) => outcome,
        // Nothing was sent, so it panicked, and is as good as over.
        Err(_) => match thread.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => Err(ToolError::unexpected("the work ended without an outcome")),
        },
    }
}

struct TripOnDrop(super::Signal);

impl Drop for TripOnDrop {
    fn drop(&mut self) {
        self.0.trip("The call was dropped.");
    }
}
