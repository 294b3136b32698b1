//! Random batches against a simple model: the same results in the same order as one by one, exclusion respected, nothing
//! lost, no deadlock.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use tokio::time::{sleep, timeout};
use toolc::executor::{Concurrency, Executor, Schedule, ToolCall};
use toolc::tool::{Content, Context, DynamicCall, Spec, ToolError};

use crate::fixture::{Acts, quiet};

/// A small generator of numbers: the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// Who is inside now: the tool, its key, and its number within its batch.
#[derive(Default)]
struct Floor {
    inside: Vec<Guest>,
    most: usize,
    broken: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
struct Guest {
    batch: u64,
    number: u64,
    tool: String,
    key: String,
}

impl Guest {
    /// May the two not be inside together?
    fn excludes(&self, other: &Self) -> bool {
        let alone = |it: &Self| it.tool == "Alone";
        let writes = |it: &Self| it.tool == "Write";
        let keyed = |it: &Self| it.tool == "Write" || it.tool == "Read";
        let same_batch = self.batch == other.batch && (alone(self) || alone(other));
        let same_key = keyed(self) && keyed(other) && self.key == other.key;
        same_batch || (same_key && (writes(self) || writes(other)))
    }
}

/// Leaves the floor, also when the handler panics.
struct Visit(Arc<Mutex<Floor>>, Guest);

impl Visit {
    fn enter(floor: &Arc<Mutex<Floor>>, guest: Guest) -> Self {
        let mut inside = floor.lock().unwrap();
        let clash = inside.inside.iter().find(|other| guest.excludes(other));
        let clash = clash.map(|other| format!("{guest:?} beside {other:?}"));
        inside.broken.extend(clash);
        inside.inside.push(guest.clone());
        inside.most = inside.most.max(inside.inside.len());
        drop(inside);
        Self(floor.clone(), guest)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut floor = self.0.lock().unwrap();
        floor.inside.retain(|guest| *guest != self.1);
    }
}

fn tools(floor: &Arc<Mutex<Floor>>) -> Acts {
    let act = || {
        let floor = floor.clone();
        move |call: DynamicCall| {
            let floor = floor.clone();
            async move {
                let number = |name| call.input.long(name, 0).map(|it| it as u64);
                let guest = Guest {
                    batch: number("batch")?,
                    number: number("number")?,
                    tool: call.tool.clone(),
                    key: call.input.string("key", "")?.to_owned(),
                };
                let visit = Visit::enter(&floor, guest.clone());
                match number("takes")? {
                    0 => {}
                    1 => tokio::task::yield_now().await,
                    takes => sleep(Duration::from_millis(takes)).await,
                }
                match number("end")? {
                    0 => panic!("{}", guest.number),
                    1 => Err(ToolError::anticipated(format!("no {}", guest.number))),
                    _ => {
                        drop(visit);
                        Ok(Content::text(format!("ok {}", guest.number)))
                    }
                }
            }
        }
    };
    Acts::default()
        .with(Spec::new("Safe", "{}").concurrent_safe(), act())
        .with(Spec::new("Alone", "{}"), act())
        .with(Spec::new("Write", "{}").exclusive("key"), act())
        .with(Spec::new("Read", "{}").shared("key"), act())
}

/// A call, and the text that it must be answered with.
fn call(random: &mut Random, batch: u64, number: u64, pool: &[&str]) -> (ToolCall, String) {
    let tool = pool[random.below(pool.len() as u64) as usize];
    let key = format!("k{}", random.below(3));
    let (takes, end) = (random.below(4), random.below(20));
    let arguments =
        json!({"batch": batch, "number": number, "key": key, "takes": takes, "end": end});
    let text = match (tool, end) {
        ("Nope", _) => "Unknown tool: Nope. Valid tools: Safe, Alone, Write, Read.".to_owned(),
        (_, 0) => format!("Tool execution failed: {number}"),
        (_, 1) => format!("no {number}"),
        _ => format!("ok {number}"),
    };
    (
        ToolCall::new(tool, arguments).with_id(format!("{batch}.{number}")),
        text,
    )
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_random_batches_are_answered_as_one_by_one() {
    quiet();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut batches = 0;
    while batches < 10_000 {
        let max = 1 + random.below(6) as usize;
        let per_batch = 1 + random.below(max as u64) as usize;
        let schedule = match random.below(2) {
            0 => Schedule::WholeBatch,
            _ => Schedule::Adjacent,
        };
        let concurrency = Concurrency::enabled(max)
            .unwrap()
            .per_batch(per_batch)
            .unwrap();
        let floor = Arc::default();
        let executor = Executor::builder()
            .tools(tools(&floor).toolset())
            .concurrency(concurrency.schedule(schedule))
            .build()
            .unwrap();
        // Several batches at a time on one executor, some of them with calls that make them go one by one.
        let at_a_time = 1 + random.below(3);
        let mut running = Vec::new();
        for batch in 0..at_a_time {
            let pool: &[&str] = match random.below(3) {
                0 => &["Safe", "Alone", "Write", "Read", "Nope"],
                1 => &["Safe", "Write", "Read"],
                _ => &["Write", "Read"],
            };
            let length = random.below(9);
            let drawn = (0..length).map(|number| call(&mut random, batch, number, pool));
            let (calls, texts): (Vec<_>, Vec<_>) = drawn.unzip();
            let executor = executor.clone();
            let batch = async move { executor.batch(calls, &Context::empty()).await };
            running.push((tokio::spawn(batch), texts));
            batches += 1;
        }
        for (batch, texts) in running {
            let results = timeout(Duration::from_secs(60), batch).await;
            let results = results.expect("no deadlock").unwrap();
            assert_eq!(crate::fixture::texts(&results), texts);
        }
        {
            let floor = floor.lock().unwrap();
            assert!(floor.broken.is_empty(), "{:?}", floor.broken);
            assert!(floor.inside.is_empty());
        }
        // No room was lost: as many go side by side as before.
        let free = crate::fixture::Gauge::default();
        assert_eq!(room(&executor, &free, per_batch).await, per_batch);
    }
}

/// How many calls go side by side in a batch that has more.
async fn room(executor: &Executor, gauge: &crate::fixture::Gauge, per_batch: usize) -> usize {
    let inside = gauge.clone();
    let tools = Acts::default().with(Spec::new("Count", "{}").concurrent_safe(), move |_| {
        let gauge = inside.clone();
        async move {
            let _inside = gauge.enter();
            sleep(Duration::from_millis(1)).await;
            Ok(Content::default())
        }
    });
    let registry = toolc::executor::Registry::new()
        .with(tools.toolset())
        .unwrap();
    executor.replace(registry);
    let calls = crate::fixture::calls(vec!["Count"; per_batch + 1]);
    executor.batch(calls, &Context::empty()).await;
    gauge.most()
}
