//! Tools: their flags, their rules, and the names that they take.

use std::collections::HashMap;

use super::super::diagnostic::Diagnostic;
use super::super::model::{
    Concurrency, Home, Input, Interrupt, Kind, Output, Permission, Record, SideEffect, Text, Tool,
    Type,
};
use super::super::problem::Problem;
use super::super::raw;
use super::conduct::Said;
use super::names::{Role, Scope, module};
use super::parameters::Field;
use super::types::Site;
use super::{Check, Owner};

impl<'a> Check<'a> {
    /// All tools, also those that are broken: each keeps its index.
    pub(super) fn tools(&mut self) -> Vec<Tool> {
        let files = self.files;
        let mut scope = Scope::new(Role::Type);
        let mut modules: HashMap<String, &raw::Text> = HashMap::new();
        let mut folder: HashMap<String, &raw::Text> = HashMap::new();
        let mut tools: Vec<Tool> = Vec::new();
        for file in files {
            for named in &file.tools {
                let index = tools.len();
                self.owner = Owner::Tool(index);
                if named.broken {
                    self.spoil();
                }
                let name = &named.name;
                let said = named.table().and_then(|table| table.text("rust"));
                let said = said.as_ref().map(|said| (said.text.as_str(), said.span));
                let first = modules.get(&name.text.to_lowercase()).copied();
                let rust = match first {
                    _ if name.text.is_empty() => {
                        let what = "a tool".to_owned();
                        self.complain(Problem::EmptyName { what }, name.span);
                        "Unnamed".to_owned()
                    }
                    Some(first) if first.text == name.text => {
                        self.twice("tools", named, first.span);
                        "Unnamed".to_owned()
                    }
                    Some(first) => {
                        let problem = Problem::CaseOnly {
                            first: first.text.clone(),
                            second: name.text.clone(),
                        };
                        let diagnostic = Diagnostic::new(problem, name.span);
                        self.report(diagnostic.also(first.span, "first here"));
                        "Unnamed".to_owned()
                    }
                    None => {
                        modules.insert(name.text.to_lowercase(), name);
                        let (rust, problem) = scope.name(&name.text, name.span, said);
                        problem.into_iter().for_each(|problem| self.report(problem));
                        rust
                    }
                };
                let mut tool = empty(named, rust);
                // Two types may differ where their files do not: `HTTPGet` and `HttpGet`.
                let taken = folder.insert(tool.module.clone(), name);
                if let Some(first) = taken.filter(|_| !self.broken.contains(&self.owner)) {
                    let problem = Problem::RustCollision {
                        first: first.text.clone(),
                        second: name.text.clone(),
                        rust: tool.module.clone(),
                        proposal: format!("{}2", tool.rust),
                    };
                    let diagnostic = Diagnostic::new(problem, name.span);
                    self.report(diagnostic.also(first.span, "first here"));
                }
                match named.table().filter(|_| named.whole) {
                    Some(table) => self.tool(index, table, file.defaults.as_ref(), &mut tool),
                    None => self.spoil(),
                }
                tools.push(tool);
            }
        }
        tools
    }

    fn tool(
        &mut self,
        index: usize,
        table: &'a raw::Table,
        defaults: Option<&'a raw::Table>,
        tool: &mut Tool,
    ) {
        let of = (format!("the tool `{}`", tool.name), tool.span);
        tool.description = self.description(table, Some(of));
        tool.title = table.text("title").map(|text| text.text);
        tool.defer = table.flag("defer").unwrap_or(false);
        tool.describe = table.flag("describe").unwrap_or(false);
        tool.feature = table.text("feature").map(|text| text.text);
        let names = self.distinct("renamed-from", table.texts("renamed-from"));
        for name in names.iter().filter(|name| name.text.trim().is_empty()) {
            let what = "a tool".to_owned();
            self.complain(Problem::EmptyName { what }, name.span);
        }
        tool.renamed_from = names.into_iter().map(|name| name.text).collect();

        let said = Said { table, defaults };
        tool.side_effect = self.side_effect(&said);
        tool.interrupt = said
            .word("interrupt")
            .map_or(Interrupt::NonInterruptible, |word| {
                match word.text.as_str() {
                    "cooperative" => Interrupt::Cooperative,
                    "thread-interrupt" => Interrupt::ThreadInterrupt,
                    "externally-terminated" => Interrupt::ExternallyTerminated,
                    _ => Interrupt::NonInterruptible,
                }
            });
        tool.open_world = said.flag("open-world").unwrap_or(true);
        tool.timeout = said.word("timeout").and_then(|text| self.duration(&text));
        let coerce = said.flag("coerce").unwrap_or(false);

        let used = self.used(table);
        tool.input = self.input(index, table, used, coerce, tool);
        tool.output = self.output(index, table, tool);
        tool.permission = self.permission(table, tool);
        tool.concurrency = self.concurrency(&said, tool);
        tool.examples = self.examples(table);
    }

    fn input(
        &mut self,
        index: usize,
        table: &'a raw::Table,
        used: Vec<(raw::Text, &'a raw::Named)>,
        coerce: bool,
        tool: &Tool,
    ) -> Input {
        if let Some(schema) = table.text("schema") {
            for key in ["input", "use"] {
                if let Some(entry) = table.entry(key) {
                    let key = key.to_owned();
                    self.complain(Problem::InputAndSchema { key }, entry.span);
                }
            }
            return Input::Raw(self.raw_schema(&schema).unwrap_or_default());
        }
        let home = Home::Tool(index);
        let record = Kind::Record(Record::default());
        let id = self.define(home, &tool.rust, tool.description.clone(), record);
        let used = used.into_iter().map(|(group, named)| Field {
            named,
            group: Some(group),
        });
        let fields: Vec<_> = used
            .chain(table.named("input").iter().map(Field::own))
            .collect();
        let site = Site {
            coerce,
            into: Some(id),
            ..Site::of_a_tool(index)
        };
        let fields = self.parameters(&fields, false, &site);
        self.types[id.0].kind = Kind::Record(Record {
            fields,
            open: false,
        });
        Input::Record(id)
    }

    fn output(&mut self, index: usize, table: &'a raw::Table, tool: &Tool) -> Output {
        let Some(value) = table.value("output") else {
            return Output::Text;
        };
        if value.text().is_some_and(|word| word.text == "content") {
            return Output::Content;
        }
        let site = Site {
            rust: format!("{}Output", tool.rust),
            what: format!("the output of `{}`", tool.name),
            inside: "the output".to_owned(),
            ..Site::of_a_tool(index)
        };
        match self.node(value, &site) {
            Some(node) if node.ty == Type::Text(Text::default()) => Output::Text,
            Some(node) => Output::Typed(node),
            None => Output::Text,
        }
    }

    /// An old name is nobody else's, old or new.
    pub(super) fn old_names(&mut self, tools: &[Tool]) {
        let files = self.files;
        let raw = files.iter().flat_map(|file| &file.tools);
        let mut taken: HashMap<&str, &str> = HashMap::new();
        for tool in tools {
            taken.insert(&tool.name, &tool.name);
        }
        for (index, (tool, raw)) in tools.iter().zip(raw).enumerate() {
            self.owner = Owner::Tool(index);
            let written = raw.table().map(|table| table.texts("renamed-from"));
            let mut own = Vec::new();
            for old in written.unwrap_or_default() {
                if own.contains(&old.text) {
                    continue;
                }
                own.push(old.text.clone());
                let Some(name) = tool.renamed_from.iter().find(|name| **name == old.text) else {
                    continue;
                };
                if let Some(other) = taken.get(name.as_str()) {
                    let problem = Problem::OldNameTaken {
                        old: old.text,
                        tool: (*other).to_owned(),
                    };
                    self.complain(problem, old.span);
                } else {
                    taken.insert(name, &tool.name);
                }
            }
        }
    }
}

/// A tool of which nothing is known but its name.
fn empty(named: &raw::Named, rust: String) -> Tool {
    Tool {
        name: named.name.text.clone(),
        module: module(&rust),
        rust,
        span: named.name.span,
        title: None,
        description: String::new(),
        concurrency: Concurrency::Sequential,
        interrupt: Interrupt::NonInterruptible,
        side_effect: SideEffect::Mutating {
            destructive: true,
            idempotent: false,
        },
        open_world: true,
        permission: Permission::default(),
        timeout: None,
        input: Input::Raw(String::new()),
        output: Output::Text,
        renamed_from: Vec::new(),
        defer: false,
        describe: false,
        feature: None,
        examples: Vec::new(),
    }
}
