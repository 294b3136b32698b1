//! Waiting for whichever comes first, and for something that may panic. Without `unsafe`, and without the macros of
//! tokio, which the runtime's core does without.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Which of two came first.
pub(crate) enum First<A, B> {
    Left(A),
    Right(B),
}

/// Waits for the first of two; the other is dropped. When both are ready, left wins.
pub(crate) async fn race<A: Future, B: Future>(left: A, right: B) -> First<A::Output, B::Output> {
    let (mut left, mut right) = (pin!(left), pin!(right));
    poll_fn(|cx| {
        if let Poll::Ready(output) = left.as_mut().poll(cx) {
            return Poll::Ready(First::Left(output));
        }
        right.as_mut().poll(cx).map(First::Right)
    })
    .await
}

/// Waits for something that may panic; a panic is its words.
pub(crate) async fn caught<F: Future>(future: F) -> Result<F::Output, String> {
    let mut future = pin!(future);
    // After a panic the future is never polled again, only dropped.
    poll_fn(
        |cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(poll) => poll.map(Ok),
            Err(payload) => Poll::Ready(Err(words(payload))),
        },
    )
    .await
}

/// Calls something that may panic; a panic is its words.
pub(crate) fn caught_now<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(words)
}

/// What `panic!` was given. A payload that is no text is leaked rather than dropped, since its destructor is foreign code.
fn words(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => match payload.downcast::<&'static str>() {
            Ok(text) => (*text).to_owned(),
            Err(payload) => {
                std::mem::forget(payload);
                "the handler panicked".to_owned()
            }
        },
    }
}
