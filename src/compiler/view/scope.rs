//! One generated module, and how other types are named in it.

use std::cell::Cell;
use std::collections::HashMap;

use super::super::literal;
use super::super::model::{Catalog, Home, Kind, Param, Presence, Type, TypeDef, TypeId};
use super::Code;
use super::expression::{self, Typed};

/// What is the same wherever a type is named, by the type's index.
pub(super) struct Names<'a> {
    /// The static that describes a record or union.
    tables: Vec<Code>,
    /// The first parameter that has the type.
    users: Vec<Option<&'a Param>>,
}

impl<'a> Names<'a> {
    pub(super) fn of(catalog: &'a Catalog) -> Self {
        let mut users = vec![None; catalog.types.len()];
        for definition in &catalog.types {
            if let Kind::Record(record) = &definition.kind {
                for param in &record.fields {
                    if let Some(id) = mentioned(&param.ty) {
                        users[id.0].get_or_insert(param);
                    }
                }
            }
        }
        let mut taken: HashMap<(Home, String), usize> = HashMap::new();
        let tables = catalog.types.iter().map(|definition| {
            let name = screaming(&definition.rust);
            let count = taken.entry((definition.home, name.clone())).or_default();
            *count += 1;
            match *count {
                // A tool's own are called so.
                1 if ["TABLE", "NAME", "SCHEMA"].contains(&name.as_str()) => {
                    format!("{name}_TYPE").into()
                }
                1 => name.into(),
                // `ToDo` and `To_Do` are two types and would be one constant.
                count => format!("{name}_{count}").into(),
            }
        });
        Self {
            tables: tables.collect(),
            users,
        }
    }
}

/// A module, as the place where types are named.
pub(super) struct Scope<'a> {
    catalog: &'a Catalog,
    names: &'a Names<'a>,
    home: Home,
    used_types: Cell<bool>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(catalog: &'a Catalog, names: &'a Names<'a>, home: Home) -> Self {
        Self {
            catalog,
            names,
            home,
            used_types: Cell::new(false),
        }
    }

    /// Was anything of `types` named?
    pub(super) fn used_types(&self) -> bool {
        self.used_types.get()
    }

    pub(super) fn get(&self, id: TypeId) -> &'a TypeDef {
        self.catalog.get(id)
    }

    /// Of tables: those of named types are read by the tools' modules.
    pub(super) fn visibility(&self) -> Code {
        match self.home {
            Home::Types => "pub(super)".into(),
            Home::Tool(_) => "".into(),
        }
    }

    /// A type of its own, as named here.
    pub(super) fn path(&self, id: TypeId) -> Code {
        format!("{}{}", self.prefix(id), self.get(id).rust).into()
    }

    /// The static that describes a record or union, where it is made.
    pub(super) fn table_name(&self, id: TypeId) -> Code {
        self.names.tables[id.0].clone()
    }

    /// What a type without words of its own is there for: the first parameter that has it.
    pub(super) fn origin(&self, id: TypeId) -> String {
        if self.get(id).wire.is_some() {
            return String::new();
        }
        let user = self.names.users[id.0];
        match (user, &self.get(id).kind) {
            (Some(param), Kind::Choice(_)) => format!("Values of `{}`.", param.name),
            (Some(param), Kind::Record(_)) => format!("What `{}` holds.", param.name),
            (Some(param), _) => format!("What `{}` may be.", param.name),
            (None, _) => String::new(),
        }
    }

    /// The Rust type of a declared type.
    pub(super) fn rust_type(&self, ty: &Type) -> Code {
        match ty {
            Type::Text(_) => "String".into(),
            Type::Integer(_) => "i64".into(),
            Type::Number(_) => "f64".into(),
            Type::Boolean => "bool".into(),
            Type::Any | Type::Raw(_) => "rt::Value".into(),
            Type::List(list) => format!("Vec<{}>", self.rust_type(&list.item.ty)).into(),
            Type::Map(value) => {
                format!("rt::BTreeMap<String, {}>", self.rust_type(&value.ty)).into()
            }
            Type::Named(id) => self.path(*id),
        }
    }

    /// The Rust type of a field.
    pub(super) fn field_type(&self, param: &Param) -> Code {
        let mut ty = self.rust_type(&param.ty);
        if param.boxed {
            ty = format!("rt::Boxed<{ty}>").into();
        }
        if param.nullable {
            ty = format!("Option<{ty}>").into();
        }
        if param.presence == Presence::Optional {
            ty = format!("Option<{ty}>").into();
        }
        ty
    }

    /// The static description of a declared type.
    pub(super) fn type_expression(&self, ty: &Type) -> Code {
        match ty {
            Type::Text(text) => expression::text(text).into(),
            Type::Integer(integer) => expression::integer(integer).into(),
            Type::Number(number) => expression::number(number).into(),
            Type::Boolean => "rt::boolean()".into(),
            Type::Any => "rt::any()".into(),
            Type::List(list) => {
                expression::array(list, &self.type_expression(&list.item.ty)).into()
            }
            Type::Map(value) => format!("rt::map(&{})", self.type_expression(&value.ty)).into(),
            Type::Named(id) => self.named_expression(*id).into(),
            Type::Raw(schema) => format!("rt::raw({})", literal::string(schema)).into(),
        }
    }

    fn named_expression(&self, id: TypeId) -> String {
        let table = format!("{}{}", self.prefix(id), self.table_name(id));
        match &self.get(id).kind {
            Kind::Record(_) => format!("rt::record(&{table})"),
            Kind::Choice(_) => {
                format!("rt::choice(<{} as rt::Choice>::WORDS)", self.path(id))
            }
            Kind::Tagged(_) | Kind::Union(_) => table,
        }
    }

    /// One variant of a tagged union in its static description.
    pub(super) fn variant_row(&self, value: &str, record: TypeId) -> Code {
        let table = format!("{}{}", self.prefix(record), self.table_name(record));
        format!("({}, &{table})", literal::string(value)).into()
    }

    /// The static description of a field.
    pub(super) fn row(&self, param: &Param) -> Code {
        let name = literal::string(&param.name);
        let ty = self.type_expression(&param.ty);
        let presence = expression::presence(&param.presence, self.typed(&param.ty));
        let nullable = if param.nullable { ".nullable()" } else { "" };
        let coerce = if param.coerce { ".coerce()" } else { "" };
        format!("rt::Field::new({name}, {ty}){presence}{nullable}{coerce}").into()
    }

    fn typed(&self, ty: &Type) -> Typed {
        match ty {
            Type::Text(_) => Typed::Text,
            Type::Integer(_) => Typed::Integer,
            Type::Number(_) => Typed::Number,
            Type::Boolean => Typed::Boolean,
            Type::Named(id) if matches!(self.get(*id).kind, Kind::Choice(_)) => Typed::Text,
            Type::Any | Type::List(_) | Type::Map(_) | Type::Named(_) | Type::Raw(_) => Typed::Json,
        }
    }

    fn prefix(&self, id: TypeId) -> &'static str {
        if self.get(id).home == Home::Types && self.home != Home::Types {
            self.used_types.set(true);
            "types::"
        } else {
            ""
        }
    }
}

/// The definition that a type leads to, through lists and maps.
fn mentioned(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::List(list) => mentioned(&list.item.ty),
        Type::Map(value) => mentioned(&value.ty),
        _ => None,
    }
}

/// `OutputMode` as the name of a constant: `OUTPUT_MODE`.
fn screaming(name: &str) -> String {
    let mut screaming = String::with_capacity(name.len() + 4);
    let mut after_lower = false;
    for character in name.chars() {
        if character.is_uppercase() && after_lower {
            screaming.push('_');
        }
        after_lower = character.is_lowercase() || character.is_ascii_digit();
        screaming.extend(character.to_uppercase());
    }
    screaming
}
