//! Which servers there are: the `.mcp.json` that several clients share.
//!
//! ```json
//! { "mcpServers": { "files": { "command": "npx", "args": ["-y", "some-server"], "env": { "TOKEN": "…" } } } }
//! ```
//!
//! Two keys are ours: `trustAnnotations` (what the server says of its tools' effects counts) and `timeoutMs`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};

/// One server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerConfig {
    /// Its name, which becomes a part of the names of its tools.
    pub name: String,
    /// The process to start.
    pub launch: Launch,
    /// Does what it says of its tools' effects count? Otherwise they are taken for the worst.
    pub trusts_annotations: bool,
    /// The longest that is waited for an answer.
    pub timeout: Duration,
}

/// A process to start. It is started as it stands here, without a shell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Launch {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Environment variables, beside those of this process.
    pub environment: BTreeMap<String, String>,
    /// The folder that it starts in, instead of this process's.
    pub folder: Option<PathBuf>,
}

impl ServerConfig {
    /// How long a server has, unless the configuration says otherwise.
    pub const TIMEOUT: Duration = Duration::from_secs(60);

    /// A server that is not trusted.
    ///
    /// # Errors
    ///
    /// The name cannot be a part of a tool's name.
    pub fn new(name: impl Into<String>, launch: Launch) -> Result<Self, ConfigError> {
        let name = name.into();
        // Two underscores end the server's name in `mcp__SERVER__TOOL`, so that no two servers share a tool's name.
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let ends = name.starts_with('_') || name.ends_with('_') || name.contains("__");
        if name.is_empty() || ends || !name.chars().all(fits) {
            return Err(ConfigError::Name { name });
        }
        Ok(Self::unnamed(name, launch))
    }

    /// A server whose tools get no names of ours, so that it may be called anything.
    pub(crate) fn unnamed(called: impl Into<String>, launch: Launch) -> Self {
        Self {
            name: called.into(),
            launch,
            trusts_annotations: false,
            timeout: Self::TIMEOUT,
        }
    }
}

/// Reads a configuration file. Servers come in the file's order; keys that others put there do not count.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn parse_config(text: &str) -> Result<Vec<ServerConfig>, ConfigError> {
    let root: Value =
        serde_json::from_str(text).map_err(|error| ConfigError::Syntax(error.to_string()))?;
    let Some(servers) = root.get("mcpServers").and_then(Value::as_object) else {
        return Err(ConfigError::NoServers);
    };
    servers
        .iter()
        .map(|(name, entry)| {
            let entry = Entry {
                server: name,
                keys: entry
                    .as_object()
                    .ok_or_else(|| ConfigError::NoObject { name: name.clone() })?,
            };
            entry.read()
        })
        .collect()
}

/// A server as it is written.
struct Entry<'a> {
    server: &'a str,
    keys: &'a Map<String, Value>,
}

impl Entry<'_> {
    fn read(&self) -> Result<ServerConfig, ConfigError> {
        if self.keys.contains_key("url") || !self.keys.contains_key("command") {
            return Err(ConfigError::NoCommand {
                name: self.server.to_owned(),
            });
        }
        let launch = Launch {
            command: self.key("command", "text", text)?.unwrap_or_default(),
            arguments: self
                .key("args", "a list of texts", texts)?
                .unwrap_or_default(),
            environment: self
                .key("env", "an object of texts", variables)?
                .unwrap_or_default(),
            folder: self.key("cwd", "text", text)?.map(PathBuf::from),
        };
        let mut config = ServerConfig::new(self.server, launch)?;
        if let Some(trusts) = self.key("trustAnnotations", "true or false", Value::as_bool)? {
            config.trusts_annotations = trusts;
        }
        if let Some(limit) = self.key("timeoutMs", "a whole number", Value::as_u64)? {
            config.timeout = Duration::from_millis(limit);
        }
        Ok(config)
    }

    fn key<T>(
        &self,
        key: &'static str,
        expected: &'static str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, ConfigError> {
        let Some(value) = self.keys.get(key) else {
            return Ok(None);
        };
        read(value).map(Some).ok_or_else(|| ConfigError::Key {
            name: self.server.to_owned(),
            key,
            expected,
        })
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(text).collect()
}

fn variables(value: &Value) -> Option<BTreeMap<String, String>> {
    let variables = value.as_object()?.iter();
    variables
        .map(|(name, value)| Some((name.clone(), text(value)?)))
        .collect()
}

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
    /// A server has no command: only processes are started, no addresses are called.
    NoCommand {
        /// The server.
        name: String,
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
            Self::NoCommand { name } => write!(
                f,
                "server `{name}` has no `command`: servers are started as processes, servers at a `url` are not supported"
            ),
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
