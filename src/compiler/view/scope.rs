//! One generated module, and how other types are named in it.

use std::cell::Cell;

use super::super::literal;
use super::super::model::{Catalog, Home, Kind, Param, Presence, Type, TypeDef, TypeId};
use super::Code;
use super::expression::{self, Typed};

/// A module, as the place where types are named.
pub(super) struct Scope<'a> {
    catalog: &'a Catalog,
    home: Home,
    used_types: Cell<bool>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(catalog: &'a Catalog, home: Home) -> Self {
        Self {
            catalog,
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
        let definition = self.get(id);
        let name = screaming(&definition.rust);
        let earlier = self.catalog.types[..id.0]
            .iter()
            .filter(|other| other.home == definition.home && screaming(&other.rust) == name)
            .count();
        match earlier {
            // A tool's own are called so.
            0 if ["TABLE", "NAME", "SCHEMA"].contains(&name.as_str()) => format!("{name}_TYPE"),
            0 => name,
            // `ToDo` and `To_Do` are two types and would be one constant.
            _ => format!("{name}_{}", earlier + 1),
        }
        .into()
    }

    /// What a type without words of its own is there for: the first parameter that has it.
    pub(super) fn origin(&self, id: TypeId) -> String {
        if self.get(id).wire.is_some() {
            return String::new();
        }
        let records = self.catalog.types.iter().filter_map(|ty| match &ty.kind {
            Kind::Record(record) => Some(record),
            _ => None,
        });
        let user = records
            .flat_map(|record| &record.fields)
            .find(|param| mentions(&param.ty, id));
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

fn mentions(ty: &Type, id: TypeId) -> bool {
    match ty {
        Type::Named(other) => *other == id,
        Type::List(list) => mentions(&list.item.ty, id),
        Type::Map(value) => mentions(&value.ty, id),
        _ => false,
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
