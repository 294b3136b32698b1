//! What calls run under: the flags of the commands that run some, and what is made of them.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use tokio::runtime::Runtime;

use super::failure::Failure;
use super::interrupt::Interrupts;
use super::policy::{Most, Policy};
use super::terminal::Terminal;
use crate::executor::race::{First, race};
use crate::executor::{Builder, Concurrency, Executor, JsonLines, SchemaMode};
use crate::tool::{Context, ContextBuilder, Progress, Signal, Toolset};

/// The surroundings of calls.
#[derive(Debug, Args)]
pub(super) struct Host {
    #[command(flatten)]
    policy: Policy,
    /// The most that a call may leave behind.
    #[arg(long, value_enum, default_value = "mutating")]
    ceiling: Most,
    /// The folder that relative paths start from, instead of the current one.
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// The folder that file tools do not leave.
    #[arg(long, value_name = "DIR")]
    pub(super) root: Option<PathBuf>,
    /// How strictly schemas are taken that are known only at run time.
    #[arg(long, value_enum, default_value_t, value_name = "MODE")]
    schema_mode: Mode,
    /// The longest that a call may run, in milliseconds; it shortens what a tool declares.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Append a JSON record of every call to a file.
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
}

/// The words of `--schema-mode`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Mode {
    Off,
    #[default]
    Warn,
    Enforce,
}

/// Where calls run.
pub(super) struct Hosted {
    pub(super) executor: Executor,
    pub(super) cx: Context,
    runtime: Runtime,
}

impl Host {
    /// Puts these tools under the flags. `more` may add to the surroundings.
    pub(super) fn start(
        &self,
        terminal: &Terminal,
        toolset: impl Toolset,
        concurrency: Concurrency,
        more: impl FnOnce(ContextBuilder) -> ContextBuilder,
    ) -> Result<Hosted, Failure> {
        let builder = Executor::builder().tools(toolset).concurrency(concurrency);
        let runtime = Runtime::new().map_err(Failure::Runtime)?;
        let watching = *terminal;
        self.start_on(runtime, terminal, builder, |cx| {
            more(cx.on_progress(move |progress| watching.progress(&in_words(&progress))))
        })
    }

    /// The same, on threads that are there already, for tools that are.
    pub(super) fn start_on(
        &self,
        runtime: Runtime,
        terminal: &Terminal,
        builder: Builder,
        more: impl FnOnce(ContextBuilder) -> ContextBuilder,
    ) -> Result<Hosted, Failure> {
        let mut builder = builder.schema_mode(self.schema_mode.into());
        if let Some(milliseconds) = self.timeout {
            builder = builder.timeout(Duration::from_millis(milliseconds));
        }
        if let Some(file) = &self.audit {
            let sink = JsonLines::append(file).map_err(Failure::unwritable(file))?;
            builder = builder.audit(sink);
        }
        let executor = builder.build().map_err(Failure::Tools)?;
        let grant = self.policy.grant(&executor.registry().known(), terminal)?;
        let cx = Context::builder()
            .cwd(self.cwd()?)
            .ceiling(self.ceiling.into())
            .signal(Signal::new())
            .narrow(&grant)
            .map_err(Failure::NothingInCommon)?;
        Ok(Hosted {
            executor,
            cx: more(cx).build(),
            runtime,
        })
    }

    fn cwd(&self) -> Result<PathBuf, Failure> {
        match &self.cwd {
            // One that is not there would be found out by each call for itself.
            Some(folder) => std::fs::metadata(folder)
                .and_then(|it| match it.is_dir() {
                    true => std::path::absolute(folder),
                    false => Err(io::ErrorKind::NotADirectory.into()),
                })
                .map_err(Failure::unreadable(folder)),
            None => std::env::current_dir().map_err(Failure::unreadable(Path::new("."))),
        }
    }
}

/// How far a call has come.
fn in_words(progress: &Progress) -> String {
    let Progress {
        done,
        total,
        message,
        ..
    } = progress;
    match total {
        Some(total) => format!("{done} of {total} {message}"),
        None => format!("{done} {message}"),
    }
}

impl Hosted {
    /// Runs calls, and ends what runs on when they are answered: commands in the background, with all that they have
    /// started. What still blocks a thread, such as a read that nobody waits for any more, is left behind.
    ///
    /// From now on, and not while input is still being read, whoever interrupts the program interrupts the calls.
    pub(super) fn run<T>(self, calls: impl AsyncFnOnce(&Executor, &Context) -> T) -> T {
        let answered = self.runtime.block_on(async {
            let interrupts = Interrupts::of(self.cx.signal());
            match race(calls(&self.executor, &self.cx), interrupts.twice()).await {
                First::Left(answers) => Some(answers),
                First::Right(()) => None,
            }
        });
        drop(self.executor);
        self.runtime.shutdown_timeout(FAREWELL);
        answered.unwrap_or_else(|| std::process::exit(ENDED_BY_KEYBOARD))
    }
}

/// How long what runs on has to end, once the last call is answered.
const FAREWELL: Duration = Duration::from_millis(500);

/// What a shell says of a program that Ctrl-C has ended.
const ENDED_BY_KEYBOARD: i32 = 130;

impl From<Mode> for SchemaMode {
    fn from(word: Mode) -> Self {
        match word {
            Mode::Off => Self::Off,
            Mode::Warn => Self::Warn,
            Mode::Enforce => Self::Enforce,
        }
    }
}
