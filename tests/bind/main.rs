//! Binding: what the engine takes, what it tells, and in which order.
#![allow(missing_docs, reason = "a test")]

#[path = "../shape.rs"]
#[allow(dead_code, reason = "the sample is shared with its own test")]
mod shape;

mod sentences;
