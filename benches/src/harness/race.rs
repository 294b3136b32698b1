//! Rounds in which every contender runs once, in an order shuffled afresh, so that ratios are taken within one moment.

use std::time::{Duration, Instant};

use super::{Contender, Ratio, median};

/// How long one contender runs in one round. Long enough for the clock, short enough that a round is one moment.
const SAMPLE: Duration = Duration::from_micros(150);

/// The times of all contenders in all rounds.
#[derive(Debug, Clone)]
pub struct Race {
    /// By contender, then by round: nanoseconds of one job.
    samples: Vec<Vec<f64>>,
}

impl Race {
    /// Runs it.
    pub fn run(contenders: &[Contender<'_>], rounds: usize) -> Self {
        let times: Vec<u64> = contenders.iter().map(calibrate).collect();
        let mut samples = vec![Vec::with_capacity(rounds); contenders.len()];
        let mut order: Vec<usize> = (0..contenders.len()).collect();
        for _ in 0..rounds {
            fastrand::shuffle(&mut order);
            for &lane in &order {
                samples[lane].push(sample(&contenders[lane], times[lane]));
            }
        }
        Self { samples }
    }

    /// The middle time of one job, in nanoseconds of this machine and moment.
    pub fn nanoseconds(&self, contender: usize) -> f64 {
        median(&self.samples[contender])
    }

    /// The time of one contender over that of another, round by round.
    pub fn ratio(&self, contender: usize, baseline: usize) -> Ratio {
        let rounds = self.samples[contender].iter().zip(&self.samples[baseline]);
        Ratio::of(rounds.map(|(own, base)| own / base))
    }
}

/// How many jobs fill a sample.
fn calibrate(contender: &Contender<'_>) -> u64 {
    let mut times = 1;
    loop {
        let start = Instant::now();
        contender.run(times);
        let spent = start.elapsed();
        if spent >= SAMPLE / 4 {
            let scaled = u128::from(times) * SAMPLE.as_nanos() / spent.as_nanos();
            return u64::try_from(scaled).unwrap_or(u64::MAX).max(1);
        }
        times *= 2;
    }
}

/// Nanoseconds of one job, over this many.
fn sample(contender: &Contender<'_>, times: u64) -> f64 {
    let start = Instant::now();
    contender.run(times);
    start.elapsed().as_nanos() as f64 / times as f64
}
