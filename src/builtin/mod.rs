//! The built-in tools.

pub mod fs;
pub mod text;
