//! Files and folders that are large or endless: what is read of them, and how soon a call stops.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use toolc::builtin::fs::{Entry, FileSystem, Found, Kind, Metadata, Scope, Source};
use toolc::builtin::{self, Workspace};
use toolc::executor::{Executor, ToolCall};
use toolc::tool::{Context, Signal, ToolResult};

/// A file system that counts what is read of it: one file without end, or with one, or endlessly many that are small.
#[derive(Clone)]
struct Large {
    read: Arc<AtomicU64>,
    visited: Arc<AtomicU64>,
    /// Of how many bytes a file is.
    len: u64,
    files: u64,
    left: u64,
}

/// One line of every file.
const LINE: &[u8; 15] = b"a line of text\n";

impl Large {
    fn file(len: u64) -> Self {
        Self {
            read: Arc::default(),
            visited: Arc::default(),
            len,
            files: 1,
            left: len,
        }
    }

    fn endless() -> Self {
        Self::file(u64::MAX)
    }

    fn endless_tree() -> Self {
        Self {
            files: u64::MAX,
            ..Self::file(150)
        }
    }
}

impl Read for Large {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Whole lines, so that every buffer begins with one.
        let len = buffer
            .len()
            .min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let len = len / LINE.len() * LINE.len();
        for (byte, text) in buffer[..len].iter_mut().zip(LINE.iter().cycle()) {
            *byte = *text;
        }
        self.left -= len as u64;
        self.read.fetch_add(len as u64, Ordering::Relaxed);
        Ok(len)
    }
}

impl Seek for Large {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl FileSystem for Large {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        let folder = path.ends_with("tree");
        Ok(Metadata {
            kind: if folder { Kind::Folder } else { Kind::File },
            len: self.len,
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
        for file in 0..self.files {
            self.visited.fetch_add(1, Ordering::SeqCst);
            let path = match self.files {
                1 => root.to_path_buf(),
                _ => root.join(format!("{file:020}")),
            };
            if visit(Found::File(path)).is_break() {
                break;
            }
        }
        Ok(())
    }
}

async fn call(files: &Large, cx: &Context, tool: &str, arguments: serde_json::Value) -> ToolResult {
    let tools = builtin::toolset(Workspace::new(files.clone()));
    let executor = Executor::builder()
        .tools(tools)
        .build()
        .expect("no duplicates");
    executor.run(ToolCall::new(tool, arguments), cx).await
}

#[tokio::test]
async fn ten_lines_of_an_endless_file_take_one_buffer() {
    let files = Large::endless();
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
        let files = Large::endless();
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

/// How much may be read beyond what was asked for: what decides on the kind of file, and one buffer.
const SLACK: u64 = 8 * 1024 + 64 * 1024;

#[tokio::test]
async fn a_slice_takes_what_lies_before_it_and_no_more() {
    const LINES: u64 = 200_000;
    let len = LINES * LINE.len() as u64;
    for first in [1, 1_000, LINES / 2, LINES - 9] {
        let files = Large::file(len);
        let arguments = json!({"file_path": "/file", "offset": first, "limit": 10});
        let text = call(&files, &Context::empty(), "Read", arguments)
            .await
            .text();
        let expected: String = (first..first + 10)
            .map(|n| format!("{n:>6}→a line of text\n"))
            .collect();
        assert_eq!(
            text.split_inclusive("[More")
                .next()
                .map(|it| it.trim_end_matches("[More")),
            Some(expected.as_str())
        );
        let needed = (first + 9) * LINE.len() as u64;
        let read = files.read.load(Ordering::Relaxed);
        assert!(
            read <= (needed + SLACK).min(len),
            "{read} bytes for {needed}"
        );
    }
    let files = Large::file(len);
    let arguments = json!({"file_path": "/file", "offset": LINES + 1, "limit": 10});
    let text = call(&files, &Context::empty(), "Read", arguments)
        .await
        .text();
    assert!(text.contains(&format!("which has {LINES} lines")), "{text}");
    assert_eq!(files.read.load(Ordering::Relaxed), len);
}

/// Counted in files that are still visited, since a clock tells more about the machine.
#[tokio::test(flavor = "multi_thread")]
async fn a_walk_stops_with_the_files_that_were_under_way() {
    let cases = [
        (
            "Grep",
            json!({"path": "/tree", "pattern": "text", "output_mode": "count", "offset": i64::MAX}),
        ),
        ("Grep", json!({"path": "/tree", "pattern": "not in it"})),
        ("Glob", json!({"path": "/tree", "pattern": "*.rs"})),
    ];
    for (tool, arguments) in cases {
        let files = Large::endless_tree();
        let signal = Signal::new();
        let (stop, visited) = (signal.clone(), files.visited.clone());
        let at_stop = Arc::new(AtomicU64::new(u64::MAX));
        let noted = at_stop.clone();
        // Progress is told on the way, so that this is the middle of the walk.
        let cx = Context::builder()
            .signal(signal)
            .on_progress(move |progress| {
                if progress.done >= 5_000 && stop.reason().is_none() {
                    stop.trip("enough");
                    noted.store(visited.load(Ordering::SeqCst), Ordering::SeqCst);
                }
            })
            .build();
        let result = call(&files, &cx, tool, arguments).await;
        let text = result.text();
        assert!(
            text.starts_with(&format!("{tool} interrupted: enough")),
            "{text}"
        );
        let after = files.visited.load(Ordering::SeqCst) - at_stop.load(Ordering::SeqCst);
        assert!(after <= 64, "{after} files were visited after it");
    }
}
