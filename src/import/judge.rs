//! A definition declared, with the compiler as the judge: what it refuses is declared more loosely, and what it still refuses
//! keeps its schema. So that what is printed holds, whatever was published.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::Fidelity;
use super::published::Published;
use super::report::{Note, NoteKind};
use super::shape::{Declared, Input, Kind, Shape};
use super::typed::Typist;
use super::write;
use crate::compiler::source::Sources;
use crate::compiler::{declare, schema};

/// How often a definition is tried again, each time with more of it left as it was.
const TRIES: usize = 12;

/// A definition as it will be declared.
pub(super) fn judged(published: &Published, rust: Option<String>, fidelity: Fidelity) -> Declared {
    let mut tool = held(published, rust);
    if fidelity == Fidelity::Exact {
        let exactly = |tool: &Declared| {
            let written = write::tool_alone(tool).0;
            let checked = declare(&Sources::from_text("tools.toml", &written), &|_| true);
            let first = checked.catalog.tools.first();
            first.is_some_and(|it| schema::input(&checked.catalog, it) == published.schema)
        };
        if !exactly(&tool) {
            tool.notes = vec![raw("the same value is asked for".into())];
            tool.input = Input::Raw(published.schema.clone());
        }
        tool.output = published
            .output
            .clone()
            .map(|it| Shape::plain(Kind::Raw(it)));
    }
    tool
}

fn raw(reason: String) -> Note {
    Note {
        kind: NoteKind::Raw,
        path: String::new(),
        what: reason,
    }
}

/// The tightest declaration that the compiler takes.
fn held(published: &Published, rust: Option<String>) -> Declared {
    let mut stubborn: HashMap<String, String> = HashMap::new();
    let mut defaultless = BTreeSet::new();
    let mut reason = "the compiler refuses it".to_owned();
    for _ in 0..TRIES {
        let tool = match declared(published, &stubborn, &defaultless) {
            Ok(tool) => Declared {
                rust: rust.clone(),
                ..tool
            },
            Err(why) => {
                reason = why;
                break;
            }
        };
        let (text, places) = write::tool_alone(&tool);
        let checked = declare(&Sources::from_text("tools.toml", &text), &|_| true);
        let Some(problem) = checked.problems.diagnostics().first() else {
            return with_output(tool, published);
        };
        let code = problem.problem.code();
        code.clone_into(&mut reason);
        let at = problem.span.map_or(0, |span| span.start);
        let Some((_, parameter)) = places.iter().find(|(place, _)| place.contains(&at)) else {
            break;
        };
        let is_default = code.starts_with("default-") || code == "required-default";
        if is_default && defaultless.insert(parameter.clone()) {
            continue;
        }
        stubborn.insert(parameter.clone(), format!("`{code}`"));
    }
    let mut tool = base(published, Input::Raw(published.schema.clone()));
    tool.rust = rust;
    tool.notes = vec![raw(reason)];
    with_output(tool, published)
}

/// With its output: a type where the compiler takes one, else the schema.
fn with_output(mut tool: Declared, published: &Published) -> Declared {
    let Some(output) = &published.output else {
        return tool;
    };
    let (stubborn, defaultless) = (HashMap::new(), BTreeSet::new());
    let mut typist = Typist::new(output, &stubborn, &defaultless);
    typist.definitions.clone_from(&tool.definitions);
    let typed = typist.schema(output, &format!("{} output", tool.name));
    if let Ok(typed) = typed
        && !typed.nullable
        && typist.notes.iter().all(|note| note.kind != NoteKind::Raw)
    {
        let mut with = tool.clone();
        with.definitions = typist.definitions;
        with.output = Some(typed.shape);
        let text = write::tool_alone(&with).0;
        let checked = declare(&Sources::from_text("tools.toml", &text), &|_| true);
        if checked.problems.is_empty() {
            return with;
        }
    }
    tool.output = Some(Shape::plain(Kind::Raw(output.clone())));
    tool
}

fn declared(
    published: &Published,
    stubborn: &HashMap<String, String>,
    defaultless: &BTreeSet<String>,
) -> Result<Declared, String> {
    let mut typist = Typist::new(&published.schema, stubborn, defaultless);
    let fields = typist.parameters()?;
    let mut tool = base(published, Input::Fields(fields));
    tool.definitions = typist.definitions;
    tool.notes = typist.notes;
    Ok(tool)
}

/// What does not depend on the schema.
fn base(published: &Published, input: Input) -> Declared {
    let hint = |key: &str| published.annotations.get(key).and_then(Value::as_bool);
    let mut hints: Vec<(&'static str, Value)> = Vec::new();
    if hint("readOnlyHint") == Some(true) {
        hints.push(("side-effect", "read-only".into()));
    } else {
        if hint("destructiveHint") == Some(false) {
            hints.push(("destructive", false.into()));
        }
        if hint("idempotentHint") == Some(true) {
            hints.push(("idempotent", true.into()));
        }
    }
    if hint("openWorldHint") == Some(false) {
        hints.push(("open-world", false.into()));
    }
    Declared {
        name: published.name.clone(),
        rust: None,
        title: published.title.clone().filter(|title| !title.is_empty()),
        description: published.description.clone(),
        hints,
        input,
        output: None,
        definitions: Vec::new(),
        notes: Vec::new(),
    }
}
