//! The log of the executor and the tools, on stderr, for who asks: `TOOLC_LOG=debug toolc call …`.
//!
//! Off unless asked for: what a command has to say is in its answer and its diagnostics.

use std::io;

use tracing_subscriber::EnvFilter;

use super::failure::Failure;
use super::terminal::Terminal;

/// The environment variable: a level, or what `tracing-subscriber` takes as filter.
pub(super) const VARIABLE: &str = "TOOLC_LOG";

/// Starts the log where the environment asks for it.
pub(super) fn start(terminal: &Terminal) -> Result<(), Failure> {
    let asked = std::env::var_os(VARIABLE).unwrap_or_default();
    let asked = asked.to_string_lossy();
    if asked.trim().is_empty() {
        return Ok(());
    }
    let filter = EnvFilter::builder().parse(&asked).map_err(Failure::Log)?;
    // A host that has a log of its own keeps it.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(terminal.is_colored())
        .with_writer(io::stderr)
        .try_init();
    Ok(())
}
