//! Which calls may run: the flags that give a command its allow-list, and what is said about the list.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::failure::Failure;
use super::terminal::Terminal;
use crate::agent::{Definition, Report, Source, Surface};
use crate::permission::{AllowList, Ceiling, Grant, Known, ListError};

/// The allow-list of a command.
#[derive(Debug, Args)]
pub(super) struct Policy {
    /// An entry of the allow-list, such as `Bash(git:*)`; can be given again. Without any, nothing is restricted.
    #[arg(long, value_name = "SPEC", conflicts_with = "agent")]
    allow: Vec<String>,
    /// The agent, subagent, skill or command file whose allow-list it is.
    #[arg(long, value_name = "FILE")]
    agent: Option<PathBuf>,
}

/// The words of `--ceiling`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Most {
    /// Nothing.
    ReadOnly,
    /// Anything.
    Mutating,
}

impl From<Most> for Ceiling {
    fn from(most: Most) -> Self {
        match most {
            Most::ReadOnly => Self::ReadOnly,
            Most::Mutating => Self::Mutating,
        }
    }
}

/// A list that was loaded, or that there is none.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub(super) grant: Grant,
    pub(super) remarks: Vec<Remark>,
    /// Of a list from a file, whose remarks have a place.
    pub(super) report: Option<Report>,
}

/// Something worth saying about a list.
#[derive(Debug, Clone)]
pub(super) struct Remark {
    pub(super) code: &'static str,
    pub(super) entry: String,
    pub(super) message: String,
}

impl Remark {
    /// As records and objects hold it.
    pub(super) fn to_json(&self) -> Value {
        json!({ "code": self.code, "entry": self.entry, "message": self.message })
    }
}

/// A list that cannot be loaded.
#[derive(Debug)]
pub(super) enum Unloadable {
    /// Entries from the command line or from a record.
    List(ListError),
    /// A file with mistakes.
    Agent(Report),
}

impl Policy {
    /// Loads the list.
    pub(super) fn load(&self, known: &Known) -> Result<Rules, Failure> {
        match &self.agent {
            Some(file) => agent(file, known).map(|(_, rules)| rules),
            None => given(&self.allow, known).map_err(Failure::Policy),
        }
    }

    /// Loads the list for calls that will run, and says what is remarkable about it.
    pub(super) fn grant(&self, known: &Known, terminal: &Terminal) -> Result<Grant, Failure> {
        let rules = self.load(known)?;
        terminal.remarks(&rules);
        Ok(rules.grant)
    }
}

/// Reads the file of an agent, subagent, skill or command; which, its place says.
pub(super) fn agent(file: &Path, known: &Known) -> Result<(Definition, Rules), Failure> {
    surfaced(file, Surface::of(file), known)
}

/// Reads a file as what it is said to be.
pub(super) fn surfaced(
    file: &Path,
    surface: Surface,
    known: &Known,
) -> Result<(Definition, Rules), Failure> {
    let source = Source::read(file).map_err(Failure::unreadable(file))?;
    let read = Definition::read(&source, surface, known);
    let (definition, report) = read.map_err(|report| Failure::Policy(Unloadable::Agent(report)))?;
    let remarks = report.problems().map(|(problem, at)| Remark {
        code: problem.code(),
        entry: source.text()[at].to_owned(),
        message: problem.to_string(),
    });
    let rules = Rules {
        grant: definition.grant.clone(),
        remarks: remarks.collect(),
        report: Some(report),
    };
    Ok((definition, rules))
}

/// Keeps a list that cannot be loaded apart from what stops a command, for commands that go on with it.
pub(super) fn attempt<T>(loaded: Result<T, Failure>) -> Result<Result<T, Unloadable>, Failure> {
    match loaded {
        Ok(loaded) => Ok(Ok(loaded)),
        Err(Failure::Policy(unloadable)) => Ok(Err(unloadable)),
        Err(failure) => Err(failure),
    }
}

/// Loads entries that were given one by one; none given is no list.
pub(super) fn given(entries: &[String], known: &Known) -> Result<Rules, Unloadable> {
    if entries.is_empty() {
        return Ok(Rules {
            grant: Grant::unrestricted(),
            remarks: Vec::new(),
            report: None,
        });
    }
    listed(entries, known)
}

/// Loads a list that is there: an empty one is a mistake, not the absence of one.
pub(super) fn listed(entries: &[String], known: &Known) -> Result<Rules, Unloadable> {
    let loaded = AllowList::load(entries, known).map_err(Unloadable::List)?;
    let remarks = loaded.warnings.iter().map(|warning| Remark {
        code: warning.kind.code(),
        entry: warning.entry.to_string(),
        message: warning.kind.to_string(),
    });
    Ok(Rules {
        remarks: remarks.collect(),
        grant: loaded.list.into(),
        report: None,
    })
}

impl Unloadable {
    /// The word of what is wrong first.
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::List(error) => error.code(),
            Self::Agent(report) => report
                .errors()
                .next()
                .map_or("unreadable", |problem| problem.code()),
        }
    }

    /// All that is wrong, on one line.
    pub(super) fn message(&self) -> String {
        match self {
            Self::List(error) => error.to_string(),
            Self::Agent(report) => {
                let sentences: Vec<_> = report.errors().map(ToString::to_string).collect();
                sentences.join("; ")
            }
        }
    }
}
