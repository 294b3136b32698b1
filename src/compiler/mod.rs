//! `tools.toml` to Rust text.
//!
//! The stages, each with what holds after it:
//!
//! 1. *parse* (`parse`): a recoverable walk over spanned TOML. After it every name and value has a span.
//! 2. *check* (`check`): raw to [`model`], the only constructor of model types. After it nothing invalid can be
//!    represented.
//! 3. `schema` and `view`: JSON Schema as ordered data; every Rust literal and identifier is final. Templates decide
//!    nothing.
//! 4. `render`: template to text to syntax tree to formatted text. After it, it parses.
//! 5. [`folder`] and `emit`: the only stages that write to the disk or talk to Cargo.
//!
//! Two doors: [`compile`] for build scripts, and [`generate`], which is pure, for everybody else.
//!
//! **Nothing in this folder names anything outside of it** but the standard library, the compiler's own dependencies and
//! `provider::limits`, and nothing in it is conditional: `build.rs` mounts the same files.

pub mod config;
pub mod diagnostic;
mod include;
pub mod problem;
pub mod source;
// After parsing, every key is one of the format's and has its place.
mod hints;
pub mod keys;
mod parse;
pub mod raw;
// After checking, nothing invalid can be represented.
pub mod check;
pub mod model;
// After these, every name, literal and expression is final.
pub mod literal;
pub mod schema;
pub mod view;
// After rendering, it parses.
mod fold;
mod layout;
pub mod output;
pub mod render;
mod settled;
// Only these write.
pub mod emit;
pub mod folder;

pub use check::{Checked, declare};
pub use config::Config;
pub use emit::compile;
pub use keys::editor_schema;
pub use output::{File, Output, generate};
