//! What is wrong with a configuration of servers: one variant, one sentence.

use std::fmt;

/// Everything that is wrong with a configuration of servers: at least one mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigErrors {
    mistakes: Vec<ConfigError>,
}

impl ConfigErrors {
    pub(super) fn new(mistakes: Vec<ConfigError>) -> Self {
        Self { mistakes }
    }

    /// The mistakes, in the order of the file's servers.
    pub fn mistakes(&self) -> &[ConfigError] {
        &self.mistakes
    }
}

impl From<ConfigError> for ConfigErrors {
    fn from(mistake: ConfigError) -> Self {
        Self::new(vec![mistake])
    }
}

/// One sentence on each line.
impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentences: Vec<_> = self.mistakes.iter().map(ToString::to_string).collect();
        f.write_str(&sentences.join("\n"))
    }
}

impl std::error::Error for ConfigErrors {}

/// What is wrong with a configuration of servers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigError {
    /// It is no JSON.
    Syntax(String),
    /// There is no `mcpServers`.
    NoServers,
    /// A server is no object.
    NoObject {
        /// The server.
        name: String,
    },
    /// A server has neither a command nor an address.
    NoCommand {
        /// The server.
        name: String,
    },
    /// A server that is at an address has none.
    NoUrl {
        /// The server.
        name: String,
    },
    /// A server has both, or the one where its `type` asks for the other.
    Both {
        /// The server.
        name: String,
    },
    /// A server's address is none that can be called.
    Url {
        /// The server.
        name: String,
        /// The address.
        url: String,
    },
    /// A server's `type` is not known.
    Kind {
        /// The server.
        name: String,
        /// The type.
        kind: String,
    },
    /// A server speaks the transport that streamable HTTP replaced.
    OldTransport {
        /// The server.
        name: String,
    },
    /// A variable is not set.
    Variable {
        /// The server.
        name: String,
        /// The variable.
        variable: String,
    },
    /// `${…}` with something inside that is no variable.
    Reference {
        /// The server.
        name: String,
        /// What stands inside.
        reference: String,
    },
    /// A server's name cannot be a part of a tool's name.
    Name {
        /// The server.
        name: String,
    },
    /// A key has the wrong kind of value.
    Key {
        /// The server.
        name: String,
        /// The key.
        key: &'static str,
        /// What it should be.
        expected: &'static str,
    },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(f, "it is not valid JSON: {error}"),
            Self::NoServers => f.write_str("there is no object `mcpServers` in it"),
            Self::NoObject { name } => write!(f, "server `{name}` must be an object"),
            Self::NoCommand { name } => {
                write!(f, "server `{name}` has neither a `command` nor a `url`")
            }
            Self::NoUrl { name } => write!(f, "server `{name}` has no `url`"),
            Self::Both { name } => write!(
                f,
                "server `{name}` is either a process with a `command` or at a `url`, as its `type` says"
            ),
            Self::Url { name, url } => write!(
                f,
                "`{url}` of server `{name}` must begin with http:// or https://"
            ),
            Self::Kind { name, kind } => write!(
                f,
                "`{kind}` is no type of server `{name}`: it is `stdio` or `http`"
            ),
            Self::OldTransport { name } => write!(
                f,
                "server `{name}` is of type `sse`, which the protocol has replaced: use `http`"
            ),
            Self::Variable { name, variable } => write!(
                f,
                "variable `{variable}` of server `{name}` is not set; `${{{variable}:-…}}` says what stands for it"
            ),
            Self::Reference { name, reference } => {
                write!(f, "`${{{reference}}}` of server `{name}` names no variable")
            }
            Self::Name { name } => write!(
                f,
                "`{name}` cannot name a server: use letters, digits, `-` and single `_` between them"
            ),
            Self::Key {
                name,
                key,
                expected,
            } => write!(f, "`{key}` of server `{name}` must be {expected}"),
        }
    }
}

impl std::error::Error for ConfigError {}
