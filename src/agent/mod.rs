//! Agents as people write them, and what becomes of one: what it is offered, what it may run, what it hands on.
//!
//! An allow-list is declared in four places: `agent.md`, `agents/*.md`, `SKILL.md` and command files. In all of them the
//! key is `allowed-tools`, and one parser reads it. A [`Definition`] comes from such a file or from a builder; a [`Run`] is a
//! definition that was started by somebody, and never exceeds that somebody.
//!
//! There is no model and no loop here: a host asks a run what to offer, and hands it the calls that came back.

// A file, as written.
mod fence;
mod surface;
mod written;

// What it means.
mod check;
mod definition;
mod problem;
mod report;
mod skill;
mod stray;

// What becomes of it.
mod run;

pub use definition::{Builder, Definition, Execution, Skill};
pub use problem::{Problem, Severity};
pub use report::{Report, Source};
pub use run::{Run, RunBuilder, StartError};
pub use surface::Surface;
