//! Untagged unions: alternatives in the order in which they are tried, each reachable.

use std::collections::HashSet;

use super::super::model::{Alternative, Kind, Span, Text, Type};
use super::super::problem::Problem;
use super::super::raw::Value;
use super::Check;
use super::names::{Role, unique};
use super::types::Site;

impl<'a> Check<'a> {
    /// A list of types.
    pub(super) fn union(&mut self, list: &'a [Value], span: Span, site: &Site) -> Option<Type> {
        if list.len() < 2 {
            self.complain(Problem::ShortUnion {}, span);
            return None;
        }
        let id = self.place(site);
        let mut taken = HashSet::new();
        let mut alternatives: Vec<Alternative> = Vec::new();
        let mut whole = true;
        for (index, value) in list.iter().enumerate() {
            let inner = Site {
                rust: format!("{}{}", site.rust, index + 1),
                into: None,
                ..site.clone()
            };
            let Some(node) = self.node(value, &inner) else {
                whole = false;
                continue;
            };
            let earlier = alternatives
                .iter()
                .find(|earlier| self.covers(&earlier.node.ty, &node.ty));
            if let Some(earlier) = earlier {
                let problem = Problem::Unreachable {
                    alternative: self.word(&node.ty),
                    earlier: self.word(&earlier.node.ty),
                };
                self.complain(problem, value.span);
            }
            let variant = self.variant(&node.ty);
            let rust = unique(Role::Variant, &variant, |name| taken.contains(name));
            taken.insert(rust.clone());
            alternatives.push(Alternative { rust, node });
        }
        self.types[id.0].kind = Kind::Union(alternatives);
        whole.then_some(Type::Named(id))
    }

    /// Does the first take every value that the second takes? Only what is certain: a raw schema and a pattern are not looked into.
    fn covers(&self, first: &Type, second: &Type) -> bool {
        if first == second {
            return true;
        }
        match (first, second) {
            (Type::Any, _) => true,
            (Type::Number(number), Type::Integer(_) | Type::Number(_)) => {
                number.lower.is_none() && number.upper.is_none()
            }
            (Type::Integer(first), Type::Integer(second)) => {
                if first.allowed.is_empty() {
                    first.lower.is_none() && first.upper.is_none()
                } else {
                    !second.allowed.is_empty()
                        && second
                            .allowed
                            .iter()
                            .all(|value| first.allowed.contains(value))
                }
            }
            (Type::Text(text), Type::Text(_)) => *text == Text::default(),
            (Type::Text(text), Type::Named(id)) => {
                *text == Text::default() && matches!(self.types[id.0].kind, Kind::Choice(_))
            }
            (Type::Named(first), Type::Named(second)) => {
                match (&self.types[first.0].kind, &self.types[second.0].kind) {
                    (Kind::Choice(first), Kind::Choice(second)) => {
                        !second.is_empty()
                            && second
                                .iter()
                                .all(|word| first.iter().any(|other| other.value == word.value))
                    }
                    _ => false,
                }
            }
            (Type::List(first), Type::List(second)) => {
                first.min_items.is_none()
                    && first.max_items.is_none()
                    && self.covers(&first.item.ty, &second.item.ty)
            }
            (Type::Map(first), Type::Map(second)) => self.covers(&first.ty, &second.ty),
            (Type::Map(map), Type::Named(id)) => {
                map.ty == Type::Any
                    && matches!(self.types[id.0].kind, Kind::Record(_) | Kind::Tagged(_))
            }
            _ => false,
        }
    }

    /// The name of an alternative's Rust variant.
    fn variant(&self, ty: &Type) -> String {
        let word = match ty {
            Type::Text(_) => "Text",
            Type::Integer(_) => "Integer",
            Type::Number(_) => "Number",
            Type::Boolean => "Boolean",
            Type::Any => "Any",
            Type::List(_) => "List",
            Type::Map(_) => "Map",
            Type::Raw(_) => "Raw",
            Type::Named(id) => {
                let definition = &self.types[id.0];
                match (&definition.wire, &definition.kind) {
                    (Some(_), _) => return definition.rust.clone(),
                    (None, Kind::Record(_)) => "Object",
                    (None, Kind::Choice(_)) => "Word",
                    (None, Kind::Tagged(_)) => "Tagged",
                    (None, Kind::Union(_)) => "Union",
                }
            }
        };
        word.to_owned()
    }

    /// A type as sentences name it.
    pub(super) fn word(&self, ty: &Type) -> String {
        let word = match ty {
            Type::Text(_) => "`string`",
            Type::Integer(_) => "`integer`",
            Type::Number(_) => "`number`",
            Type::Boolean => "`boolean`",
            Type::Any => "`any`",
            Type::List(list) => return format!("an array of {}", self.word(&list.item.ty)),
            Type::Map(map) => return format!("a map of {}", self.word(&map.ty)),
            Type::Raw(_) => "a raw schema",
            Type::Named(id) => {
                let definition = &self.types[id.0];
                match (&definition.wire, &definition.kind) {
                    (Some(name), _) => return format!("`{name}`"),
                    (None, Kind::Record(_)) => "an object",
                    (None, Kind::Choice(_)) => "an enum",
                    (None, Kind::Tagged(_)) => "a tagged union",
                    (None, Kind::Union(_)) => "a union",
                }
            }
        };
        word.to_owned()
    }
}
