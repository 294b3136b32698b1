//! What a confined command can still do, tried with a real shell on a real kernel.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::symlink;

use serde_json::json;
use tempfile::TempDir;
use toolc::builtin::{NotEnforced, Sandbox, Shell};

use crate::desk::{Desk, Place};

/// A desk whose commands write below its root only; none where this kernel cannot do that.
fn confined(sandbox: &Sandbox) -> Option<Desk> {
    match Shell::default().confined(sandbox) {
        Ok(_) => {}
        Err(e @ (NotEnforced::Kernel { .. } | NotEnforced::Feature | NotEnforced::System)) => {
            eprintln!("skipped: {e}");
            return None;
        }
        Err(e) => panic!("{e}"),
    }
    Some(Desk::with(Place::Disk, |workspace, root| {
        let sandbox = sandbox.clone().write_below(root);
        let shell = Shell::default().confined(&sandbox);
        workspace.with_shell(shell.expect("it was just enforced"))
    }))
}

/// Ways to change what is in `$OUT`, which has a file `old` and a folder `empty`.
const WRITES: [&str; 12] = [
    "echo new > $OUT/new",
    "echo more >> $OUT/old",
    ": > $OUT/old",
    "truncate --size=1 $OUT/old",
    "rm $OUT/old",
    "rmdir $OUT/empty",
    "mkdir $OUT/folder",
    "mv $OUT/old $OUT/other",
    "mv $OUT/old .",
    "echo x > here; mv here $OUT/there",
    "ln -s old $OUT/link",
    "mkfifo $OUT/pipe",
];

#[tokio::test]
async fn files_are_written_below_the_roots_only() {
    let Some(desk) = confined(&Sandbox::new()) else {
        return;
    };
    let free = Desk::new(Place::Disk);
    for command in WRITES {
        for (desk, may) in [(&desk, false), (&free, true)] {
            let out = TempDir::new().expect("a folder");
            fs::write(out.path().join("old"), "old\n").expect("a file");
            fs::create_dir(out.path().join("empty")).expect("a folder");
            let before = state(out.path());
            let path = out.path().to_str().expect("text");
            let cx = desk.context().variable("OUT", path).build();
            let result = desk.call_in(&cx, "Bash", json!({"command": command})).await;
            assert_eq!(result.is_success(), may, "{command}: {}", result.text());
            assert_eq!(state(out.path()) != before, may, "{command}");
        }
    }
}

/// The names in a folder and the contents of its files.
fn state(folder: &std::path::Path) -> Vec<(String, Option<Vec<u8>>)> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let entry = entry.expect("an entry");
            let is_file = entry.file_type().expect("a kind").is_file();
            let content = is_file.then(|| fs::read(entry.path()).expect("a file"));
            (entry.file_name().to_string_lossy().into_owned(), content)
        })
        .collect();
    found.sort();
    found
}

#[tokio::test]
async fn what_a_command_needs_still_works() {
    let Some(desk) = confined(&Sandbox::new()) else {
        return;
    };
    let out = TempDir::new().expect("a folder");
    fs::write(out.path().join("secret"), "read me\n").expect("a file");
    let cx = desk
        .context()
        .variable("OUT", out.path().to_str().expect("text"))
        .build();
    let command = "cat $OUT/secret; echo lost > /dev/null; echo error > /dev/stderr; \
        mkdir -p a/b && echo one > a/b/f && mv a/b/f g && rm -r a && cat g; cat < <(echo sub)";
    let result = desk.call_in(&cx, "Bash", json!({"command": command})).await;
    assert_eq!(result.text(), "read me\nerror\none\nsub\n");
}

#[tokio::test]
async fn what_a_command_starts_is_confined_too_wherever_it_goes() {
    let Some(desk) = confined(&Sandbox::new()) else {
        return;
    };
    let out = TempDir::new().expect("a folder");
    let path = out.path().to_str().expect("text");
    let cx = desk.context().variable("OUT", path).build();
    let command = "setsid bash -c 'echo x > $OUT/a; echo $? > done'; until [ -e done ]; do sleep 0.01; done; cat done";
    let result = desk.call_in(&cx, "Bash", json!({"command": command})).await;
    assert!(result.text().ends_with("\n1\n"), "{}", result.text());
    let command = "echo x > $OUT/b; echo ended";
    let answer = desk
        .call_in(
            &cx,
            "Bash",
            json!({"command": command, "run_in_background": true}),
        )
        .await
        .text();
    let id = answer
        .lines()
        .next()
        .and_then(|line| line.split(": ").nth(1));
    let report = desk.ok("BashOutput", json!({"taskId": id})).await;
    assert!(report.ends_with("\nended\n"), "{report}");
    assert_eq!(fs::read_dir(path).expect("a folder").count(), 0);
    // The program itself is as free as before.
    fs::write(out.path().join("ours"), "").expect("a file");
}

#[tokio::test]
async fn a_name_that_leads_elsewhere_later_opens_nothing() {
    let Some(_) = confined(&Sandbox::new()) else {
        return;
    };
    let place = TempDir::new().expect("a folder");
    let [root, moved, other] = ["root", "moved", "other"].map(|name| place.path().join(name));
    fs::create_dir(&root).expect("a folder");
    fs::create_dir(&other).expect("a folder");
    let sandbox = Sandbox::new().write_below(&root);
    let desk = Desk::with(Place::Disk, |workspace, _| {
        workspace.with_shell(Shell::default().confined(&sandbox).expect("enforced"))
    });
    fs::rename(&root, &moved).expect("a new name");
    symlink(&other, &root).expect("a link");
    let cx = desk
        .context()
        .variable("ROOT", root.to_str().expect("text"))
        .variable("MOVED", moved.to_str().expect("text"))
        .build();
    let command = "echo x > $ROOT/f; echo y > $MOVED/f";
    let result = desk.call_in(&cx, "Bash", json!({"command": command})).await;
    assert!(result.is_success(), "{}", result.text());
    assert_eq!(fs::read_dir(&other).expect("a folder").count(), 0);
    assert_eq!(fs::read(moved.join("f")).expect("a file"), b"y\n");
}

#[tokio::test]
async fn tcp_is_off_unless_it_is_allowed() {
    let (Some(off), Some(on)) = (
        confined(&Sandbox::new()),
        confined(&Sandbox::new().allow_tcp()),
    ) else {
        return;
    };
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let command = format!("exec 3<>/dev/tcp/127.0.0.1/{port} && echo connected");
    let connect = json!({"command": command});
    if Desk::new(Place::Disk)
        .call("Bash", connect.clone())
        .await
        .is_error()
    {
        eprintln!("skipped: this shell cannot connect");
        return;
    }
    assert_eq!(on.ok("Bash", connect.clone()).await, "connected\n");
    let refused = off.error("Bash", connect).await;
    assert!(refused.contains("Permission denied"), "{refused}");
}

#[test]
fn what_is_no_folder_is_an_error_at_once() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    for (path, kind) in [
        (file.path().to_path_buf(), io::ErrorKind::NotADirectory),
        (file.path().with_extension("gone"), io::ErrorKind::NotFound),
    ] {
        let sandbox = Sandbox::new().write_below(&path);
        match Shell::default().confined(&sandbox) {
            Err(NotEnforced::Folder {
                path: named,
                source,
            }) => {
                assert_eq!((named, source.kind()), (path, kind));
            }
            Err(e @ (NotEnforced::Kernel { .. } | NotEnforced::Feature | NotEnforced::System)) => {
                eprintln!("skipped: {e}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[cfg(not(feature = "sandbox"))]
#[test]
fn without_the_feature_asking_is_an_error() {
    let refused = Shell::default().confined(&Sandbox::new());
    assert!(matches!(
        refused,
        Err(NotEnforced::Feature | NotEnforced::System)
    ));
}
