//! A writer that dies at any moment.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use crate::desk::{Desk, Place};

/// Where the writer writes; set only in the process that is to be killed.
const FOLDER: &str = "TOOLC_TEST_KILL_FOLDER";

const WRITES: usize = 500;
const SIZE: usize = 200_000;
const KILLS: u64 = 20;

#[tokio::test]
async fn a_killed_writer_leaves_the_old_file_or_the_new_and_the_next_write_tidies_up() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return write(Path::new(&folder)).await;
    }
    let desk = Desk::new(Place::Disk);
    let file = desk.root().join("file");
    let mut leftovers = 0;
    for round in 0..KILLS {
        fs::remove_file(&file).ok();
        let mut writer = start(desk.root());
        while !file.exists() {
            assert!(
                writer.try_wait().expect("a child").is_none(),
                "it ended by itself"
            );
            sleep(Duration::from_millis(1));
        }
        // Moments that drift through the writer's round.
        sleep(Duration::from_micros(round * 1_700));
        writer.kill().expect("SIGKILL");
        writer.wait().expect("a child");

        let content = fs::read(&file).expect("a file");
        assert_eq!(content.len(), SIZE, "a torn file");
        assert!(
            content.iter().all(|&byte| byte == content[0]),
            "a mixed file"
        );
        leftovers += names(desk.root()).len() - 1;
        desk.ok("Write", json!({"file_path": "other", "content": ""}))
            .await;
        assert_eq!(
            names(desk.root()),
            ["file", "other"].map(str::to_owned).into()
        );
        fs::remove_file(desk.root().join("other")).expect("a file");
    }
    // Otherwise the writer was never hit in the middle of its work, and nothing was shown.
    assert!(leftovers > 0);
}

#[tokio::test]
async fn what_a_living_writer_writes_is_left_alone() {
    let desk = Desk::new(Place::Disk);
    let aside = desk.root().join(".toolc-write-1-0");
    let held = fs::File::create(&aside).expect("a file");
    held.lock().expect("a lock");
    desk.ok("Write", json!({"file_path": "a", "content": ""}))
        .await;
    assert!(aside.exists());
    // Not only dropped: a process that another test is just starting has it open, too, for a moment.
    held.unlock().expect("its own lock");
    desk.ok("Write", json!({"file_path": "a", "content": ""}))
        .await;
    assert!(!aside.exists());
}

/// This very test in a process of its own, as the writer.
fn start(folder: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args([
            "--exact",
            "kill::a_killed_writer_leaves_the_old_file_or_the_new_and_the_next_write_tidies_up",
        ])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a child")
}

async fn write(folder: &Path) {
    let desk = Desk::new(Place::Disk);
    let path = folder.join("file");
    for round in 0..WRITES {
        let content = ["a", "b"][round % 2].repeat(SIZE);
        desk.ok("Write", json!({"file_path": path, "content": content}))
            .await;
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect()
}
