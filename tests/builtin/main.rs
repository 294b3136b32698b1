//! The built-in tools, as a model calls them: through the executor, on the disk and in memory.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test that skips says so, and the cost of the tools is printed"
)]

mod desk;

#[cfg(feature = "agent")]
mod agents;
mod bash;
mod cases;
mod catalog;
mod edit;
mod grep;
mod kill;
mod large;
mod nobody;
mod patterns;
mod printed;
mod read;
mod ripgrep;
mod sandbox;
mod shared;
#[cfg(feature = "web")]
mod web;
