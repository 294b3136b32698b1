//! One way to do a job, and the proof that all ways do the same job.

use std::fmt::Debug;
use std::hint::black_box;

/// One way to do the job.
pub struct Contender<'a> {
    /// What the tables call it.
    pub name: &'static str,
    job: Box<dyn Job + 'a>,
}

/// What a job came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It gave a value, with this `Debug` text.
    Bound(String),
    /// It refused, with these words.
    Refused(String),
}

impl<'a> Contender<'a> {
    /// A way to do the job. The result is dropped inside the measured region, for every contender alike.
    pub fn new<T: Debug>(name: &'static str, job: impl Fn() -> Result<T, String> + 'a) -> Self {
        Self {
            name,
            job: Box::new(job),
        }
    }

    /// Does the job this many times. One dynamic call, whatever the number.
    pub fn run(&self, times: u64) {
        self.job.run(times);
    }

    /// Does the job once and says what came of it.
    pub fn outcome(&self) -> Outcome {
        self.job.outcome()
    }
}

/// Stops the program unless all contenders came to the same: the same value, or a refusal (in words of their own).
///
/// # Panics
///
/// With both outcomes, when two contenders disagree: there is nothing to compare then.
pub fn assert_equal(case: &str, contenders: &[Contender<'_>]) {
    let Some((first, others)) = contenders.split_first() else {
        return;
    };
    let expected = first.outcome();
    for other in others {
        let outcome = other.outcome();
        let same = match (&expected, &outcome) {
            (Outcome::Bound(expected), Outcome::Bound(given)) => expected == given,
            (Outcome::Refused(_), Outcome::Refused(_)) => true,
            _ => false,
        };
        assert!(
            same,
            "{case}: `{}` came to {expected:?}, `{}` to {outcome:?}",
            first.name, other.name
        );
    }
}

trait Job {
    fn run(&self, times: u64);
    fn outcome(&self) -> Outcome;
}

impl<T: Debug, F: Fn() -> Result<T, String>> Job for F {
    fn run(&self, times: u64) {
        for _ in 0..times {
            drop(black_box(self()));
        }
    }

    fn outcome(&self) -> Outcome {
        match self() {
            Ok(value) => Outcome::Bound(format!("{value:?}")),
            Err(words) => Outcome::Refused(words),
        }
    }
}
