//! A folder of the disk that no path and no link can leave.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions, OpenOptionsExt};

use super::{Entry, FileSystem, Found, Kind, Metadata, NEVER_WAIT, Scope, Source, replace, walk};

/// What lies below one folder. Every path is opened relative to a handle on that folder, by the system's own rules for
/// "beneath" where it has them, so that neither `..` nor a link, nor one that is swapped in at the last moment, leads out.
#[derive(Debug)]
pub struct Rooted {
    dir: Dir,
    /// As the host wrote it, and where it really is: a path may be given either way.
    names: [PathBuf; 2],
}

impl Rooted {
    /// Confines to a folder, given by an absolute path.
    ///
    /// # Errors
    ///
    /// When it is no folder that can be opened.
    pub fn new(root: impl AsRef<Path>) -> io::Result<Self> {
        let real = root.as_ref().canonicalize()?;
        Ok(Self {
            dir: Dir::open_ambient_dir(&real, ambient_authority())?,
            names: [root.as_ref().to_path_buf(), real],
        })
    }

    /// The path below the root; `.` is the root itself.
    fn below<'a>(&self, path: &'a Path) -> io::Result<&'a Path> {
        for root in &self.names {
            if let Ok(below) = path.strip_prefix(root) {
                return Ok(if below.as_os_str().is_empty() {
                    Path::new(".")
                } else {
                    below
                });
            }
        }
        Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("it is outside {}", self.names[0].display()),
        ))
    }
}

impl FileSystem for Rooted {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.dir.metadata(self.below(path)?).map(|found| Metadata {
            kind: Kind::of(found.is_file(), found.is_dir()),
            len: found.len(),
            modified: found
                .modified()
                .ok()
                .map(cap_std::time::SystemTime::into_std),
        })
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Source>> {
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(NEVER_WAIT);
        let file = self.dir.open_with(self.below(path)?, &options)?;
        Ok(Box::new(file.into_std()))
    }

    fn replace(&self, path: &Path, content: &[u8]) -> io::Result<Metadata> {
        let mut target = self.below(path)?.to_path_buf();
        if self
            .dir
            .symlink_metadata(&target)
            .is_ok_and(|found| found.is_symlink())
        {
            target = self.dir.canonicalize(&target)?;
        }
        let Some(name) = target.file_name() else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        match target
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            Some(folder) => replace::in_folder(&self.dir.open_dir(folder)?, name, content),
            None => replace::in_folder(&self.dir, name, content),
        }
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.dir.create_dir_all(self.below(path)?)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let folder = self.below(path)?;
        let mut entries = Vec::new();
        for entry in self.dir.read_dir(folder)? {
            let name = entry?.file_name();
            let kind = self
                .dir
                .metadata(folder.join(&name))
                .map_or(Kind::Other, |found| {
                    Kind::of(found.is_file(), found.is_dir())
                });
            entries.push(Entry { name, kind });
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
        // Where the walk starts may itself lie behind a link: the handle finds out where that is, or that it is outside.
        let start = self.dir.canonicalize(self.below(root)?)?;
        let start = self.names[1].join(start);
        let shown = |path: &Path| match path.strip_prefix(&start) {
            Ok(below) if below.as_os_str().is_empty() => root.to_path_buf(),
            Ok(below) => root.join(below),
            Err(_) => path.to_path_buf(),
        };
        walk::below(&start, scope, &mut |found| {
            visit(match found {
                Found::File(path) => Found::File(shown(&path)),
                Found::Unreadable(path, e) => Found::Unreadable(shown(&path), e),
            })
        })
    }
}
