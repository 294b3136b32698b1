//! Replacing a file so that nobody ever sees half of it.
//!
//! The new content goes to a file of its own in the same folder, reaches the disk, and takes the name in one step. While
//! it is being written that file is locked; the lock ends with the process, however that ends. A file with our prefix
//! whose lock is free was therefore left by a dead writer, and the next writer in that folder removes it.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::os::unix::fs::fchown;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use cap_std::fs::{Dir, MetadataExt, OpenOptions, OpenOptionsExt};

use super::{Kind, Metadata};

/// How the file in the making is called, followed by a number.
const PREFIX: &str = ".toolc-write-";

/// How often another writer's tidying may take the new file away before we give up.
const ATTEMPTS: usize = 8;

/// Replaces or creates `name`, which is no link, in `folder`.
pub(super) fn in_folder(folder: &Dir, name: &OsStr, content: &[u8]) -> io::Result<Metadata> {
    let replaced = match folder.symlink_metadata(name) {
        Ok(found) if found.is_file() => Some(found),
        Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => return Err(io::Error::other("it is not a regular file")),
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(e),
    };
    if replaced.is_some() {
        may_be_written(folder, name)?;
    }
    remove_leftovers(folder);
    let mut attempt = 0;
    loop {
        attempt += 1;
        match write_aside(folder, name, content, replaced.as_ref()) {
            // Between creating the file and locking it, another writer may have taken it for a leftover.
            Err(e) if e.kind() == io::ErrorKind::NotFound && attempt < ATTEMPTS => {}
            done => return done,
        }
    }
}

fn write_aside(
    folder: &Dir,
    name: &OsStr,
    content: &[u8],
    replaced: Option<&cap_std::fs::Metadata>,
) -> io::Result<Metadata> {
    let aside = unused_name();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    if replaced.is_some() {
        // Nobody else reads the new content before it has the old mode.
        options.mode(0o600);
    }
    let file = folder.open_with(&aside, &options)?;
    let written = (|| {
        let mut file = file.into_std();
        file.lock()?;
        file.write_all(content)?;
        if let Some(replaced) = replaced {
            // Who may not give files away becomes the owner. Before the mode, of which a new owner loses a part.
            let _ = fchown(&file, None, Some(replaced.gid()));
            let _ = fchown(&file, Some(replaced.uid()), None);
            folder.set_permissions(&aside, replaced.permissions())?;
        }
        file.sync_all()?;
        folder.rename(&aside, folder, name)?;
        file.metadata()
    })();
    match written {
        Ok(found) => {
            // The name change, too, should outlive a power cut; where a folder cannot be synced, that is all there is.
            let _ = folder.open(".").and_then(|opened| opened.sync_all());
            Ok(Metadata {
                kind: Kind::File,
                len: found.len(),
                modified: found.modified().ok(),
            })
        }
        Err(e) => {
            let _ = folder.remove_file(&aside);
            Err(e)
        }
    }
}

/// Is the file itself writable? The right to its folder is all that replacing it takes, but who makes a file read-only means
/// its content.
fn may_be_written(folder: &Dir, name: &OsStr) -> io::Result<()> {
    match folder.open_with(name, OpenOptions::new().write(true)) {
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => Err(e),
        // A program that runs cannot be opened, and can be replaced; what else is the matter will show.
        _ => Ok(()),
    }
}

/// Removes what writers left that died before they were done. Failing at it is no reason not to write.
fn remove_leftovers(folder: &Dir) {
    let Ok(entries) = folder.entries() else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if !name.as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        let dead = folder
            .open(Path::new(&name))
            .is_ok_and(|file| file.into_std().try_lock().is_ok());
        if dead {
            let _ = folder.remove_file(Path::new(&name));
        }
    }
}

fn unused_name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!(
        "{PREFIX}{}-{}",
        std::process::id(),
        NEXT.fetch_add(1, Ordering::Relaxed)
    )
}
