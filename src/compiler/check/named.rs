//! Named types: known by their names before anything is looked at, since they may use each other.

use super::super::diagnostic::Diagnostic;
use super::super::hints;
use super::super::model::{Home, Kind, Span, Text, Type, TypeId};
use super::super::problem::Problem;
use super::super::raw::{self, Data};
use super::extent::{LEVELS, is_shallow, too_deep};
use super::names::{Role, Scope};
use super::types::Site;
use super::{Check, NamedType, Owner};

/// The words of the format that are types, or look like some.
const WORDS: &[&str] = &[
    "string", "number", "integer", "boolean", "any", "array", "object", "content",
];

/// How far a named type is.
#[derive(Debug, Clone)]
pub(super) enum State {
    /// It is a Rust type of its own.
    Definition(TypeId),
    /// It is another name for a type: not looked at yet,
    Unseen,
    /// being looked at,
    Busy,
    /// known; nothing if it is broken.
    Known(Option<Type>),
}

impl<'a> Check<'a> {
    /// All named types.
    pub(super) fn types(&mut self) {
        let files = self.files;
        let mut scope = Scope::new(Role::Type);
        for named in files.iter().flat_map(|file| &file.types) {
            self.owner = Owner::Type(self.named.len());
            self.declare_type(named, &mut scope);
        }
        for index in 0..self.named.len() {
            self.owner = Owner::Type(index);
            if self.named[index].raw.whole {
                self.named_type(index);
            }
        }
    }

    /// Makes a name known, before anything is looked at that may use it.
    fn declare_type(&mut self, named: &'a raw::Named, scope: &mut Scope) {
        let (name, span) = (named.name.text.as_str(), named.name.span);
        if named.broken || !named.whole {
            self.spoil();
        }
        if name.is_empty() {
            let what = "a type".to_owned();
            self.complain(Problem::EmptyName { what }, span);
        } else if WORDS.contains(&name) {
            let name = name.to_owned();
            self.complain(Problem::ReservedType { name }, span);
        }
        if let Some(first) = self.by_name.get(name) {
            let first = self.named[*first].raw.name.span;
            self.twice("types", named, first);
        } else {
            self.by_name.insert(name, self.named.len());
        }
        let table = named.table();
        let defines = table.is_some_and(|table| {
            let value = |key| table.value(key).map(|value| &value.data);
            let words = matches!(value("enum"), Some(Data::List(list))
                if !list.iter().any(|value| matches!(value.data, Data::Integer(_))));
            let union = matches!(value("type"), Some(Data::List(_)));
            words || union || table.gave("fields") || table.gave("tag") || table.gave("variants")
        });
        let state = if defines && !name.is_empty() && !WORDS.contains(&name) {
            let said = table.and_then(|table| table.text("rust"));
            let said = said.as_ref().map(|said| (said.text.as_str(), said.span));
            let (rust, problem) = scope.name(name, span, said);
            problem.into_iter().for_each(|problem| self.report(problem));
            let kind = Kind::Choice(Vec::new());
            let id = self.define(Home::Types, &rust, String::new(), kind);
            self.types[id.0].wire = Some(name.to_owned());
            State::Definition(id)
        } else {
            State::Unseen
        };
        self.named.push(NamedType { raw: named, state });
    }

    /// There are two of a name.
    pub(super) fn twice(&mut self, what: &str, named: &raw::Named, first: Span) {
        let problem = Problem::DuplicateName {
            what: what.to_owned(),
            name: named.name.text.clone(),
        };
        self.report(Diagnostic::new(problem, named.name.span).also(first, "first here"));
    }

    /// What a name stands for.
    fn named_type(&mut self, index: usize) -> Option<Type> {
        let raw = self.named[index].raw;
        let into = match self.named[index].state.clone() {
            State::Known(ty) => return ty,
            State::Busy => {
                let name = &raw.name.text;
                let path = format!("`{name}` is `{name}`");
                self.complain(Problem::Endless { path }, raw.name.span);
                return None;
            }
            State::Definition(id) => Some(id),
            State::Unseen => None,
        };
        if into.is_none() {
            self.named[index].state = State::Busy;
            self.following += 1;
        }
        let asking = std::mem::replace(&mut self.owner, Owner::Type(index));
        let table = raw.table().filter(|_| self.following <= LEVELS);
        let ty = table.and_then(|table| {
            let name = &raw.name.text;
            let description = self.description(table, None);
            let rust = into.map_or_else(
                || Role::Type.propose(name),
                |id| self.types[id.0].rust.clone(),
            );
            if let Some(id) = into {
                self.types[id.0].description = description.clone();
            }
            let site = Site {
                home: Home::Types,
                rust,
                what: format!("the type `{name}`"),
                inside: format!("the type `{name}`"),
                description,
                coerce: false,
                into,
            };
            self.ty(table, raw.name.span, &site)
        });
        let deep = ty.as_ref().is_some_and(|ty| !is_shallow(ty, LEVELS));
        if self.following > LEVELS || deep {
            let what = format!("the type `{}`", raw.name.text);
            self.complain(too_deep(what), raw.name.span);
        }
        let ty = ty.filter(|_| !deep);
        self.owner = asking;
        if into.is_none() {
            self.following -= 1;
            self.named[index].state = State::Known(ty.clone());
        }
        ty
    }

    /// A type by its name.
    pub(super) fn reference(&mut self, name: &str, span: Span) -> Option<Type> {
        let half = match name {
            "string" => return Some(Type::Text(Text::default())),
            "number" => return Some(Type::Number(Default::default())),
            "integer" => return Some(Type::Integer(Default::default())),
            "boolean" => return Some(Type::Boolean),
            "any" => return Some(Type::Any),
            "array" => Some("`items` in a table: `{ items = \"string\" }`"),
            "object" => Some("`fields` or `values` in a table: `{ values = \"string\" }`"),
            _ => None,
        };
        if let Some(keys) = half {
            let (word, keys) = (name.to_owned(), keys.to_owned());
            self.complain(Problem::HalfShape { word, keys }, span);
            return None;
        }
        if let Some(index) = self.by_name.get(name).copied() {
            self.needs.push((self.owner, Owner::Type(index)));
            return match self.named[index].state {
                State::Definition(id) => Some(Type::Named(id)),
                _ => self.named_type(index),
            };
        }
        if self.partial {
            self.spoil();
            return None;
        }
        let known = WORDS[..5]
            .iter()
            .copied()
            .chain(self.by_name.keys().copied());
        let mut known: Vec<_> = known.collect();
        known[5..].sort_unstable();
        let problem = Problem::UnknownType {
            name: name.to_owned(),
            hint: hints::hint(name, known.iter().copied(), ""),
        };
        let mut diagnostic = Diagnostic::new(problem, span);
        diagnostic.fix = hints::nearest(name, known.into_iter()).map(|name| format!("{name:?}"));
        self.report(diagnostic);
        None
    }
}
