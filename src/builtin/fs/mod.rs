//! The file system as the tools see it: what a file is, reading it, replacing it, and what lies below a folder.
//!
//! Not an abstraction of everything a file system can do: six things, each with the meaning that a tool relies on. Paths
//! that come in are absolute and folded already (see [`Workspace`](super::Workspace)); nothing here knows a working
//! directory. The calls block, so that tools make them on a thread for blocking work.
//!
//! [`Disk`] is the machine's, [`Rooted`] is a part of it that no link can leave, [`Memory`] is for tests and for hosts
//! whose files live elsewhere.

mod disk;
mod memory;
mod replace;
mod rooted;
mod walk;

use std::ffi::OsString;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::OFlags;

pub use disk::Disk;
pub use memory::Memory;
pub use rooted::Rooted;
pub use walk::Scope;

/// A file that looks regular may still have nothing to read for now, for ever (`/proc/kmsg`), or be a pipe by the time it is
/// opened. Then reading it is an error, not a thread that nothing can wake.
const NEVER_WAIT: i32 = OFlags::NONBLOCK.bits().cast_signed();

/// Where the tools' files are.
pub trait FileSystem: Send + Sync + 'static {
    /// What is at a path; the target of a link, not the link.
    ///
    /// # Errors
    ///
    /// `NotFound`, `PermissionDenied` and what else the system reports.
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// A file's content, from its start; nothing is read before it is asked for.
    ///
    /// # Errors
    ///
    /// As [`metadata`](Self::metadata).
    fn open(&self, path: &Path) -> io::Result<Box<dyn Source>>;

    /// Puts a whole new content in the place of a file, or makes a new one in a folder that exists.
    ///
    /// Whoever opens the path sees the old content or the new, never a part, whenever this process ends. The mode of a
    /// file that existed is kept, and its owner where the system lets us. A link is followed: its target is replaced, the
    /// link stays. Other names of the file (hard links) keep the old content.
    ///
    /// # Errors
    ///
    /// Then the old content is still there. Anything but a regular file is refused, and a file that may not be written.
    fn replace(&self, path: &Path, content: &[u8]) -> io::Result<Metadata>;

    /// Makes a folder and those that it needs; one that exists is fine.
    ///
    /// # Errors
    ///
    /// As the system reports them.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// What a folder holds, sorted by name.
    ///
    /// # Errors
    ///
    /// As the system reports them.
    fn list(&self, path: &Path) -> io::Result<Vec<Entry>>;

    /// Visits every file below a folder (or the file itself), ordered by path, until `visit` breaks off. Links are not
    /// followed, so that nothing outside is ever visited; what cannot be read is told and skipped.
    ///
    /// # Errors
    ///
    /// When the root itself cannot be read.
    fn walk(
        &self,
        root: &Path,
        scope: Scope,
        visit: &mut dyn FnMut(Found) -> ControlFlow<()>,
    ) -> io::Result<()>;
}

/// A file's content that can be read from any place.
pub trait Source: Read + Seek + Send {}
impl<T: Read + Seek + Send> Source for T {}

/// What is known of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metadata {
    /// What it is.
    pub kind: Kind,
    /// Its size in bytes.
    pub len: u64,
    /// When its content last changed, where the system knows.
    pub modified: Option<SystemTime>,
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A device, a pipe, a socket: nothing that has a content to read or replace.
    Other,
}

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name, whatever bytes it consists of.
    pub name: OsString,
    /// What it is; a link counts as what it leads to, and as [`Kind::Other`] when that is nothing.
    pub kind: Kind,
}

/// What a walk comes across.
#[derive(Debug)]
pub enum Found {
    /// A regular file.
    File(PathBuf),
    /// Something that could not be looked at.
    Unreadable(PathBuf, io::Error),
}

impl From<&std::fs::Metadata> for Metadata {
    fn from(found: &std::fs::Metadata) -> Self {
        Self {
            kind: Kind::from(found.file_type()),
            len: found.len(),
            modified: found.modified().ok(),
        }
    }
}

impl From<std::fs::FileType> for Kind {
    fn from(found: std::fs::FileType) -> Self {
        Self::of(found.is_file(), found.is_dir())
    }
}

impl Kind {
    fn of(file: bool, folder: bool) -> Self {
        match (file, folder) {
            (true, _) => Self::File,
            (_, true) => Self::Folder,
            _ => Self::Other,
        }
    }
}
