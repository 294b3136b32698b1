//! How contenders are compared: proved equal first, then timed in shuffled rounds, then told as ratios.
//!
//! Nanoseconds belong to a machine and a moment; ratios taken within one round hardly move. What has to be exact (a gate in
//! CI) does not come from here but from counting: instructions and allocations.

mod contender;
mod core;
mod race;
mod ratio;

pub use contender::{Contender, Outcome, assert_equal};
pub use core::pin;
pub use race::Race;
pub use ratio::{Ratio, geometric_mean, median};
