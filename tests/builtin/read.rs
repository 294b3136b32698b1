//! What comes as what it is, what is refused, and what a root holds in.

use std::path::Path;

use serde_json::json;
use toolc::builtin::Workspace;
use toolc::tool::{Block, Body};

use crate::desk::{Desk, PLACES, Place};

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

/// The kernel's log is a regular file to whoever looks, and reading it waits for the next line.
#[tokio::test]
async fn what_has_nothing_to_read_for_now_is_not_waited_for() {
    for place in [Place::Disk, Place::Rooted] {
        let root = |workspace: Workspace, _: &Path| match place {
            Place::Rooted => Workspace::rooted("/proc").unwrap_or(workspace),
            _ => workspace,
        };
        let desk = Desk::with(place, root);
        // Refused to who may not read it, not there on other systems, else without a line for now: never a text.
        desk.error("Read", json!({"file_path": "/proc/kmsg"})).await;
    }
}
