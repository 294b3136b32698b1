//! The machine's own files, all of them.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use super::{Entry, FileSystem, Found, Kind, Metadata, NEVER_WAIT, Scope, Source, replace, walk};

/// The whole disk, with the rights of this process. What an agent may reach of it is the allow-list's business; see
/// [`Rooted`](super::Rooted) for a boundary that holds by itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl FileSystem for Disk {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path).map(|found| Metadata::from(&found))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Source>> {
        let mut options = fs::OpenOptions::new();
        options.read(true).custom_flags(NEVER_WAIT);
        Ok(Box::new(options.open(path)?))
    }

    fn replace(&self, path: &Path, content: &[u8]) -> io::Result<Metadata> {
        let target = behind_links(path)?;
        let (Some(folder), Some(name)) = (target.parent(), target.file_name()) else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        let folder = Dir::open_ambient_dir(folder, ambient_authority())?;
        replace::in_folder(&folder, name, content)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let kind = fs::metadata(entry.path())
                .map_or(Kind::Other, |found| Kind::from(found.file_type()));
            entries.push(Entry {
                name: entry.file_name(),
                kind,
            });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn walk(
        &self,
        root: &Path,
        scope: Scope,
        visit: &mut dyn FnMut(Found) -> ControlFlow<()>,
    ) -> io::Result<()> {
        walk::below(root, scope, visit)
    }
}

/// The path that a link leads to, also when nothing is there yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    const LONGEST_CHAIN: usize = 40; // as Linux counts before it says ELOOP
    let mut path = path.to_path_buf();
    for _ in 0..LONGEST_CHAIN {
        match fs::read_link(&path) {
            Ok(target) => {
                path.pop();
                path.push(target);
            }
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links lead from one to the next"))
}
