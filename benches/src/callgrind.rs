//! Instructions, counted by valgrind's callgrind: the same number on every run, whatever else the machine does.
//!
//! The counted program runs each contender inside [`region`]; callgrind collects only there, and writes one file whenever
//! it is left. So one start of valgrind counts every contender, in the order in which they ran.

use std::hint::black_box;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::harness::Contender;

/// [`region`] as callgrind knows it.
const REGION: &str = "toolc_benches::callgrind::region";

/// Does the job this many times; all that callgrind counts happens here.
///
/// Never inlined, as callgrind knows it by its name. Something is left to do after the job, so that the job is called and
/// not jumped to: callgrind would miss the return.
#[inline(never)]
pub fn region(contender: &Contender<'_>, times: u64) {
    contender.run(times);
    black_box(times);
}

/// What the counted program said it ran, and the instructions that each of those runs took.
///
/// The program prints one line per call of [`region`], in order.
///
/// # Errors
///
/// Valgrind is missing or fails, or its files are not what this expects.
pub fn count(program: &Path) -> io::Result<Vec<(String, u64)>> {
    let folder = tempfile::tempdir()?;
    let dumps = folder.path().join("dump");
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--toggle-collect={REGION}"))
        .arg(format!("--dump-after={REGION}"))
        .arg(format!("--callgrind-out-file={}", dumps.display()))
        .arg(program)
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| {
            io::Error::new(error.kind(), format!("valgrind does not start: {error}"))
        })?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("valgrind failed: {words}")));
    }
    let labels = String::from_utf8_lossy(&output.stdout);
    labels
        .lines()
        .enumerate()
        .map(|(index, label)| {
            let dump = dumps.with_extension((index + 1).to_string());
            Ok((label.to_owned(), total(&dump)?))
        })
        .collect()
}

/// The sum that a dump ends with.
fn total(dump: &Path) -> io::Result<u64> {
    let text = std::fs::read_to_string(dump)?;
    text.lines()
        .find_map(|line| {
            line.strip_prefix("totals: ")
                .or_else(|| line.strip_prefix("summary: "))
        })
        .and_then(|number| number.trim().parse().ok())
        .ok_or_else(|| io::Error::other(format!("{} has no total", dump.display())))
}
