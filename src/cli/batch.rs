//! `toolc batch`: the calls of one turn of a model, dispatched together.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use serde::Deserialize;
use serde_json::Value;

use super::Outcome;
use super::failure::Failure;
use super::host::Host;
use super::lines::{Given, Lines};
use super::terminal::Terminal;
use crate::executor::{Concurrency, ConcurrencyError, Listener, ToolCall};
use crate::tool::{ToolResult, Toolset};

/// Run a batch of calls, as one turn of a model.
///
/// Reads JSON lines {"id", "tool", "arguments" or "raw_arguments"} and prints a result record for each, in their order, as
/// soon as all before it are answered. Ctrl-C interrupts what runs; every line is still answered.
#[derive(Debug, Args)]
pub(super) struct Batch {
    /// A file of JSON lines; `-` reads standard input.
    file: PathBuf,
    #[command(flatten)]
    pub(super) host: Host,
    /// Let this many calls run beside each other, where their tools say that they may.
    #[arg(long, value_name = "N")]
    parallel: Option<usize>,
    /// Of these, how many of this batch.
    #[arg(long, value_name = "P", requires = "parallel")]
    per_batch: Option<usize>,
}

/// A call as it is read.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a record")]
struct Line {
    #[serde(default)]
    id: Value,
    tool: String,
    #[serde(flatten)]
    given: Given,
}

impl Batch {
    pub(super) fn run(
        self,
        terminal: &Terminal,
        toolset: impl Toolset,
    ) -> Result<Outcome, Failure> {
        let concurrency = self.concurrency().map_err(Failure::Concurrency)?;
        let hosted = self.host.start(terminal, toolset, concurrency, |cx| cx)?;
        let mut printer = Printer::default();
        let mut calls = Vec::new();
        for (number, line) in Lines::<Line>::open(&self.file)?.enumerate() {
            match line? {
                Ok(line) => {
                    // It may be missing or given twice: results are told apart by where they stand.
                    let id = match &line.id {
                        Value::Null => String::new(),
                        Value::String(id) => id.clone(),
                        other => other.to_string(),
                    };
                    let call = ToolCall::new(line.tool, line.given).with_id(id);
                    printer.asked.push((number, line.id));
                    calls.push(call);
                }
                Err(refusal) => printer.answer(number, refusal),
            }
        }
        let printer = Arc::new(Printing {
            printer: Mutex::new(printer),
            terminal: *terminal,
        });
        let listener = printer.clone();
        let results =
            hosted.run(async |executor, cx| executor.batch_with(calls, cx, listener).await);
        // What was answered without a call of its own has not been heard of yet.
        for (position, result) in results.iter().enumerate() {
            printer.completed(position, result);
        }
        terminal.done();
        printer.finish()
    }

    fn concurrency(&self) -> Result<Concurrency, ConcurrencyError> {
        let Some(max) = self.parallel else {
            return Ok(Concurrency::disabled());
        };
        let concurrency = Concurrency::enabled(max)?;
        match self.per_batch {
            Some(calls) => concurrency.per_batch(calls),
            None => Ok(concurrency),
        }
    }
}

/// Prints answers in the order of the lines, each as soon as it can be.
#[derive(Debug, Default)]
struct Printer {
    /// The line and the id of each call.
    asked: Vec<(usize, Value)>,
    /// Answers that wait for those before them, by line.
    waiting: BTreeMap<usize, Value>,
    /// The line that is printed next.
    next: usize,
    failed: Option<std::io::Error>,
}

struct Printing {
    printer: Mutex<Printer>,
    terminal: Terminal,
}

impl Listener for Printing {
    fn completed(&self, position: usize, result: &ToolResult) {
        let mut printer = self.printer.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((line, id)) = printer.asked.get(position).cloned() else {
            return;
        };
        let mut record = result.record();
        record["id"] = id;
        printer.answer(line, record);
        self.terminal.answered(printer.next);
    }
}

impl Printing {
    fn finish(&self) -> Result<Outcome, Failure> {
        let mut printer = self.printer.lock().unwrap_or_else(PoisonError::into_inner);
        match printer.failed.take() {
            Some(error) => Err(Failure::Stdout(error)),
            None => Ok(Outcome::Done),
        }
    }
}

impl Printer {
    fn answer(&mut self, line: usize, answer: Value) {
        if line < self.next {
            return;
        }
        self.waiting.entry(line).or_insert(answer);
        let mut stdout = std::io::stdout().lock();
        while let Some(answer) = self.waiting.remove(&self.next) {
            self.next += 1;
            if let Err(error) = writeln!(stdout, "{answer}") {
                self.failed.get_or_insert(error);
            }
        }
    }
}
