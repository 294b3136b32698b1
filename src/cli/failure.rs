//! Why a command could not do its work: one variant, one sentence.
//!
//! Mistakes in a declaration are no failures of the program: they are what it reports. Usage errors are clap's.

use std::fmt;
use std::io;
#[cfg(feature = "mcp-http")]
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use crate::agent::StartError;
use crate::bind::nearest;
use crate::compiler::diagnostic::Report;
use crate::executor::{ConcurrencyError, DuplicateTool};
use crate::import::NotDefinitions;
#[cfg(feature = "mcp-http")]
use crate::mcp::NoToken;
#[cfg(feature = "mcp")]
use crate::mcp::{ConfigErrors, ConnectError, ServeError};
use crate::permission::NothingInCommon;
use crate::provider::Unsendable;

use super::log;
use super::policy::Unloadable;

/// What stops a command. The exit code is 2, or what a report says.
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
    /// `show` was asked for a tool that is not there.
    UnknownTool { name: String, known: Vec<String> },
    /// The allow-list cannot be loaded.
    Policy(Unloadable),
    /// A run cannot be started.
    Start(StartError),
    /// The lists of a run and its caller name no tool in common.
    NothingInCommon(NothingInCommon),
    /// The program's tools cannot stand beside each other.
    Tools(DuplicateTool),
    /// There is nothing to import.
    NotDefinitions {
        path: PathBuf,
        error: NotDefinitions,
    },
    /// The tools cannot be sent to a target.
    Unsendable(Unsendable),
    /// The tools cannot be confined to a folder.
    Root { path: PathBuf, error: io::Error },
    /// So many calls cannot run beside each other.
    Concurrency(ConcurrencyError),
    /// There are no threads to run a call on.
    Runtime(io::Error),
    /// Serving came to an end that nobody wanted.
    #[cfg(feature = "mcp")]
    Serve(ServeError),
    /// Servers are not there.
    #[cfg(feature = "mcp")]
    Connect(Vec<ConnectError>),
    /// The configuration of servers has mistakes.
    #[cfg(feature = "mcp")]
    Servers {
        path: PathBuf,
        mistakes: ConfigErrors,
    },
    /// An address cannot be listened at.
    #[cfg(feature = "mcp-http")]
    Listen {
        address: SocketAddr,
        error: io::Error,
    },
    /// A file of tokens has none.
    #[cfg(feature = "mcp-http")]
    Tokens { path: PathBuf, error: NoToken },
    /// The environment asks for a log that there is not.
    Log(tracing_subscriber::filter::ParseError),
    /// Standard output is gone.
    Stdout(io::Error),
    /// The declaration has mistakes; the report says which.
    Declaration(Report),
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

    /// What to do about it, where that is known.
    pub(super) fn help(&self) -> Option<String> {
        match self {
            Self::Exists { .. } => Some("nothing was written; give a folder without them".into()),
            Self::NoPackageName { .. } => {
                Some("give a folder whose name starts with a letter, and is no word of Rust and no crate that is needed".into())
            }
            Self::UnknownTool { known, .. } if known.is_empty() => {
                Some("there are no tools; `--tools FILE` shows those of a declaration".into())
            }
            Self::UnknownTool { name, known } => {
                Some(match nearest(name, known.iter().map(String::as_str)) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!("the tools are {}", known.join(", ")),
                })
            }
            _ => None,
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
            Self::UnknownTool { name, .. } => write!(f, "there is no tool `{name}`"),
            Self::Policy(unloadable) => {
                write!(
                    f,
                    "the allow-list cannot be loaded: {}",
                    unloadable.message()
                )
            }
            Self::Start(refusal) => write!(f, "{refusal}"),
            Self::NothingInCommon(refusal) => write!(f, "{refusal}"),
            Self::Tools(duplicate) => write!(f, "{duplicate}"),
            Self::NotDefinitions { path, error } => {
                write!(f, "cannot import `{}`: {error}", path.display())
            }
            Self::Unsendable(refusal) => write!(f, "{refusal}"),
            Self::Root { path, error } => {
                write!(
                    f,
                    "cannot confine the tools to `{}`: {error}",
                    path.display()
                )
            }
            Self::Concurrency(error) => write!(f, "{error}"),
            Self::Runtime(error) => write!(f, "cannot start threads: {error}"),
            #[cfg(feature = "mcp")]
            Self::Serve(error) => write!(f, "{error}"),
            #[cfg(feature = "mcp")]
            Self::Connect(errors) => {
                let sentences: Vec<_> = errors.iter().map(ToString::to_string).collect();
                f.write_str(&sentences.join("\n"))
            }
            #[cfg(feature = "mcp")]
            Self::Servers { path, mistakes } => {
                write!(f, "`{}`: {mistakes}", path.display())
            }
            #[cfg(feature = "mcp-http")]
            Self::Listen { address, error } => write!(f, "cannot listen at {address}: {error}"),
            #[cfg(feature = "mcp-http")]
            Self::Tokens { path, error } => write!(f, "`{}`: {error}", path.display()),
            Self::Log(error) => write!(f, "`{}` cannot be read: {error}", log::VARIABLE),
            Self::Stdout(error) => write!(f, "cannot write to standard output: {error}"),
            Self::Declaration(report) => write!(f, "{report}"),
        }
    }
}
