//! `Grep`: a regular expression over the files below a folder, by ripgrep's engine and ripgrep's rules for what to skip.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};

use super::fs::{Found, Kind, Scope, Source};
use super::matches::Matches;
use super::page::Page;
use super::paths::{locate, shown};
use super::selection::Selection;
use super::tools::{self, grep::OutputMode};
use super::unreadable::Unreadable;
use super::workspace::{Workspace, file_error, not_a_file};
use crate::tool::{Context, Handler, ToolError, spawn_blocking};

/// After how many files progress is told.
const PROGRESS: u64 = 256;

/// How many lines of context are shown at most on either side of a match.
const MOST_CONTEXT: usize = 10_000;

/// How much of one file is held at most: a line, or with `multiline` the file. What is larger counts as unreadable.
const LARGEST_HELD: usize = 256 * 1024 * 1024;

impl Handler<tools::Grep> for Workspace {
    async fn call(&self, input: tools::Grep, cx: &Context) -> Result<String, ToolError> {
        let root = locate(cx, "path", &input.path)?;
        let workspace = self.clone();
        spawn_blocking(cx, move |cx| workspace.grep(&input, &root, cx)).await
    }
}

impl Workspace {
    fn grep(&self, input: &tools::Grep, root: &Path, cx: &Context) -> Result<String, ToolError> {
        let name = shown(cx, root);
        let kind = self
            .files
            .metadata(root)
            .map_err(|e| file_error(&name, e))?
            .kind;
        if kind == Kind::Other {
            return Err(not_a_file("search", &name));
        }
        let mut search = Search {
            workspace: self,
            cx,
            input,
            matcher: matcher(input)?,
            searcher: searcher(input, kind),
            page: Page::new(
                input.offset.unsigned_abs(),
                input.head_limit.map(i64::unsigned_abs),
            ),
            unreadable: Unreadable::default(),
            files: 0,
        };
        // The file that was named is searched, whatever it is called.
        let selection = match kind {
            Kind::File => Selection::all(),
            _ => Selection::new(root, input.glob.as_deref(), input.file_type.as_deref())?,
        };
        self.files
            .walk(root, Scope::Project, &mut |found| match found {
                Found::File(path) if !selection.has(&path) => search.go_on(),
                Found::File(path) => search.file(&path),
                Found::Unreadable(path, _) => {
                    search.unreadable.add(shown(cx, &path));
                    search.go_on()
                }
            })
            .map_err(|e| file_error(&name, e))?;
        if let Some(reason) = cx.signal().reason() {
            return Err(ToolError::anticipated(format!(
                "Grep interrupted: {reason}"
            )));
        }
        if search.page.is_of_nothing() {
            let mut answer = format!("No matches found for pattern: {}", input.pattern);
            if let Some(note) = search.unreadable.note() {
                answer.push('\n');
                answer.push_str(&note);
            }
            return Ok(answer);
        }
        Ok(search.page.finish(search.unreadable.note()))
    }
}

/// A search that is under way.
struct Search<'a> {
    workspace: &'a Workspace,
    cx: &'a Context,
    input: &'a tools::Grep,
    matcher: RegexMatcher,
    searcher: Searcher,
    page: Page,
    unreadable: Unreadable,
    files: u64,
}

impl Search<'_> {
    fn file(&mut self, path: &Path) -> ControlFlow<()> {
        self.files += 1;
        if self.files.is_multiple_of(PROGRESS) {
            self.cx.progress(self.files, None, "files searched");
        }
        let name = shown(self.cx, path);
        let stop = || self.cx.is_cancelled();
        let mut matches = Matches {
            page: &mut self.page,
            matcher: &self.matcher,
            mode: self.input.output_mode,
            line_numbers: self.input.line_numbers,
            name: &name,
            stop: &stop,
            count: 0,
            flow: ControlFlow::Continue(()),
            headed: false,
        };
        let searched = self.workspace.files.open(path).and_then(|source| {
            let source = Stoppable {
                source,
                stop: &stop,
            };
            self.searcher
                .search_reader(&self.matcher, source, &mut matches)
        });
        let (count, flow) = (matches.count, matches.flow);
        match searched {
            Ok(()) => {}
            Err(_) if self.cx.is_cancelled() => return ControlFlow::Break(()),
            Err(_) => self.unreadable.add(name.clone()),
        }
        flow?;
        match self.input.output_mode {
            OutputMode::FilesWithMatches if count > 0 => self.page.push(&name)?,
            OutputMode::Count if count > 0 => self.page.push(&format!("{name}:{count}"))?,
            _ => {}
        }
        self.go_on()
    }

    fn go_on(&self) -> ControlFlow<()> {
        if self.cx.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A source that ends with an error when the call is asked to stop, however large the file.
struct Stoppable<'a> {
    source: Box<dyn Source>,
    stop: &'a dyn Fn() -> bool,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.stop)() {
            // Not `Interrupted`, which readers answer by trying again.
            return Err(io::Error::other("the search was stopped"));
        }
        self.source.read(buffer)
    }
}

fn matcher(input: &tools::Grep) -> Result<RegexMatcher, ToolError> {
    let mut builder = RegexMatcherBuilder::new();
    builder.case_insensitive(input.ignore_case).multi_line(true);
    if input.multiline {
        builder.dot_matches_new_line(true);
    } else {
        builder.line_terminator(Some(b'\n'));
    }
    builder.build(&input.pattern).map_err(|e| {
        let hint = match e.kind() {
            grep_regex::ErrorKind::NotAllowed(_) => ". To match line ends, set multiline: true.",
            _ => "",
        };
        ToolError::anticipated(format!("Invalid regex pattern: {e}{hint}")).with_source(e)
    })
}

fn searcher(input: &tools::Grep, kind: Kind) -> Searcher {
    let lines = |asked: Option<i64>| {
        let asked = input.around.or(asked).unwrap_or(0);
        usize::try_from(asked)
            .unwrap_or(MOST_CONTEXT)
            .min(MOST_CONTEXT)
    };
    let mut builder = SearcherBuilder::new();
    builder
        .line_number(true)
        .heap_limit(Some(LARGEST_HELD))
        .multi_line(input.multiline)
        .binary_detection(match kind {
            Kind::File => BinaryDetection::convert(0),
            _ => BinaryDetection::quit(0),
        });
    if input.output_mode == OutputMode::Content {
        builder
            .before_context(lines(input.before))
            .after_context(lines(input.after));
    }
    builder.build()
}
