//! The text that is compiled: `tools.toml` and the files that it includes, in the order in which they count.
//!
//! It knows bytes, lines and columns. What the text means is not its business, with one exception: the includes have
//! to be known before anything else can be, so their list is read here.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::include::{documents, includes, matches};

use super::diagnostic::Diagnostic;
use super::model::Span;
use super::problem::Problem;

/// The files of one toolset. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Arc<Vec<File>>,
    inputs: Vec<PathBuf>,
    problems: Vec<Diagnostic>,
    /// Descriptions that stand in files of their own, by the file that names them and the path in it.
    documents: HashMap<(usize, String), Result<String, String>>,
}

/// One file.
#[derive(Debug)]
pub struct File {
    name: String,
    text: String,
    /// The byte at which each line starts.
    lines: Vec<usize>,
}

/// A place as editors count: both from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

/// The file that was asked for cannot be read.
#[derive(Debug)]
pub struct LoadError {
    path: PathBuf,
    source: std::io::Error,
}

impl LoadError {
    /// Why.
    pub fn reason(&self) -> String {
        self.source.to_string()
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}: {}", self.path.display(), self.source)
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

impl Sources {
    /// A toolset of one file that is not on the disk; its includes are not followed.
    pub fn from_text(name: impl Into<String>, text: &str) -> Self {
        Self::default().with_text(name, text)
    }

    /// One more file that is not on the disk, after those that are there.
    #[must_use]
    pub fn with_text(mut self, name: impl Into<String>, text: &str) -> Self {
        Arc::get_mut(&mut self.files)
            .expect("sources are shared only once they are complete")
            .push(File::new(name.into(), text));
        self
    }

    /// Reads a file and what its `[toolset] include` names, sorted by path.
    ///
    /// # Errors
    ///
    /// The file itself cannot be read or is no UTF-8. An included file that cannot be read is a problem of the
    /// declaration and is reported with the others.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|source| LoadError {
            path: path.to_owned(),
            source,
        })?;
        let mut sources = Self::from_text(shown(path), &text);
        sources.inputs.push(path.to_owned());
        let folder = path.parent().unwrap_or(Path::new(""));
        for (pattern, span) in includes(sources.files[0].text()) {
            sources.include(folder, &pattern, span);
        }
        if let Some(files) = Arc::get_mut(&mut sources.files) {
            files[1..].sort_by(|one, other| one.name.cmp(&other.name));
        }
        for index in 0..sources.files.len() {
            sources.read_documents(index);
        }
        Ok(sources)
    }

    /// A description that stands in a file of its own, for sources that are not on the disk.
    #[must_use]
    pub fn with_document(mut self, path: impl Into<String>, text: &str) -> Self {
        let place = (self.files.len().saturating_sub(1), path.into());
        self.documents.insert(place, Ok(text.to_owned()));
        self
    }

    /// The files, in the order in which they count.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// What on the disk decides the outcome: the files, and the folders in which a pattern looks for more.
    pub fn inputs(&self) -> &[PathBuf] {
        &self.inputs
    }

    /// What was wrong with the includes.
    pub(super) fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// A description that `file` names by a path, or why it cannot be read.
    pub(super) fn document(&self, file: usize, path: &str) -> Result<&str, &str> {
        match self.documents.get(&(file, path.to_owned())) {
            Some(Ok(text)) => Ok(text),
            Some(Err(reason)) => Err(reason),
            None => Err("no such file"),
        }
    }

    /// Where a span starts and ends.
    pub fn positions(&self, span: Span) -> (Position, Position) {
        let file = &self.files[span.file];
        (file.position(span.start), file.position(span.end))
    }

    /// The text that a span covers.
    pub fn snippet(&self, span: Span) -> &str {
        self.files[span.file]
            .text
            .get(span.start..span.end)
            .unwrap_or_default()
    }

    /// Adds what one pattern names. Only the last part of a pattern may hold a `*`, and in a folder of its own: a toolset is
    /// a folder of files, not a tree to be searched, and the folder of `tools.toml` is mostly that of `target` too, whose
    /// every change would then run the build script again.
    fn include(&mut self, folder: &Path, pattern: &str, span: Span) {
        let (below, name) = pattern.rsplit_once('/').unwrap_or((".", pattern));
        let searched = below == "." && name.contains('*');
        if searched
            || below.contains(['*', '?', '['])
            || name.contains(['?', '['])
            || name.is_empty()
        {
            let pattern = pattern.to_owned();
            return self.complain(Problem::IncludePattern { pattern }, span);
        }
        let inside = if below == "." {
            folder.to_owned()
        } else {
            folder.join(below)
        };
        let mut found = Vec::new();
        if name.contains('*') {
            self.inputs.push(inside.clone());
            if let Ok(entries) = std::fs::read_dir(&inside) {
                let names = entries.flatten().map(|entry| entry.file_name());
                found.extend(names.filter_map(|file| file.into_string().ok()));
            }
            found.retain(|file| matches(name, file));
            found.sort();
        } else {
            found.push(name.to_owned());
        }
        let mut any = false;
        for file in found {
            let path = inside.join(file);
            if self.inputs.contains(&path) {
                any = true;
                continue;
            }
            match std::fs::read_to_string(&path) {
                Ok(text) => {
                    let file = File::new(shown(&path), &text);
                    Arc::get_mut(&mut self.files)
                        .expect("still being loaded")
                        .push(file);
                    self.inputs.push(path);
                    any = true;
                }
                Err(_) if path.is_dir() => {}
                Err(error) => {
                    any = true;
                    self.inputs.push(path.clone());
                    let (path, reason) = (shown(&path), error.to_string());
                    self.complain(Problem::IncludeUnreadable { path, reason }, span);
                }
            }
        }
        if !any {
            let pattern = pattern.to_owned();
            self.complain(Problem::IncludeEmpty { pattern }, span);
        }
    }

    /// Reads the descriptions that a file names. One final newline is the editor's, not the author's.
    fn read_documents(&mut self, index: usize) {
        let paths = documents(self.files[index].text());
        let folder = Path::new(self.files[index].name()).parent();
        let folder = folder.unwrap_or(Path::new("")).to_owned();
        for path in paths {
            let place = folder.join(&path);
            let text = std::fs::read_to_string(&place).map_err(|error| error.to_string());
            let text = text.map(|text| {
                let text = text.replace("\r\n", "\n");
                text.strip_suffix('\n').unwrap_or(&text).to_owned()
            });
            self.inputs.push(place);
            self.documents.insert((index, path), text);
        }
    }

    fn complain(&mut self, problem: Problem, span: Span) {
        self.problems.push(Diagnostic::new(problem, span));
    }
}

impl File {
    fn new(name: String, text: &str) -> Self {
        // Editors do not count a byte order mark as a column, so it is gone before anything is counted.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
        let lines = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self { name, text, lines }
    }

    /// The name that is shown: the path as it was given, with `/`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte.
    pub fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= byte);
        let start = self.lines[line - 1];
        let before = self.text.as_bytes()[start..byte].iter();
        // Every character has exactly one byte that is no continuation byte.
        let column = before.filter(|byte| **byte & 0xC0 != 0x80).count() + 1;
        Position { line, column }
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}
