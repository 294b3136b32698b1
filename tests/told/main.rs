//! What the log tells of calls and of runs.
//!
//! A program of its own, in which every test listens: whether anybody wants to hear of a place in the code is decided once
//! for a whole process, so beside tests that do not listen a listener may hear nothing.

mod call;
mod offer;

use std::fmt::{Debug, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Metadata, Subscriber};

/// Everything of this crate's that is told on this thread, from now on: a line each, in order.
fn listen() -> (Told, DefaultGuard) {
    let told = Told::default();
    let listener = Listener {
        told: told.clone(),
        spans: AtomicU64::new(0),
    };
    (told, tracing::subscriber::set_default(listener))
}

/// Lines: `span NAME FIELDS`, `field NAME=VALUE`, `LEVEL FIELDS`.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn lines(&self) -> Vec<String> {
        self.0.lock().expect("no test panics in it").clone()
    }

    fn add(&self, what: &str, record: impl FnOnce(&mut Line)) {
        let mut line = Line(what.to_owned());
        record(&mut line);
        self.0.lock().expect("no test panics in it").push(line.0);
    }
}

struct Listener {
    told: Told,
    spans: AtomicU64,
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("toolc")
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let what = format!("span {}", span.metadata().name());
        self.told.add(&what, |line| span.record(line));
        Id::from_u64(self.spans.fetch_add(1, Ordering::SeqCst) + 1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        self.told.add("field", |line| values.record(line));
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let level = event.metadata().level().as_str();
        self.told.add(level, |line| event.record(line));
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}
