//! From the path that a model wrote to the one that is opened, and back to one that is shown.
//!
//! What is opened is what the permission judged: both come out of [`permission::locate`](crate::permission::locate).
//! Links are the file system's business.

use std::path::{Path, PathBuf};

use crate::permission;
use crate::tool::{Context, ToolError};

/// The absolute, folded path that an argument names.
pub(super) fn locate(cx: &Context, parameter: &str, text: &str) -> Result<PathBuf, ToolError> {
    if text.trim().is_empty() {
        return Err(ToolError::invalid_parameter(format!(
            "{parameter} cannot be empty"
        )));
    }
    permission::locate(text, cx.cwd())
        .map(PathBuf::from)
        .map_err(|why| {
            ToolError::invalid_parameter(format!("{parameter} '{text}' names no file: {why}"))
        })
}

/// A path as it is shown: relative where it lies below the working directory.
pub(super) fn shown(cx: &Context, path: &Path) -> String {
    let cwd = permission::locate(".", cx.cwd());
    let below = cwd.ok().and_then(|cwd| path.strip_prefix(cwd).ok());
    below
        .filter(|below| !below.as_os_str().is_empty())
        .unwrap_or(path)
        .display()
        .to_string()
}
