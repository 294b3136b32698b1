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

use super::config_error::{ConfigError, ConfigErrors};
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
        match can_name_a_server(&name) {
            true => Ok(Self::unnamed(name, reach)),
            false => Err(ConfigError::Name { name }),
        }
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

/// Two underscores end the server's name in `mcp__SERVER__TOOL`, so that no two servers share a tool's name.
fn can_name_a_server(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let ends = name.starts_with('_') || name.ends_with('_') || name.contains("__");
    !name.is_empty() && !ends && name.chars().all(fits)
}

/// Reads a configuration file. Servers come in the file's order; keys that others put there do not count, nor do keys that
/// hold null. `${VAR}` is what the process's environment says.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn parse_config(text: &str) -> Result<Vec<ServerConfig>, ConfigErrors> {
    parse_config_with(text, |variable| std::env::var(variable).ok())
}

/// The same with variables from elsewhere.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn parse_config_with(
    text: &str,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Vec<ServerConfig>, ConfigErrors> {
    let root: Value =
        serde_json::from_str(text).map_err(|error| ConfigError::Syntax(error.to_string()))?;
    let servers = root.get("mcpServers").or_else(|| root.get("servers"));
    let Some(servers) = servers.and_then(Value::as_object) else {
        return Err(ConfigError::NoServers.into());
    };
    let mut mistakes = Vec::new();
    let mut configs = Vec::new();
    for (name, entry) in servers {
        let Some(keys) = entry.as_object() else {
            mistakes.push(ConfigError::NoObject { name: name.clone() });
            continue;
        };
        let entry = Entry {
            server: name,
            keys,
            variable: &variable,
            mistakes: &mut mistakes,
        };
        configs.extend(entry.read());
    }
    match mistakes.is_empty() {
        true => Ok(configs),
        false => Err(ConfigErrors::new(mistakes)),
    }
}

/// A server as it is written. What is wrong with it is noted and read on.
struct Entry<'a> {
    server: &'a str,
    keys: &'a Map<String, Value>,
    variable: Lookup<'a>,
    mistakes: &'a mut Vec<ConfigError>,
}

impl Entry<'_> {
    fn read(mut self) -> Option<ServerConfig> {
        let reach = self.reach();
        let trusts = self.key("trustAnnotations", "true or false", Value::as_bool);
        let limit = self.key("timeoutMs", "a whole number above 0", milliseconds);
        if !can_name_a_server(self.server) {
            let name = self.server.to_owned();
            self.mistakes.push(ConfigError::Name { name });
        }
        let mut config = ServerConfig::unnamed(self.server, reach?);
        config.trusts_annotations = trusts.unwrap_or(config.trusts_annotations);
        config.timeout = limit.unwrap_or(config.timeout);
        Some(config)
    }

    fn reach(&mut self) -> Option<Reach> {
        let name = self.server.to_owned();
        let kind = self.key("type", "text", text);
        let mistake = match (kind.as_deref(), self.has("command"), self.has("url")) {
            (None | Some("stdio"), true, false) => return self.launch().map(Reach::from),
            (None | Some("http" | "streamable-http"), false, true) => {
                return self.address().map(Reach::from);
            }
            (Some("sse"), ..) => ConfigError::OldTransport { name },
            (_, true, true) => ConfigError::Both { name },
            (Some("stdio"), false, true) => ConfigError::Both { name },
            (None | Some("stdio"), false, false) => ConfigError::NoCommand { name },
            (Some("http" | "streamable-http"), _, false) => ConfigError::NoUrl { name },
            (Some(kind), ..) => ConfigError::Kind {
                name,
                kind: kind.to_owned(),
            },
        };
        self.mistakes.push(mistake);
        None
    }

    fn launch(&mut self) -> Option<Launch> {
        let command = self.key("command", "text", text);
        let arguments = self.key("args", "a list of texts", texts);
        let arguments = arguments.unwrap_or_default().into_iter();
        let arguments = arguments.map(|it| self.expanded(&it)).collect();
        let environment = self.pairs("env");
        let folder = self.key("cwd", "text", text);
        let folder = folder.map(|folder| PathBuf::from(self.expanded(&folder)));
        Some(Launch {
            command: self.expanded(&command?),
            arguments,
            environment,
            folder,
        })
    }

    fn address(&mut self) -> Option<Address> {
        let headers = self.pairs("headers");
        let url = self.key("url", "text", text)?;
        let url = self.expanded(&url);
        if let Some(("http" | "https", _)) = url.split_once("://") {
            return Some(Address { url, headers });
        }
        let name = self.server.to_owned();
        self.mistakes.push(ConfigError::Url { name, url });
        None
    }

    fn pairs(&mut self, key: &'static str) -> BTreeMap<String, String> {
        let pairs = self.key(key, "an object of texts", variables);
        let pairs = pairs.unwrap_or_default().into_iter();
        pairs
            .map(|(name, value)| (name, self.expanded(&value)))
            .collect()
    }

    fn expanded(&mut self, text: &str) -> String {
        expand(text, self.server, self.variable, self.mistakes)
    }

    fn has(&self, key: &str) -> bool {
        self.keys.get(key).is_some_and(|value| !value.is_null())
    }

    fn key<T>(
        &mut self,
        key: &'static str,
        expected: &'static str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.keys.get(key).filter(|value| !value.is_null())?;
        let read = read(value);
        if read.is_none() {
            self.mistakes.push(ConfigError::Key {
                name: self.server.to_owned(),
                key,
                expected,
            });
        }
        read
    }
}

fn milliseconds(value: &Value) -> Option<Duration> {
    let limit = value.as_u64().filter(|limit| *limit > 0)?;
    Some(Duration::from_millis(limit))
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
