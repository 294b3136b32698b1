//! The log of the executor and the tools, on stderr, for who asks: `TOOLC_LOG=debug toolc call …`.
//!
//! Off unless asked for: what a command has to say is in its answer and its diagnostics.

use std::io;

use tracing_subscriber::EnvFilter;

use super::terminal::Terminal;

/// The environment variable: a level, or what `tracing-subscriber` takes as filter.
const VARIABLE: &str = "TOOLC_LOG";

/// Starts the log where the environment asks for it.
pub(super) fn start(terminal: &Terminal) {
    let Ok(filter) = EnvFilter::try_from_env(VARIABLE) else {
        return;
    };
    // A host that has a log of its own keeps it.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(terminal.is_colored())
        .with_writer(io::stderr)
        .try_init();
}
