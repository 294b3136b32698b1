//! The compiler: from a declaration to its report, and to Rust.

mod bad;
mod behaviour;
mod check;
mod determinism;
mod editor;
mod extent;
mod forms;
mod golden;
mod literals;
mod ok;
mod pages;
mod rust_names;
mod script;
