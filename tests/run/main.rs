//! What happens between a call and its result.

mod content;
mod context;
mod error;
mod executor;
mod fixture;
mod input;
mod result;
mod signal;
