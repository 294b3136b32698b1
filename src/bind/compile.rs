//! Static tables to a plan.

use std::collections::HashMap;

use regex::Regex;
use serde_json::Value;

use super::format::Format;
use super::gate::{Gate, Shape as RawShape};
use super::plan::{
    Bound, Choice, Field, Integer, List, Mode, Number, Plan, Presence, Record, Root, Shape, Tagged,
    Text, Type, TypeId, either,
};
use super::table::{self, End, Literal, Table};

/// The plan of a generated record.
pub(super) fn table(table: &'static Table) -> Plan {
    let mut compiler = Compiler::default();
    let root = match table.schema {
        Some(schema) => Root::Raw(Gate::new(&json(schema))),
        None => Root::Record(compiler.record(table)),
    };
    Plan {
        types: compiler.types.into_iter().flatten().collect(),
        records: compiler.records,
        root,
        coerce: false,
    }
}

/// Tables and types are statics, so an address tells whether one has been met before.
#[derive(Default)]
struct Compiler {
    types: Vec<Option<Type>>,
    records: Vec<Record>,
    known_types: HashMap<usize, TypeId>,
    known_records: HashMap<usize, usize>,
    any: Option<TypeId>,
}

impl Compiler {
    fn record(&mut self, table: &'static Table) -> usize {
        let address = std::ptr::from_ref(table).addr();
        if let Some(known) = self.known_records.get(&address) {
            return *known;
        }
        let id = self.records.len();
        self.known_records.insert(address, id);
        self.records.push(Record::default());
        let fields = table.fields.iter().map(|field| self.field(field)).collect();
        let rest = table.open.then(|| self.any());
        self.records[id] = Record::new(fields, rest);
        id
    }

    fn field(&mut self, field: &'static table::Field) -> Field {
        Field {
            name: field.name.into(),
            ty: self.ty(&field.ty),
            presence: match field.default {
                Some(default) => Presence::Default(value(default)),
                None if field.required => Presence::Required,
                None => Presence::Optional,
            },
            mode: Mode {
                nullable: field.nullable,
                coerce: field.coerce,
            },
        }
    }

    fn any(&mut self) -> TypeId {
        if let Some(known) = self.any {
            return known;
        }
        let id = self.types.len();
        self.types.push(Some(Type::new(Shape::Any, "")));
        self.any = Some(id);
        id
    }

    fn ty(&mut self, ty: &'static table::Type) -> TypeId {
        let address = std::ptr::from_ref(ty).addr();
        if let Some(known) = self.known_types.get(&address) {
            return *known;
        }
        let id = self.types.len();
        self.known_types.insert(address, id);
        self.types.push(None);
        let (shape, expected) = self.shape(ty);
        self.types[id] = Some(Type::new(shape, &expected));
        id
    }

    fn shape(&mut self, ty: &'static table::Type) -> (Shape, String) {
        let (shape, expected) = match ty.shape {
            table::Shape::Text => (Shape::Text(text(ty)), "string"),
            table::Shape::Integer => (Shape::Integer(integer(ty)), "integer"),
            table::Shape::Number => (Shape::Number(number(ty)), "number"),
            table::Shape::Boolean => (Shape::Boolean, "boolean"),
            table::Shape::Any => (Shape::Any, ""),
            table::Shape::Choice(words) => {
                let choice = Choice::new(words.iter().copied());
                (Shape::Choice(Box::new(choice)), "string")
            }
            table::Shape::List(item) => {
                let list = List {
                    item: self.ty(item),
                    min: ty.min,
                    max: ty.max,
                };
                (Shape::List(list), "array")
            }
            table::Shape::Map(value) => (Shape::Map(self.ty(value)), "object"),
            table::Shape::Record(table) => (Shape::Record(self.record(table)), "object"),
            table::Shape::Tagged(tag, variants) => {
                let tagged = Tagged {
                    tag: tag.into(),
                    values: Choice::new(variants.iter().map(|(value, _)| *value)),
                    records: variants
                        .iter()
                        .map(|(_, table)| self.record(table))
                        .collect(),
                };
                (Shape::Tagged(Box::new(tagged)), "object")
            }
            table::Shape::Union(alternatives) => {
                let names = either(alternatives.iter().map(|ty| noun(ty)));
                let types = alternatives.iter().map(|ty| self.ty(ty)).collect();
                return (Shape::Union(types), names);
            }
            table::Shape::Raw(schema) => {
                let shape = RawShape::new(&json(schema));
                let expected = shape.expected();
                return (Shape::Raw(Box::new(shape)), expected);
            }
        };
        (shape, expected.to_owned())
    }
}

/// What sentences call a type. A union inside a union is named by its first level only, so that recursion ends.
fn noun(ty: &table::Type) -> &'static str {
    match ty.shape {
        table::Shape::Text | table::Shape::Choice(_) => "string",
        table::Shape::Integer => "integer",
        table::Shape::Number => "number",
        table::Shape::Boolean => "boolean",
        table::Shape::List(_) => "array",
        table::Shape::Map(_) | table::Shape::Record(_) | table::Shape::Tagged(..) => "object",
        table::Shape::Any | table::Shape::Raw(_) | table::Shape::Union(_) => "",
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn value(literal: Literal) -> Value {
    match literal {
        Literal::Text(text) => text.into(),
        Literal::Integer(integer) => integer.into(),
        Literal::Number(number) => number.into(),
        Literal::Boolean(boolean) => boolean.into(),
        Literal::Json(text) => json(text),
    }
}

fn text(ty: &table::Type) -> Option<Box<Text>> {
    let limits = Text {
        min: ty.min,
        max: ty.max,
        pattern: ty.pattern.and_then(|pattern| Regex::new(pattern).ok()),
        format: ty.format.and_then(Format::named),
    };
    let none =
        ty.min.is_none() && ty.max.is_none() && limits.pattern.is_none() && limits.format.is_none();
    (!none).then(|| Box::new(limits))
}

fn integer(ty: &table::Type) -> Option<Box<Integer>> {
    let bound = |end| match end {
        End::Integer(end) => Some(Bound::Inclusive(end)),
        End::IntegerExclusive(end) => Some(Bound::Exclusive(end)),
        _ => None,
    };
    let limits = Integer {
        lower: bound(ty.lower),
        upper: bound(ty.upper),
        clamp: ty.clamp,
        allowed: ty.allowed.into(),
    };
    let none = limits.lower.is_none() && limits.upper.is_none() && limits.allowed.is_empty();
    (!none).then(|| Box::new(limits))
}

fn number(ty: &table::Type) -> Option<Box<Number>> {
    let bound = |end| match end {
        End::Number(end) => Some(Bound::Inclusive(end)),
        End::NumberExclusive(end) => Some(Bound::Exclusive(end)),
        _ => None,
    };
    let limits = Number {
        lower: bound(ty.lower),
        upper: bound(ty.upper),
        clamp: ty.clamp,
    };
    (limits.lower.is_some() || limits.upper.is_some()).then(|| Box::new(limits))
}
