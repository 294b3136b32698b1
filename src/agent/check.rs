//! From the file as written to the definition as meant. Everything that is wrong is found, not only the first.

use std::ops::Range;

use serde_saphyr::{Location, MessageFormatter, Spanned, UserMessageFormatter};

use super::definition::{Definition, Execution, Skill};
use super::problem::Problem;
use super::surface::{Likeness, Surface};
use super::written::{self, Mode, Tools, Written};
use super::{Report, Source, fence, skill, stray};
use crate::permission::{AllowList, Grant, Known, ListError, split};

pub(super) fn check(
    source: &Source,
    surface: Surface,
    known: &Known,
) -> Result<(Definition, Report), Report> {
    let text = source.text();
    let parts = fence::cut(text).map_err(|found| Report::new(source, vec![found]))?;
    let front = parts.front.clone().unwrap_or(0..0);
    let written = match &parts.front {
        None => Written::default(),
        Some(front) => parse(&text[front.clone()]).map_err(|(problem, at)| {
            Report::new(
                source,
                vec![(problem, at.start + front.start..at.end + front.start)],
            )
        })?,
    };
    let mut checker = Checker {
        text,
        front,
        found: Vec::new(),
    };
    if parts.front.is_none() && matches!(surface, Surface::Subagent | Surface::Skill) {
        checker.found.push((Problem::NoFrontMatter(surface), 0..0));
    }
    let mut definition = checker.definition(&written, surface, known);
    checker.folder(&written, surface, source);
    if written.allowed_tools.is_none()
        && let Some(at) = stray::list(text, parts.body.clone())
    {
        checker.found.push((Problem::StrayList, at));
    }
    definition.body = text[parts.body].to_owned();
    let report = Report::new(source, checker.found);
    if report.has_errors() {
        Err(report)
    } else {
        Ok((definition, report))
    }
}

fn parse(yaml: &str) -> Result<Written, (Problem, Range<usize>)> {
    // A merge would put keys where nobody sees them, and the allow-list is among the keys.
    let options = serde_saphyr::options! {
        merge_keys: serde_saphyr::options::MergeKeyPolicy::Error,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(yaml, options).map_err(|error| {
        let at = error
            .location()
            .map_or(0..yaml.len(), |location| place(&location, yaml));
        let sentence = UserMessageFormatter.format_message(&error);
        (Problem::Yaml(sentence.into_owned()), at)
    })
}

/// A place in the front matter, in bytes.
fn place(location: &Location, yaml: &str) -> Range<usize> {
    let span = location.span();
    let number = |value: Option<u64>| value.and_then(|value| usize::try_from(value).ok());
    match (number(span.byte_offset()), number(span.byte_len())) {
        (Some(start), Some(len)) => {
            let start = start.min(yaml.len());
            let end = (start + len).min(yaml.len());
            let trimmed = yaml
                .get(start..end)
                .map_or(len, |text| text.trim_end().len());
            start..start + trimmed
        }
        // Syntax errors know their line and column only.
        _ => {
            let line = usize::try_from(location.line()).unwrap_or(1).max(1);
            let column = usize::try_from(location.column()).unwrap_or(1).max(1);
            let mut lines = yaml.split_inclusive('\n');
            let start: usize = lines.by_ref().take(line - 1).map(str::len).sum();
            let text = lines.next().unwrap_or_default();
            let within = text.char_indices().nth(column - 1);
            let start = start + within.map_or(text.trim_end().len(), |(at, _)| at);
            start..start
        }
    }
}

struct Checker<'a> {
    text: &'a str,
    front: Range<usize>,
    found: Vec<(Problem, Range<usize>)>,
}

impl Checker<'_> {
    fn at<T>(&self, value: &Spanned<T>) -> Range<usize> {
        let at = place(&value.referenced, &self.text[self.front.clone()]);
        at.start + self.front.start..at.end + self.front.start
    }

    fn definition(&mut self, written: &Written, surface: Surface, known: &Known) -> Definition {
        self.keys(written, surface);
        let has = |key: &str| surface.keys().contains(&key);
        let text = |key: &str, value: &Option<Spanned<String>>| {
            value
                .as_ref()
                .filter(|_| has(key))
                .map(|it| it.value.clone())
        };
        self.required(written, surface);
        Definition {
            surface,
            name: text("name", &written.name),
            description: text("description", &written.description),
            model: text("model", &written.model),
            max_iterations: written
                .max_iterations
                .as_ref()
                .filter(|_| has("maxIterations"))
                .and_then(|it| self.whole(it)),
            grant: written
                .allowed_tools
                .as_ref()
                .map_or_else(Grant::unrestricted, |tools| self.list(tools, known)),
            skill: (surface == Surface::Skill).then(|| self.skill(written)),
            argument_hint: text("argument-hint", &written.argument_hint),
            body: String::new(),
        }
    }

    fn whole(&mut self, value: &Spanned<String>) -> Option<u32> {
        let number = value.value.parse().ok().filter(|number| *number > 0);
        if number.is_none() {
            let problem = Problem::NotWhole(value.value.clone());
            self.found.push((problem, self.at(value)));
        }
        number
    }

    fn keys(&mut self, written: &Written, surface: Surface) {
        for key in &written.keys {
            if surface.keys().contains(&key.value.as_str()) {
                continue;
            }
            let problem = match Surface::likeness(&key.value) {
                Likeness::AllowList => Problem::LooksLikeAllowList(key.value.clone()),
                Likeness::Unknown => Problem::UnknownKey {
                    key: key.value.clone(),
                    surface,
                },
            };
            self.found.push((problem, self.at(key)));
        }
    }

    fn required(&mut self, written: &Written, surface: Surface) {
        if !matches!(surface, Surface::Subagent | Surface::Skill) || written.keys.is_empty() {
            return;
        }
        let start = self.front.start.saturating_sub(1);
        for (key, value) in [
            ("name", &written.name),
            ("description", &written.description),
        ] {
            match value {
                None => self.found.push((Problem::MissingKey(key), 0..start)),
                Some(value) if value.value.trim().is_empty() => {
                    self.found.push((Problem::Blank(key), self.at(value)));
                }
                Some(_) => {}
            }
        }
    }

    fn skill(&mut self, written: &Written) -> Skill {
        type Rule = fn(&str) -> Option<Problem>;
        let rules: [(&Option<Spanned<String>>, Rule); 3] = [
            (&written.name, skill::name),
            (&written.description, skill::description),
            (&written.compatibility, skill::compatibility),
        ];
        for (value, rule) in rules {
            if let Some(value) = value
                && let Some(problem) = rule(&value.value)
                && !matches!(problem, Problem::Blank(_))
            {
                self.found.push((problem, self.at(value)));
            }
        }
        let text = |value: &Option<Spanned<String>>| value.as_ref().map(|it| it.value.clone());
        let invoke = written.invoke.as_ref().map(|it| &it.value);
        Skill {
            license: text(&written.license),
            compatibility: text(&written.compatibility),
            metadata: written
                .metadata
                .as_ref()
                .map(|it| it.value.clone())
                .unwrap_or_default(),
            for_model: invoke.and_then(|it| it.model).unwrap_or(true),
            for_user: invoke.and_then(|it| it.user).unwrap_or(true),
            execution: written
                .execution
                .as_ref()
                .map_or(Execution::Inline, |it| execution(&it.value)),
        }
    }

    /// The specification wants a skill's name to be its folder's; a file from elsewhere that differs still works.
    fn folder(&mut self, written: &Written, surface: Surface, source: &Source) {
        let folder = source.path().parent().and_then(|path| path.file_name());
        if surface == Surface::Skill
            && let Some(folder) = folder.and_then(|name| name.to_str())
            && let Some(name) = &written.name
            && name.value != folder
        {
            let at = self.at(name);
            self.found
                .push((Problem::SkillFolder(folder.to_owned()), at));
        }
    }

    fn list(&mut self, tools: &Spanned<Tools>, known: &Known) -> Grant {
        let whole = self.at(tools);
        let items: Vec<(String, Range<usize>)> = match &tools.value {
            Tools::Nothing => Vec::new(),
            Tools::Text(text) => split(text)
                .map(|at| (text[at.clone()].to_owned(), self.inside(&whole, text, at)))
                .collect(),
            Tools::Items(items) => items
                .iter()
                .map(|item| {
                    let (at, text) = (self.at(item), &item.value);
                    (text.clone(), self.inside(&at, text, 0..text.len()))
                })
                .collect(),
        };
        match AllowList::load(items.iter().map(|(text, _)| text), known) {
            Ok(loaded) => {
                for warning in loaded.warnings {
                    let written = warning.entry.to_string();
                    let at = items
                        .iter()
                        .find(|(text, _)| *text == written)
                        .map_or_else(|| whole.clone(), |(_, at)| at.clone());
                    self.found.push((Problem::Remark(warning.kind), at));
                }
                loaded.list.into()
            }
            Err(ListError::Empty) => {
                self.found.push((Problem::EmptyList, whole));
                Grant::unrestricted()
            }
            Err(ListError::Entries(errors)) => {
                for (index, error) in errors {
                    let (text, at) = &items[index];
                    let at = self.inside(at, text, error.at);
                    self.found.push((Problem::Entry(error.problem), at));
                }
                Grant::unrestricted()
            }
        }
    }

    /// A part of a scalar, where the scalar is written as its text, maybe in quotes; else the whole scalar.
    fn inside(&self, scalar: &Range<usize>, value: &str, part: Range<usize>) -> Range<usize> {
        let written = &self.text[scalar.clone()];
        let quote = written.len() - written.trim_start_matches(['"', '\'']).len();
        if written[quote..].starts_with(value) && quote <= 1 {
            let start = scalar.start + quote;
            start + part.start..start + part.end
        } else {
            scalar.clone()
        }
    }
}

fn execution(written: &written::Execution) -> Execution {
    match written.mode {
        Some(Mode::Fork) => Execution::Fork {
            agent: written.agent.clone(),
        },
        Some(Mode::Inline) | None => Execution::Inline,
    }
}
