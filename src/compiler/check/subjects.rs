//! Permission subjects and concurrency keys: parameters that are named elsewhere, and hold text.

use super::super::diagnostic::Diagnostic;
use super::super::hints;
use super::super::model::{Input, Kind, Permission, SubjectKind, Tool, Type};
use super::super::problem::Problem;
use super::super::raw;
use super::Check;

impl Check<'_> {
    /// What the patterns of an allow-list are compared with.
    pub(super) fn permission(&mut self, tool_table: &raw::Table, tool: &Tool) -> Permission {
        let Some(table) = tool_table.table("permission") else {
            return Permission::default();
        };
        let custom = table.flag("custom").unwrap_or(false);
        let mut kinds = table
            .entries
            .iter()
            .filter_map(|entry| Some((entry, subject_kind(entry.key.name)?)));
        let Some((entry, kind)) = kinds.next() else {
            if !custom && table.spoilt.is_empty() {
                self.missing("command`, `path` or `tree", table);
            }
            let subject = None;
            return Permission { subject, custom };
        };
        if let Some((second, _)) = kinds.next() {
            let problem = Problem::TwoSubjects {
                first: entry.key.name.to_owned(),
                second: second.key.name.to_owned(),
            };
            self.complain(problem, second.span);
        }
        let names = self.distinct(entry.key.name, entry.value.texts());
        if names.is_empty() {
            let key = entry.key.name.to_owned();
            self.complain(Problem::EmptyList { key }, entry.value.span);
        }
        for name in &names {
            self.names_text("permission", name, tool);
        }
        let names = names.into_iter().map(|name| name.text).collect();
        Permission {
            subject: Some((kind, names)),
            custom,
        }
    }

    /// A parameter that is named under `key` must be there, and hold text: a string, an array of strings (for a permission), or a
    /// type that is one of these.
    pub(super) fn names_text(&mut self, key: &str, parameter: &raw::Text, tool: &Tool) {
        let Input::Record(id) = tool.input else {
            // Somebody else's schema: what it holds is looked at when a call comes.
            return;
        };
        let Kind::Record(record) = &self.types[id.0].kind else {
            return;
        };
        let Some(param) = record
            .fields
            .iter()
            .find(|param| param.name == parameter.text)
        else {
            let names: Vec<_> = record
                .fields
                .iter()
                .map(|param| param.name.clone())
                .collect();
            let known = names.iter().map(String::as_str);
            let problem = Problem::UnknownParameter {
                key: key.to_owned(),
                parameter: parameter.text.clone(),
                tool: tool.name.clone(),
                hint: hints::hint(&parameter.text, known.clone(), "the tool has no parameters"),
            };
            let fix = hints::nearest(&parameter.text, known);
            let mut diagnostic = Diagnostic::new(problem, parameter.span);
            diagnostic.fix = fix.map(|name| format!("{name:?}"));
            return self.report(diagnostic);
        };
        let holds_text = match &param.ty {
            Type::List(list) if key == "permission" => self.is_text(&list.item.ty),
            ty => self.is_text(ty),
        };
        // A type that is wrong itself says nothing about its values.
        let unknown = param.ty == Type::Any && self.broken.contains(&self.owner);
        if !holds_text && !unknown {
            let problem = Problem::SubjectNotText {
                key: key.to_owned(),
                parameter: parameter.text.clone(),
                found: self.word(&param.ty),
            };
            self.complain(problem, parameter.span);
        }
    }

    fn is_text(&self, ty: &Type) -> bool {
        match ty {
            Type::Text(_) => true,
            Type::Named(id) => matches!(self.types[id.0].kind, Kind::Choice(_)),
            _ => false,
        }
    }
}

fn subject_kind(key: &str) -> Option<SubjectKind> {
    match key {
        "command" => Some(SubjectKind::Command),
        "path" => Some(SubjectKind::Path),
        "tree" => Some(SubjectKind::Tree),
        _ => None,
    }
}
