//! What a tool is: what is known of it ([`Spec`]), one call of it ([`Tool`]), what runs it ([`Handler`]), and many of
//! them together ([`Toolset`]).

mod blocking;
mod content;
mod context;
mod declared;
mod dynamic;
mod error;
mod handler;
mod input;
mod input_error;
mod lookup;
mod output;
mod result;
mod signal;
mod spec;
mod toolset;

#[cfg(feature = "web")]
pub(crate) use blocking::on_a_thread;
pub use blocking::spawn_blocking;
pub use content::{Block, Body, Content};
pub use context::{Builder as ContextBuilder, Context, Invoker, Key, Progress, keys};
pub use declared::{Call, Declared, Index};
pub use dynamic::{DynamicCall, DynamicToolset};
pub use error::{ErrorKind, Tell, ToolError};
pub use handler::{Describe, Handler, Tool};
pub use input::ToolInput;
pub use input_error::InputError;
pub use lookup::Lookup;
pub use output::IntoContent;
pub use result::{Refusal, Stop, ToolResult};
pub use signal::{Registration, Signal};
pub use spec::{Concurrency, Effect, Interrupt, SideEffect, Spec, SubjectKind};
pub use toolset::{Binding, Run, Toolset};
