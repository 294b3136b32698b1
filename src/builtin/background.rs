//! Commands that run on when their call is over: who may see them, what they print, how they end.
//!
//! A task belongs to the session that started it; to everybody else it does not exist. Its output is kept until it is read,
//! up to a limit, and each part is handed out once. Tasks end with the workspace.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::shell::{End, Shell, follow};
use crate::tool::{Context, Signal};

/// The longest that a task may run.
const CEILING: Duration = Duration::from_secs(24 * 60 * 60);

/// How much unread output of a task is kept, in bytes.
const UNREAD: usize = 1_000_000;

/// How many tasks are remembered; beyond that, the oldest that have ended are forgotten.
const REMEMBERED: usize = 64;

/// The tasks of a workspace.
#[derive(Debug, Default)]
pub(super) struct Background {
    tasks: Mutex<BTreeMap<u64, Arc<Task>>>,
}

/// A command in the background.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) id: String,
    pub(super) command: String,
    owner: String,
    signal: Signal,
    output: Mutex<Unread>,
    state: watch::Sender<State>,
}

/// Where a task stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum State {
    Running,
    Exited { code: Option<i32> },
    TimedOut,
    Killed,
    Failed(String),
}

/// Output that was not handed out yet.
#[derive(Debug, Default)]
struct Unread {
    bytes: VecDeque<u8>,
    dropped: u64,
}

/// What was handed out.
#[derive(Debug, Default)]
pub(super) struct Printed {
    pub(super) text: String,
    /// How many bytes before it were printed and not kept.
    pub(super) dropped: u64,
}

impl Background {
    /// Starts a command line for a session.
    pub(super) fn start(
        &self,
        shell: &Shell,
        command: &str,
        owner: &str,
        cx: &Context,
    ) -> std::io::Result<Arc<Task>> {
        let signal = Signal::new();
        // Of the call it keeps where it runs and with what, not what stops it.
        let cx = cx.to_builder().signal(signal.clone()).build();
        let mut group = shell.start(command, &cx)?;
        let task = Arc::new(Task {
            id: unused_id(),
            command: command.to_owned(),
            owner: owner.to_owned(),
            signal,
            output: Mutex::default(),
            state: watch::Sender::new(State::Running),
        });
        self.remember(&task);
        let followed = task.clone();
        tokio::spawn(async move {
            let end = follow(&mut group, CEILING, &cx, |bytes| followed.print(bytes)).await;
            followed.state.send_replace(match end {
                Ok(End::Exited(status)) => State::Exited {
                    code: status.code(),
                },
                Ok(End::TimedOut) => State::TimedOut,
                Ok(End::Interrupted(_)) => State::Killed,
                Err(e) => State::Failed(e.to_string()),
            });
        });
        Ok(task)
    }

    /// A task of a session.
    pub(super) fn find(&self, id: &str, owner: &str) -> Option<Arc<Task>> {
        self.of(owner).into_iter().find(|task| task.id == id)
    }

    /// The tasks of a session, the oldest first.
    pub(super) fn of(&self, owner: &str) -> Vec<Arc<Task>> {
        let tasks = self.lock();
        let own = tasks.values().filter(|task| task.owner == owner);
        own.cloned().collect()
    }

    fn remember(&self, task: &Arc<Task>) {
        let mut tasks = self.lock();
        let mut surplus = (tasks.len() + 1).saturating_sub(REMEMBERED);
        tasks.retain(|_, task| {
            let forget = surplus > 0 && task.state() != State::Running;
            surplus -= usize::from(forget);
            !forget
        });
        let next = tasks.keys().next_back().map_or(0, |last| last + 1);
        tasks.insert(next, task.clone());
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Task>>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        for task in self.lock().values() {
            task.kill("the workspace is gone");
        }
    }
}

impl Task {
    /// Where it stands.
    pub(super) fn state(&self) -> State {
        self.state.borrow().clone()
    }

    /// Waits until it has ended.
    pub(super) async fn ended(&self) {
        let mut state = self.state.subscribe();
        // The sender is the task itself, which outlives this.
        let _ = state.wait_for(|state| *state != State::Running).await;
    }

    /// Asks it to end.
    pub(super) fn kill(&self, reason: &str) {
        self.signal.trip(reason);
    }

    /// Hands out what was printed since the last time. `whole_lines` leaves a line that is not finished for the next.
    pub(super) fn take(&self, whole_lines: bool) -> Printed {
        let running = self.state() == State::Running;
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let end = if whole_lines && running {
            let last = output.bytes.iter().rposition(|&byte| byte == b'\n');
            last.map_or(0, |last| last + 1)
        } else if running {
            output.bytes.len() - unfinished(output.bytes.make_contiguous())
        } else {
            output.bytes.len()
        };
        let bytes: Vec<u8> = output.bytes.drain(..end).collect();
        Printed {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            dropped: std::mem::take(&mut output.dropped),
        }
    }

    fn print(&self, bytes: &[u8]) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.bytes.extend(bytes);
        let over = output.bytes.len().saturating_sub(UNREAD);
        output.bytes.drain(..over);
        output.dropped += over as u64;
    }
}

/// How many bytes at the end begin a character that is not complete yet.
fn unfinished(bytes: &[u8]) -> usize {
    // No character is longer than four bytes.
    let end = &bytes[bytes.len().saturating_sub(4)..];
    let last = end.utf8_chunks().last().map_or(&[][..], |it| it.invalid());
    match std::str::from_utf8(last) {
        Err(e) if e.error_len().is_none() => last.len(),
        _ => 0,
    }
}

/// A name that nobody guesses and nobody has: whoever knows it was told.
fn unused_id() -> String {
    let random = RandomState::new().build_hasher().finish();
    format!("bash_{:08x}", random & 0xFFFF_FFFF)
}
