//! Why a command could not do its work: one variant, one sentence.
//!
//! Mistakes in a declaration are no failures of the program: they are what it reports. Usage errors are clap's.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What stops a command; the exit code is 2.
#[derive(Debug)]
pub(super) enum Failure {
    /// A file cannot be read.
    Unreadable { path: PathBuf, error: io::Error },
    /// A file or folder cannot be written.
    Unwritable { path: PathBuf, error: io::Error },
    /// `init` would overwrite.
    Exists { paths: Vec<PathBuf> },
    /// The folder's name cannot name a package.
    NoPackageName { path: PathBuf },
    /// Standard output is gone.
    Stdout(io::Error),
}

impl Failure {
    pub(super) fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |error| Self::Unreadable { path, error }
    }

    pub(super) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |error| Self::Unwritable { path, error }
    }

    /// The reader of our output went away, as `head` does: no failure, and nobody to tell.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Stdout(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// What to do about it, where that is known.
    pub(super) fn help(&self) -> Option<String> {
        match self {
            Self::Unreadable { path, error }
                if error.kind() == io::ErrorKind::NotFound && path.ends_with("tools.toml") =>
            {
                Some("`toolc init DIR` makes a crate that has one".into())
            }
            Self::Exists { .. } => Some("nothing was written; give a folder without them".into()),
            Self::NoPackageName { .. } => {
                Some("give a folder whose name starts with a letter".into())
            }
            Self::Unreadable { .. } | Self::Unwritable { .. } | Self::Stdout(_) => None,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, error } => {
                write!(f, "cannot read `{}`: {error}", path.display())
            }
            Self::Unwritable { path, error } => {
                write!(f, "cannot write `{}`: {error}", path.display())
            }
            Self::Exists { paths } => {
                let paths: Vec<_> = paths
                    .iter()
                    .map(|path| format!("`{}`", path.display()))
                    .collect();
                write!(f, "will not overwrite {}", paths.join(", "))
            }
            Self::NoPackageName { path } => {
                write!(f, "`{}` cannot name a package", path.display())
            }
            Self::Stdout(error) => write!(f, "cannot write to standard output: {error}"),
        }
    }
}
