//! The compiler: from a declaration to its report, and to Rust.
#![cfg(feature = "compiler")]

mod bad;
mod check;
mod pages;
