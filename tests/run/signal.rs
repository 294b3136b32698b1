//! The signal: first reason wins, terminators fire once and never leak.

use std::sync::{Arc, Mutex};

use toolc::tool::Signal;

/// Reasons that a terminator was fired with.
#[derive(Clone, Default)]
struct Fired(Arc<Mutex<Vec<String>>>);

impl Fired {
    fn terminator(&self) -> impl FnOnce(&str) + Send + 'static {
        let fired = self.clone();
        move |reason| fired.0.lock().unwrap().push(reason.to_owned())
    }
    fn reasons(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

#[test]
fn the_first_reason_wins() {
    let signal = Signal::new();
    assert_eq!(signal.reason(), None);
    signal.trip("first");
    signal.trip("second");
    assert_eq!(signal.reason().as_deref(), Some("first"));
    assert!(signal.is_tripped());
}

#[test]
fn a_terminator_fires_once() {
    let (signal, fired) = (Signal::new(), Fired::default());
    let _kept = signal.on_trip(fired.terminator());
    assert!(fired.reasons().is_empty());
    signal.trip("stop");
    signal.trip("again");
    assert_eq!(fired.reasons(), ["stop"]);
}

#[test]
fn a_terminator_that_comes_late_fires_at_once() {
    let (signal, fired) = (Signal::new(), Fired::default());
    signal.trip("stop");
    let _kept = signal.on_trip(fired.terminator());
    assert_eq!(fired.reasons(), ["stop"]);
}

#[test]
fn a_terminator_that_is_taken_back_does_not_fire() {
    let (signal, fired) = (Signal::new(), Fired::default());
    let _kept = signal.on_trip(fired.terminator());
    drop(signal.on_trip(fired.terminator()));
    signal.trip("stop");
    assert_eq!(fired.reasons(), ["stop"]);
}

#[test]
fn a_terminator_that_panics_keeps_no_other_from_firing() {
    crate::fixture::quiet();
    let (signal, fired) = (Signal::new(), Fired::default());
    let child = signal.child();
    let _panics = signal.on_trip(|_| panic!("on its way out"));
    let _kept = signal.on_trip(fired.terminator());
    let _below = child.on_trip(fired.terminator());
    signal.trip("stop");
    assert_eq!(fired.reasons(), ["stop", "stop"]);
}

#[test]
fn a_child_follows_its_parent_and_not_the_other_way() {
    let parent = Signal::new();
    let (one, two) = (parent.child(), parent.child());
    let fired = Fired::default();
    let _kept = two.on_trip(fired.terminator());
    one.trip("only this call");
    assert!(!parent.is_tripped() && !two.is_tripped());
    parent.trip("all");
    assert_eq!(one.reason().as_deref(), Some("only this call"));
    assert_eq!(two.reason().as_deref(), Some("all"));
    assert_eq!(fired.reasons(), ["all"]);
    assert_eq!(parent.child().reason().as_deref(), Some("all"));
}

#[test]
fn a_terminator_may_use_the_signal_that_fires_it() {
    let (signal, fired) = (Signal::new(), Fired::default());
    let (inner, late) = (signal.clone(), fired.terminator());
    let _kept = signal.on_trip(move |_| {
        inner.trip("ignored");
        let _fired_at_once = inner.on_trip(late);
    });
    signal.trip("stop");
    assert_eq!(fired.reasons(), ["stop"]);
}

#[tokio::test]
async fn waiting_ends_when_it_trips() {
    let signal = Signal::new();
    let waiting = tokio::spawn(signal.tripped());
    let token = signal.token();
    signal.trip("stop");
    waiting.await.unwrap();
    token.cancelled().await;
    signal.tripped().await;
}

#[test]
fn a_library_that_cancels_its_token_does_not_trip_the_signal() {
    let signal = Signal::new();
    signal.token().cancel();
    assert!(!signal.is_tripped());
}
