//! Tools for an agent, declared once.

#[allow(
    unused_extern_crates,
    reason = "generated code says `::toolc::rt`, also in this crate"
)]
extern crate self as toolc;

pub mod bind;
#[cfg(feature = "builtin")]
pub mod builtin;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "compiler")]
pub mod compiler;
pub mod executor;
pub mod permission;
#[doc(hidden)]
pub mod rt;
pub mod testing;
pub mod tool;

/// Pairs generated code with this runtime: code of another format fails to build with one sentence.
#[macro_export]
#[doc(hidden)]
macro_rules! format_is {
    (1) => {};
    ($other:tt) => {
        ::std::compile_error!("this code was generated for another version of toolc; build again, or run `toolc generate`");
    };
}

/// Mounts the code that the build script generated from `tools.toml`.
///
/// `toolc::include_tools!();` makes a module `tools` where it stands.
#[macro_export]
macro_rules! include_tools {
    () => {
        #[allow(
            missing_docs,
            unreachable_pub,
            dead_code,
            clippy::all,
            clippy::pedantic,
            reason = "generated"
        )]
        pub mod tools {
            ::std::include!(::std::concat!(::std::env!("OUT_DIR"), "/tools/mod.rs"));
        }
    };
}
