//! Parameters, and the fields of objects: a name here and in Rust, a type, and what happens when it is absent.

use std::collections::HashMap;

use super::super::diagnostic::Diagnostic;
use super::super::model::{Param, Presence, Span, Type};
use super::super::problem::Problem;
use super::super::raw;
use super::Check;
use super::defaults::{Pending, of_the_type};
use super::names::{Role, Scope};
use super::types::Site;

/// A parameter as it was written, and the group that brings it along.
#[derive(Debug, Clone)]
pub(super) struct Field<'a> {
    pub(super) named: &'a raw::Named,
    pub(super) group: Option<raw::Text>,
}

impl<'a> Field<'a> {
    pub(super) fn own(named: &'a raw::Named) -> Self {
        let group = None;
        Self { named, group }
    }
}

impl<'a> Check<'a> {
    /// The fields of an object. One that is wrong is there all the same, so that nothing misses it.
    pub(super) fn parameters(
        &mut self,
        fields: &[Field<'a>],
        open: bool,
        site: &Site,
    ) -> Vec<Param> {
        let mut scope = Scope::new(Role::Field);
        if open && let Some(first) = fields.first() {
            scope.name(
                "rest (of an open object)",
                first.named.name.span,
                Some(("rest", Span::default())),
            );
        }
        let mut seen: HashMap<&str, &Field<'a>> = HashMap::new();
        let mut params = Vec::new();
        for field in fields {
            let name = &field.named.name;
            if let Some(first) = seen.get(name.text.as_str()) {
                self.given_twice(field, first);
                continue;
            }
            seen.insert(&name.text, field);
            params.push(self.parameter(field, &mut scope, site));
        }
        params
    }

    fn parameter(&mut self, field: &Field<'a>, scope: &mut Scope, site: &Site) -> Param {
        let name = &field.named.name;
        if name.text.is_empty() {
            let what = "a parameter".to_owned();
            self.complain(Problem::EmptyName { what }, name.span);
        }
        let mut param = Param {
            name: name.text.clone(),
            rust: String::new(),
            span: name.span,
            description: String::new(),
            presence: Presence::Optional,
            nullable: false,
            coerce: site.coerce,
            boxed: false,
            ty: Type::Any,
        };
        if field.named.broken {
            self.spoil();
        }
        let Some(table) = field.named.table() else {
            self.spoil();
            return param;
        };
        let said = table.text("rust");
        let said = said.as_ref().map(|said| (said.text.as_str(), said.span));
        if name.text.is_empty() || table.spoilt.contains(&"rust") {
            param.rust = "unnamed".to_owned();
        } else {
            let (rust, problem) = scope.name(&name.text, name.span, said);
            problem.into_iter().for_each(|problem| self.report(problem));
            param.rust = rust;
        }
        let what = if site.inside.is_empty() {
            format!("the parameter `{}`", name.text)
        } else {
            format!("the field `{}` of {}", name.text, site.inside)
        };
        param.description = self.description(table, Some((what.clone(), name.span)));
        param.nullable = table.flag("nullable").unwrap_or(false);
        param.coerce = table.flag("coerce").unwrap_or(site.coerce);
        let below = Self::field_site(site, &param.rust, what, param.description.clone());
        let ty = self.ty(table, name.span, &below);
        param.presence = self.presence(table, &name.text, ty.as_ref());
        param.ty = ty.unwrap_or(Type::Any);
        param
    }

    fn presence(&mut self, table: &raw::Table, name: &str, ty: Option<&Type>) -> Presence {
        let required = table.flag("required").unwrap_or(false);
        let Some(default) = table.entry("default") else {
            return if required {
                Presence::Required
            } else {
                Presence::Optional
            };
        };
        if required {
            let name = name.to_owned();
            self.complain(Problem::RequiredDefault { name }, default.span);
            return Presence::Required;
        }
        let raw::Data::Json(value) = &default.value.data else {
            return Presence::Optional;
        };
        let Some(ty) = ty else {
            return Presence::Optional;
        };
        let value = of_the_type(value.clone(), ty);
        // A named type may not be known yet: whether the value fits is judged once all are.
        self.pending.push(Pending {
            owner: self.owner,
            name: name.to_owned(),
            value: value.clone(),
            ty: ty.clone(),
            span: default.value.span,
        });
        Presence::Default(value)
    }

    fn given_twice(&mut self, again: &Field<'a>, first: &Field<'a>) {
        let name = again.named.name.text.clone();
        let problem = match &first.group {
            Some(group) => Problem::ParameterTwice {
                name,
                group: group.text.clone(),
            },
            None => Problem::DuplicateKey { key: name },
        };
        let place = again
            .group
            .as_ref()
            .map_or(again.named.name.span, |group| group.span);
        let first = first.named.name.span;
        self.report(Diagnostic::new(problem, place).also(first, "first here"));
    }
}
