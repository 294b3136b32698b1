//! Names for what needs one, and one name for what is the same: shapes that occur in several places are declared once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::shape::{Body, Declared, Definition, Field, Input, Kind, Shape};
use crate::compiler::check::names::Role;

/// The named types of a file, and what each tool's definitions are called.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    /// In the order of first use: the name, the tool's index, the definition's index.
    pub(super) types: Vec<(String, usize, usize)>,
    /// By tool and definition.
    pub(super) of: HashMap<(usize, usize), String>,
    /// Enums that occur more than once, by their values, in the order of first use.
    pub(super) words: Vec<(String, Kind)>,
}

impl Names {
    /// The name of an enum, if it has one.
    pub(super) fn word(&self, kind: &Kind) -> Option<&str> {
        let named = self.words.iter().find(|(_, words)| words == kind);
        named.map(|(name, _)| name.as_str())
    }
}

/// Enums shorter than that stand where they are used.
const SHORT: usize = 4;

pub(super) fn name_types(tools: &[Declared]) -> Names {
    let mut names = Names::default();
    let mut taken = BTreeSet::new();
    let mut by_content: BTreeMap<String, String> = BTreeMap::new();
    for (index, tool) in tools.iter().enumerate() {
        for definition in reachable(tool) {
            let content = content(tool, definition, &mut Vec::new());
            let name = by_content.entry(content).or_insert_with(|| {
                let hint = &tool.definitions[definition].hint;
                let name = free(&mut taken, hint, &tool.name);
                names.types.push((name.clone(), index, definition));
                name
            });
            names.of.insert((index, definition), name.clone());
        }
    }
    for (kind, hint, tool) in repeated_words(tools) {
        let name = free(&mut taken, &hint, &tool);
        names.words.push((name, kind));
    }
    names
}

/// A name for a type that nobody has: its own, with the tool's before it, with a number.
fn free(taken: &mut BTreeSet<String>, hint: &str, tool: &str) -> String {
    let own = Role::Type.propose(hint);
    let with_tool = Role::Type.propose(&format!("{tool} {hint}"));
    let numbered = (2..).map(|number| format!("{with_tool}{number}"));
    let mut candidates = [own, with_tool.clone()].into_iter().chain(numbered);
    // Names that differ in case only would be hard to tell apart.
    let name = candidates.find(|name| taken.insert(name.to_lowercase()));
    name.unwrap_or_default()
}

/// The definitions that a tool uses, in the order of first use.
fn reachable(tool: &Declared) -> Vec<usize> {
    let mut order = Vec::new();
    let mut visit = |shape: &Shape| walk(shape, &tool.definitions, &mut order);
    if let Input::Fields(fields) = &tool.input {
        fields.iter().for_each(|field| visit(&field.shape));
    }
    tool.output.iter().for_each(visit);
    order
}

/// Does a shape hold that definition, here or further inside?
pub(super) fn uses(shape: &Shape, definitions: &[Definition], definition: usize) -> bool {
    let mut order = Vec::new();
    walk(shape, definitions, &mut order);
    order.contains(&definition)
}

fn walk(shape: &Shape, definitions: &[Definition], order: &mut Vec<usize>) {
    match &shape.kind {
        Kind::List(inner) | Kind::Map(inner) => walk(inner, definitions, order),
        Kind::Defined(index) if !order.contains(index) => {
            order.push(*index);
            for inner in definitions[*index].body.shapes() {
                walk(inner, definitions, order);
            }
        }
        _ => {}
    }
}

/// What a definition says, with the definitions inside of it spelled out: equal text, equal meaning.
fn content(tool: &Declared, index: usize, within: &mut Vec<usize>) -> String {
    if let Some(depth) = within.iter().position(|it| *it == index) {
        return format!("^{depth}");
    }
    within.push(index);
    let body = &tool.definitions[index].body;
    let mut text = format!("{body:?}");
    for shape in body.shapes() {
        let mut inner = shape;
        while let Kind::List(next) | Kind::Map(next) = &inner.kind {
            inner = next;
        }
        if let Kind::Defined(inner) = inner.kind {
            // Indexes differ between tools; what they stand for decides.
            text = text.replace(&format!("Defined({inner})"), "Defined");
            text.push_str(&content(tool, inner, within));
        }
    }
    within.pop();
    text
}

/// Enums that occur in several places, with what they might be called and the tool that uses them first.
fn repeated_words(tools: &[Declared]) -> Vec<(Kind, String, String)> {
    let mut seen: Vec<(Kind, String, String, usize)> = Vec::new();
    for tool in tools {
        let mut fields: Vec<&Field> = Vec::new();
        if let Input::Fields(own) = &tool.input {
            fields.extend(own);
        }
        for index in reachable(tool) {
            match &tool.definitions[index].body {
                Body::Object { fields: own, .. } => fields.extend(own),
                Body::Tagged { variants, .. } => {
                    fields.extend(variants.iter().flat_map(|variant| &variant.fields));
                }
                Body::Union(_) | Body::Empty => {}
            }
        }
        for field in fields {
            let mut shape = &field.shape;
            while let Kind::List(inner) | Kind::Map(inner) = &shape.kind {
                shape = inner;
            }
            if !matches!(&shape.kind, Kind::Words(words) if words.len() >= SHORT) {
                continue;
            }
            match seen.iter_mut().find(|(kind, ..)| *kind == shape.kind) {
                Some((.., count)) => *count += 1,
                None => seen.push((shape.kind.clone(), field.name.clone(), tool.name.clone(), 1)),
            }
        }
    }
    let repeated = seen.into_iter().filter(|(.., count)| *count > 1);
    repeated
        .map(|(kind, hint, tool, _)| (kind, hint, tool))
        .collect()
}
