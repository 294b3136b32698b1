//! What a tool is: what is known of it ([`Spec`]), one call of it ([`Tool`]), what runs it ([`Handler`]), and many of
//! them together ([`Toolset`]).

mod context;
mod declared;
mod error;
mod handler;
mod result;
mod spec;
mod toolset;

pub use context::Context;
pub use declared::{Call, Declared, Index};
pub use error::ToolError;
pub use handler::{Describe, Handler, Tool};
pub use result::{Content, IntoContent};
pub use spec::{Concurrency, Effect, Interrupt, SideEffect, Spec, SubjectKind};
pub use toolset::{Binding, Run, Toolset};
