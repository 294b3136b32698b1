//! Examples: carried as they are, and run by `toolc check` and `toolc test`, which know how to bind.

use super::super::model::{Example, Expect};
use super::super::problem::Problem;
use super::super::raw::{self, Data};
use super::Check;
use super::defaults::json_kind;

impl Check<'_> {
    /// The examples of a tool.
    pub(super) fn examples(&mut self, table: &raw::Table) -> Vec<Example> {
        let Some(list) = table.value("examples") else {
            return Vec::new();
        };
        let tables = list.list().iter().filter_map(|value| match &value.data {
            Data::Table(table) => Some(table),
            _ => None,
        });
        tables.filter_map(|table| self.example(table)).collect()
    }

    fn example(&mut self, table: &raw::Table) -> Option<Example> {
        let Some(written) = table.value("input") else {
            if !table.gave("input") {
                self.missing("input", table);
            }
            return None;
        };
        let Data::Json(input) = &written.data else {
            return None;
        };
        let expect = match table.text("expect").as_ref().map(|word| word.text.as_str()) {
            Some("invalid") => Expect::Invalid,
            Some("allow") => Expect::Allow,
            Some("deny") => Expect::Deny,
            _ => Expect::Valid,
        };
        // What is no object is refused before anything is looked at; as an example of that it is welcome.
        if !input.is_object() && expect != Expect::Invalid {
            let problem = Problem::WrongKind {
                key: "input".to_owned(),
                expected: "a table".to_owned(),
                found: json_kind(input).to_owned(),
            };
            self.complain(problem, written.span);
        }
        let allow = table.value("allow").map(|value| {
            let entries = value.texts().into_iter();
            entries.map(|entry| entry.text).collect()
        });
        Some(Example {
            span: table.span,
            allow,
            cwd: table.text("cwd").map(|text| text.text),
            input: input.clone(),
            expect,
        })
    }
}
