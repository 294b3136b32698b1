//! What is left of a command when its call is over.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use toolc::tool::{Signal, keys};

use crate::desk::{Desk, Place};

/// The processes, dead ones aside, whose environment has this entry: number and command line.
fn marked(mark: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let read = |name: &str| fs::read(entry.path().join(name)).unwrap_or_default();
        let dead = String::from_utf8_lossy(&read("stat")).contains(") Z ");
        let environment = read("environ");
        if !dead && environment.split(|&b| b == 0).any(|v| v == mark.as_bytes()) {
            let id = entry.file_name().to_string_lossy().into_owned();
            found.push((
                id,
                String::from_utf8_lossy(&read("cmdline")).replace('\0', " "),
            ));
        }
    }
    found
}

fn proc_is_at_hand() -> bool {
    let at_hand = Path::new("/proc/self/environ").exists();
    if !at_hand {
        eprintln!("skipped: there is no /proc");
    }
    at_hand
}

/// A shell function that starts itself one deeper, and `sleep` at the bottom.
const DEEP: &str = r#"deep() { if [ "$1" -gt 0 ]; then bash -c "$(declare -f deep); deep $(($1 - 1)); :"; else echo bottom; sleep 300; fi; }; deep 100"#;

#[tokio::test]
async fn after_a_time_out_no_process_of_the_tree_is_alive() {
    if !proc_is_at_hand() {
        return;
    }
    let desk = Desk::new(Place::Disk);
    let cx = desk.context().variable("TOOLC_TREE", "time-out").build();
    let command = format!("trap '' TERM; sleep 300 & (trap '' TERM; sleep 300) & {DEEP}");
    // A busy machine may take longer to grow the tree.
    let mut text = String::new();
    for timeout in [3000, 15_000, 60_000] {
        let arguments = json!({"command": command, "timeout": timeout});
        text = desk.call_in(&cx, "Bash", arguments).await.text();
        assert!(text.ends_with(&format!("[timed out after {timeout}ms]")));
        assert_eq!(marked("TOOLC_TREE=time-out"), []);
        if text.starts_with("bottom\n") {
            return;
        }
    }
    panic!("the tree never grew to its depth: {text}");
}

#[tokio::test]
async fn an_interrupt_ends_the_tree_and_keeps_what_was_printed() {
    if !proc_is_at_hand() {
        return;
    }
    let desk = Desk::new(Place::Disk);
    let signal = Signal::new();
    let listener = signal.clone();
    let cx = desk
        .context()
        .variable("TOOLC_TREE", "interrupt")
        .signal(signal)
        .build();
    let call = desk.call_in(
        &cx,
        "Bash",
        json!({"command": "echo begun; sleep 300 & sleep 300"}),
    );
    let trip = async {
        while marked("TOOLC_TREE=interrupt").len() < 3 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        listener.trip("the user pressed Escape");
    };
    let (result, ()) = tokio::join!(call, trip);
    assert!(result.is_error());
    let text = result.text();
    assert!(
        text.starts_with("Bash command interrupted: the user pressed Escape\n\nbegun\n"),
        "{text}"
    );
    assert_eq!(marked("TOOLC_TREE=interrupt"), []);
}

#[tokio::test]
async fn a_call_that_is_dropped_ends_the_tree() {
    if !proc_is_at_hand() {
        return;
    }
    let desk = Desk::new(Place::Disk);
    let cx = desk.context().variable("TOOLC_TREE", "dropped").build();
    let call = desk.call_in(&cx, "Bash", json!({"command": "sleep 300 & sleep 300"}));
    let started = async {
        while marked("TOOLC_TREE=dropped").len() < 3 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::select! {
        _ = call => panic!("nothing ends the command"),
        () = started => {}
    }
    while !marked("TOOLC_TREE=dropped").is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn what_is_left_in_the_background_does_not_keep_the_call() {
    let desk = Desk::new(Place::Disk);
    let began = Instant::now();
    let text = desk
        .ok("Bash", json!({"command": "sleep 30 & echo $!"}))
        .await;
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "it waited for the pipe"
    );
    // It still runs, on purpose; here it has to go.
    desk.ok("Bash", json!({"command": format!("kill {text}")}))
        .await;
}

/// The limit of a process group, stated: who leaves it is out of reach.
#[tokio::test]
async fn a_process_in_a_session_of_its_own_survives() {
    if !proc_is_at_hand() {
        return;
    }
    let desk = Desk::new(Place::Disk);
    let signal = Signal::new();
    let listener = signal.clone();
    let cx = desk
        .context()
        .variable("TOOLC_TREE", "session")
        .signal(signal)
        .build();
    let away = desk.root().join("away");
    let command = "setsid bash -c 'touch away; exec sleep 300' & sleep 300";
    let call = desk.call_in(&cx, "Bash", json!({"command": command}));
    let trip = async {
        while !away.exists() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        listener.trip("enough");
    };
    let (result, ()) = tokio::join!(call, trip);
    assert!(result.is_error());
    let left = marked("TOOLC_TREE=session");
    assert_eq!(left.len(), 1, "{left:?}");
    desk.ok("Bash", json!({"command": format!("kill {}", left[0].0)}))
        .await;
}

#[tokio::test]
async fn endless_output_takes_no_endless_memory() {
    let desk = Desk::new(Place::Disk);
    let signal = Signal::new();
    let listener = signal.clone();
    let cx = desk
        .context()
        .signal(signal)
        .on_progress(move |progress| {
            if progress.done > 10_000_000 {
                listener.trip("enough");
            }
        })
        .build();
    let result = desk
        .call_in(&cx, "Bash", json!({"command": "yes toolc"}))
        .await;
    let text = result.text();
    assert!(text.starts_with("Bash command interrupted: enough\n\ntoolc\n"));
    assert!(text.contains("[Output truncated at 30,000 characters: "));
    assert!(text.chars().count() < 30_200);
}

#[tokio::test]
async fn a_working_directory_that_is_gone_is_told_as_that() {
    let desk = Desk::new(Place::Disk);
    desk.put("file", "");
    for name in ["gone", "file"] {
        let folder = desk.root().join(name);
        let cx = toolc::tool::Context::builder().cwd(&folder).build();
        let result = desk.call_in(&cx, "Bash", json!({"command": "pwd"})).await;
        assert!(result.is_error());
        assert_eq!(
            result.text(),
            format!(
                "Command failed: the working directory {} is no folder",
                folder.display()
            )
        );
    }
}

#[tokio::test]
async fn a_command_sees_the_environment_of_the_call() {
    let desk = Desk::new(Place::Disk);
    let cx = desk.context().variable("GREETING", "hello; $(id)").build();
    let result = desk
        .call_in(&cx, "Bash", json!({"command": "echo \"$GREETING\""}))
        .await;
    assert_eq!(result.text(), "hello; $(id)\n");
}

/// The id that Bash answers with.
fn id_of(answer: &str) -> String {
    let first = answer.lines().next().expect("a line");
    let id = first
        .strip_prefix("Background task started with ID: ")
        .expect("an id");
    assert!(id.starts_with("bash_") && id.len() == 13, "{id}");
    id.to_owned()
}

#[tokio::test]
async fn a_background_command_is_read_while_it_runs_and_every_line_once() {
    let desk = Desk::new(Place::Disk);
    let command = "echo one; until [ -e go ]; do sleep 0.01; done; echo two; exit 4";
    let answer = desk
        .ok(
            "Bash",
            json!({"command": command, "run_in_background": true}),
        )
        .await;
    let id = id_of(&answer);
    let look = json!({"taskId": id, "block": false});
    let report = loop {
        let report = desk.ok("BashOutput", look.clone()).await;
        if !report.ends_with("No new output available") {
            break report;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!(
        report,
        format!("Status: Running\nCommand: {command}\nOutput:\none\n")
    );
    desk.put("go", "");
    let report = desk.ok("BashOutput", json!({"taskId": id})).await;
    assert_eq!(
        report,
        format!("Status: Failed\nExit Code: 4\nCommand: {command}\nOutput:\ntwo\n")
    );
    let report = desk.ok("BashOutput", look).await;
    assert!(report.ends_with("No new output available"), "{report}");
}

#[tokio::test]
async fn a_filter_keeps_matching_lines_and_leaves_unfinished_ones() {
    let desk = Desk::new(Place::Disk);
    let command = "echo a warning; echo nothing; printf 'an err'; until [ -e go ]; do sleep 0.01; done; echo or";
    let answer = desk
        .ok(
            "Bash",
            json!({"command": command, "run_in_background": true}),
        )
        .await;
    let id = id_of(&answer);
    let arguments = json!({"taskId": id, "block": false, "filter": "warning|error"});
    let mut printed = String::new();
    while !printed.ends_with("a warning\n") {
        printed = desk.ok("BashOutput", arguments.clone()).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    desk.put("go", "");
    let mut report = desk
        .ok(
            "BashOutput",
            json!({"taskId": id, "filter": "warning|error"}),
        )
        .await;
    report = report.split_off(report.find("Output:").expect("output"));
    assert_eq!(report, "Output:\nan error\n");
}

#[tokio::test]
async fn much_output_of_a_background_command_keeps_its_two_ends() {
    let desk = Desk::new(Place::Disk);
    let command = "echo first; yes toolc | head -c 600000; echo last";
    let arguments = json!({"command": command, "run_in_background": true});
    let id = id_of(&desk.ok("Bash", arguments).await);
    let report = desk.ok("BashOutput", json!({"taskId": id})).await;
    let (_, output) = report.split_once("Output:\n").expect("output");
    assert!(output.starts_with("first\ntoolc\n"));
    assert!(output.ends_with("toolc\nlast\n"));
    assert!(output.contains("[Output truncated at 30,000 characters: "));
    assert!(output.len() < 30_200);
}

#[tokio::test]
async fn a_killed_shell_leaves_nothing_behind() {
    if !proc_is_at_hand() {
        return;
    }
    let desk = Desk::new(Place::Disk);
    let cx = desk.context().variable("TOOLC_TREE", "killed").build();
    let arguments = json!({"command": "sleep 300 & sleep 300", "run_in_background": true});
    let answer = desk.call_in(&cx, "Bash", arguments).await.text();
    let id = id_of(&answer);
    while marked("TOOLC_TREE=killed").len() < 3 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let text = desk.ok("KillShell", json!({"taskId": id})).await;
    assert_eq!(text, format!("Shell {id} was stopped."));
    assert_eq!(marked("TOOLC_TREE=killed"), []);
    let text = desk.ok("KillShell", json!({"taskId": id})).await;
    assert_eq!(
        text,
        format!("Shell {id} is not running: it had ended before.")
    );
}

#[tokio::test]
async fn background_commands_end_with_the_workspace() {
    if !proc_is_at_hand() {
        return;
    }
    let desk = Desk::new(Place::Disk);
    let cx = desk.context().variable("TOOLC_TREE", "workspace").build();
    let arguments = json!({"command": "sleep 300", "run_in_background": true});
    desk.call_in(&cx, "Bash", arguments).await;
    while marked("TOOLC_TREE=workspace").is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    drop(desk);
    while !marked("TOOLC_TREE=workspace").is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn the_shell_of_another_session_does_not_exist() {
    let desk = Desk::new(Place::Disk);
    let mine = desk
        .context()
        .put(&keys::SESSION, "mine".to_owned())
        .build();
    let theirs = desk
        .context()
        .put(&keys::SESSION, "theirs".to_owned())
        .build();
    let arguments = json!({"command": "sleep 300", "run_in_background": true});
    let id = id_of(&desk.call_in(&mine, "Bash", arguments).await.text());
    for tool in ["BashOutput", "KillShell"] {
        let foreign = desk.call_in(&theirs, tool, json!({"taskId": id})).await;
        let words = format!("Shell not found: {id}. No command was started in the background.");
        assert_eq!((foreign.is_error(), foreign.text()), (true, words));
    }
    let unknown = desk
        .call_in(&mine, "KillShell", json!({"taskId": "bash_0"}))
        .await;
    assert_eq!(
        unknown.text(),
        format!("Shell not found: bash_0. Shells: {id}.")
    );
    assert!(
        desk.call_in(&mine, "KillShell", json!({"taskId": id}))
            .await
            .is_success()
    );
}
