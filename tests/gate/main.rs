//! Schemas that are not ours: the gate, and the way all the way down, against reports, published calls, the JSON Schema test
//! suite and a second implementation.
#![allow(missing_docs, reason = "a test")]

mod cases;
mod corpus;
mod differential;
mod hostile;
#[cfg(feature = "compiler")]
mod imported;
mod repairs;
mod shared;
mod suite;
#[path = "../bind/tape.rs"]
#[allow(dead_code, reason = "another binary needs the rest")]
mod tape;
mod told;
