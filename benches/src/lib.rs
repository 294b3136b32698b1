//! toolc side by side with what a user would pick instead.
//!
//! * [`cases`]: the calls.
//! * [`typed`]: their inputs for serde, the baseline. The same inputs for toolc are in `tools.toml`, compiled by `build.rs` as
//!   in any crate.
//! * [`contenders`]: every way to get from arguments to a typed input, for one call.
//! * [`harness`]: how ways are proved equal and compared.
//! * [`callgrind`] and [`goals`]: exact counts, and what they have to come to.
//!
//! The programs in `src/bin` print the tables; `README.md` says which is which, and what came out.

pub mod allocations;
pub mod callgrind;
pub mod cases;
pub mod contenders;
pub mod decision;
pub mod desk;
pub mod goals;
pub mod harness;
pub mod many;
#[cfg(feature = "peers")]
pub mod peers;
pub mod typed;

toolc::include_tools!();
