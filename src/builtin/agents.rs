//! The skills and subagents that a host has at hand, and the door through which work is handed to one.
//!
//! They are files: `skills/NAME/SKILL.md` and `agents/NAME.md` in one folder, read when they are asked for, so that what is
//! listed is what is there. A file with errors is left out and logged. There is no model and no loop here; a host that has
//! one is a [`Delegate`].

use std::future::Future;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Weak};

use super::fs::{FileSystem, Kind};
use super::tools::SPECS;
use crate::agent::{Definition, Run, Source, Surface};
use crate::executor::Executor;
use crate::permission::Known;
use crate::tool::{Context, ToolError};

/// The largest definition that is read, in bytes.
const LARGEST: u64 = 1024 * 1024;

/// What runs the work of a subagent or of a skill in a run of its own: the host, since the model is the host's.
pub trait Delegate: Send + Sync + 'static {
    /// What the runs' calls go through.
    fn executor(&self) -> Executor;

    /// Does the work and answers. Everything that is run for it goes through [`Work::run`], which is already bound by
    /// whoever asked; its context carries the signal that interrupts it.
    fn work(
        &self,
        work: Work,
    ) -> Pin<Box<dyn Future<Output = Result<Answer, ToolError>> + Send + '_>>;
}

/// Work for a run of its own.
#[derive(Debug)]
#[non_exhaustive]
pub struct Work {
    /// The run: what it is offered, and what it may run.
    pub run: Run,
    /// Who does it; its `body` is the instructions.
    pub definition: Definition,
    /// What is to be done.
    pub prompt: String,
    /// The model that was asked for with the work, which goes before the definition's.
    pub model: Option<String>,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The last words.
    pub text: String,
    /// Whether it was done.
    pub status: Status,
    /// How many turns it took.
    pub iterations: u32,
    /// How many tokens it took, where the host counts.
    pub tokens: Option<u64>,
}

/// Whether work was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It was.
    Completed,
    /// It was given up.
    Failed,
}

/// Skills, subagents, and who runs them.
#[derive(Clone, Default)]
pub(super) struct Agents {
    pub(super) folder: Option<PathBuf>,
    /// Weak, since a host holds its executor, which holds the tools, which hold this.
    pub(super) delegate: Option<Weak<dyn Delegate>>,
}

/// A definition with the folder that it was found in.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    pub(super) definition: Definition,
}

impl Agents {
    /// The skills that a model may use, by name.
    pub(super) fn skills(&self, files: &dyn FileSystem) -> Vec<Named> {
        let folders = self.entries(files, "skills", Kind::Folder);
        let mut skills: Vec<Named> = folders
            .into_iter()
            .filter_map(|folder| {
                self.read(files, &folder.join("SKILL.md"), &folder, Surface::Skill)
            })
            .collect();
        // A skill that models may not use is to them as if it were not there.
        skills.retain(|it| {
            it.definition
                .skill
                .as_ref()
                .is_some_and(|skill| skill.for_model)
        });
        skills
    }

    /// The subagents, by name.
    pub(super) fn subagents(&self, files: &dyn FileSystem) -> Vec<Named> {
        self.entries(files, "agents", Kind::File)
            .into_iter()
            .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
            .filter_map(|path| self.read(files, &path, &path, Surface::Subagent))
            .collect()
    }

    fn entries(&self, files: &dyn FileSystem, name: &str, kind: Kind) -> Vec<PathBuf> {
        let Some(folder) = self.folder.as_ref().map(|folder| folder.join(name)) else {
            return Vec::new();
        };
        // No such folder is no such thing in it.
        let entries = files.list(&folder).unwrap_or_default();
        let wanted = entries.into_iter().filter(|entry| entry.kind == kind);
        wanted.map(|entry| folder.join(entry.name)).collect()
    }

    fn read(
        &self,
        files: &dyn FileSystem,
        path: &Path,
        named_by: &Path,
        surface: Surface,
    ) -> Option<Named> {
        let mut text = String::new();
        let source = files.open(path).ok()?;
        source.take(LARGEST).read_to_string(&mut text).ok()?;
        match Definition::read(&Source::new(path, text), surface, &self.known()) {
            Ok((definition, _)) => Some(Named {
                name: definition.name.clone().or_else(|| {
                    let stem = named_by.file_stem()?;
                    Some(stem.to_string_lossy().into_owned())
                })?,
                folder: named_by.to_path_buf(),
                definition,
            }),
            Err(report) => {
                let errors = report.errors().count();
                tracing::warn!(path = %path.display(), errors, "a definition cannot be used");
                None
            }
        }
    }

    /// Who runs work, while there is somebody.
    pub(super) fn delegate(&self) -> Option<Arc<dyn Delegate>> {
        self.delegate.as_ref()?.upgrade()
    }

    fn known(&self) -> Known {
        match self.delegate() {
            Some(delegate) => delegate.executor().registry().known(),
            None => SPECS
                .iter()
                .fold(Known::new(), |known, spec| known.spec(spec)),
        }
    }
}

/// Starts a run for each definition within the one before, the first within the caller, and hands the work to the host.
pub(super) async fn delegate(
    delegate: &dyn Delegate,
    definitions: Vec<Definition>,
    prompt: String,
    model: Option<String>,
    cx: &Context,
) -> Result<Answer, ToolError> {
    let executor = delegate.executor();
    let mut within = cx.clone();
    let mut innermost = None;
    for definition in definitions {
        let run = Run::builder()
            .definition(definition.clone())
            .start(&executor, &within)
            .map_err(|e| ToolError::anticipated(e.to_string()))?;
        within = run.context().clone();
        innermost = Some((run, definition));
    }
    let Some((run, definition)) = innermost else {
        return Err(ToolError::unexpected("there is nobody to do the work"));
    };
    let work = Work {
        run,
        definition,
        prompt,
        model,
    };
    delegate.work(work).await
}

/// `- name: description`, one a line.
pub(super) fn listed(all: &[Named]) -> String {
    let lines: Vec<String> = all
        .iter()
        .map(|it| {
            let description = it.definition.description.as_deref().unwrap_or_default();
            format!("- {}: {}", it.name, description.trim())
        })
        .collect();
    lines.join("\n")
}

/// The names, for a sentence.
pub(super) fn names(all: &[Named]) -> String {
    let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
    if names.is_empty() {
        return "none".to_owned();
    }
    names.join(", ")
}
