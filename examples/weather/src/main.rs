//! `toolc`'s program with the station's tools: `cargo run -- list`.

use weather::{Station, tools};

fn main() -> std::process::ExitCode {
    toolc::cli::run(tools::toolset(Station::with_reading("Oslo", 8.0)))
}
