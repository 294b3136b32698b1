//! The built-in tools: files, searches, commands and the list of what is to do, declared in this crate's `tools.toml`.
//!
//! They are ordinary tools on an ordinary state. One file per tool holds its handler; what several tools need stands
//! beside them, each under the name of its idea. Nothing here checks permissions: that has happened before a handler runs,
//! on the same folded path that the handler opens.
//!
//! ```no_run
//! use toolc::builtin::{self, Workspace};
//!
//! // The whole disk, or one folder that no link leaves.
//! let everywhere = builtin::toolset(Workspace::default());
//! let confined = builtin::toolset(Workspace::rooted("/srv/project")?);
//! # Ok::<(), std::io::Error>(())
//! ```

crate::include_tools!();

pub mod fs;

mod session;
mod stamps;
mod workspace;

mod paths;
mod text;

mod matches;
mod page;
mod selection;
mod unreadable;

mod background;
mod shell;

#[cfg(feature = "web")]
mod web;

#[cfg(feature = "agent")]
mod agents;

mod bash;
mod bash_output;
mod edit;
mod glob;
mod grep;
mod kill_shell;
mod read;
#[cfg(feature = "agent")]
mod skill;
#[cfg(feature = "agent")]
mod task;
mod todo_write;
#[cfg(feature = "web")]
mod web_fetch;
mod write;

#[cfg(feature = "agent")]
pub use agents::{Answer, Delegate, Status, Work};
pub use shell::{NotEnforced, Rule, Sandbox, Shell};
pub use stamps::{STAMPS, Stamps};
pub use todo_write::TODO_LIST;
#[cfg(feature = "web")]
pub use web::Web;
pub use workspace::Workspace;

use crate::tool::Declared;

/// The built-in tools on a workspace.
pub fn toolset(workspace: Workspace) -> Declared<Workspace> {
    tools::toolset(workspace)
}
