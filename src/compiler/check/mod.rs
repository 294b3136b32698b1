//! Raw to [`model`](super::model): what was written becomes what is meant. The only constructor of model types.
//!
//! All mistakes are told in one run. What is broken is left out of the catalog with everything that needs it; the rest goes on,
//! so that one mistake is neither told twice nor hides another.

mod choices;
mod conduct;
mod defaults;
mod examples;
mod extent;
mod limits;
mod named;
pub mod names;
mod parameters;
mod records;
mod recursion;
mod retain;
mod sendable;
mod subjects;
mod tagged;
mod tools;
mod toolset;
mod types;
mod unions;

use std::collections::{HashMap, HashSet};

pub use limits::FORMATS;

use super::diagnostic::{Diagnostic, Report};
use super::model::{Catalog, Home, Kind, Span, TypeDef, TypeId};
use super::parse::parse;
use super::problem::{Problem, Severity};
use super::raw;
use super::source::Sources;

/// What became of a declaration.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The tools that are fine. Complete only if the report has no errors; what is there all the same is for an editor, which wants
    /// the code of the other tools while the author mends one.
    pub catalog: Catalog,
    /// Everything that is wrong, in file order.
    pub problems: Report,
}

/// Judges a declaration. `feature` tells whether a Cargo feature is on: the tools of the others are checked all the same,
/// and left out.
pub fn declare(sources: &Sources, feature: &dyn Fn(&str) -> bool) -> Checked {
    let mut diagnostics = sources.problems().to_vec();
    let numbered = sources.files().iter().enumerate();
    let files: Vec<_> = numbered
        .map(|(index, file)| parse(index, file.text(), &mut diagnostics))
        .collect();

    let mut check = Check::new(sources, &files);
    let (name, targets) = check.toolset();
    let limits = check.target_limits();
    check.types();
    check.groups();
    let tools = check.tools();
    check.endless();
    check.extents(&tools);
    check.defaults();
    check.old_names(&tools);

    diagnostics.append(&mut check.diagnostics);
    let tools = tools
        .into_iter()
        .map(|tool| {
            let on = tool.feature.as_deref().is_none_or(feature);
            on.then_some(tool)
        })
        .collect();
    let catalog = check.retain(name, targets, limits, tools);
    diagnostics.extend(sendable::judge(&catalog));
    Checked {
        catalog,
        problems: Report::new(sources, diagnostics),
    }
}

/// Who a mistake belongs to: the one who is left out for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Owner {
    /// The toolset as a whole.
    Toolset,
    /// The named type of that index.
    Type(usize),
    /// The group of that index.
    Group(usize),
    /// The tool of that index.
    Tool(usize),
}

/// A named type before it is one.
struct NamedType<'a> {
    raw: &'a raw::Named,
    state: named::State,
}

/// What is known while a declaration is judged.
struct Check<'a> {
    sources: &'a Sources,
    files: &'a [raw::File],
    /// Some file was not read to its end: an unknown name may be declared in the rest of it.
    partial: bool,
    diagnostics: Vec<Diagnostic>,
    owner: Owner,
    broken: HashSet<Owner>,
    named: Vec<NamedType<'a>>,
    by_name: HashMap<&'a str, usize>,
    /// How many names for types are being followed, each from the one before.
    following: usize,
    groups: HashMap<&'a str, usize>,
    group_tables: Vec<&'a raw::Named>,
    /// Who needs whom: what needs something broken is broken.
    needs: Vec<(Owner, Owner)>,
    /// The definitions, and who brought each along.
    types: Vec<TypeDef>,
    owners: Vec<Owner>,
    /// The Rust names that are taken in each module.
    taken: HashSet<(Home, String)>,
    /// Defaults that are judged once all types are known.
    pending: Vec<defaults::Pending>,
}

impl<'a> Check<'a> {
    fn new(sources: &'a Sources, files: &'a [raw::File]) -> Self {
        Self {
            sources,
            files,
            partial: files.iter().any(|file| file.partial),
            diagnostics: Vec::new(),
            owner: Owner::Toolset,
            broken: HashSet::new(),
            named: Vec::new(),
            by_name: HashMap::new(),
            following: 0,
            groups: HashMap::new(),
            group_tables: Vec::new(),
            needs: Vec::new(),
            types: Vec::new(),
            owners: Vec::new(),
            taken: HashSet::new(),
            pending: Vec::new(),
        }
    }

    /// Reports something; an error breaks the one who is being judged.
    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.problem.severity() == Severity::Error {
            self.broken.insert(self.owner);
        }
        self.diagnostics.push(diagnostic);
    }

    fn complain(&mut self, problem: Problem, span: Span) {
        self.report(Diagnostic::new(problem, span));
    }

    /// The one who is being judged is broken by something that is reported already.
    fn spoil(&mut self) {
        self.broken.insert(self.owner);
    }

    /// A new definition, with a name that nobody has in its module.
    fn define(&mut self, home: Home, rust: &str, description: String, kind: Kind) -> TypeId {
        let rust = names::unique(names::Role::Type, rust, |name| {
            self.taken.contains(&(home, name.to_owned()))
        });
        self.taken.insert((home, rust.clone()));
        self.types.push(TypeDef {
            rust,
            home,
            wire: None,
            description,
            kind,
            recursive: false,
        });
        self.owners.push(self.owner);
        TypeId(self.types.len() - 1)
    }

    /// The description of a table, which must be there if `of` says what it describes.
    fn description(&mut self, table: &raw::Table, of: Option<(String, Span)>) -> String {
        match table.value("description").map(|value| &value.data) {
            Some(raw::Data::Text(text)) => text.clone(),
            Some(raw::Data::Table(file)) => {
                let Some(path) = file.text("file") else {
                    if !file.gave("file") {
                        self.missing("file", file);
                    }
                    return String::new();
                };
                match self.sources.document(table.span.file, &path.text) {
                    Ok(text) => text.to_owned(),
                    Err(reason) => {
                        let (reason, place) = (reason.to_owned(), path.span);
                        let path = path.text;
                        self.complain(Problem::DescriptionUnreadable { path, reason }, place);
                        String::new()
                    }
                }
            }
            _ => {
                if let Some((what, span)) = of
                    && !table.gave("description")
                {
                    self.complain(Problem::MissingDescription { what }, span);
                }
                String::new()
            }
        }
    }

    fn missing(&mut self, key: &str, table: &raw::Table) {
        let problem = Problem::MissingKey {
            key: key.to_owned(),
            table: table.keys.name.to_owned(),
        };
        self.complain(problem, table.span);
    }

    /// Texts of a list, each once.
    fn distinct(&mut self, key: &str, texts: Vec<raw::Text>) -> Vec<raw::Text> {
        let mut kept: Vec<raw::Text> = Vec::new();
        for text in texts {
            if let Some(first) = kept.iter().find(|kept| kept.text == text.text) {
                let problem = Problem::Repeated {
                    key: key.to_owned(),
                    value: text.text,
                };
                let first = first.span;
                self.report(Diagnostic::new(problem, text.span).also(first, "first here"));
            } else {
                kept.push(text);
            }
        }
        kept
    }
}
