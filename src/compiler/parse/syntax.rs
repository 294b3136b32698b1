//! Mistakes of TOML itself.
//!
//! The parser tells all of them, unsorted, in cascades, and without saying which of them tore the file apart. Its event
//! stream does: an error of the grammar may have swallowed what follows, an error in one value (a bad number, a key that is
//! given twice) has not. The same stream shows what is TOML 1.1 only.

use std::collections::BTreeMap;
use std::ops::Range;

use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};
use toml_parser::{ParseError, Source};

use super::super::diagnostic::Diagnostic;
use super::super::model::Span;
use super::super::problem::Problem;
use super::plain;

/// The parser's own limit; deeper nesting is a syntax error.
const DEPTH: u32 = 80;

/// What is to be said about the TOML of a file.
pub(super) struct Syntax {
    /// The mistakes, the first of each line.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Up to here the file was read as it was meant.
    pub(super) whole_until: usize,
    /// Values that are none, with something else in their place.
    pub(super) refused: Vec<Range<usize>>,
}

/// Sorts out the parser's complaints about a text.
pub(super) fn judge(file: usize, text: &str, errors: &[toml::de::Error]) -> Syntax {
    if errors.is_empty() && plain::is_plain(text) {
        return Syntax {
            diagnostics: Vec::new(),
            whole_until: text.len(),
            refused: Vec::new(),
        };
    }
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let mut events: Vec<Event> = Vec::new();
    let mut torn: Vec<ParseError> = Vec::new();
    let mut guard = RecursionGuard::new(&mut events, DEPTH);
    parse_document(&tokens, &mut guard, &mut torn);
    let torn: Vec<Range<usize>> = torn
        .iter()
        .map(|error| {
            error
                .unexpected()
                .map_or(text.len()..text.len(), |span| span.start()..span.end())
        })
        .collect();

    let mut syntax = Syntax {
        diagnostics: Vec::new(),
        whole_until: text.len(),
        refused: Vec::new(),
    };
    if let Some(first) = torn.iter().map(|span| span.start).min() {
        let header = |event: &&Event| {
            matches!(
                event.kind(),
                EventKind::StdTableOpen | EventKind::ArrayTableOpen
            )
        };
        let start = |event: &Event| event.span().start();
        syntax.whole_until = events
            .iter()
            .filter(header)
            .map(start)
            .filter(|start| *start <= first)
            .max()
            .unwrap_or(0);
    }

    let place = |span: Range<usize>| Span {
        file,
        start: span.start,
        end: span.end,
    };
    let keys: Vec<_> = events
        .iter()
        .filter(|event| event.kind() == EventKind::SimpleKey)
        .map(|event| event.span().start()..event.span().end())
        .collect();
    let key_around = |at: usize| {
        let key = keys.partition_point(|key| key.end <= at);
        keys.get(key).filter(|key| key.contains(&at)).cloned()
    };
    let mut lines = BTreeMap::new();
    let mut unclosed = Vec::new();
    let mut errors: Vec<_> = errors
        .iter()
        .map(|error| (clip(text, error.span()), error))
        .collect();
    errors.sort_by_key(|(span, _)| span.start);
    for (span, error) in errors {
        let mut also = None;
        let mut fix = None;
        let bad_key = key_around(span.start).filter(|key| is_no_key(&text[key.clone()]));
        let is_torn = torn.contains(&span);
        let span = bad_key.clone().filter(|_| !is_torn).unwrap_or(span);
        let problem = if is_torn {
            // What follows a brace that is never closed is swallowed by it, and complains line by line.
            if let Some(brace) = open_before(text, &events, span.start) {
                if unclosed.contains(&brace) {
                    continue;
                }
                unclosed.push(brace.clone());
                also = Some(place(brace));
            }
            let message = error.message().to_owned();
            Problem::Syntax { message }
        } else if bad_key.is_some() {
            let key = text[span.clone()].to_owned();
            fix = (!key.contains(['"', '\\']) && !key.contains(char::is_control))
                .then(|| format!("\"{key}\""));
            Problem::BadKey { key }
        } else if keys.contains(&span) {
            let key = text[span.clone()].to_owned();
            Problem::DuplicateKey { key }
        } else if error.span().is_none() {
            // Of the text as a whole: a key of more parts than the parser takes.
            let message = error.message().to_owned();
            Problem::Syntax { message }
        } else {
            let message = error.message().to_owned();
            syntax.refused.push(span.clone());
            Problem::BadValue { message }
        };
        let line = text[..span.start].matches('\n').count();
        let mut diagnostic = Diagnostic::new(problem, place(span.clone()));
        diagnostic.fix = fix;
        if let Some(brace) = also {
            diagnostic = diagnostic.also(brace, "opened here, and not closed");
        }
        match lines.get(&line) {
            Some((start, _)) if *start <= span.start => {}
            _ => drop(lines.insert(line, (span.start, diagnostic))),
        }
    }
    let first_of_each = lines.into_values().map(|(_, diagnostic)| diagnostic);
    syntax.diagnostics.extend(first_of_each);
    for (span, what) in newer(text, &events) {
        if span.end <= syntax.whole_until {
            let what = what.to_owned();
            let diagnostic = Diagnostic::new(Problem::Toml11 { what }, place(span));
            syntax.diagnostics.push(diagnostic);
        }
    }
    syntax
}

/// Is it neither in quotes nor made of what a bare key is made of?
fn is_no_key(text: &str) -> bool {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    !text.starts_with(['"', '\'']) && !text.chars().all(bare)
}

/// The outermost brace or bracket that is open at a place, if it was opened on an earlier line.
fn open_before(text: &str, events: &[Event], at: usize) -> Option<Range<usize>> {
    let mut open = Vec::new();
    for event in events.iter().take_while(|event| event.span().start() < at) {
        match event.kind() {
            EventKind::InlineTableOpen | EventKind::ArrayOpen => {
                open.push(event.span().start()..event.span().end());
            }
            EventKind::InlineTableClose | EventKind::ArrayClose => drop(open.pop()),
            _ => {}
        }
    }
    open.into_iter().next().filter(|brace| {
        text.get(brace.end..at)
            .is_some_and(|between| between.contains('\n'))
    })
}

/// A span inside of the text, and not empty if there is something to point at.
fn clip(text: &str, span: Option<Range<usize>>) -> Range<usize> {
    let floor = |at: usize| {
        (0..=at.min(text.len()))
            .rev()
            .find(|at| text.is_char_boundary(*at))
    };
    let span = span.unwrap_or(text.len()..text.len());
    let start = floor(span.start).unwrap_or(0);
    let end = floor(span.end).unwrap_or(0).max(start);
    start..end
}

/// What only TOML 1.1 knows, each once for its table or text.
fn newer(text: &str, events: &[Event]) -> Vec<(Range<usize>, &'static str)> {
    let mut found = Vec::new();
    // The braces and brackets that are open; for braces, whether the comma was the last thing in them.
    let mut open: Vec<Option<(Range<usize>, bool)>> = Vec::new();
    for event in events {
        let span = event.span().start()..event.span().end();
        match event.kind() {
            EventKind::InlineTableOpen => open.push(Some((span, false))),
            EventKind::ArrayOpen => open.push(None),
            EventKind::ArrayClose => drop(open.pop()),
            EventKind::InlineTableClose => {
                if let Some(Some((brace, true))) = open.pop() {
                    found.push((brace, "a comma before `}`"));
                }
            }
            EventKind::Newline => {
                if let Some(Some((brace, _))) = open.last() {
                    found.push((brace.clone(), "a line break inside `{ }`"));
                }
            }
            EventKind::ValueSep => {
                if let Some(Some((_, comma))) = open.last_mut() {
                    *comma = true;
                }
            }
            EventKind::SimpleKey => {
                if let Some(Some((_, comma))) = open.last_mut() {
                    *comma = false;
                }
            }
            EventKind::Scalar => {
                let scalar = text.get(span.clone()).unwrap_or_default();
                if scalar.starts_with('"') && has_new_escape(scalar) {
                    found.push((span, "the escape `\\e` or `\\x`"));
                }
            }
            _ => {}
        }
    }
    found.dedup();
    found
}

fn has_new_escape(text: &str) -> bool {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\\' && matches!(characters.next(), Some('e' | 'x')) {
            return true;
        }
    }
    false
}
