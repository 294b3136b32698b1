//! What is wrong with a file, where, and how it looks: as the compiler's reports do.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::problem::{Problem, Severity};

/// A file's text and its name. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Source {
    path: Arc<Path>,
    text: Arc<str>,
}

impl Source {
    /// A text under a name, which need not be on the disk.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> Self {
        Self {
            path: path.into().into(),
            text: text.into(),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is no UTF-8.
    pub fn read(path: impl Into<PathBuf>) -> std::io::Result<Self> {
        let path = path.into();
        let text = std::fs::read_to_string(&path)?;
        Ok(Self::new(path, text))
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Everything that is to be said about a file, in its order.
#[derive(Clone)]
pub struct Report {
    source: Source,
    found: Vec<(Problem, Range<usize>)>,
}

impl Report {
    pub(super) fn new(source: &Source, mut found: Vec<(Problem, Range<usize>)>) -> Self {
        found.sort_by_key(|(_, at)| (at.start, at.end));
        Self {
            source: source.clone(),
            found,
        }
    }

    /// The problems, each with its place in bytes of the text.
    pub fn problems(&self) -> impl Iterator<Item = (&Problem, Range<usize>)> {
        self.found.iter().map(|(problem, at)| (problem, at.clone()))
    }

    /// What must be mended.
    pub fn errors(&self) -> impl Iterator<Item = &Problem> {
        let problems = self.found.iter().map(|(problem, _)| problem);
        problems.filter(|problem| problem.severity() == Severity::Error)
    }

    /// Must something be mended?
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// Nothing to say, not even a warning.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The line of a place, from 1.
    pub fn line(&self, at: usize) -> usize {
        1 + self.source.text[..at].matches('\n').count()
    }

    /// Draws all of it.
    pub fn render(&self, renderer: &Renderer) -> String {
        let drawn = self.found.iter().map(|(problem, at)| {
            let level = match problem.severity() {
                Severity::Error => Level::ERROR,
                Severity::Warning => Level::WARNING,
            };
            let path = self.source.path.to_string_lossy();
            let excerpt = Snippet::source(self.source.text())
                .path(path)
                .annotation(AnnotationKind::Primary.span(at.clone()));
            let title = level.primary_title(problem.to_string()).id(problem.code());
            let mut group: Group<'_> = title.element(excerpt);
            if let Some(help) = problem.help() {
                group = group.element(Level::HELP.message(help));
            }
            renderer.render(&[group])
        });
        drawn.collect::<Vec<_>>().join("\n\n")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&Renderer::plain()))
    }
}

/// As [`Display`](fmt::Display): people will unwrap it, and then want to read it.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Report {}
