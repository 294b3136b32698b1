//! `Context`: typed keys, and what every call has.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use toolc::tool::{Context, Invoker, Key, Progress, keys};

const COUNT: Key<u32> = Key::new("count");

#[test]
fn a_value_is_there_only_under_its_name_and_as_its_type() {
    let cx = Context::builder().put(&COUNT, 7).build();
    assert_eq!(cx.get(&COUNT), Some(&7));
    assert_eq!(cx.get(&Key::<u32>::new("count")), Some(&7));
    assert_eq!(cx.get(&Key::<i64>::new("count")), None);
    assert_eq!(cx.get(&Key::<u32>::new("other")), None);
}

#[test]
fn containment_asks_for_the_name_alone() {
    let cx = Context::builder()
        .put(&COUNT, 7)
        .put(&keys::SESSION, "s".to_owned())
        .build();
    assert!(cx.contains("count"));
    assert!(cx.contains(keys::SESSION.name()));
    assert!(!cx.contains("environment"));
    assert_eq!(cx.names().collect::<Vec<_>>(), ["conversationId", "count"]);
    assert_eq!(Context::empty().names().len(), 0);
}

#[test]
fn what_is_put_again_is_replaced_also_with_another_type() {
    let cx = Context::builder()
        .put(&COUNT, 1)
        .put(&Key::<&str>::new("count"), "two")
        .build();
    assert_eq!(cx.get(&COUNT), None);
    assert_eq!(cx.get(&Key::<&str>::new("count")), Some(&"two"));
}

#[test]
fn a_context_that_is_built_on_leaves_the_other_as_it_was() {
    let one = Context::builder()
        .put(&COUNT, 1)
        .cwd("/a")
        .variable("A", "1")
        .build();
    let two = one
        .to_builder()
        .put(&COUNT, 2)
        .cwd("/b")
        .variable("B", "2")
        .build();
    assert_eq!((one.get(&COUNT), two.get(&COUNT)), (Some(&1), Some(&2)));
    assert_eq!(
        (one.cwd(), two.cwd()),
        (Some(Path::new("/a")), Some(Path::new("/b")))
    );
    assert_eq!((one.environment().len(), two.environment().len()), (1, 2));
}

#[test]
fn clones_share_what_can_be_shared() {
    const SEEN: Key<AtomicUsize> = Key::new("seen");
    let cx = Context::builder().put(&SEEN, AtomicUsize::new(0)).build();
    let clone = cx.to_builder().call_id("b").build();
    if let Some(seen) = clone.get(&SEEN) {
        seen.fetch_add(1, Ordering::SeqCst);
    }
    assert_eq!(
        cx.get(&SEEN).map(|seen| seen.load(Ordering::SeqCst)),
        Some(1)
    );
}

#[test]
fn the_empty_context_has_nothing() {
    let cx = Context::empty();
    assert_eq!(cx.cwd(), None);
    assert_eq!(cx.call_id(), "");
    assert_eq!(cx.invoker(), Invoker::MainAgent);
    assert!(cx.environment().is_empty());
    assert!(!cx.is_cancelled());
}

#[test]
fn values_do_not_show_in_debug_output() {
    let cx = Context::builder()
        .put(&Key::new("token"), "secret".to_owned())
        .build();
    let shown = format!("{cx:?}");
    assert!(
        shown.contains("token") && !shown.contains("secret"),
        "{shown}"
    );
}

#[test]
fn progress_reaches_whoever_listens() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = heard.clone();
    let cx = Context::builder()
        .call_id("c1")
        .on_progress(move |progress| listener.lock().unwrap().push(progress))
        .build();
    cx.progress(3, Some(10), "files");
    let expected = Progress {
        call_id: "c1".into(),
        done: 3,
        total: Some(10),
        message: "files".to_owned(),
    };
    assert_eq!(*heard.lock().unwrap(), [expected]);
    Context::empty().progress(1, None, "nobody listens");
}
