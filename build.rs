//! Compiles `tools.toml`, the built-in tools, with the compiler of this very crate. Nothing else happens here.

#[cfg(feature = "builtin")]
#[path = "src/compiler/mod.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "the library exposes more of the compiler than its own build needs"
)]
mod compiler;

/// What the compiler and the runtime both need, at the same place for both.
#[cfg(feature = "builtin")]
#[path = "src/provider"]
#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "the library uses more of it than the compiler does"
)]
mod provider {
    pub mod limits;
}

fn main() {
    #[cfg(feature = "builtin")]
    compiler::compile("tools.toml");
}
