//! This program in front of rustc: Cargo starts it as `RUSTC_WORKSPACE_WRAPPER`, for the crates that are measured and for
//! no dependency. It runs rustc and notes what that took.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};

use nix::sys::resource::{UsageWho, getrusage};

/// The variable that says where notes go; set = this process stands in front of rustc.
pub(crate) const NOTES: &str = "TOOLC_BENCHES_NOTES";

/// What one start of rustc took.
#[derive(Debug, Clone)]
pub(crate) struct Note {
    /// `--crate-name`.
    pub(crate) crate_name: String,
    /// User CPU, in seconds; the linker's too.
    pub(crate) cpu: f64,
    /// Most memory held at once, in KB.
    pub(crate) peak: u64,
}

/// Runs rustc if that is what this process was started for.
pub(crate) fn wrapped() -> Option<ExitCode> {
    let notes = std::env::var_os(NOTES)?;
    let mut arguments = std::env::args_os().skip(1);
    let rustc = arguments.next()?;
    let arguments: Vec<OsString> = arguments.collect();
    let code = match Command::new(rustc).args(&arguments).status() {
        Ok(status) => status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(1),
        Err(error) => {
            eprintln!("rustc does not start: {error}");
            1
        }
    };
    if let Some(name) = crate_name(&arguments)
        && let Err(error) = note(Path::new(&notes), name)
    {
        eprintln!("nothing is noted: {error}");
        return Some(ExitCode::FAILURE);
    }
    Some(ExitCode::from(code))
}

/// What was noted.
pub(crate) fn read(notes: &Path) -> io::Result<Vec<Note>> {
    let text = std::fs::read_to_string(notes)?;
    Ok(text.lines().filter_map(parse).collect())
}

fn parse(line: &str) -> Option<Note> {
    let mut cells = line.split('\t');
    Some(Note {
        crate_name: cells.next()?.to_owned(),
        cpu: cells.next()?.parse().ok()?,
        peak: cells.next()?.parse().ok()?,
    })
}

fn crate_name(arguments: &[OsString]) -> Option<&str> {
    let place = arguments
        .iter()
        .position(|argument| argument == "--crate-name")?;
    arguments.get(place + 1)?.to_str()
}

fn note(notes: &Path, crate_name: &str) -> io::Result<()> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let time = usage.user_time();
    let cpu = time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    let mut file = OpenOptions::new().create(true).append(true).open(notes)?;
    writeln!(file, "{crate_name}\t{cpu}\t{}", usage.max_rss())
}
