//! Types: the one grammar that holds wherever a type stands.

use super::super::diagnostic::Diagnostic;
use super::super::hints;
use super::super::keys::Shape;
use super::super::model::{
    Home, Kind, List, Node, Record, Span, Tagged, Text, Type, TypeId, Variant,
};
use super::super::problem::Problem;
use super::super::raw::{self, Data};
use super::names::{Role, Scope, type_name};
use super::parameters::Field;
use super::{Check, NamedType, Owner};

/// The words of the format that are types, or look like some.
const WORDS: &[&str] = &[
    "string", "number", "integer", "boolean", "any", "array", "object", "content",
];

/// The keys that say what a type is.
const SHAPES: &[&str] = &["enum", "items", "values", "fields", "tag", "schema"];

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
    fn below(&self, rust: &str, what: String) -> Self {
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
        }
        let asking = std::mem::replace(&mut self.owner, Owner::Type(index));
        let ty = raw.table().and_then(|table| {
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
        self.owner = asking;
        if into.is_none() {
            self.named[index].state = State::Known(ty.clone());
        }
        ty
    }

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
        if table.spoilt.iter().any(|key| spoilt(&key)) {
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

    fn reference(&mut self, name: &str, span: Span) -> Option<Type> {
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

    fn object(&mut self, table: &'a raw::Table, site: &Site) -> Type {
        let id = self.place(site);
        let fields: Vec<_> = table.named("fields").iter().map(Field::own).collect();
        let open = table.flag("open").unwrap_or(false);
        let fields = self.parameters(&fields, open, site);
        self.types[id.0].kind = Kind::Record(Record { fields, open });
        Type::Named(id)
    }

    fn tagged(&mut self, table: &'a raw::Table, site: &Site) -> Option<Type> {
        let tag = table.text("tag")?;
        let Some(written) = table.entry("variants") else {
            self.missing("variants", table);
            return None;
        };
        let id = self.place(site);
        let mut scope = Scope::new(Role::Variant);
        let mut variants = Vec::new();
        if table.named("variants").is_empty() {
            let key = "variants".to_owned();
            self.complain(Problem::EmptyList { key }, written.span);
        }
        for named in table.named("variants") {
            let Some(variant) = named.table() else {
                self.spoil();
                continue;
            };
            let value = &named.name.text;
            let said = variant.text("rust");
            let said = said.as_ref().map(|said| (said.text.as_str(), said.span));
            let (rust, problem) = scope.name(value, named.name.span, said);
            problem.into_iter().for_each(|problem| self.report(problem));
            let description = self.description(variant, None);
            let below = site.below(&rust, format!("the variant `{value}`"));
            let record = self.place(&Site {
                description: description.clone(),
                ..below.clone()
            });
            let fields = variant.named("fields");
            if let Some(field) = fields.iter().find(|field| field.name.text == tag.text) {
                let problem = Problem::TagField {
                    tag: tag.text.clone(),
                    variant: value.clone(),
                };
                self.complain(problem, field.name.span);
            }
            let fields: Vec<_> = fields.iter().map(Field::own).collect();
            let open = variant.flag("open").unwrap_or(false);
            let fields = self.parameters(&fields, open, &below);
            self.types[record.0].kind = Kind::Record(Record { fields, open });
            variants.push(Variant {
                value: value.clone(),
                rust,
                description,
                record,
            });
        }
        let tag = tag.text;
        self.types[id.0].kind = Kind::Tagged(Tagged { tag, variants });
        Some(Type::Named(id))
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
