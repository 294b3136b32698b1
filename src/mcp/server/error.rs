//! Why serving came to an end that nobody wanted.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::SocketAddr;

/// Why serving came to an end that nobody wanted.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The client began with something that no revision of the protocol begins with.
    NoGreeting,
    /// The client's greeting came to nothing.
    Start(Box<dyn Error + Send + Sync>),
    /// The task that served is gone.
    Lost(String),
    /// The listener's address is gone.
    Listen(io::Error),
    /// Other machines could connect, and no token would be asked for.
    Unguarded(SocketAddr),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGreeting => f.write_str(
                "the client began with neither `initialize` nor a request of revision 2026-07-28",
            ),
            Self::Start(error) => write!(f, "the client did not begin a session: {error}"),
            Self::Lost(error) => write!(f, "serving broke off: {error}"),
            Self::Listen(error) => write!(f, "cannot listen: {error}"),
            Self::Unguarded(address) => write!(
                f,
                "{address} is open to other machines, so clients have to bring a token"
            ),
        }
    }
}

impl Error for ServeError {}
