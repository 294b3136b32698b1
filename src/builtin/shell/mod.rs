//! Running command lines: a shell in a process group of its own, its output as it comes, and an end to all of it.
//!
//! A group holds whatever a command starts, also what is started while it is being ended. What leaves the group on purpose
//! (`setsid`, a daemon) is out of reach: only a sandbox or a container holds that.

mod capture;
mod group;
#[cfg(all(feature = "sandbox", target_os = "linux"))]
mod landlock;
mod sandbox;
#[cfg(not(all(feature = "sandbox", target_os = "linux")))]
mod unconfined;

use std::future::poll_fn;
use std::io::{Error, ErrorKind};
use std::path::Path;
use std::pin::pin;
use std::process::ExitStatus;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::time::{Instant, sleep, timeout_at};

pub(super) use capture::Capture;
pub(super) use group::Group;
#[cfg(all(feature = "sandbox", target_os = "linux"))]
use landlock::Confinement;
pub use sandbox::{NotEnforced, Rule, Sandbox};
#[cfg(not(all(feature = "sandbox", target_os = "linux")))]
use unconfined::Confinement;

use crate::tool::Context;

/// How long to wait for output that is on its way once a command has ended. What still holds the pipe then was left in
/// the background on purpose.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// After how many bytes of output progress is told.
const PROGRESS: u64 = 64 * 1024;

/// Which program runs a command line.
#[derive(Debug, Clone)]
pub struct Shell {
    words: Vec<String>,
    confinement: Option<Arc<Confinement>>,
}

impl Shell {
    /// A program and its arguments; the command line becomes the last argument. A wrapper goes in front:
    /// `["bwrap", …, "bash", "-c"]`.
    pub fn new<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self {
            words: words.into_iter().map(Into::into).collect(),
            confinement: None,
        }
    }

    /// Runs every command under the rules of a sandbox, which the kernel enforces on all that the command starts.
    ///
    /// # Errors
    ///
    /// When not everything that the sandbox promises is enforced here: on another system than Linux, by an old kernel,
    /// without feature `sandbox`. A command that could not be confined later is an error too; it never just runs.
    pub fn confined(mut self, sandbox: &Sandbox) -> Result<Self, NotEnforced> {
        self.confinement = Some(Arc::new(Confinement::new(sandbox)?));
        Ok(self)
    }

    /// Starts a command line, in the working directory and with the environment of a call.
    pub(super) fn start(&self, command: &str, cx: &Context) -> std::io::Result<Group> {
        let folder = cx.cwd().unwrap_or(Path::new("/"));
        Group::start(
            &self.words,
            command,
            folder,
            cx.environment(),
            self.confinement.as_deref(),
        )
        // The system says of both, the shell and the folder, that it is not there.
        .map_err(|e| match e.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory if !folder.is_dir() => Error::new(
                e.kind(),
                format!("the working directory {} is no folder", folder.display()),
            ),
            _ => e,
        })
    }
}

impl Default for Shell {
    /// `bash` where there is one, `sh` elsewhere.
    fn default() -> Self {
        let bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"];
        let found = bash.into_iter().find(|path| Path::new(path).exists());
        Self::new([found.unwrap_or("/bin/sh"), "-c"])
    }
}

/// How a command ended.
#[derive(Debug)]
pub(super) enum End {
    /// By itself.
    Exited(ExitStatus),
    /// It took too long, and everything it had started was ended.
    TimedOut,
    /// It was interrupted for this reason, and everything it had started was ended.
    Interrupted(String),
}

/// Follows a started command to its end. What it prints goes to `capture` meanwhile.
pub(super) async fn follow(
    group: &mut Group,
    limit: Duration,
    cx: &Context,
    mut capture: impl FnMut(&[u8]),
) -> std::io::Result<End> {
    let mut deadline = pin!(sleep(limit));
    let mut cancelled = pin!(cx.cancelled());
    let mut buffer = vec![0; 16 * 1024];
    let mut open = true;
    let mut progress = Progress::default();
    let end = loop {
        let next = {
            let mut read = pin!(group.output.read(&mut buffer));
            let mut exit = pin!(group.child.wait());
            poll_fn(|waker| {
                if cancelled.as_mut().poll(waker).is_ready() {
                    return Poll::Ready(Next::Cancelled);
                }
                if deadline.as_mut().poll(waker).is_ready() {
                    return Poll::Ready(Next::TimedOut);
                }
                // Before the exit: a full pipe must never keep a command from it.
                if open && let Poll::Ready(read) = read.as_mut().poll(waker) {
                    return Poll::Ready(Next::Printed(read.unwrap_or(0)));
                }
                exit.as_mut().poll(waker).map(Next::Exited)
            })
            .await
        };
        match next {
            Next::Printed(0) => open = false,
            Next::Printed(len) => {
                capture(&buffer[..len]);
                progress.add(cx, len);
            }
            Next::Exited(status) => break End::Exited(status?),
            Next::TimedOut => {
                group.end().await;
                break End::TimedOut;
            }
            Next::Cancelled => {
                group.end().await;
                let reason = cx.signal().reason();
                break End::Interrupted(reason.as_deref().unwrap_or_default().to_owned());
            }
        }
    };
    let grace = Instant::now() + LAST_WORDS;
    while open {
        match timeout_at(grace, group.output.read(&mut buffer)).await {
            Ok(Ok(len)) if len > 0 => capture(&buffer[..len]),
            _ => open = false,
        }
    }
    Ok(end)
}

/// What happens next to a running command.
enum Next {
    Printed(usize),
    Exited(std::io::Result<ExitStatus>),
    TimedOut,
    Cancelled,
}

#[derive(Default)]
struct Progress {
    bytes: u64,
    told: u64,
}

impl Progress {
    fn add(&mut self, cx: &Context, len: usize) {
        self.bytes += len as u64;
        if self.bytes - self.told >= PROGRESS {
            self.told = self.bytes;
            cx.progress(self.bytes, None, "bytes of output");
        }
    }
}
