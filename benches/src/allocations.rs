//! What a job asks of the allocator, in a program whose global allocator counts.

use std::alloc::System;

use stats_alloc::{Region, StatsAlloc};

use crate::harness::Contender;

/// What one job asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allocations {
    /// How often; a block that grows counts each time it grows.
    pub count: usize,
    /// How many bytes, in new blocks.
    pub bytes: usize,
}

/// Counts one job, after one that warms up what is made only once.
pub fn of(allocator: &'static StatsAlloc<System>, contender: &Contender<'_>) -> Allocations {
    contender.run(1);
    let region = Region::new(allocator);
    contender.run(1);
    let change = region.change();
    Allocations {
        count: change.allocations + change.reallocations,
        bytes: change.bytes_allocated,
    }
}
