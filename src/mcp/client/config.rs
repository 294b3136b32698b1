//! Which servers there are: the `.mcp.json` that several clients share.
//!
//! ```json
//! { "mcpServers": {
//!   "files": { "command": "npx", "args": ["-y", "some-server"], "env": { "TOKEN": "${TOKEN}" } },
//!   "search": { "type": "http", "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer ${KEY}" } }
//! } }
//! ```
//!
//! VS Code calls the object `servers`; that is understood too. Two keys are ours: `trustAnnotations` (what the server says of its tools' effects counts) and `timeoutMs`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};

use super::config_error::ConfigError;
use super::expand::{Lookup, expand};
use super::reach::{Address, Launch, Reach};

/// One server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerConfig {
    /// Its name, which becomes a part of the names of its tools.
    pub name: String,
    /// Where it is.
    pub reach: Reach,
    /// Does what it says of its tools' effects count? Otherwise they are taken for the worst.
    pub trusts_annotations: bool,
    /// The longest that is waited for an answer.
    pub timeout: Duration,
}

impl ServerConfig {
    /// How long a server has, unless the configuration says otherwise.
    pub const TIMEOUT: Duration = Duration::from_secs(60);

    /// A server that is not trusted.
    ///
    /// # Errors
    ///
    /// The name cannot be a part of a tool's name.
    pub fn new(name: impl Into<String>, reach: impl Into<Reach>) -> Result<Self, ConfigError> {
        let name = name.into();
        // Two underscores end the server's name in `mcp__SERVER__TOOL`, so that no two servers share a tool's name.
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let ends = name.starts_with('_') || name.ends_with('_') || name.contains("__");
        if name.is_empty() || ends || !name.chars().all(fits) {
            return Err(ConfigError::Name { name });
        }
        Ok(Self::unnamed(name, reach.into()))
    }

    /// A server whose tools get no names of ours, so that it may be called anything.
    pub(crate) fn unnamed(called: impl Into<String>, reach: impl Into<Reach>) -> Self {
        Self {
            name: called.into(),
            reach: reach.into(),
            trusts_annotations: false,
            timeout: Self::TIMEOUT,
        }
    }
}

/// Reads a configuration file. Servers come in the file's order; keys that others put there do not count. `${VAR}` is what
/// the process's environment says.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn parse_config(text: &str) -> Result<Vec<ServerConfig>, ConfigError> {
    parse_config_with(text, |variable| std::env::var(variable).ok())
}

/// The same with variables from elsewhere.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn parse_config_with(
    text: &str,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Vec<ServerConfig>, ConfigError> {
    let root: Value =
        serde_json::from_str(text).map_err(|error| ConfigError::Syntax(error.to_string()))?;
    let servers = root.get("mcpServers").or_else(|| root.get("servers"));
    let Some(servers) = servers.and_then(Value::as_object) else {
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
                variable: &variable,
            };
            entry.read()
        })
        .collect()
}

/// A server as it is written.
struct Entry<'a> {
    server: &'a str,
    keys: &'a Map<String, Value>,
    variable: Lookup<'a>,
}

impl Entry<'_> {
    fn read(&self) -> Result<ServerConfig, ConfigError> {
        let mut config = ServerConfig::new(self.server, self.reach()?)?;
        if let Some(trusts) = self.key("trustAnnotations", "true or false", Value::as_bool)? {
            config.trusts_annotations = trusts;
        }
        if let Some(limit) = self.key("timeoutMs", "a whole number", Value::as_u64)? {
            config.timeout = Duration::from_millis(limit);
        }
        Ok(config)
    }

    fn reach(&self) -> Result<Reach, ConfigError> {
        let name = || self.server.to_owned();
        let (command, url) = (
            self.key("command", "text", text)?,
            self.key("url", "text", text)?,
        );
        let kind = self.key("type", "text", text)?;
        match (kind.as_deref(), command, url) {
            (None | Some("stdio"), Some(command), None) => self.launch(&command).map(Reach::from),
            (None | Some("http" | "streamable-http"), None, Some(url)) => {
                self.address(&url).map(Reach::from)
            }
            (Some("sse"), ..) => Err(ConfigError::OldTransport { name: name() }),
            (_, Some(_), Some(_)) => Err(ConfigError::Both { name: name() }),
            (Some("stdio"), None, Some(_)) => Err(ConfigError::Both { name: name() }),
            (None | Some("stdio"), None, None) => Err(ConfigError::NoCommand { name: name() }),
            (Some("http" | "streamable-http"), _, None) => Err(ConfigError::NoUrl { name: name() }),
            (Some(kind), ..) => Err(ConfigError::Kind {
                name: name(),
                kind: kind.to_owned(),
            }),
        }
    }

    fn launch(&self, command: &str) -> Result<Launch, ConfigError> {
        let arguments = self.key("args", "a list of texts", texts)?;
        let arguments = arguments.unwrap_or_default().into_iter();
        let folder = self.key("cwd", "text", text)?;
        Ok(Launch {
            command: self.expanded(command)?,
            arguments: arguments
                .map(|argument| self.expanded(&argument))
                .collect::<Result<_, _>>()?,
            environment: self.pairs("env")?,
            folder: match folder {
                Some(folder) => Some(PathBuf::from(self.expanded(&folder)?)),
                None => None,
            },
        })
    }

    fn address(&self, url: &str) -> Result<Address, ConfigError> {
        let url = self.expanded(url)?;
        match url.split_once("://") {
            Some(("http" | "https", _)) => Ok(Address {
                url,
                headers: self.pairs("headers")?,
            }),
            _ => Err(ConfigError::Url {
                name: self.server.to_owned(),
                url,
            }),
        }
    }

    fn pairs(&self, key: &'static str) -> Result<BTreeMap<String, String>, ConfigError> {
        let pairs = self.key(key, "an object of texts", variables)?;
        let pairs = pairs.unwrap_or_default().into_iter();
        pairs
            .map(|(name, value)| Ok((name, self.expanded(&value)?)))
            .collect()
    }

    fn expanded(&self, text: &str) -> Result<String, ConfigError> {
        expand(text, self.server, self.variable)
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
