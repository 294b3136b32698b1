//! One record per call, for whoever has to answer later what ran and why.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::Inner;
use super::arrival::Arrival;
use super::pipeline::Times;
use super::race::caught_now;
use super::refused::Refused;
use crate::bind::Repair;
use crate::tool::{Block, Invoker, Refusal, Stop, ToolResult, keys};

/// Where records go. It is called once per call, on the call's own task, and must not block for long.
pub trait AuditSink: Send + Sync + 'static {
    /// Takes a record.
    fn write(&self, record: &AuditRecord<'_>);
}

/// What is recorded of a call. The arguments are not, beyond what a refusal's words tell.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct AuditRecord<'a> {
    /// When the call was answered.
    pub at: SystemTime,
    /// Its id.
    pub id: &'a str,
    /// The name of its tool; of a renamed tool today's.
    pub tool: &'a str,
    /// The session that it was part of.
    pub session: Option<&'a str>,
    /// Who called.
    pub invoker: Invoker,
    /// What refused it, and in which words.
    pub refused: Option<(Refusal, &'a str)>,
    /// What stopped it.
    pub stopped_by: Option<Stop>,
    /// Was the answer an error?
    pub is_error: bool,
    /// Lossless changes that made arguments fit.
    pub repairs: &'a [Repair],
    /// Waiting for its turn.
    pub wait: Duration,
    /// In its handler.
    pub run: Duration,
    /// From its arrival to its answer.
    pub duration: Duration,
    /// How many bytes of text and data the answer holds.
    pub result_bytes: usize,
}

impl AuditRecord<'_> {
    /// As one JSON object; times in milliseconds, `at` since 1970.
    pub fn to_json(&self) -> Value {
        let milliseconds = |it: Duration| u64::try_from(it.as_millis()).unwrap_or(u64::MAX);
        let at = self.at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut record = json!({
            "at_ms": milliseconds(at),
            "id": self.id,
            "tool": self.tool,
            "decision": if self.refused.is_some() { "refused" } else { "ran" },
            "is_error": self.is_error,
            "wait_ms": milliseconds(self.wait),
            "run_ms": milliseconds(self.run),
            "duration_ms": milliseconds(self.duration),
            "result_bytes": self.result_bytes,
        });
        if let Some(session) = self.session {
            record["session"] = json!(session);
        }
        if let Some((by, words)) = self.refused {
            record["refused_by"] = json!(by.as_str());
            record["reason"] = json!(words);
        }
        if let Some(stop) = self.stopped_by {
            record["stopped_by"] = json!(stop.as_str());
        }
        if !self.repairs.is_empty() {
            record["repairs"] = self.repairs.iter().map(ToString::to_string).collect();
        }
        record
    }
}

/// A file with one JSON object a line. A record is written with one call of the system, so that lines of several
/// processes do not mix; one that cannot be written is told to the log and is lost.
#[derive(Debug)]
pub struct JsonLines {
    file: Mutex<File>,
}

impl JsonLines {
    /// Appends to a file; makes it where there is none.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn append(path: impl AsRef<Path>) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Self {
            file: Mutex::new(file),
        })
    }
}

impl AuditSink for JsonLines {
    fn write(&self, record: &AuditRecord<'_>) {
        let line = format!("{}\n", record.to_json());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.write_all(line.as_bytes()) {
            tracing::error!(%error, "an audit record is lost");
        }
    }
}

/// Hands the record of a call to the executor's sink.
pub(super) fn write(
    inner: &Inner,
    call: &Arrival,
    refused: Option<&Refused>,
    result: &ToolResult,
    times: &Times,
) {
    let Some(sink) = &inner.audit else {
        return;
    };
    let record = AuditRecord {
        at: SystemTime::now(),
        id: &call.id,
        tool: &call.tool,
        session: call.cx.get(&keys::SESSION).map(String::as_str),
        invoker: call.cx.invoker(),
        refused: refused.map(|refused| (refused.by, &*refused.words)),
        stopped_by: result.stopped_by,
        is_error: result.is_error,
        repairs: &result.repairs,
        wait: times.wait,
        run: times.run,
        duration: result.duration,
        result_bytes: result.content.blocks().iter().map(Block::bytes).sum(),
    };
    if let Err(panic) = caught_now(|| sink.write(&record)) {
        tracing::error!(panic, "an audit record is lost");
    }
}

/// The same for a call that was dropped before it was answered.
pub(super) fn dropped(inner: &Inner, call: &Arrival, times: &Times) {
    let (refused, mut result) = match times.began {
        Some(_) => (None, ToolResult::error("the call was dropped")),
        None => {
            let refused = Refused::dropped(&call.tool);
            (Some(refused.clone()), refused.into())
        }
    };
    result.stopped_by = times.began.map(|_| Stop::Interrupt);
    result.repairs.clone_from(&call.repairs);
    result.duration = call.at.elapsed();
    let run = match times.began {
        Some(began) if times.run.is_zero() => began.elapsed(),
        _ => times.run,
    };
    let times = Times { run, ..*times };
    write(inner, call, refused.as_ref(), &result, &times);
}
