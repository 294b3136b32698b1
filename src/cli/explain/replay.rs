//! `explain --batch`: yesterday's calls against today's lists. Every line is answered, in order.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::record::record;
use super::{Explain, Judge, Outcome};
use crate::cli::failure::Failure;
use crate::cli::lines::{Given, Lines};
use crate::cli::policy;
use crate::cli::terminal::Terminal;

/// One line of a log. A log may hold more than this.
#[derive(Debug, Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    tool: String,
    #[serde(flatten)]
    given: Given,
    allow: Option<Vec<String>>,
    caller_allow: Option<Vec<String>>,
    cwd: Option<String>,
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
