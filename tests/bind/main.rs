//! Binding: what the engine takes, what it tells, and in which order.
#![allow(missing_docs, reason = "a test")]

#[path = "../shape.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the sample is shared with its own test"
)]
mod shape;

mod agreement;
mod reading;
mod sentences;
mod tape;
