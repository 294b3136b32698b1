//! `toolc explain`: would this call be allowed, and why. Nothing is ever called.

mod record;
mod replay;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Outcome;
use super::declaration::stdin;
use super::failure::Failure;
use super::listing::Selection;
use super::policy::{self, Policy, Rules, Unloadable};
use super::terminal::{Terminal, print};
use crate::bind::Arguments;
use crate::executor::{Registry, ToolCall};
use crate::permission::{Asked, Decision, Explanation, Grant, Known, NothingInCommon, Patterns};
use crate::tool::{Context, Toolset};

/// Explain whether a call would be allowed.
///
/// Exit code 0 allowed, 1 denied, 3 the list cannot be loaded. `--batch` replays a log, one JSON record a line.
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The tool's name.
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    tool: Option<String>,
    /// Its arguments, a JSON object; `-` reads standard input.
    #[arg(default_value = "{}", value_name = "ARGS")]
    arguments: String,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    policy: Policy,
    /// An entry of the caller's allow-list, which the call must pass too; can be given again.
    #[arg(long, value_name = "SPEC")]
    caller_allow: Vec<String>,
    /// The folder that relative paths start from, instead of the current one. In a batch, of records without `cwd`.
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// Replay calls from a file of JSON lines, `-` for standard input.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Print the record, as `--batch` does.
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub(super) fn run(
        self,
        terminal: &Terminal,
        toolset: impl Toolset,
    ) -> Result<Outcome, Failure> {
        let judge = Judge::new(&self.selection, toolset)?;
        if let Some(log) = &self.batch {
            return replay::replay(&self, log, &judge, terminal);
        }
        let arguments = match self.arguments.as_str() {
            "-" => stdin()?,
            _ => self.arguments.clone(),
        };
        let cwd = match &self.cwd {
            Some(folder) => std::path::absolute(folder).map_err(Failure::unreadable(folder))?,
            None => std::env::current_dir().map_err(Failure::unreadable(Path::new(".")))?,
        };
        let own = policy::attempt(self.policy.load(&judge.known))?;
        let caller = policy::given(&self.caller_allow, &judge.known);
        let tool = self.tool.as_deref().unwrap_or_default();
        let verdict = judge.verdict(&own, &caller, tool, arguments.into(), Some(&cwd));
        if self.json {
            print(&record::record(&serde_json::Value::Null, &verdict).to_string())?;
        } else {
            show(terminal, &verdict)?;
        }
        Ok(match &verdict {
            Verdict::Decided { explanation, .. } if explanation.decision.is_allowed() => {
                Outcome::Done
            }
            Verdict::Decided { .. } | Verdict::Refused { .. } => Outcome::Finding,
            Verdict::Unloadable(_) => Outcome::Unloadable,
        })
    }
}

/// What came of asking.
enum Verdict<'a> {
    /// The lists were loaded and asked.
    Decided {
        explanation: Explanation,
        lists: [&'a Rules; 2],
    },
    /// The two lists name no tool in common, so no run would start.
    Refused {
        refusal: NothingInCommon,
        lists: [&'a Rules; 2],
    },
    /// A list cannot be loaded.
    Unloadable(&'a Unloadable),
}

/// Tools that calls are judged for.
struct Judge {
    registry: Arc<Registry>,
    known: Known,
    /// Are the tools' rules here? Those of a file are code that is not.
    has_rules: bool,
}

impl Judge {
    fn new(selection: &Selection, toolset: impl Toolset) -> Result<Self, Failure> {
        let registry = selection.executor(toolset)?.registry();
        let known = registry.known();
        Ok(Self {
            registry,
            known,
            has_rules: selection.is_linked(),
        })
    }

    fn verdict<'a>(
        &self,
        own: &'a Result<Rules, Unloadable>,
        caller: &'a Result<Rules, Unloadable>,
        tool: &str,
        arguments: Arguments,
        cwd: Option<&Path>,
    ) -> Verdict<'a> {
        let (own, caller) = match (own, caller) {
            (Ok(own), Ok(caller)) => (own, caller),
            (Err(error), _) | (_, Err(error)) => return Verdict::Unloadable(error),
        };
        let lists = [own, caller];
        match own.grant.narrow(&caller.grant) {
            Ok(grant) => Verdict::Decided {
                explanation: self.explain(&grant, tool, arguments, cwd),
                lists,
            },
            Err(refusal) => Verdict::Refused { refusal, lists },
        }
    }

    fn explain(
        &self,
        grant: &Grant,
        tool: &str,
        arguments: Arguments,
        cwd: Option<&Path>,
    ) -> Explanation {
        let call = ToolCall::new(tool, arguments);
        let (name, entry) = self.registry.meant(&call);
        let Some(entry) = entry else {
            return grant.explain(&Asked::unknown(name));
        };
        let cx = match cwd {
            Some(cwd) => Context::builder().cwd(cwd).build(),
            None => Context::empty(),
        };
        let binding = entry.bind(call.arguments.clone(), cx.clone());
        let rule = |patterns: Patterns<'_>| entry.ruling(call.arguments.clone(), patterns, &cx);
        let asked = Asked::of(entry.spec(), &binding.subjects, cwd);
        grant.explain(&match self.has_rules {
            true => asked.ruled(&rule),
            false => asked,
        })
    }
}

/// The verdict for people: one line, then what was judged, then every entry with its reason.
fn show(terminal: &Terminal, verdict: &Verdict<'_>) -> Result<(), Failure> {
    let (text, lists) = match verdict {
        Verdict::Unloadable(unloadable) => {
            terminal.unloadable(unloadable);
            return Ok(());
        }
        Verdict::Refused { refusal, lists } => (format!("deny: {refusal}\n"), lists),
        Verdict::Decided { explanation, lists } => (page(explanation), lists),
    };
    print(&text)?;
    lists.iter().for_each(|rules| terminal.remarks(rules));
    Ok(())
}

fn page(explanation: &Explanation) -> String {
    let mut page = match &explanation.decision {
        Decision::Allow(reason) => format!("allow: {reason}\n"),
        Decision::Deny(denial) => format!("deny: {}\n{denial}\n", denial.reason),
    };
    for subject in &explanation.subjects {
        page += &format!("judged: {subject}\n");
    }
    let width = explanation
        .entries
        .iter()
        .map(|it| it.entry.chars().count())
        .max();
    for outcome in &explanation.entries {
        let mark = if outcome.matched { '+' } else { '-' };
        let width = width.unwrap_or(0);
        page += &format!("  {mark} {:width$}  {}\n", outcome.entry, outcome.why);
    }
    page
}
