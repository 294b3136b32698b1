//! What is wrong, where, and how it looks: in a terminal, in a log, as JSON.
//!
//! The sentences are [`Problem`]'s. Here is the place of a mistake, the order of the report, and the drawing.

use std::fmt;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use serde_json::{Value, json};

use super::model::Span;
use super::problem::{Problem, Severity};
use super::source::Sources;

/// More than these are counted, not shown: nobody mends more in one go.
const SHOWN: usize = 50;

/// One mistake at its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// What is wrong.
    pub problem: Problem,
    /// Where; nowhere for what has no place in a file.
    pub span: Option<Span>,
    /// Other places that belong to it, each with a few words.
    pub also: Vec<(Span, String)>,
    /// The text that mends it, in the place of the span.
    pub fix: Option<String>,
}

impl Diagnostic {
    /// A mistake at its place.
    pub fn new(problem: Problem, span: Span) -> Self {
        Self {
            problem,
            span: Some(span),
            also: Vec::new(),
            fix: None,
        }
    }

    /// Another place that belongs to it.
    #[must_use]
    pub fn also(mut self, span: Span, words: impl Into<String>) -> Self {
        self.also.push((span, words.into()));
        self
    }

    /// The text that mends it, in the place of the span.
    #[must_use]
    pub fn fix(mut self, replace: impl Into<String>) -> Self {
        self.fix = Some(replace.into());
        self
    }
}

/// Everything that is to be said about a declaration, in file order.
#[derive(Clone, Default)]
pub struct Report {
    sources: Arc<Sources>,
    diagnostics: Vec<Diagnostic>,
}

/// How a report is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without escape sequences.
    Plain,
    /// With colours for a terminal.
    Coloured,
}

impl Report {
    /// Puts the mistakes in file order. What is said twice about one place is said once.
    pub fn new(sources: &Sources, mut diagnostics: Vec<Diagnostic>) -> Self {
        let place = |diagnostic: &Diagnostic| {
            diagnostic
                .span
                .map_or((usize::MAX, 0, 0), |span| (span.file, span.start, span.end))
        };
        diagnostics.sort_by_key(place);
        let mut said: Vec<Diagnostic> = Vec::new();
        for diagnostic in diagnostics {
            let mut same_place = said
                .iter()
                .rev()
                .take_while(|one| one.span == diagnostic.span);
            if !same_place.any(|one| *one == diagnostic) {
                said.push(diagnostic);
            }
        }
        Self {
            sources: Arc::new(sources.clone()),
            diagnostics: said,
        }
    }

    /// A report of one mistake that has no place in a file.
    pub fn of(problem: Problem) -> Self {
        let diagnostic = Diagnostic {
            problem,
            span: None,
            also: Vec::new(),
            fix: None,
        };
        Self::new(&Sources::default(), vec![diagnostic])
    }

    /// Nothing to be said, not even a warning.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Something that must be mended.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Everything, in file order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The files that the report is about.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// How many there are of one severity.
    pub fn count(&self, severity: Severity) -> usize {
        let same = |diagnostic: &&Diagnostic| diagnostic.problem.severity() == severity;
        self.diagnostics.iter().filter(same).count()
    }

    /// The whole report, ending in a line with the count.
    pub fn render(&self, style: Style) -> String {
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        let mut text = String::new();
        for diagnostic in self.diagnostics.iter().take(SHOWN) {
            text += &self.draw(&renderer, diagnostic);
            text += "\n\n";
        }
        if self.is_empty() {
            return text;
        }
        if let Some(more @ 1..) = self.diagnostics.len().checked_sub(SHOWN) {
            text += &format!("… and {more} more\n");
        }
        text += &self.summary();
        text.push('\n');
        text
    }

    /// One diagnostic, drawn.
    pub fn render_one(&self, diagnostic: &Diagnostic, style: Style) -> String {
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        self.draw(&renderer, diagnostic)
    }

    /// The array of `check --format json`.
    pub fn to_json(&self) -> Value {
        let objects = self
            .diagnostics
            .iter()
            .map(|diagnostic| self.object(diagnostic));
        Value::Array(objects.collect())
    }

    /// `2 errors, 1 warning`.
    fn summary(&self) -> String {
        let counted = [(Severity::Error, "error"), (Severity::Warning, "warning")];
        let parts = counted.iter().filter_map(|(severity, word)| {
            let count = self.count(*severity);
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{count} {word}{plural}"))
        });
        parts.collect::<Vec<_>>().join(", ")
    }

    fn draw(&self, renderer: &Renderer, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.problem.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level
            .primary_title(diagnostic.problem.to_string())
            .id(diagnostic.problem.code());
        let mut groups = Vec::new();
        let mut main = match diagnostic.span {
            Some(span) => title.element(self.excerpt(span, &diagnostic.also)),
            None => Group::with_title(title),
        };
        for (span, words) in &diagnostic.also {
            if Some(span.file) != diagnostic.span.map(|span| span.file) {
                let place = self.excerpt(*span, &[]);
                main = main
                    .element(Level::NOTE.message(words.clone()))
                    .element(place);
            }
        }
        let help = diagnostic.problem.help();
        match (diagnostic.span, &diagnostic.fix) {
            (Some(span), Some(fix)) => {
                groups.push(main);
                let file = &self.sources.files()[span.file];
                let patch = Snippet::source(file.text())
                    .path(file.name())
                    .patch(Patch::new(span.start..span.end, fix.clone()));
                groups.push(Level::HELP.secondary_title(help).element(patch));
            }
            _ => groups.push(main.element(Level::HELP.message(help))),
        }
        renderer.render(&groups)
    }

    fn excerpt<'a>(
        &'a self,
        span: Span,
        also: &'a [(Span, String)],
    ) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        let file = &self.sources.files()[span.file];
        let mut excerpt = Snippet::source(file.text())
            .path(file.name())
            .annotation(AnnotationKind::Primary.span(span.start..span.end));
        for (other, words) in also {
            if other.file == span.file {
                let place = AnnotationKind::Context.span(other.start..other.end);
                excerpt = excerpt.annotation(place.label(words.as_str()));
            }
        }
        excerpt
    }

    fn object(&self, diagnostic: &Diagnostic) -> Value {
        let mut object = json!({
            "code": diagnostic.problem.code(),
            "severity": diagnostic.problem.severity().word(),
            "message": diagnostic.problem.to_string(),
        });
        if let Some(span) = diagnostic.span {
            let (start, end) = self.sources.positions(span);
            object["file"] = json!(self.sources.files()[span.file].name());
            object["line"] = json!(start.line);
            object["column"] = json!(start.column);
            object["end_line"] = json!(end.line);
            object["end_column"] = json!(end.column);
        }
        object["help"] = json!(diagnostic.problem.help());
        if let Some(fix) = &diagnostic.fix {
            object["fix"] = json!({ "replace": fix });
        }
        object
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Style::Plain))
    }
}

/// As [`Display`](fmt::Display): people will unwrap it, and then want to read it.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Report {}
