//! Reading what is large, endless, or no text.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use toolc::builtin::fs::{Entry, FileSystem, Found, Kind, Metadata, Scope, Source};
use toolc::builtin::{self, Workspace};
use toolc::executor::{Executor, ToolCall};
use toolc::tool::{Block, Body, Context, Signal, ToolResult};

use crate::desk::{Desk, PLACES, Place};

/// A file system of one endless file, which counts what is read of it.
#[derive(Clone, Default)]
struct Endless {
    read: Arc<AtomicU64>,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let line = b"a line of text\n";
        for (byte, text) in buffer.iter_mut().zip(line.iter().cycle()) {
            *byte = *text;
        }
        // Whole lines, so that every buffer begins with one.
        let len = buffer.len() / line.len() * line.len();
        self.read.fetch_add(len as u64, Ordering::Relaxed);
        Ok(len)
    }
}

impl Seek for Endless {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl FileSystem for Endless {
    fn metadata(&self, _: &Path) -> io::Result<Metadata> {
        Ok(Metadata {
            kind: Kind::File,
            len: u64::MAX,
            modified: None,
        })
    }
    fn open(&self, _: &Path) -> io::Result<Box<dyn Source>> {
        Ok(Box::new(self.clone()))
    }
    fn replace(&self, _: &Path, _: &[u8]) -> io::Result<Metadata> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn create_folder(&self, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn list(&self, _: &Path) -> io::Result<Vec<Entry>> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn walk(
        &self,
        root: &Path,
        _: Scope,
        visit: &mut dyn FnMut(Found) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let _ = visit(Found::File(root.to_path_buf()));
        Ok(())
    }
}

async fn call(
    files: &Endless,
    cx: &Context,
    tool: &str,
    arguments: serde_json::Value,
) -> ToolResult {
    let tools = builtin::toolset(Workspace::new(files.clone()));
    let executor = Executor::builder()
        .tools(tools)
        .build()
        .expect("no duplicates");
    executor.run(ToolCall::new(tool, arguments), cx).await
}

#[tokio::test]
async fn ten_lines_of_an_endless_file_take_one_buffer() {
    let files = Endless::default();
    let arguments = json!({"file_path": "/endless", "offset": 3, "limit": 10});
    let result = call(&files, &Context::empty(), "Read", arguments).await;
    let text = result.text();
    assert!(text.starts_with("     3→a line of text\n     4→"), "{text}");
    assert!(
        text.ends_with("    12→a line of text\n[More lines follow. Continue with offset 13.]\n")
    );
    assert!(files.read.load(Ordering::Relaxed) <= 8 * 1024 + 64 * 1024);
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_and_searching_stop_when_they_are_interrupted() {
    let cases = [
        ("Read", json!({"file_path": "/endless", "offset": i64::MAX})),
        ("Grep", json!({"path": "/endless", "pattern": "not in it"})),
    ];
    for (tool, arguments) in cases {
        let signal = Signal::new();
        let cx = Context::builder().signal(signal.clone()).build();
        let files = Endless::default();
        let watched = files.read.clone();
        let trip = tokio::spawn(async move {
            while watched.load(Ordering::Relaxed) < 1024 * 1024 {
                tokio::task::yield_now().await;
            }
            signal.trip("enough");
        });
        let result = call(&files, &cx, tool, arguments).await;
        trip.await.expect("no panic");
        assert!(result.is_error());
        let text = result.text();
        assert!(
            text.starts_with(&format!("{tool} interrupted: enough")),
            "{text}"
        );
    }
}

#[tokio::test]
async fn images_and_pdf_files_come_as_what_they_are() {
    for place in PLACES {
        let desk = Desk::new(place);
        // A PNG of one pixel, as RFC 2083 lays it out: signature, then IHDR.
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0".to_vec();
        desk.put("a picture.png", &png);
        desk.put("a.pdf", b"%PDF-1.7\n");
        let result = desk
            .call("Read", json!({"file_path": "a picture.png"}))
            .await;
        let image = Block::Image {
            data: png,
            mime_type: "image/png".to_owned(),
        };
        assert_eq!(result.content().blocks(), [image]);
        let result = desk.call("Read", json!({"file_path": "a.pdf"})).await;
        let pdf = Block::Resource {
            uri: format!("file://{}/a.pdf", desk.root().display()),
            mime_type: Some("application/pdf".to_owned()),
            body: Body::Bytes(b"%PDF-1.7\n".to_vec()),
        };
        assert_eq!(result.content().blocks(), [pdf]);
    }
}

#[tokio::test]
async fn what_is_no_regular_file_is_neither_read_nor_replaced() {
    let desk = Desk::new(Place::Disk);
    let cases = [
        (
            "Read",
            json!({"file_path": "/dev/zero"}),
            "Cannot read /dev/zero: it is not a regular file.",
        ),
        (
            "Write",
            json!({"file_path": "/dev/null", "content": ""}),
            "Cannot write to /dev/null: it is not a regular file.",
        ),
        (
            "Grep",
            json!({"path": "/dev/zero", "pattern": "x"}),
            "Cannot search /dev/zero: it is not a regular file.",
        ),
    ];
    for (tool, arguments, words) in cases {
        assert_eq!(desk.error(tool, arguments).await, words);
    }
}

#[tokio::test]
async fn a_confined_file_system_is_not_left_by_paths_or_links() {
    let outside = tempfile::TempDir::new().expect("a folder");
    std::fs::write(outside.path().join("secret"), "secret\n").expect("a file");
    let desk = Desk::new(Place::Rooted);
    desk.put("inside", "x\n");
    std::os::unix::fs::symlink(outside.path(), desk.root().join("folder")).expect("a link");
    std::os::unix::fs::symlink(outside.path().join("secret"), desk.root().join("file"))
        .expect("a link");
    std::os::unix::fs::symlink(outside.path().join("new"), desk.root().join("dangling"))
        .expect("a link");
    let secret = outside.path().join("secret");
    for path in [
        secret.to_str().expect("text"),
        "folder/secret",
        "file",
        "folder/../../../etc/passwd",
        "/etc/passwd",
    ] {
        let result = desk.call("Read", json!({"file_path": path})).await;
        assert!(
            result.is_error() && !result.text().contains("secret\n"),
            "{path}: {}",
            result.text()
        );
        let result = desk
            .call("Grep", json!({"path": path, "pattern": "."}))
            .await;
        assert!(result.is_error(), "{path}: {}", result.text());
    }
    for path in ["folder/new", "dangling", "folder/deeper/new"] {
        let result = desk
            .call("Write", json!({"file_path": path, "content": "x"}))
            .await;
        assert!(result.is_error(), "{path}: {}", result.text());
    }
    assert_eq!(
        std::fs::read_dir(outside.path()).expect("a folder").count(),
        1
    );
    assert_eq!(desk.ok("Grep", json!({"pattern": "."})).await, "inside");
}

#[tokio::test]
async fn a_replaced_file_keeps_its_mode_and_its_link() {
    use std::os::unix::fs::PermissionsExt;
    for place in [Place::Disk, Place::Rooted] {
        let desk = Desk::new(place);
        desk.put("real", "old\n");
        let real = desk.root().join("real");
        std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o751)).expect("a mode");
        std::os::unix::fs::symlink("real", desk.root().join("link")).expect("a link");
        desk.ok("Read", json!({"file_path": "link"})).await;
        desk.ok(
            "Edit",
            json!({"file_path": "link", "old_string": "old", "new_string": "new"}),
        )
        .await;
        assert_eq!(desk.bytes("real"), b"new\n");
        assert!(desk.root().join("link").is_symlink());
        let mode = std::fs::metadata(&real)
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o751);
    }
}
