//! What the built-in tools work on, and what they remember between calls.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[cfg(feature = "agent")]
use super::agents::{Agents, Delegate};
use super::background::Background;
use super::fs::{Disk, FileSystem, Kind, Metadata, Rooted};
use super::paths::shown;
use super::shell::Shell;
use super::stamps::{STAMPS, Stamps, Unseen};
use super::todo_write::Todos;
#[cfg(feature = "web")]
use super::web::Web;
use crate::tool::{Context, ToolError};

/// The largest file that is read whole, to be changed or compared, in bytes.
const LARGEST_WHOLE: u64 = 64 * 1024 * 1024;

/// The state of the built-in tools. It is cheap to clone; clones are the same.
///
/// One workspace is one memory: what was read, what is to do, what runs in the background. A host that serves several
/// sessions gives each its own, or puts a session's [`Stamps`] into the context.
#[derive(Clone)]
pub struct Workspace {
    pub(super) files: Arc<dyn FileSystem>,
    pub(super) shell: Shell,
    pub(super) background: Arc<Background>,
    pub(super) todos: Arc<Todos>,
    #[cfg(feature = "agent")]
    pub(super) agents: Agents,
    #[cfg(feature = "web")]
    pub(super) web: Web,
    stamps: Arc<Stamps>,
    changing: Arc<Mutex<()>>,
}

impl Workspace {
    /// Works on these files.
    pub fn new(files: impl FileSystem) -> Self {
        Self {
            files: Arc::new(files),
            shell: Shell::default(),
            background: Arc::default(),
            todos: Arc::default(),
            #[cfg(feature = "agent")]
            agents: Agents::default(),
            #[cfg(feature = "web")]
            web: Web::new(),
            stamps: Arc::default(),
            changing: Arc::default(),
        }
    }

    /// Works on the files below one folder, which no path and no link leaves. Commands are not confined by it.
    ///
    /// # Errors
    ///
    /// When it is no folder that can be opened.
    pub fn rooted(root: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self::new(Rooted::new(root)?))
    }

    /// Runs commands with this shell.
    #[must_use]
    pub fn with_shell(mut self, shell: Shell) -> Self {
        self.shell = shell;
        self
    }

    /// Has the skills (`skills/NAME/SKILL.md`) and subagents (`agents/NAME.md`) below this folder of its files.
    #[cfg(feature = "agent")]
    #[must_use]
    pub fn with_agents(mut self, folder: impl Into<PathBuf>) -> Self {
        self.agents.folder = Some(folder.into());
        self
    }

    /// Hands the work of subagents and of forked skills to this host, as long as the host is there.
    #[cfg(feature = "agent")]
    #[must_use]
    pub fn with_delegate<D: Delegate>(mut self, delegate: &Arc<D>) -> Self {
        let delegate: Arc<dyn Delegate> = delegate.clone();
        self.agents.delegate = Some(Arc::downgrade(&delegate));
        self
    }

    /// Gets pages this way.
    #[cfg(feature = "web")]
    #[must_use]
    pub fn with_web(mut self, web: Web) -> Self {
        self.web = web;
        self
    }

    /// The stamps that a call reads and writes.
    pub(super) fn stamps<'a>(&'a self, cx: &'a Context) -> &'a Stamps {
        cx.get(&STAMPS).unwrap_or(&self.stamps)
    }

    /// The right to change files, for as long as it takes to look at one and to replace it: of two calls at the same time
    /// (from an MCP client, from two batches) the second sees what the first has made of the file, by whatever name.
    pub(super) fn changing(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The content of a file that is about to be changed, if it is what was read; nothing when there is no file.
    pub(super) fn to_change(
        &self,
        cx: &Context,
        path: &Path,
    ) -> Result<Option<(Metadata, Vec<u8>)>, ToolError> {
        let name = shown(cx, path);
        let file = match self.files.metadata(path) {
            Ok(file) => file,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(write_error(&name, e)),
        };
        match file.kind {
            Kind::File => {}
            Kind::Folder => {
                return Err(ToolError::anticipated(format!(
                    "Cannot write to directory: {name}. Provide a file path instead."
                )));
            }
            Kind::Other => return Err(not_a_file("write to", &name)),
        }
        if file.len > LARGEST_WHOLE {
            return Err(ToolError::anticipated(format!(
                "{name} has {} bytes, more than the {LARGEST_WHOLE} up to which a file is changed. Use Bash for it.",
                file.len
            )));
        }
        let mut content = Vec::new();
        self.files
            .open(path)
            .and_then(|mut source| source.read_to_end(&mut content))
            .map_err(|e| file_error(&name, e))?;
        match self.stamps(cx).check(path, &file, &content) {
            Ok(()) => Ok(Some((file, content))),
            Err(Unseen::NotRead) => Err(ToolError::anticipated(format!(
                "Read the file before modifying it: {name}"
            ))),
            Err(Unseen::Changed) => Err(ToolError::anticipated(format!(
                "File changed since it was read; Read it again: {name}"
            ))),
        }
    }
}

impl Default for Workspace {
    /// Works on the whole disk.
    fn default() -> Self {
        Self::new(Disk)
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace").finish_non_exhaustive()
    }
}

/// A failure of the file system in the guide's words: which file, and what is the matter with it.
pub(super) fn file_error(name: &str, error: io::Error) -> ToolError {
    let message = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            return ToolError::not_found(name).with_source(error);
        }
        io::ErrorKind::PermissionDenied => {
            return ToolError::access_denied(format!("{name}: {error}")).with_source(error);
        }
        _ => format!("{name}: {error}"),
    };
    ToolError::io(message).with_source(error)
}

/// The same for a file that is to be written, which need not be there.
pub(super) fn write_error(name: &str, error: io::Error) -> ToolError {
    match error.kind() {
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => ToolError::anticipated(
            format!("Cannot write to {name}: a part of its path is a file, not a folder."),
        )
        .with_source(error),
        // A link into a folder that is not there, a file system of the kernel's.
        io::ErrorKind::NotFound => ToolError::anticipated(format!(
            "Cannot write to {name}: no file can be made in its folder."
        ))
        .with_source(error),
        _ => file_error(name, error),
    }
}

/// Devices, pipes and sockets have no content: reading one may never end, and replacing one would destroy it.
pub(super) fn not_a_file(verb: &str, name: &str) -> ToolError {
    ToolError::anticipated(format!("Cannot {verb} {name}: it is not a regular file."))
}

/// The folder of a path.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_path_buf()
}
