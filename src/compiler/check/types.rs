//! Types: the one grammar that holds wherever a type stands.

use super::super::keys::Shape;
use super::super::model::{Home, Kind, List, Node, Record, Span, Type, TypeId};
use super::super::problem::Problem;
use super::super::raw::{self, Data};
use super::Check;
use super::names::type_name;
use super::parameters::Field;

/// The keys that say what a type is.
const SHAPES: &[&str] = &["enum", "items", "values", "fields", "tag", "schema"];

/// Where a type stands.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// The module that its definitions live in.
    pub(super) home: Home,
    /// The Rust name of a definition that it needs.
    pub(super) rust: String,
    /// As sentences name it: `the parameter `x``.
    pub(super) what: String,
    /// What stands in front of the names of the fields inside of it.
    pub(super) inside: String,
    /// What is said about it.
    pub(super) description: String,
    /// Are repairs allowed for fields that do not say?
    pub(super) coerce: bool,
    /// The definition that is waiting for it.
    pub(super) into: Option<TypeId>,
}

impl Site {
    /// The site of a record inside of it.
    pub(super) fn below(&self, rust: &str, what: String) -> Self {
        Self {
            home: self.home,
            rust: format!("{}{rust}", self.rust),
            inside: what.clone(),
            what,
            description: String::new(),
            coerce: self.coerce,
            into: None,
        }
    }
}

impl<'a> Check<'a> {
    /// A type that is written as a table. Nothing if it is wrong, which is reported then.
    pub(super) fn ty(&mut self, table: &'a raw::Table, name: Span, site: &Site) -> Option<Type> {
        let shape = self.shape_key(table, name, site)?;
        let ty = match shape {
            "enum" => self.words(table, site)?,
            "items" => {
                let item = self.node(table.value("items")?, site)?;
                Type::List(Box::new(List {
                    item,
                    min_items: None,
                    max_items: None,
                }))
            }
            "values" => Type::Map(Box::new(self.node(table.value("values")?, site)?)),
            "fields" => self.object(table, site),
            "tag" => self.tagged(table, site)?,
            "schema" => Type::Raw(self.raw_schema(&table.text("schema")?)?),
            _ => self.grammar(table.value("type")?, site)?,
        };
        Some(self.limits(table, shape, ty))
    }

    /// The key that says what the type is. Exactly one does; `type = "array"` and the like beside it is redundant.
    fn shape_key(
        &mut self,
        table: &'a raw::Table,
        name: Span,
        site: &Site,
    ) -> Option<&'static str> {
        let spoilt = |key: &&str| SHAPES.contains(key) || *key == "type" || *key == "variants";
        if table.spoilt.iter().any(spoilt) {
            self.spoil();
            return None;
        }
        let mut shapes = table
            .entries
            .iter()
            .filter(|entry| SHAPES.contains(&entry.key.name));
        let said = table.entry("type");
        let Some(first) = shapes.next() else {
            if table.entry("variants").is_some() {
                self.missing("tag", table);
                return None;
            }
            let Some(said) = said else {
                let what = site.what.clone();
                self.complain(Problem::NoType { what }, name);
                return None;
            };
            let keys = match said.value.text().as_ref().map(|word| word.text.as_str()) {
                Some("array") => "`items`",
                Some("object") => "`fields` or `values`",
                _ => return Some("type"),
            };
            let problem = Problem::HalfShape {
                word: said.value.text()?.text,
                keys: keys.to_owned(),
            };
            self.complain(problem, said.value.span);
            return None;
        };
        let redundant = |said: &raw::Entry| {
            let word = said.value.text();
            let fits: &[&str] = match word.as_ref().map(|word| word.text.as_str()) {
                Some("array") => &["items"],
                Some("object") => &["fields", "values", "tag"],
                Some("string" | "integer") => &["enum"],
                _ => &[],
            };
            fits.contains(&first.key.name)
        };
        let second = shapes
            .next()
            .or_else(|| said.filter(|said| !redundant(said)));
        if let Some(second) = second {
            let mut both = [first, second];
            both.sort_by_key(|entry| entry.span.start);
            let problem = Problem::TwoShapes {
                first: both[0].key.name.to_owned(),
                second: both[1].key.name.to_owned(),
            };
            self.complain(problem, both[1].span);
            return None;
        }
        Some(first.key.name)
    }

    /// A type where it stands, with what is said about it.
    pub(super) fn node(&mut self, value: &'a raw::Value, site: &Site) -> Option<Node> {
        let description = match &value.data {
            Data::Table(table) => self.description(table, None),
            _ => String::new(),
        };
        let site = Site {
            into: None,
            description: description.clone(),
            ..site.clone()
        };
        let ty = self.grammar(value, &site)?;
        Some(Node { ty, description })
    }

    /// A type as it can be written: a name, a list of types, or a table.
    fn grammar(&mut self, value: &'a raw::Value, site: &Site) -> Option<Type> {
        match &value.data {
            Data::Text(name) => self.reference(name, value.span),
            Data::List(list) => self.union(list, value.span, site),
            Data::Table(table) => self.ty(table, table.span, site),
            _ => None,
        }
    }

    fn object(&mut self, table: &'a raw::Table, site: &Site) -> Type {
        let id = self.place(site);
        let fields: Vec<_> = table.named("fields").iter().map(Field::own).collect();
        let open = table.flag("open").unwrap_or(false);
        let fields = self.parameters(&fields, open, site);
        self.types[id.0].kind = Kind::Record(Record { fields, open });
        Type::Named(id)
    }

    /// The definition of what stands here: the one that waits for it, or a new one.
    pub(super) fn place(&mut self, site: &Site) -> TypeId {
        match site.into {
            Some(id) => id,
            None => {
                let kind = Kind::Choice(Vec::new());
                self.define(site.home, &site.rust, site.description.clone(), kind)
            }
        }
    }

    /// A site for a field.
    pub(super) fn field_site(site: &Site, rust: &str, what: String, description: String) -> Site {
        let record = match site.into {
            // The parameters of a tool are in the tool's own module already.
            Some(_) if matches!(site.home, Home::Tool(_)) => "",
            _ => site.rust.as_str(),
        };
        Site {
            home: site.home,
            rust: format!("{record}{}", type_name(rust)),
            inside: what.clone(),
            what,
            description,
            coerce: site.coerce,
            into: None,
        }
    }

    /// Somebody else's schema: a JSON object, and nothing else is looked at.
    pub(super) fn raw_schema(&mut self, text: &raw::Text) -> Option<String> {
        match serde_json::from_str::<serde_json::Value>(&text.text) {
            Ok(serde_json::Value::Object(_)) => return Some(text.text.clone()),
            Ok(other) => {
                let found = super::defaults::json_kind(&other).to_owned();
                self.complain(Problem::SchemaNotObject { found }, text.span);
            }
            Err(error) => {
                let reason = error.to_string();
                self.complain(Problem::BadSchema { reason }, text.span);
            }
        }
        None
    }

    /// What a type is, as far as the keys beside it are concerned. Nothing for a definition that stands elsewhere.
    pub(super) fn shape(key: &str, ty: &Type) -> Option<Shape> {
        Some(match (key, ty) {
            ("enum", _) => Shape::Enum,
            ("items", _) => Shape::List,
            ("values", _) => Shape::Map,
            ("fields", _) => Shape::Object,
            ("tag", _) => Shape::Tagged,
            ("schema", _) => Shape::Raw,
            (_, Type::Text(_)) => Shape::Text,
            (_, Type::Integer(integer)) if integer.allowed.is_empty() => Shape::Integer,
            (_, Type::Integer(_)) => Shape::Enum,
            (_, Type::Number(_)) => Shape::Number,
            (_, Type::Boolean) => Shape::Boolean,
            (_, Type::Any) => Shape::Any,
            (_, Type::List(_)) => Shape::List,
            (_, Type::Map(_)) => Shape::Map,
            (_, Type::Raw(_)) => Shape::Raw,
            (_, Type::Named(_)) => return None,
        })
    }
}
