//! A checked declaration to a plan: what a generated tool does with arguments, without generating it.

use std::collections::HashMap;

use regex::Regex;
use serde_json::Value;

use super::format::Format;
use super::gate::{Gate, Shape as RawShape};
use super::plan::{
    Bound, Choice, Field, Integer, List, Mode, Number, Plan, Presence, Record, RecordId, Root,
    Shape, Tagged, Text, Type, TypeId, either,
};
use crate::compiler::model::{self, Catalog, Kind};

impl Plan {
    /// The plan of the tool with this index.
    pub fn from_declaration(catalog: &Catalog, tool: usize) -> Self {
        let mut compiler = Compiler {
            catalog,
            types: Vec::new(),
            records: Vec::new(),
            named: HashMap::new(),
            made: HashMap::new(),
        };
        let root = match &catalog.tools[tool].input {
            model::Input::Record(id) => Root::Record(compiler.record(*id)),
            model::Input::Raw(schema) => Root::Raw(Gate::new(&json(schema))),
        };
        Self {
            types: compiler.types,
            records: compiler.records,
            root,
            coerce: false,
        }
    }
}

struct Compiler<'c> {
    catalog: &'c Catalog,
    types: Vec<Type>,
    records: Vec<Record>,
    named: HashMap<model::TypeId, TypeId>,
    made: HashMap<model::TypeId, RecordId>,
}

impl Compiler<'_> {
    fn add(&mut self, shape: Shape, expected: &str) -> TypeId {
        self.types.push(Type::new(shape, expected));
        self.types.len() - 1
    }

    fn record(&mut self, id: model::TypeId) -> RecordId {
        if let Some(known) = self.made.get(&id) {
            return *known;
        }
        let made = self.records.len();
        self.made.insert(id, made);
        self.records.push(Record::default());
        if let Kind::Record(record) = &self.catalog.get(id).kind {
            let fields = record
                .fields
                .iter()
                .map(|param| self.field(param))
                .collect();
            let rest = record.open.then(|| self.add(Shape::Any, ""));
            self.records[made] = Record::new(fields, rest);
        }
        made
    }

    fn field(&mut self, param: &model::Param) -> Field {
        Field {
            name: param.name.as_str().into(),
            ty: self.ty(&param.ty),
            presence: match &param.presence {
                model::Presence::Required => Presence::Required,
                model::Presence::Optional => Presence::Optional,
                model::Presence::Default(value) => Presence::Default(value.clone()),
            },
            mode: Mode {
                nullable: param.nullable,
                coerce: param.coerce,
            },
        }
    }

    fn ty(&mut self, ty: &model::Type) -> TypeId {
        match ty {
            model::Type::Text(limits) => self.add(Shape::Text(text(limits)), "string"),
            model::Type::Integer(limits) => self.add(Shape::Integer(integer(limits)), "integer"),
            model::Type::Number(limits) => self.add(Shape::Number(number(limits)), "number"),
            model::Type::Boolean => self.add(Shape::Boolean, "boolean"),
            model::Type::Any => self.add(Shape::Any, ""),
            model::Type::List(list) => {
                let list = List {
                    item: self.ty(&list.item.ty),
                    min: list.min_items,
                    max: list.max_items,
                };
                self.add(Shape::List(list), "array")
            }
            model::Type::Map(value) => {
                let value = self.ty(&value.ty);
                self.add(Shape::Map(value), "object")
            }
            model::Type::Named(id) => self.named(*id),
            model::Type::Raw(schema) => {
                let shape = RawShape::new(&json(schema));
                let expected = shape.expected();
                self.add(Shape::Raw(Box::new(shape)), &expected)
            }
        }
    }

    fn named(&mut self, id: model::TypeId) -> TypeId {
        if let Some(known) = self.named.get(&id) {
            return *known;
        }
        let place = self.add(Shape::Any, "");
        self.named.insert(id, place);
        let catalog = self.catalog;
        let (shape, expected) = match &catalog.get(id).kind {
            Kind::Record(_) => (Shape::Record(self.record(id)), "object".to_owned()),
            Kind::Choice(words) => {
                let choice = Choice::new(words.iter().map(|word| word.value.as_str()));
                (Shape::Choice(Box::new(choice)), "string".to_owned())
            }
            Kind::Tagged(tagged) => {
                let variants = tagged.variants.iter();
                let tagged = Tagged {
                    tag: tagged.tag.as_str().into(),
                    values: Choice::new(variants.clone().map(|variant| variant.value.as_str())),
                    records: variants
                        .map(|variant| self.record(variant.record))
                        .collect(),
                };
                (Shape::Tagged(Box::new(tagged)), "object".to_owned())
            }
            Kind::Union(alternatives) => {
                let expected = either(alternatives.iter().map(|it| self.noun(&it.node.ty)));
                let types = alternatives.iter().map(|it| self.ty(&it.node.ty)).collect();
                (Shape::Union(types), expected)
            }
        };
        self.types[place] = Type::new(shape, &expected);
        place
    }

    /// What sentences call a type; nothing for what a union holds a union of.
    fn noun(&self, ty: &model::Type) -> &'static str {
        match ty {
            model::Type::Text(_) => "string",
            model::Type::Integer(_) => "integer",
            model::Type::Number(_) => "number",
            model::Type::Boolean => "boolean",
            model::Type::List(_) => "array",
            model::Type::Map(_) => "object",
            model::Type::Any | model::Type::Raw(_) => "",
            model::Type::Named(id) => match self.catalog.get(*id).kind {
                Kind::Choice(_) => "string",
                Kind::Record(_) | Kind::Tagged(_) => "object",
                Kind::Union(_) => "",
            },
        }
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn bound<T: Copy>(end: &model::Bound<T>) -> Bound<T> {
    match *end {
        model::Bound::Inclusive(end) => Bound::Inclusive(end),
        model::Bound::Exclusive(end) => Bound::Exclusive(end),
    }
}

fn text(limits: &model::Text) -> Option<Box<Text>> {
    (limits != &model::Text::default()).then(|| {
        Box::new(Text {
            min: limits.min_length,
            max: limits.max_length,
            pattern: limits
                .pattern
                .as_ref()
                .and_then(|pattern| Regex::new(pattern).ok()),
            format: limits.format.as_ref().and_then(|word| Format::named(word)),
        })
    })
}

fn integer(limits: &model::Integer) -> Option<Box<Integer>> {
    (limits != &model::Integer::default()).then(|| {
        Box::new(Integer {
            lower: limits.lower.as_ref().map(bound),
            upper: limits.upper.as_ref().map(bound),
            clamp: limits.clamp,
            allowed: limits.allowed.as_slice().into(),
        })
    })
}

fn number(limits: &model::Number) -> Option<Box<Number>> {
    (limits != &model::Number::default()).then(|| {
        Box::new(Number {
            lower: limits.lower.as_ref().map(bound),
            upper: limits.upper.as_ref().map(bound),
            clamp: limits.clamp,
        })
    })
}
