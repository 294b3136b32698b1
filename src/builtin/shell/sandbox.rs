//! What a confined command may still do, as a host declares it, and why that may not be enforceable.
//!
//! This is the declaration, the same on every system and with every feature. Who enforces it is another file; where
//! nobody can, asking for it is an error.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The rules for a command and everything that it starts: files are written below the given folders only, and TCP is off.
///
/// Everything else stays as it was: what is readable is read, UDP (and with it the look-up of names) and sockets with a
/// path work, and so does what changes no content, such as a file's mode, owner and times.
///
/// ```no_run
/// use toolc::builtin::{Sandbox, Shell, Workspace};
///
/// let sandbox = Sandbox::new().write_below("/srv/project").write_below("/tmp");
/// let workspace = Workspace::rooted("/srv/project")?.with_shell(Shell::default().confined(&sandbox)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sandbox {
    pub(super) writable: Vec<PathBuf>,
    pub(super) tcp: bool,
}

impl Sandbox {
    /// Nothing is written but to `/dev/null` and its like, and TCP is off.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets files be written, made, renamed and removed below this folder.
    #[must_use]
    pub fn write_below(mut self, folder: impl AsRef<Path>) -> Self {
        self.writable.push(folder.as_ref().to_path_buf());
        self
    }

    /// Lets TCP sockets be bound and connected.
    #[must_use]
    pub fn allow_tcp(mut self) -> Self {
        self.tcp = true;
        self
    }
}

/// Why a sandbox is not enforced.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotEnforced {
    /// This program was built without feature `sandbox`.
    Feature,
    /// This system is not Linux.
    System,
    /// This kernel lacks what a rule needs, or has it switched off.
    Kernel {
        /// The rule.
        rule: Rule,
        /// What the kernel was asked for and refused.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A folder to write below cannot be opened, or is none.
    Folder {
        /// The folder.
        path: PathBuf,
        /// What is the matter with it.
        source: io::Error,
    },
    /// The kernel has refused to take the rules.
    Refused(Box<dyn Error + Send + Sync>),
}

/// A rule of a sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// Files are written below the given folders only.
    Writes,
    /// TCP is off.
    Tcp,
}

impl fmt::Display for NotEnforced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("commands cannot be confined: ")?;
        match self {
            Self::Feature => f.write_str("toolc was built without its feature `sandbox`"),
            Self::System => f.write_str("only Linux can do it"),
            Self::Kernel {
                rule: Rule::Writes, ..
            } => f.write_str("writing needs Landlock of Linux 6.2 or later, switched on"),
            Self::Kernel {
                rule: Rule::Tcp, ..
            } => f.write_str(
                "TCP needs Landlock of Linux 6.7 or later; `Sandbox::allow_tcp` does without",
            ),
            Self::Folder { path, source } => {
                write!(
                    f,
                    "{} is no folder to write below: {source}",
                    path.display()
                )
            }
            Self::Refused(source) => write!(f, "{source}"),
        }
    }
}

impl Error for NotEnforced {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Feature | Self::System => None,
            Self::Kernel { source, .. } | Self::Refused(source) => Some(&**source),
            Self::Folder { source, .. } => Some(source),
        }
    }
}
