//! Running a handler to its end, whatever that end is: its answer, its panic, an interrupt, its time.

use std::time::Duration;

use tokio::time::Instant;

use super::race::{First, caught, caught_now, race};
use crate::tool::{Content, Interrupt, Run, Signal, Spec, Stop, ToolError, ToolResult};

/// How long a tool that can stop by itself has for it, when its time is up.
const GRACE: Duration = Duration::from_secs(2);

/// Runs a call that has passed every gate. An interrupt and the end of its time go the same way: the call's signal trips,
/// which wakes a cooperative tool and fires what an externally terminated one has registered; then the declared behaviour
/// decides whether its end is waited for.
pub(super) async fn drive(
    mut run: Run,
    spec: &Spec,
    signal: &Signal,
    limit: Option<Duration>,
) -> ToolResult {
    let abandoned = Abandoned(signal);
    let mut end = limit.map(|limit| Instant::now() + limit);
    let mut heard = false;
    let mut stop = None;
    let answer = loop {
        let news = race(tripped(signal, heard), until(end));
        match race(caught(&mut run), news).await {
            First::Left(answer) => break Some(answer),
            First::Right(First::Left(())) => {
                heard = true;
                match spec.interrupt {
                    // Honoured at the next boundary, not here.
                    Interrupt::NonInterruptible => {}
                    Interrupt::Cooperative | Interrupt::ExternallyTerminated => {
                        stop = Some(Stop::Interrupt);
                    }
                    Interrupt::ThreadInterrupt => {
                        stop = Some(Stop::Interrupt);
                        break None;
                    }
                }
            }
            First::Right(First::Right(())) => {
                let last_chance = stop.is_none() && stops_by_itself(spec);
                stop.get_or_insert(Stop::Timeout);
                signal.trip(timed_out(limit));
                heard = true;
                if !last_chance {
                    break None;
                }
                end = Some(Instant::now() + GRACE);
            }
        }
    };
    // A tool that was asked may have answered before this did hear of it.
    if matches!(answer, Some(Ok(Err(_)))) && signal.is_tripped() && heeds(spec) {
        stop.get_or_insert(Stop::Interrupt);
    }
    // Dropping a future runs foreign code too.
    let dropped = caught_now(move || drop(run));
    if let Err(panic) = dropped {
        tracing::error!(
            tool = &*spec.name,
            panic,
            "the tool panicked on its way out"
        );
    }
    abandoned.disarm();
    match (answer, stop) {
        (Some(Ok(Ok(content))), _) => ToolResult::success(content),
        (Some(Ok(Err(error))), None) => failed(spec, error),
        (Some(Ok(Err(error))), Some(stop)) => cut_short(error, stop, &why(stop, signal, limit)),
        (Some(Err(panic)), _) => panicked(&panic),
        (None, stop) => {
            let stop = stop.unwrap_or(Stop::Timeout);
            cut_off(spec, stop, &why(stop, signal, limit))
        }
    }
}

/// What a call comes to whose handler panicked.
pub(super) fn panicked(words: &str) -> ToolResult {
    tracing::error!(panic = words, "the tool panicked");
    ToolResult {
        stopped_by: Some(Stop::Panic),
        ..ToolResult::error(format!("Tool execution failed: {words}"))
    }
}

fn failed(spec: &Spec, error: ToolError) -> ToolResult {
    let (tool, words) = (&*spec.name, error.to_string());
    let words = in_short(&words);
    if error.kind().level() == tracing::Level::ERROR {
        tracing::error!(tool, error = words, source = ?error.source(), "the tool failed");
    } else {
        tracing::warn!(tool, error = words, "the tool could not do it");
    }
    error.into()
}

/// Enough of an error's words to know it by. All of them may be what the call has come to, such as the output of a command.
fn in_short(words: &str) -> &str {
    const LONGEST: usize = 200;
    let line = words.lines().next().unwrap_or_default();
    let end = line.char_indices().nth(LONGEST).map(|(end, _)| end);
    &line[..end.unwrap_or(line.len())]
}

/// The tool gave up by itself after it was asked to: its own words, and why it was asked.
fn cut_short(error: ToolError, stop: Stop, why: &str) -> ToolResult {
    let mut result = ToolResult::from(error);
    result.content = Content::text(format!("{}\nIt {why} while running.", result.text()));
    result.stopped_by = Some(stop);
    result
}

/// The tool was cut off.
fn cut_off(spec: &Spec, stop: Stop, why: &str) -> ToolResult {
    let name = &spec.name;
    tracing::warn!(tool = &**name, stopped_by = %stop, "the tool was stopped");
    ToolResult {
        stopped_by: Some(stop),
        ..ToolResult::error(format!(
            "Tool '{name}' {why} while running. It may have had effects."
        ))
    }
}

fn why(stop: Stop, signal: &Signal, limit: Option<Duration>) -> String {
    match stop {
        Stop::Timeout => timed_out(limit),
        _ => format!("was interrupted ({})", signal.reason().unwrap_or_default()),
    }
}

fn timed_out(limit: Option<Duration>) -> String {
    format!(
        "timed out after {} ms",
        limit.unwrap_or_default().as_millis()
    )
}

/// Does an interrupt mean anything to the tool?
fn heeds(spec: &Spec) -> bool {
    spec.interrupt != Interrupt::NonInterruptible
}

/// Does the tool end soon after its signal trips?
fn stops_by_itself(spec: &Spec) -> bool {
    matches!(
        spec.interrupt,
        Interrupt::Cooperative | Interrupt::ExternallyTerminated
    )
}

/// Waits for the signal, unless it was heard already.
async fn tripped(signal: &Signal, heard: bool) {
    if heard {
        std::future::pending().await
    } else {
        signal.tripped().await
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// Trips the signal of a call that is dropped while it runs, so that what it started elsewhere ends too.
struct Abandoned<'a>(&'a Signal);

impl Abandoned<'_> {
    /// The call is over; its terminators are forgotten, so that they cannot leak into another.
    fn disarm(self) {
        self.0.close();
        std::mem::forget(self);
    }
}

impl Drop for Abandoned<'_> {
    fn drop(&mut self) {
        self.0.trip("the call was dropped");
    }
}
