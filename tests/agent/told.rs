//! What the log tells of a run.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use toolc::agent::Run;
use toolc::tool::Context;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::known;
use super::run::executor;

/// Keeps the messages of warnings and worse.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Visit for &Warnings {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.0.lock().unwrap().push(format!("{value:?}"));
        }
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() <= Level::WARN
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut &*self);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn that_nothing_is_offered_is_told_once_in_a_run() {
    let warnings = Warnings::default();
    let start = |tools: &[&str]| {
        let builder = Run::builder().tools(tools.iter().copied(), &known());
        builder
            .start(&executor(), &Context::empty())
            .expect("starts")
    };
    tracing::subscriber::with_default(warnings.clone(), || {
        let fine = start(&["Read"]);
        assert!(!fine.offer().is_empty());
        let misspelt = start(&["Raed", "Later"]);
        for _turn in 0..3 {
            assert!(misspelt.offer().is_empty());
            assert!(misspelt.clone().offer().is_empty());
        }
    });
    let told = warnings.0.lock().unwrap().clone();
    assert_eq!(
        told,
        [
            "no tools are offered, so the run will answer without acting (list: [Raed, Later]; ceiling: mutating): no tool is \
             called `Raed`, did you mean `Read`?; `Later` is found through `ToolSearch`, which is not offered either"
        ]
    );
}
