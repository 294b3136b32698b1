//! One audit record per call.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolc::executor::{AuditRecord, AuditSink, Concurrency, Executor, JsonLines};
use toolc::permission::{AllowList, Known};
use toolc::tool::{Context, Spec, ToolError, keys};

use crate::fixture::{Acts, calls};

/// Keeps records; panics where it is told so.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<Value>>>);

impl AuditSink for Kept {
    fn write(&self, record: &AuditRecord<'_>) {
        self.0.lock().unwrap().push(record.to_json());
    }
}

struct Broken;

impl AuditSink for Broken {
    fn write(&self, _: &AuditRecord<'_>) {
        panic!("no disk");
    }
}

fn tools() -> Acts {
    Acts::default()
        .saying(Spec::new("Say", "{}"))
        .with(Spec::new("Fail", "{}"), |_| async {
            Err(ToolError::anticipated("no"))
        })
        .with(Spec::new("Panic", "{}"), |_| async { panic!("oh") })
}

fn cx() -> Context {
    let list = AllowList::load(["Say", "Fail", "Panic"], &Known::new())
        .unwrap()
        .list;
    let cx = Context::builder().put(&keys::SESSION, "s1".to_owned());
    cx.narrow(&list.into()).unwrap().build()
}

/// Records without what differs from run to run.
fn steady(records: Vec<Value>) -> Vec<Value> {
    let mut records = records;
    for record in &mut records {
        let record = record.as_object_mut().unwrap();
        for key in ["at_ms", "wait_ms", "run_ms", "duration_ms"] {
            assert!(record.remove(key).is_some_and(|it| it.is_u64()), "{key}");
        }
    }
    records
}

fn expected() -> Vec<Value> {
    let reason = "Tool 'Nope' not allowed. Allowed tools: Say, Fail, Panic";
    vec![
        json!({"id": "1", "tool": "Say", "decision": "ran", "is_error": false, "result_bytes": 3, "session": "s1"}),
        json!({"id": "2", "tool": "Fail", "decision": "ran", "is_error": true, "result_bytes": 2, "session": "s1"}),
        json!({"id": "3", "tool": "Panic", "decision": "ran", "is_error": true, "result_bytes": 25, "session": "s1", "stopped_by": "panic"}),
        json!({"id": "4", "tool": "Nope", "decision": "refused", "is_error": true, "result_bytes": reason.len(), "session": "s1", "refused_by": "permission", "reason": reason}),
    ]
}

#[tokio::test]
async fn every_call_has_one_record_whatever_became_of_it() {
    let kept = Kept::default();
    let builder = Executor::builder()
        .tools(tools().toolset())
        .audit(kept.clone());
    let executor = builder.build().unwrap();
    executor
        .batch(calls(["Say", "Fail", "Panic", "Nope"]), &cx())
        .await;
    assert_eq!(steady(kept.0.lock().unwrap().clone()), expected());
}

#[tokio::test]
async fn a_file_gets_one_line_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    for _ in 0..2 {
        let sink = JsonLines::append(&path).unwrap();
        let builder = Executor::builder().tools(tools().toolset()).audit(sink);
        let executor = builder.build().unwrap();
        executor
            .batch(calls(["Say", "Fail", "Panic", "Nope"]), &cx())
            .await;
    }
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(steady(lines), [expected(), expected()].concat());
}

#[tokio::test]
async fn a_sink_that_panics_loses_the_record_and_not_the_call() {
    let builder = Executor::builder().tools(tools().toolset()).audit(Broken);
    let results = builder.build().unwrap().batch(calls(["Say"]), &cx()).await;
    assert!(results[0].is_success());
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_has_a_record_too() {
    let kept = Kept::default();
    let tools = Acts::default().with(Spec::new("Long", "{}").exclusive("k"), |_| async {
        tokio::time::sleep(std::time::Duration::from_secs(9)).await;
        Ok("done".into())
    });
    let builder = Executor::builder()
        .tools(tools.toolset())
        .concurrency(Concurrency::enabled(2).unwrap())
        .audit(kept.clone());
    let executor = builder.build().unwrap();
    let cx = Context::empty();
    let batch = executor.batch(calls(["Long", "Long"]), &cx);
    let second = std::time::Duration::from_secs(1);
    assert!(tokio::time::timeout(second, batch).await.is_err());
    // The tasks of the batch are aborted, and end when they are next looked at.
    tokio::time::sleep(second).await;
    let mut records = steady(kept.0.lock().unwrap().clone());
    records.sort_by_key(|record| record["id"].to_string());
    let reason = "Tool 'Long' was not started: the call was dropped.";
    assert_eq!(
        records,
        [
            json!({"id": "1", "tool": "Long", "decision": "ran", "is_error": true, "result_bytes": 20, "stopped_by": "interrupt"}),
            json!({"id": "2", "tool": "Long", "decision": "refused", "is_error": true, "result_bytes": reason.len(), "refused_by": "interrupt", "reason": reason}),
        ]
    );
}
