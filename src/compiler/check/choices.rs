//! Enums: words become a Rust enum, integers stay integers.

use std::collections::{HashMap, HashSet};

use super::super::diagnostic::Diagnostic;
use super::super::model::{Choice, Integer, Kind, Span, Type};
use super::super::problem::Problem;
use super::super::raw::{Data, Table, Value};
use super::Check;
use super::names::{Role, Scope};
use super::types::Site;

impl Check<'_> {
    /// The values of `enum`.
    pub(super) fn words(&mut self, table: &Table, site: &Site) -> Option<Type> {
        let entry = table.entry("enum")?;
        let values = entry.value.list();
        if values.is_empty() {
            let key = "enum".to_owned();
            self.complain(Problem::EmptyList { key }, entry.value.span);
            return None;
        }
        let integers = values
            .iter()
            .filter(|value| matches!(value.data, Data::Integer(_)));
        match integers.count() {
            0 => self.choices(values, site),
            some if some == values.len() => self.integers(values),
            _ => {
                self.complain(Problem::MixedEnum {}, entry.value.span);
                None
            }
        }
    }

    fn integers(&mut self, values: &[Value]) -> Option<Type> {
        let mut allowed = Vec::new();
        let mut seen = HashSet::new();
        for value in values {
            let Data::Integer(integer) = value.data else {
                continue;
            };
            if seen.insert(integer) {
                allowed.push(integer);
            } else {
                let value_text = integer.to_string();
                self.complain(Problem::RepeatedValue { value: value_text }, value.span);
            }
        }
        Some(Type::Integer(Integer {
            allowed,
            ..Integer::default()
        }))
    }

    fn choices(&mut self, values: &[Value], site: &Site) -> Option<Type> {
        let id = self.place(site);
        let mut scope = Scope::new(Role::Variant);
        let mut choices: Vec<Choice> = Vec::new();
        let mut seen: HashMap<String, Span> = HashMap::new();
        for written in values {
            let (value, said) = match &written.data {
                Data::Table(table) => match table.text("value") {
                    Some(value) => (value, table.text("rust")),
                    None => {
                        if !table.gave("value") {
                            self.missing("value", table);
                        }
                        continue;
                    }
                },
                _ => (written.text()?, None),
            };
            let (value, span) = (value.text, value.span);
            if let Some(first) = seen.get(&value).copied() {
                let diagnostic = Diagnostic::new(Problem::RepeatedValue { value }, span);
                self.report(diagnostic.also(first, "first here"));
                continue;
            }
            seen.insert(value.clone(), span);
            let bare = said.is_none();
            let said = said.as_ref().map(|said| (said.text.as_str(), said.span));
            let (rust, problem) = scope.name(&value, span, said);
            if let Some(mut diagnostic) = problem {
                if bare {
                    diagnostic.fix = proposal(&diagnostic.problem)
                        .map(|rust| format!("{{ value = {value:?}, rust = {rust:?} }}"));
                }
                self.report(diagnostic);
            }
            choices.push(Choice { value, rust });
        }
        self.types[id.0].kind = Kind::Choice(choices);
        Some(Type::Named(id))
    }
}

fn proposal(problem: &Problem) -> Option<&str> {
    match problem {
        Problem::NeedsRustName { proposal, .. } | Problem::RustCollision { proposal, .. } => {
            Some(proposal)
        }
        _ => None,
    }
}
