//! How much of a batch may run at the same time, and which part of it.

use std::fmt;
use std::ops::Range;

use tokio::sync::Semaphore;

use crate::tool::{self, Interrupt, Spec};

/// How many calls may run at the same time. Off by default.
///
/// ```
/// use toolc::executor::Concurrency;
///
/// let concurrency = Concurrency::enabled(8)?.per_batch(2)?;
/// assert!(Concurrency::enabled(4)?.per_batch(5).is_err());
/// # Ok::<(), toolc::executor::ConcurrencyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Concurrency {
    enabled: bool,
    max: usize,
    per_batch: usize,
    schedule: Schedule,
}

/// Which calls of a batch run at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Schedule {
    /// All of them, when every one may; else none.
    #[default]
    WholeBatch,
    /// Those that stand side by side, between the ones that have to run alone.
    Adjacent,
}

/// A cap that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConcurrencyError {
    /// There is no room for any call.
    NoRoom,
    /// The cap of a batch is not between 1 and the cap of all.
    PerBatch {
        /// What was given.
        given: usize,
        /// The cap of all.
        max: usize,
    },
}

impl fmt::Display for ConcurrencyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoom => f.write_str("max must be >= 1, got: 0"),
            Self::PerBatch { given, max } => {
                write!(f, "per_batch must be in [1, max ({max})], got: {given}")
            }
        }
    }
}

impl std::error::Error for ConcurrencyError {}

impl Default for Concurrency {
    fn default() -> Self {
        Self::disabled()
    }
}

impl Concurrency {
    /// One call at a time.
    pub const fn disabled() -> Self {
        const MAX: usize = 4;
        Self {
            enabled: false,
            max: MAX,
            per_batch: MAX,
            schedule: Schedule::WholeBatch,
        }
    }

    /// At most so many calls at the same time, over all batches of the executor.
    ///
    /// # Errors
    ///
    /// None at all.
    pub const fn enabled(max: usize) -> Result<Self, ConcurrencyError> {
        if max == 0 {
            return Err(ConcurrencyError::NoRoom);
        }
        Ok(Self {
            enabled: true,
            max,
            per_batch: max,
            schedule: Schedule::WholeBatch,
        })
    }

    /// At most so many of one batch.
    ///
    /// # Errors
    ///
    /// None at all, or more than there may be over all batches.
    pub const fn per_batch(mut self, calls: usize) -> Result<Self, ConcurrencyError> {
        if calls == 0 || calls > self.max {
            return Err(ConcurrencyError::PerBatch {
                given: calls,
                max: self.max,
            });
        }
        self.per_batch = calls;
        Ok(self)
    }

    /// Which calls of a batch run at the same time.
    #[must_use]
    pub const fn schedule(mut self, schedule: Schedule) -> Self {
        self.schedule = schedule;
        self
    }

    /// Room in the pool. More than a semaphore counts is as good as no end.
    pub(super) fn max(&self) -> usize {
        self.max.min(Semaphore::MAX_PERMITS)
    }

    /// Room in a batch.
    pub(super) fn batch_cap(&self) -> usize {
        self.per_batch.min(Semaphore::MAX_PERMITS)
    }

    /// Cuts a batch into runs of calls, in order; `true` where the calls of a run go side by side. `safe` says which calls
    /// may.
    pub(super) fn runs(&self, safe: &[bool]) -> Vec<(Range<usize>, Side)> {
        let whole = 0..safe.len();
        if !self.enabled || safe.len() < 2 {
            return vec![(whole, Side::OneByOne)];
        }
        match self.schedule {
            Schedule::WholeBatch if safe.iter().all(|safe| *safe) => vec![(whole, Side::BySide)],
            Schedule::WholeBatch => vec![(whole, Side::OneByOne)],
            Schedule::Adjacent => {
                let mut start = 0;
                let runs = safe.chunk_by(|one, next| one == next).map(|run| {
                    let range = start..start + run.len();
                    start = range.end;
                    let side = if run[0] && run.len() > 1 {
                        Side::BySide
                    } else {
                        Side::OneByOne
                    };
                    (range, side)
                });
                runs.collect()
            }
        }
    }
}

/// How the calls of a run of a batch go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    OneByOne,
    BySide,
}

/// May calls of this tool run beside others? A tool whose interruption is tied to who runs it may not, whatever else it
/// declares.
pub(super) fn is_safe(spec: &Spec) -> bool {
    let declared = !matches!(spec.concurrency, tool::Concurrency::Sequential);
    let interrupt = matches!(
        spec.interrupt,
        Interrupt::NonInterruptible | Interrupt::Cooperative
    );
    declared && interrupt
}
