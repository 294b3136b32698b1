//! The model as JSON Schema (2020-12), the only place that writes one.
//!
//! It is ordered data, in the author's order, and says exactly what binding accepts: closed unless `open`, limits and
//! enums as declared. Two things it cannot say are exempt: null counts as absent where it is no value, and
//! `out-of-range = "clamp"` accepts what the published range refuses. It is no provider's dialect; those start from here.

use serde_json::{Map, Value, json};

use super::model::{
    Alternative, Bound, Catalog, Choice, Input, Integer, Kind, List, Node, Number, Param, Presence,
    Record, Tagged, Text, Tool, Type, TypeId, Variant,
};

/// The schema of a tool's arguments.
pub fn input(catalog: &Catalog, tool: &Tool) -> Value {
    match &tool.input {
        Input::Record(id) => Writer::new(catalog).document(|writer| writer.arguments(*id)),
        Input::Raw(schema) => parsed(schema),
    }
}

/// The schema of a declared output.
pub fn output(catalog: &Catalog, node: &Node) -> Value {
    Writer::new(catalog).document(|writer| match node.ty {
        // Clients look for the root's type, so that it stands there even if the type is recursive.
        Type::Named(id) => {
            let mut schema = writer.definition(id);
            describe(&mut schema, &node.description);
            schema
        }
        _ => writer.node(node),
    })
}

/// A parameter's description as the model reads it: it ends with the default, unless it says so already.
pub fn description(param: &Param) -> String {
    let text = &param.description;
    let Presence::Default(value) = &param.presence else {
        return text.clone();
    };
    if text.to_lowercase().contains("(default") {
        return text.clone();
    }
    let shown = match value {
        Value::String(word) if !word.is_empty() => word.clone(),
        other => other.to_string(),
    };
    format!("{text}{}(default: {shown})", gap(text))
}

/// What stands between a text and a sentence more: lines stay lines.
pub(super) fn gap(text: &str) -> &'static str {
    match text {
        "" => "",
        lines if lines.contains('\n') => "\n",
        _ => " ",
    }
}

type Object = Map<String, Value>;

struct Writer<'a> {
    catalog: &'a Catalog,
    /// Recursive types met so far, in the order met; each becomes one of `$defs`.
    shared: Vec<TypeId>,
}

impl<'a> Writer<'a> {
    fn new(catalog: &'a Catalog) -> Self {
        Self {
            catalog,
            shared: Vec::new(),
        }
    }

    /// A whole schema: the root, then the definitions that it and they refer to.
    fn document(mut self, root: impl FnOnce(&mut Self) -> Object) -> Value {
        let mut root = root(&mut self);
        let mut definitions = Object::new();
        while let Some(&id) = self.shared.get(definitions.len()) {
            let definition = self.definition(id);
            definitions.insert(self.catalog.get(id).rust.clone(), definition.into());
        }
        if !definitions.is_empty() {
            root.insert("$defs".into(), definitions.into());
        }
        root.into()
    }

    /// What the tool is for stands beside its schema, and is not said twice.
    fn arguments(&mut self, id: TypeId) -> Object {
        let mut schema = self.definition(id);
        schema.shift_remove("description");
        schema
    }

    fn node(&mut self, node: &Node) -> Object {
        let mut schema = self.ty(&node.ty);
        describe(&mut schema, &node.description);
        schema
    }

    fn ty(&mut self, ty: &Type) -> Object {
        match ty {
            Type::Text(text) => string(text),
            Type::Integer(integer) => whole(integer),
            Type::Number(number) => real(number),
            Type::Boolean => object(json!({"type": "boolean"})),
            Type::Any => Object::new(),
            Type::List(list) => self.list(list),
            Type::Map(value) => {
                let value = self.node(value);
                object(json!({"type": "object", "additionalProperties": value}))
            }
            Type::Named(id) => self.named(*id),
            Type::Raw(schema) => match parsed(schema) {
                Value::Object(schema) => schema,
                Value::Bool(false) => object(json!({"not": {}})),
                _ => Object::new(),
            },
        }
    }

    fn list(&mut self, list: &List) -> Object {
        let items = self.node(&list.item);
        let mut schema = object(json!({"type": "array", "items": items}));
        set(&mut schema, "minItems", list.min_items);
        set(&mut schema, "maxItems", list.max_items);
        schema
    }

    /// A type where it is used: in place, or by reference when it contains itself.
    fn named(&mut self, id: TypeId) -> Object {
        let definition = self.catalog.get(id);
        if !definition.recursive {
            return self.definition(id);
        }
        if !self.shared.contains(&id) {
            self.shared.push(id);
        }
        object(json!({"$ref": format!("#/$defs/{}", definition.rust)}))
    }

    fn definition(&mut self, id: TypeId) -> Object {
        let definition = self.catalog.get(id);
        let mut schema = match &definition.kind {
            Kind::Record(record) => self.record(record),
            Kind::Choice(words) => choice(words),
            Kind::Tagged(tagged) => self.tagged(tagged),
            Kind::Union(alternatives) => self.union(alternatives),
        };
        describe(&mut schema, &definition.description);
        schema
    }

    fn record(&mut self, record: &Record) -> Object {
        self.fields(record, Object::new(), Vec::new())
    }

    fn tagged(&mut self, tagged: &Tagged) -> Object {
        let variants: Vec<Object> = tagged
            .variants
            .iter()
            .map(|variant| self.variant(&tagged.tag, variant))
            .collect();
        object(json!({"anyOf": variants}))
    }

    fn variant(&mut self, tag: &str, variant: &Variant) -> Object {
        let word = json!({"type": "string", "const": variant.value});
        let start = Object::from_iter([(tag.to_owned(), word)]);
        let mut schema = match &self.catalog.get(variant.record).kind {
            Kind::Record(record) => self.fields(record, start, vec![tag.into()]),
            _ => unreachable!("a variant holds a record"),
        };
        describe(&mut schema, &variant.description);
        schema
    }

    fn fields(
        &mut self,
        record: &Record,
        mut properties: Object,
        mut required: Vec<Value>,
    ) -> Object {
        for param in &record.fields {
            properties.insert(param.name.clone(), self.param(param).into());
            if param.presence == Presence::Required {
                required.push(param.name.as_str().into());
            }
        }
        let mut schema = object(json!({"type": "object", "properties": properties}));
        if !required.is_empty() {
            schema.insert("required".into(), required.into());
        }
        schema.insert("additionalProperties".into(), record.open.into());
        schema
    }

    fn union(&mut self, alternatives: &[Alternative]) -> Object {
        let alternatives: Vec<Object> = alternatives
            .iter()
            .map(|alternative| self.node(&alternative.node))
            .collect();
        object(json!({"anyOf": alternatives}))
    }

    fn param(&mut self, param: &Param) -> Object {
        let mut schema = self.ty(&param.ty);
        if param.nullable {
            schema = match param.ty {
                Type::Raw(_) => either(schema),
                _ => nullable(schema),
            };
        }
        describe(&mut schema, &description(param));
        if let Presence::Default(value) = &param.presence {
            schema.insert("default".into(), value.clone());
        }
        schema
    }
}

fn string(text: &Text) -> Object {
    let mut schema = object(json!({"type": "string"}));
    set(&mut schema, "minLength", text.min_length);
    set(&mut schema, "maxLength", text.max_length);
    set(&mut schema, "pattern", text.pattern.as_deref());
    set(&mut schema, "format", text.format.as_deref());
    schema
}

fn whole(integer: &Integer) -> Object {
    let mut schema = object(json!({"type": "integer"}));
    if !integer.allowed.is_empty() {
        schema.insert("enum".into(), json!(integer.allowed));
    }
    range(&mut schema, integer.lower, integer.upper);
    schema
}

fn real(number: &Number) -> Object {
    let mut schema = object(json!({"type": "number"}));
    let shown = |end| match end {
        Bound::Inclusive(end) => Bound::Inclusive(plain(end)),
        Bound::Exclusive(end) => Bound::Exclusive(plain(end)),
    };
    range(
        &mut schema,
        number.lower.map(shown),
        number.upper.map(shown),
    );
    schema
}

/// `0` rather than `0.0`: the same number, as the author most likely wrote it.
#[allow(clippy::cast_possible_truncation, reason = "whole and small")]
fn plain(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        Value::from(number as i64)
    } else {
        Value::from(number)
    }
}

fn range<T: Into<Value>>(schema: &mut Object, lower: Option<Bound<T>>, upper: Option<Bound<T>>) {
    match lower {
        Some(Bound::Inclusive(end)) => set(schema, "minimum", Some(end)),
        Some(Bound::Exclusive(end)) => set(schema, "exclusiveMinimum", Some(end)),
        None => {}
    }
    match upper {
        Some(Bound::Inclusive(end)) => set(schema, "maximum", Some(end)),
        Some(Bound::Exclusive(end)) => set(schema, "exclusiveMaximum", Some(end)),
        None => {}
    }
}

fn choice(words: &[Choice]) -> Object {
    let words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
    object(json!({"type": "string", "enum": words}))
}

/// The same, and null. Limits other than `enum` say nothing about null, so that a plain type is widened in place;
/// unions get one alternative more, a reference becomes one of two.
fn nullable(mut schema: Object) -> Object {
    if let Some(word) = schema.get_mut("type") {
        *word = json!([word.take(), "null"]);
        if let Some(Value::Array(words)) = schema.get_mut("enum") {
            words.push(Value::Null);
        }
        schema
    } else if let Some(Value::Array(alternatives)) = schema.get_mut("anyOf") {
        alternatives.push(null());
        schema
    } else if schema.is_empty() {
        schema
    } else {
        either(schema)
    }
}

/// Somebody else's schema is not touched: it, or null.
fn either(schema: Object) -> Object {
    let alternatives = [schema.into(), null()];
    object(json!({"anyOf": alternatives}))
}

fn null() -> Value {
    json!({"type": "null"})
}

/// Says what it is for, right behind the type. What is said at the place of use wins over what the type says of itself.
fn describe(schema: &mut Object, text: &str) {
    if text.is_empty() {
        return;
    }
    schema.shift_remove("description");
    let place = usize::from(schema.contains_key("type") || schema.contains_key("$ref"));
    schema.shift_insert(place, "description".into(), text.into());
}

fn set<T: Into<Value>>(schema: &mut Object, key: &str, value: Option<T>) {
    if let Some(value) = value {
        schema.insert(key.into(), value.into());
    }
}

/// Somebody else's schema; that it is JSON was checked.
fn parsed(schema: &str) -> Value {
    serde_json::from_str(schema).unwrap_or(Value::Bool(true))
}

fn object(value: Value) -> Object {
    match value {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}
