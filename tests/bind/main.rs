//! Binding: what the engine takes, what it tells, and in which order.
#![allow(missing_docs, reason = "a test")]

mod agreement;
mod author;
mod declared;
mod formats;
mod reading;
#[allow(dead_code, unreachable_pub, reason = "as generated code is written")]
mod sample;
mod sentences;
mod subjects;
mod suggestions;
mod tape;
