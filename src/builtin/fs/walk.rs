//! The walk below a folder of the disk, by ripgrep's rules for what to leave out.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use super::Found;

/// Which files a walk visits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Neither hidden files nor those that `.gitignore` and `.ignore` leave out, in a repository or not.
    Project,
    /// Every file.
    Everything,
}

/// Visits the regular files below a path on the disk, ordered by path.
pub(super) fn below(
    root: &Path,
    scope: Scope,
    visit: &mut dyn FnMut(Found) -> ControlFlow<()>,
) -> io::Result<()> {
    // A root that cannot be read is the caller's error, not a note beside an empty answer.
    if root.metadata()?.is_dir() {
        root.read_dir()?;
    }
    let project = scope == Scope::Project;
    let walk = ignore::WalkBuilder::new(root)
        .standard_filters(project)
        .require_git(false)
        .follow_links(false)
        .sort_by_file_path(Path::cmp)
        .build();
    for entry in walk {
        let found = match entry {
            // The root may be a link to a file; below it links are left alone.
            Ok(entry) if is_file(&entry) => Found::File(entry.into_path()),
            Ok(_) => continue,
            Err(e) => {
                // A folder that could not be read to its end comes without its name: it is somewhere below.
                let path = path_of(&e).map_or_else(|| root.join("…"), Path::to_path_buf);
                match e.into_io_error() {
                    Some(e) => Found::Unreadable(path, e),
                    // A line of an ignore file that is no pattern says nothing about the files.
                    None => continue,
                }
            }
        };
        if visit(found).is_break() {
            break;
        }
    }
    Ok(())
}

fn is_file(entry: &ignore::DirEntry) -> bool {
    match entry.file_type() {
        Some(kind) if entry.depth() == 0 && kind.is_symlink() => entry.path().is_file(),
        Some(kind) => kind.is_file(),
        None => false,
    }
}

fn path_of(e: &ignore::Error) -> Option<&Path> {
    match e {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        _ => None,
    }
}
