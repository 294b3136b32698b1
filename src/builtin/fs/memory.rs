//! Files that exist only in this process.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};
use std::ops::{Bound, ControlFlow};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, SystemTime};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::{Entry, FileSystem, Found, Kind, Metadata, Scope, Source};

/// Files in memory: for tests, and for hosts that have no disk to offer. It has no links and no modes, and its clock moves
/// by one with every change, so that no two contents share a time.
#[derive(Debug, Default)]
pub struct Memory {
    nodes: RwLock<Nodes>,
}

#[derive(Debug, Default)]
struct Nodes {
    by_path: BTreeMap<PathBuf, Node>,
    changes: u64,
}

#[derive(Debug, Clone)]
enum Node {
    Folder,
    File {
        content: Arc<[u8]>,
        modified: SystemTime,
    },
}

impl Memory {
    /// An empty file system: there is only `/`.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and the folders above it, for setting up.
    #[must_use]
    pub fn with(self, path: impl AsRef<Path>, content: impl Into<Vec<u8>>) -> Self {
        let mut nodes = self.write();
        nodes.add_folders(path.as_ref().parent());
        nodes.put(path.as_ref(), content.into());
        drop(nodes);
        self
    }

    fn read(&self) -> RwLockReadGuard<'_, Nodes> {
        self.nodes.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Nodes> {
        self.nodes.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Nodes {
    fn get(&self, path: &Path) -> io::Result<Node> {
        if path.parent().is_none() {
            return Ok(Node::Folder);
        }
        self.by_path
            .get(path)
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn put(&mut self, path: &Path, content: Vec<u8>) -> Metadata {
        self.changes += 1;
        let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(self.changes);
        let len = content.len() as u64;
        let content = content.into();
        self.by_path
            .insert(path.to_path_buf(), Node::File { content, modified });
        Metadata {
            kind: Kind::File,
            len,
            modified: Some(modified),
        }
    }

    fn add_folders(&mut self, path: Option<&Path>) {
        for folder in path.into_iter().flat_map(Path::ancestors) {
            if folder.parent().is_some() {
                self.by_path
                    .entry(folder.to_path_buf())
                    .or_insert(Node::Folder);
            }
        }
    }

    /// What lies below a path, in the order of the paths' components.
    fn below<'a>(&'a self, root: &'a Path) -> impl Iterator<Item = (&'a Path, &'a Node)> {
        self.by_path
            .range::<Path, _>((Bound::Excluded(root), Bound::Unbounded))
            .map(|(path, node)| (path.as_path(), node))
            .take_while(move |(path, _)| path.starts_with(root))
    }
}

impl FileSystem for Memory {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        Ok(match self.read().get(path)? {
            Node::Folder => Metadata {
                kind: Kind::Folder,
                len: 0,
                modified: None,
            },
            Node::File { content, modified } => Metadata {
                kind: Kind::File,
                len: content.len() as u64,
                modified: Some(modified),
            },
        })
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Source>> {
        match self.read().get(path)? {
            Node::Folder => Err(io::ErrorKind::IsADirectory.into()),
            Node::File { content, .. } => Ok(Box::new(Cursor::new(content))),
        }
    }

    fn replace(&self, path: &Path, content: &[u8]) -> io::Result<Metadata> {
        let mut nodes = self.write();
        if matches!(nodes.get(path), Ok(Node::Folder)) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        match path.parent().map(|folder| nodes.get(folder)) {
            Some(Ok(Node::Folder)) => Ok(nodes.put(path, content.to_vec())),
            Some(Ok(Node::File { .. })) => Err(io::ErrorKind::NotADirectory.into()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        let mut nodes = self.write();
        let blocked = path
            .ancestors()
            .any(|folder| matches!(nodes.get(folder), Ok(Node::File { .. })));
        if blocked {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        nodes.add_folders(Some(path));
        Ok(())
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let nodes = self.read();
        if let Node::File { .. } = nodes.get(path)? {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(nodes
            .below(path)
            .filter(|(below, _)| below.parent() == Some(path))
            .filter_map(|(below, node)| {
                Some(Entry {
                    name: below.file_name()?.to_os_string(),
                    kind: match node {
                        Node::Folder => Kind::Folder,
                        Node::File { .. } => Kind::File,
                    },
                })
            })
            .collect())
    }

    fn walk(
        &self,
        root: &Path,
        scope: Scope,
        visit: &mut dyn FnMut(Found) -> ControlFlow<()>,
    ) -> io::Result<()> {
        // The files are listed first, so that a visitor may change them.
        let files: Vec<PathBuf> = {
            let nodes = self.read();
            match nodes.get(root)? {
                Node::File { .. } => vec![root.to_path_buf()],
                Node::Folder => {
                    let rules = Rules::of(&nodes, root, scope);
                    nodes
                        .below(root)
                        .filter(|(_, node)| matches!(node, Node::File { .. }))
                        .filter(|(path, _)| rules.let_through(root, path))
                        .map(|(path, _)| path.to_path_buf())
                        .collect()
                }
            }
        };
        for file in files {
            if visit(Found::File(file)).is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// The ignore files that bear on a walk, the innermost last.
struct Rules {
    scope: Scope,
    files: Vec<Gitignore>,
}

impl Rules {
    fn of(nodes: &Nodes, root: &Path, scope: Scope) -> Self {
        let above = root.ancestors().map(|folder| folder.join(".gitignore"));
        let below = nodes.below(root).map(|(path, _)| path.to_path_buf());
        let mut names: Vec<PathBuf> = above
            .chain(below.filter(|path| path.ends_with(".gitignore")))
            .collect();
        names.sort_by_key(|path| path.components().count());
        names.dedup();
        let files = names
            .iter()
            .filter_map(|path| match nodes.get(path) {
                Ok(Node::File { content, .. }) => {
                    let mut text = String::new();
                    content.as_ref().read_to_string(&mut text).ok()?;
                    let mut builder = GitignoreBuilder::new(path.parent()?);
                    for line in text.lines() {
                        // As on a disk: a line that is no pattern is passed over.
                        let _ = builder.add_line(None, line);
                    }
                    builder.build().ok()
                }
                _ => None,
            })
            .collect();
        Self { scope, files }
    }

    fn let_through(&self, root: &Path, path: &Path) -> bool {
        if self.scope == Scope::Everything {
            return true;
        }
        let below = path.strip_prefix(root).unwrap_or(path);
        let hidden = below.components().any(|part| match part {
            Component::Normal(name) => name.as_encoded_bytes().starts_with(b"."),
            _ => false,
        });
        let verdict = self
            .files
            .iter()
            .rev()
            .filter(|rules| path.starts_with(rules.path()))
            .map(|rules| rules.matched_path_or_any_parents(path, false))
            .find(|verdict| !verdict.is_none());
        !hidden && !verdict.is_some_and(|verdict| verdict.is_ignore())
    }
}
