//! What was read, so that nothing is changed that was not: a stamp for every file that a call has shown.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::fs::Metadata;
use super::text::{Charset, Seen};
use crate::tool::Key;

/// Where a host puts the stamps of an execution. Without it the [`Workspace`](super::Workspace) holds them, for as long
/// as it lives itself.
pub const STAMPS: Key<Stamps> = Key::new("read_tool.file_stamps");

/// The files that were read, by their folded path, and what was seen of each. Safe to share between calls.
#[derive(Debug, Default)]
pub struct Stamps {
    by_path: Mutex<HashMap<PathBuf, Stamp>>,
    unread: Unread,
}

/// What a file was when it was read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stamp {
    pub(super) file: Metadata,
    pub(super) seen: Option<Seen>,
    pub(super) charset: Charset,
}

/// Why a file may not be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unseen {
    /// It was never read.
    NotRead,
    /// It is no longer what was read.
    Changed,
}

/// What is thought of a file without a stamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Unread {
    #[default]
    Refused,
    Assumed,
}

impl Stamps {
    /// Nothing was read yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Every file counts as read, until a stamp says that it has changed since: for a caller who knows what is in it,
    /// such as a person at the command line.
    pub fn assuming_read() -> Self {
        Self {
            unread: Unread::Assumed,
            ..Self::default()
        }
    }

    pub(super) fn record(&self, path: PathBuf, stamp: Stamp) {
        self.lock().insert(path, stamp);
    }

    pub(super) fn charset(&self, path: &Path) -> Option<Charset> {
        self.lock().get(path).map(|stamp| stamp.charset)
    }

    /// Is a file what was read of it? Its content decides where all of it was seen; else what was seen of it, its size
    /// and its time.
    pub(super) fn check(&self, path: &Path, file: &Metadata, content: &[u8]) -> Result<(), Unseen> {
        let stamps = self.lock();
        let Some(stamp) = stamps.get(path) else {
            return match self.unread {
                Unread::Refused => Err(Unseen::NotRead),
                Unread::Assumed => Ok(()),
            };
        };
        let unchanged = match &stamp.seen {
            Some(seen) if seen.is_whole(stamp.file.len) => {
                content.len() as u64 == stamp.file.len && seen.is_still_in(content)
            }
            Some(seen) => *file == stamp.file && seen.is_still_in(content),
            None => *file == stamp.file,
        };
        if unchanged {
            Ok(())
        } else {
            Err(Unseen::Changed)
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PathBuf, Stamp>> {
        self.by_path.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
