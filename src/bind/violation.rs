//! What can be wrong with arguments, one variant one sentence.

/// One thing that is wrong with a call's arguments. The sentence is its `Display`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Violation {}

/// Everything that is wrong with a call's arguments; never empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Violations(pub(crate) Vec<Violation>);

/// A lossless change that made an argument fit.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Repair {}
