//! A place to work at: the built-in tools on a folder of its own, on either file system.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;
use toolc::builtin::fs::{Disk, FileSystem, Memory, Rooted};
use toolc::builtin::{self, Workspace};
use toolc::executor::{Executor, ToolCall};
use toolc::tool::{Context, ContextBuilder, ToolResult};

/// Which file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Disk,
    Rooted,
    Memory,
}

pub(crate) const PLACES: [Place; 3] = [Place::Disk, Place::Rooted, Place::Memory];

/// The tools, with files below [`root`](Self::root), which is the working directory.
pub(crate) struct Desk {
    #[cfg(feature = "agent")]
    _host: Arc<crate::agents::Host>,
    executor: Executor,
    files: Shared,
    root: PathBuf,
    _folder: Option<TempDir>,
}

/// A file system that the test and the tools share.
#[derive(Clone)]
struct Shared(Arc<dyn FileSystem>);

impl Desk {
    pub(crate) fn new(place: Place) -> Self {
        Self::with(place, |workspace, _| workspace)
    }

    /// With a workspace of the test's liking, made of the usual one and the root.
    pub(crate) fn with(place: Place, shape: impl FnOnce(Workspace, &Path) -> Workspace) -> Self {
        let folder = (place != Place::Memory).then(|| TempDir::new().expect("a folder"));
        let root = match &folder {
            Some(folder) => folder.path().canonicalize().expect("a real path"),
            None => PathBuf::from("/desk"),
        };
        let files = Shared(match place {
            Place::Disk => Arc::new(Disk),
            Place::Rooted => Arc::new(Rooted::new(&root).expect("a folder")),
            Place::Memory => Arc::new(Memory::new()),
        });
        files.0.create_folder(&root).expect("a root");
        let workspace = Workspace::new(files.clone());
        #[cfg(feature = "agent")]
        let host = Arc::new(crate::agents::Host::default());
        #[cfg(feature = "agent")]
        let workspace = workspace
            .with_agents(root.join(".home"))
            .with_delegate(&host);
        #[cfg(feature = "web")]
        let workspace = workspace.with_web(builtin::Web::new().allow_host(crate::web::server()));
        let executor = Executor::builder()
            .tools(builtin::toolset(shape(workspace, &root)))
            .build()
            .expect("no duplicates");
        #[cfg(feature = "agent")]
        host.serve(&executor);
        Self {
            #[cfg(feature = "agent")]
            _host: host,
            executor,
            files,
            root,
            _folder: folder,
        }
    }

    pub(crate) fn executor(&self) -> &Executor {
        &self.executor
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Puts a file there behind the tools' back.
    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.root.join(name);
        let folder = path.parent().expect("a folder");
        self.files.0.create_folder(folder).expect("a folder");
        self.files
            .0
            .replace(&path, content.as_ref())
            .expect("a file");
        self
    }

    /// The bytes of a file.
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut source = self.files.0.open(&self.root.join(name)).expect("a file");
        source.read_to_end(&mut bytes).expect("its content");
        bytes
    }

    pub(crate) fn context(&self) -> ContextBuilder {
        Context::builder().cwd(&self.root)
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> ToolResult {
        self.call_in(&self.context().build(), tool, arguments).await
    }

    pub(crate) async fn call_in(&self, cx: &Context, tool: &str, arguments: Value) -> ToolResult {
        let call = ToolCall::new(tool, arguments).with_id("test");
        self.executor.run(call, cx).await
    }

    /// The text of a call that has to succeed.
    pub(crate) async fn ok(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert!(result.is_success(), "{}", result.text());
        result.text()
    }

    /// The text of a call that has to fail.
    pub(crate) async fn error(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert!(result.is_error(), "{}", result.text());
        result.text()
    }
}

impl FileSystem for Shared {
    fn metadata(&self, path: &Path) -> std::io::Result<builtin::fs::Metadata> {
        self.0.metadata(path)
    }
    fn open(&self, path: &Path) -> std::io::Result<Box<dyn builtin::fs::Source>> {
        self.0.open(path)
    }
    fn replace(&self, path: &Path, content: &[u8]) -> std::io::Result<builtin::fs::Metadata> {
        self.0.replace(path, content)
    }
    fn create_folder(&self, path: &Path) -> std::io::Result<()> {
        self.0.create_folder(path)
    }
    fn list(&self, path: &Path) -> std::io::Result<Vec<builtin::fs::Entry>> {
        self.0.list(path)
    }
    fn walk(
        &self,
        root: &Path,
        scope: builtin::fs::Scope,
        visit: &mut dyn FnMut(builtin::fs::Found) -> std::ops::ControlFlow<()>,
    ) -> std::io::Result<()> {
        self.0.walk(root, scope, visit)
    }
}
