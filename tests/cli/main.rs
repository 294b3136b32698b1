//! The program as its users meet it: the real binary, real files, exit codes, and what is printed where.

mod batch;
mod call;
mod check;
mod completions;
mod explain;
mod generate;
mod init;
#[cfg(unix)]
mod interrupt;
mod look;
mod offer;
mod publish;
mod test;
mod usage;
mod validate;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};

/// The program, to be run in a folder, with no colour wish in its environment.
fn toolc(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
    command
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    command
}

/// The program run in a folder with these arguments.
fn run(folder: &Path, arguments: &[&str]) -> Ran {
    let output = toolc(folder).args(arguments).output().expect("toolc runs");
    Ran::from(output)
}

/// The folder of the declarations that tests are about.
fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/cases")
}

/// One of them.
fn case(name: &str) -> PathBuf {
    cases().join(name)
}

/// The program started, and its standard input.
fn start(folder: &Path, arguments: &[&str]) -> (Child, ChildStdin) {
    let mut child = toolc(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("toolc runs");
    let input = child.stdin.take().expect("a pipe");
    (child, input)
}

/// The program run with something on its standard input.
fn run_with(folder: &Path, arguments: &[&str], stdin: &str) -> Ran {
    let (child, mut pipe) = start(folder, arguments);
    let text = stdin.to_owned();
    // Beside reading, or a long input and a long output would wait for each other.
    let writer = std::thread::spawn(move || pipe.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("toolc ends");
    writer.join().expect("no panic").expect("toolc reads");
    Ran::from(output)
}

/// How a run ended.
#[derive(Debug)]
struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("toolc ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
        }
    }
}
