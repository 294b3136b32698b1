//! What concerns the toolset as a whole: its name, its targets, its groups.

use super::super::diagnostic::Diagnostic;
use super::super::hints;
use super::super::model::{Home, Target};
use super::super::problem::Problem;
use super::super::raw;
use super::parameters::Field;
use super::types::Site;
use super::{Check, Owner};

impl<'a> Check<'a> {
    /// The toolset's name and targets.
    pub(super) fn toolset(&mut self) -> (String, Vec<Target>) {
        for file in self.files.iter().skip(1) {
            if let Some(table) = &file.toolset {
                self.complain(Problem::IncludedToolset {}, table.span);
            }
        }
        let files = self.files;
        let table = files.first().and_then(|file| file.toolset.as_ref());
        let name = table.and_then(|table| table.text("name"));
        if let Some(name) = name.as_ref().filter(|name| name.text.is_empty()) {
            let what = "a toolset".to_owned();
            self.complain(Problem::EmptyName { what }, name.span);
        }
        let targets = table
            .map(|table| table.texts("targets"))
            .unwrap_or_default();
        let targets = self.distinct("targets", targets);
        let targets = targets
            .iter()
            .filter_map(|text| Target::from_word(&text.text));
        let targets = targets.collect();
        (
            name.map_or_else(|| self.file_stem(), |name| name.text),
            targets,
        )
    }

    fn file_stem(&self) -> String {
        let name = self.sources.files().first().map_or("", |file| file.name());
        let file = name.rsplit('/').next().unwrap_or(name);
        file.strip_suffix(".toml").unwrap_or(file).to_owned()
    }

    /// All groups, each on its own: one that no tool uses is judged too.
    pub(super) fn groups(&mut self) {
        let mut all: Vec<&'a raw::Named> = Vec::new();
        let files = self.files;
        for group in files.iter().flat_map(|file| &file.groups) {
            let index = all.len();
            self.owner = Owner::Group(index);
            if group.broken || !group.whole {
                self.spoil();
            }
            all.push(group);
            let name = group.name.text.as_str();
            if name.is_empty() {
                let what = "a group".to_owned();
                self.complain(Problem::EmptyName { what }, group.name.span);
            }
            if let Some(first) = self.groups.get(name) {
                let first = all[*first].name.span;
                self.twice("groups", group, first);
                continue;
            }
            self.groups.insert(name, index);
            if group.whole {
                let fields: Vec<_> = group.named().iter().map(Field::own).collect();
                // Its definitions live in the tools that use it; here they are nobody's.
                self.parameters(&fields, false, &Site::of_a_tool(usize::MAX - index));
            }
        }
        self.group_tables = all;
    }

    /// The parameters that the groups of `use` bring along.
    pub(super) fn used(&mut self, table: &'a raw::Table) -> Vec<(raw::Text, &'a raw::Named)> {
        let names = table.texts("use");
        let names = self.distinct("use", names);
        let mut fields = Vec::new();
        for name in names {
            let Some(index) = self.groups.get(name.text.as_str()).copied() else {
                if self.partial {
                    self.spoil();
                    continue;
                }
                let mut known: Vec<_> = self.groups.keys().copied().collect();
                known.sort_unstable();
                let problem = Problem::UnknownGroup {
                    name: name.text.clone(),
                    hint: hints::hint(&name.text, known.iter().copied(), "there are no groups"),
                };
                let fix = hints::nearest(&name.text, known.into_iter());
                let mut diagnostic = Diagnostic::new(problem, name.span);
                diagnostic.fix = fix.map(|name| format!("{name:?}"));
                self.report(diagnostic);
                continue;
            };
            self.needs.push((self.owner, Owner::Group(index)));
            let group = self.group_tables[index];
            fields.extend(group.named().iter().map(|named| (name.clone(), named)));
        }
        fields
    }
}

impl Site {
    /// The parameters of the tool with this index.
    pub(super) fn of_a_tool(index: usize) -> Self {
        Self {
            home: Home::Tool(index),
            rust: String::new(),
            what: String::new(),
            inside: String::new(),
            description: String::new(),
            coerce: false,
            into: None,
        }
    }
}
