//! A started command with all that it starts: one process group, one pipe for everything that is printed.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{ChildStdout as Pipe, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::sleep;

use super::Confinement;

/// How long processes may take to end by themselves when they are asked to.
const GRACE: Duration = Duration::from_millis(300);

/// A running command. Dropping it kills the group.
#[derive(Debug)]
pub(crate) struct Group {
    /// The command itself, the leader of the group.
    pub(super) child: Child,
    /// What the whole group prints, standard output and standard error as they come.
    pub(super) output: ChildStdout,
    id: Option<Pid>,
}

impl Group {
    pub(super) fn start(
        words: &[String],
        command: &str,
        folder: &Path,
        environment: &BTreeMap<String, String>,
        confinement: Option<&Confinement>,
    ) -> io::Result<Self> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| io::Error::other("no shell is configured"))?;
        // One pipe for both, so that lines keep the order in which they were printed.
        let (reader, writer) = io::pipe()?;
        let mut shell = Command::new(program);
        shell
            .args(arguments)
            .arg(command)
            .current_dir(folder)
            .envs(environment)
            // Nothing to read: a command that asks sees the end at once, and the host's own input is not consumed.
            .stdin(Stdio::null())
            .stdout(writer.try_clone()?)
            .stderr(writer)
            .process_group(0)
            .kill_on_drop(true);
        let child = match confinement {
            None => shell.spawn()?,
            Some(confinement) => confinement.spawn(&mut shell)?,
        };
        let id = child
            .id()
            .and_then(|id| i32::try_from(id).ok())
            .and_then(Pid::from_raw);
        let output = ChildStdout::from_std(Pipe::from(OwnedFd::from(reader)))?;
        Ok(Self { child, output, id })
    }

    /// Ends the whole group: asks, waits a little, kills. Afterwards none of its members runs.
    pub(super) async fn end(&mut self) {
        // The leader is not waited for before the last signal is sent: until then the group's number cannot be another's.
        self.signal(Signal::TERM);
        sleep(GRACE).await;
        self.signal(Signal::KILL);
        let _ = self.child.wait().await;
    }

    fn signal(&self, signal: Signal) {
        // Once the leader was waited for, the number may belong to others.
        if let Some(id) = self.id.filter(|_| self.child.id().is_some()) {
            // There is nobody left: then there is nothing to do.
            let _ = kill_process_group(id, signal);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}
