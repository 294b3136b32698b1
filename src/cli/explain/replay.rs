//! `explain --batch`: yesterday's calls against today's lists. Every line is answered, in order.

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::record::record;
use super::{Explain, Judge, Outcome};
use crate::cli::failure::Failure;
use crate::cli::lines::{Given, Lines};
use crate::cli::policy;
use crate::cli::terminal::Terminal;

/// One line of a log. A log may hold more than this, but no other key that looks like a list: a list that is overlooked
/// would be reported as a call that nothing restricts.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a record")]
struct Line {
    #[serde(default)]
    id: Value,
    tool: String,
    #[serde(flatten)]
    given: Given,
    allow: Option<Vec<String>>,
    caller_allow: Option<Vec<String>>,
    cwd: Option<String>,
    #[serde(flatten, deserialize_with = "no_other_list")]
    _others: (),
}

fn no_other_list<'de, D: Deserializer<'de>>(record: D) -> Result<(), D::Error> {
    let others = BTreeMap::<String, IgnoredAny>::deserialize(record)?;
    match others.keys().find(|key| looks_like_a_list(key)) {
        Some(key) => Err(D::Error::custom(format!(
            "unknown field `{key}`; the lists are `allow` and `caller_allow`"
        ))),
        None => Ok(()),
    }
}

/// `allowed-tools`, `callerAllow`, `Alow`.
fn looks_like_a_list(key: &str) -> bool {
    let letters: String = key.chars().filter(char::is_ascii_alphabetic).collect();
    let letters = letters.to_ascii_lowercase();
    letters.contains("allow") || strsim::damerau_levenshtein(&letters, "allow") == 1
}

/// Replays a log. What a record does not say is taken from the command line, where it is said there.
pub(super) fn replay(
    flags: &Explain,
    log: &Path,
    judge: &Judge,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let lines = Lines::<Line>::open(log)?;
    let own = policy::attempt(flags.policy.load(&judge.known))?;
    let caller = policy::given(&flags.caller_allow, &judge.known);
    lines.answer(terminal, |line| {
        let allow = line.allow.as_deref();
        let listed = allow.map(|entries| policy::listed(entries, &judge.known));
        let caller_allow = line.caller_allow.as_deref();
        let caller_listed = caller_allow.map(|it| policy::listed(it, &judge.known));
        let verdict = judge.verdict(
            listed.as_ref().unwrap_or(&own),
            caller_listed.as_ref().unwrap_or(&caller),
            &line.tool,
            line.given.into(),
            line.cwd.as_deref().map(Path::new).or(flags.cwd.as_deref()),
        );
        record(&line.id, &verdict)
    })?;
    Ok(Outcome::Done)
}
