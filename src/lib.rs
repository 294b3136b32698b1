//! Tools for an agent, declared once.
//!
//! A tool is declared in `tools.toml`. The build makes the rest of it: the type of its input, the schema that a model sees,
//! the check of what the model sends, and a static registry. What is declared cannot disagree with what runs.
//!
//! # The tour
//!
//! In the order of the data:
//!
//! 1. `compiler` (feature `compiler`), called by a build script: `tools.toml` to Rust text. [`include_tools!`] mounts it.
//! 2. [`tool`]: what a tool is. What is known of it ([`tool::Spec`]), one call of it ([`tool::Tool`]: the tool *is* the type
//!    of its input), what runs it ([`tool::Handler`]), and many of them together ([`tool::Toolset`]).
//! 3. [`bind`]: arguments to input, in one pass that finds everything that is wrong with them.
//! 4. [`permission`]: which calls may run.
//! 5. [`executor`]: one call's journey to its one result, whatever happens on the way.
//! 6. [`provider`]: definitions as the providers want them, their calls in, results back. `import` (feature `compiler`): what
//!    others published, declared here.
//! 7. `mcp` (feature `mcp`): the Model Context Protocol, as a server and as a client.
//! 8. `agent` (feature `agent`): the files of agents, subagents, skills and commands, and the runs that they start.
//! 9. `builtin` (feature `builtin`): the tools that ship. `cli` (feature `cli`): the program.
//!
//! [`testing`] has what a test of one's own tools needs. Without features there is the runtime alone, and no proc macro is
//! compiled for it.
//!
//! # A host
//!
//! ```
//! use toolc::executor::{Executor, ToolCall};
//! use toolc::tool::{Context, Toolset};
//!
//! // `toolset` is what the generated `tools::toolset(state)` makes.
//! async fn answer(toolset: impl Toolset, name: &str, arguments: &str) -> String {
//!     let executor = Executor::builder().tools(toolset).build().expect("one toolset");
//!     let cx = Context::builder().cwd("/srv/project").build();
//!     executor.run(ToolCall::new(name, arguments), &cx).await.text()
//! }
//! ```

#[allow(
    unused_extern_crates,
    reason = "generated code says `::toolc::rt`, also in this crate"
)]
extern crate self as toolc;

#[cfg(feature = "agent")]
pub mod agent;
#[cfg(any(feature = "mcp-http", feature = "web"))]
mod authorities;
pub mod bind;
#[cfg(feature = "builtin")]
pub mod builtin;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "compiler")]
pub mod compiler;
pub mod executor;
#[cfg(feature = "compiler")]
pub mod import;
#[cfg(feature = "mcp")]
pub mod mcp;
pub mod permission;
pub mod provider;
#[doc(hidden)]
pub mod rt;
pub mod testing;
pub mod tool;
#[cfg(feature = "compiler")]
mod unbuilt;

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
            clippy::nursery,
            clippy::pedantic,
            rustdoc::all,
            reason = "generated"
        )]
        pub mod tools {
            ::std::include!(::std::concat!(
                ::std::env!(
                    "OUT_DIR",
                    "`include_tools!` mounts what the build makes: a `build.rs` has to call `toolc::compiler::compile(\"tools.toml\")`"
                ),
                "/tools/mod.rs"
            ));
        }
    };
}
