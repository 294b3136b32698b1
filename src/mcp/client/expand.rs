//! `${VAR}` in a configuration of servers, so that secrets need not stand in it.
//!
//! As the clients do that share the file: `${VAR}` and `${VAR:-otherwise}`, and `${env:VAR}` as VS Code writes it. A variable
//! that is not set and has nothing to stand for it is an error, never an empty text: a server that is given an empty token
//! fails far away from the reason. `$VAR` without braces is text.

use super::ConfigError;

/// Looks up a variable.
pub(super) type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The text with what its variables hold. Those that hold nothing are noted as mistakes.
pub(super) fn expand(
    text: &str,
    server: &str,
    lookup: Lookup<'_>,
    mistakes: &mut Vec<ConfigError>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let Some((inside, after)) = after.split_once('}') else {
            break;
        };
        out.push_str(before);
        match value(inside, server, lookup) {
            Ok(value) => out.push_str(&value),
            Err(mistake) => mistakes.push(mistake),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn value(inside: &str, server: &str, lookup: Lookup<'_>) -> Result<String, ConfigError> {
    let (name, otherwise) = match inside.split_once(":-") {
        Some((name, otherwise)) => (name, Some(otherwise)),
        None => (inside, None),
    };
    let variable = name.strip_prefix("env:").unwrap_or(name);
    if !is_variable(variable) {
        return Err(ConfigError::Reference {
            name: server.to_owned(),
            reference: inside.to_owned(),
        });
    }
    lookup(variable)
        .or_else(|| otherwise.map(str::to_owned))
        .ok_or_else(|| ConfigError::Variable {
            name: server.to_owned(),
            variable: variable.to_owned(),
        })
}

fn is_variable(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
