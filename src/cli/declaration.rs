//! The declaration that a command is about: a file, or standard input.

use std::io::Read;
use std::path::Path;

use crate::compiler::{Config, Output, generate};

use super::failure::Failure;

/// What to compile; `-` is standard input, whose includes are not followed.
pub(super) fn config(path: &Path) -> Result<Config, Failure> {
    if path.as_os_str() == "-" {
        Ok(Config::in_memory("<stdin>", &stdin()?))
    } else {
        Ok(Config::new(path))
    }
}

/// Compiles what a command cannot do without.
pub(super) fn compile(path: &Path) -> Result<Output, Failure> {
    generate(&config(path)?).map_err(Failure::Declaration)
}

/// Everything on standard input, as text.
pub(super) fn stdin() -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .lock()
        .read_to_string(&mut text)
        .map_err(Failure::unreadable(Path::new("-")))?;
    Ok(text)
}
