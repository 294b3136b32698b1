//! Whoever asks the program to stop: what is answered then, and that nothing which it has started goes on.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ctrl-C.
const INTERRUPT: &str = "INT";

/// What ends a service.
const TERMINATE: &str = "TERM";

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain until {what}");
        sleep(Duration::from_millis(10));
    }
}

/// The program, started in a folder of its own. Its input stays open.
struct Started {
    folder: tempfile::TempDir,
    child: Child,
    input: ChildStdin,
}

impl Started {
    fn new(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (child, input) = super::start(folder.path(), arguments);
        Self {
            folder,
            child,
            input,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn say(&mut self, line: &Value) {
        writeln!(self.input, "{line}").expect("toolc reads");
    }

    fn ask(&self, signal: &str) {
        // The shell's own, since not every machine has the program.
        let kill = format!("kill -s {signal} {}", self.child.id());
        let asked = Command::new("sh").args(["-c", &kill]).status();
        assert!(asked.expect("a shell").success());
    }

    /// The process that a command has named in `pid`.
    fn process(&self) -> String {
        let file = self.path("pid");
        let text = || fs::read_to_string(&file).unwrap_or_default();
        wait_until("the command runs", || text().ends_with('\n'));
        text().trim().to_owned()
    }

    fn end(self) -> Output {
        drop(self.input);
        self.child.wait_with_output().expect("toolc ends")
    }
}

/// Names itself and goes on for longer than any test.
const LONG: &str = "echo $$ > pid; exec sleep 300";

fn is_alive(process: &str) -> bool {
    let stat = fs::read_to_string(Path::new("/proc").join(process).join("stat"));
    // One that is dead may still be listed until somebody has waited for it.
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn call(id: u32, tool: &str, arguments: &Value) -> Value {
    json!({"id": id, "tool": tool, "arguments": arguments})
}

#[test]
fn every_call_of_an_interrupted_batch_has_a_result() {
    for signal in [INTERRUPT, TERMINATE] {
        let mut lines = String::new();
        for line in [
            call(1, "Bash", &json!({"command": "echo done"})),
            call(2, "Bash", &json!({"command": LONG})),
            call(3, "Bash", &json!({"command": "touch never"})),
        ] {
            lines.push_str(&format!("{line}\n"));
        }
        let mut batch = Started::new(&["batch", "-"]);
        batch
            .input
            .write_all(lines.as_bytes())
            .expect("toolc reads");
        // The end of the input is what lets a batch begin.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        batch.input = ChildStdin::from(std::os::fd::OwnedFd::from(writer));
        let process = batch.process();
        batch.ask(signal);
        let never = batch.path("never");
        let output = batch.end();
        assert_eq!(output.status.code(), Some(0));
        let records: Vec<Value> = String::from_utf8(output.stdout)
            .expect("UTF-8")
            .lines()
            .map(|line| serde_json::from_str(line).expect("a record"))
            .collect();
        let told: Vec<_> = records
            .iter()
            .map(|it| (&it["id"], &it["is_error"], &it["stopped_by"]))
            .collect();
        let (no, yes, null) = (json!(false), json!(true), Value::Null);
        assert_eq!(
            told,
            [
                (&json!(1), &no, &null),
                (&json!(2), &yes, &json!("interrupt")),
                (&json!(3), &yes, &null),
            ]
        );
        let text = records[2]["content"][0]["text"].as_str().expect("text");
        assert!(text.contains("not started"), "{text}");
        assert!(!never.exists());
        assert!(!is_alive(&process));
    }
}

#[test]
fn a_call_that_is_interrupted_is_an_error_and_leaves_nothing_running() {
    let arguments = json!({"command": LONG}).to_string();
    for signal in [INTERRUPT, TERMINATE] {
        let call = Started::new(&["call", "Bash", &arguments]);
        let process = call.process();
        call.ask(signal);
        let output = call.end();
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.starts_with("Bash command interrupted: "), "{told}");
        assert!(!is_alive(&process));
    }
}

/// The command does not heed the first request. Whether the second comes before it is killed is for the machine to say.
#[test]
fn who_asks_again_and_again_leaves_nothing_running_either() {
    let stubborn = format!("trap '' TERM; {LONG}");
    let arguments = json!({"command": stubborn}).to_string();
    let mut call = Started::new(&["call", "Bash", &arguments]);
    let process = call.process();
    let mut ended = None;
    wait_until("it has ended", || {
        call.ask(INTERRUPT);
        ended = call.child.try_wait().expect("its state");
        ended.is_some()
    });
    let code = ended.and_then(|status| status.code());
    assert!(matches!(code, Some(1 | 130)), "{code:?}");
    wait_until("the command is gone", || !is_alive(&process));
}

/// There is nothing to answer yet; a program that goes on waiting could only be killed.
#[test]
fn while_its_input_is_read_the_program_ends_like_any_other() {
    let mut batch = Started::new(&["batch", "-", "--audit", "audit"]);
    let audit = batch.path("audit");
    wait_until("it has started", || audit.exists());
    batch.ask(TERMINATE);
    let mut ended = None;
    wait_until("it has ended", || {
        ended = batch.child.try_wait().expect("its state");
        ended.is_some()
    });
    let signal = ended.and_then(|status| status.signal());
    assert_eq!(signal, Some(15), "by SIGTERM, not by itself");
}

#[cfg(feature = "mcp")]
#[test]
fn what_runs_in_the_background_of_a_server_ends_with_it() {
    for signal in [Some(INTERRUPT), Some(TERMINATE), None] {
        let mut server = Started::new(&["serve"]);
        let output = server.child.stdout.take().expect("a pipe");
        let mut answers = BufReader::new(output).lines();
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        server.say(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}));
        answers.next().expect("an answer").expect("UTF-8");
        server.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        let command = json!({"command": LONG, "run_in_background": true});
        let call = json!({"name": "Bash", "arguments": command});
        server.say(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}));
        let process = server.process();
        if let Some(signal) = signal {
            server.ask(signal);
            let child = &mut server.child;
            wait_until("it has ended", || {
                child.try_wait().expect("its state").is_some()
            });
        }
        let ended = server.end();
        assert_eq!(ended.status.code(), Some(0), "{signal:?}");
        wait_until("the command is gone", || !is_alive(&process));
    }
}
