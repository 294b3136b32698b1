//! What happens between a call and its result.

mod approval;
mod audit;
mod batch;
mod content;
mod context;
mod dynamic;
mod error;
mod every_step;
mod executor;
mod fixture;
mod hook_time;
mod hooks;
mod input;
mod interrupt;
mod keyed;
mod lookup;
mod model;
mod nested;
mod pipeline;
mod result;
mod search;
mod signal;
mod stress;
