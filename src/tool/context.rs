//! What a call knows of its surroundings.

/// The surroundings of a call.
#[derive(Debug, Clone, Default)]
pub struct Context {}
