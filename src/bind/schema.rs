//! A JSON Schema that is not ours to a plan, all the way down.
//!
//! Understood are the keywords that published tools use (2020-12, and what older drafts wrote differently). A keyword that is
//! not understood lets everything through; `format` is not asserted. References stay inside the document.

use std::collections::HashMap;

use regex::{Regex, RegexBuilder};
use serde_json::{Map, Number, Value};

use super::gate::{Gate, Word};
use super::members::Members;
use super::plan::{Bound, Plan, Root, Shape, Type, TypeId, either};

/// One schema, as far as it is understood.
#[derive(Debug, Default)]
pub(super) struct Schema {
    /// It says more than is understood: what it lets through may not fit it.
    lenient: bool,
    /// Empty = any.
    pub(super) types: Vec<Word>,
    /// `enum`, `const`; all of them must hold.
    pub(super) members: Vec<Members>,
    /// Nothing fits.
    pub(super) never: bool,
    pub(super) object: Option<Box<Object>>,
    pub(super) array: Option<Box<Array>>,
    pub(super) text: Option<Box<Text>>,
    pub(super) number: Option<Box<Numbers>>,
    /// `$ref`, `allOf`, and each `anyOf` or `oneOf` as a union.
    pub(super) also: Vec<TypeId>,
    /// `oneOf`: not more than one may fit. Only where every branch is understood all the way down.
    pub(super) one: Vec<Box<[TypeId]>>,
    /// `not`, where it is understood all the way down.
    pub(super) not: Option<TypeId>,
}

#[derive(Debug, Default)]
pub(super) struct Object {
    pub(super) required: Vec<Box<str>>,
    pub(super) properties: Vec<(Box<str>, TypeId)>,
    pub(super) index: HashMap<Box<str>, usize>,
    pub(super) patterns: Vec<(Regex, TypeId)>,
    pub(super) rest: Rest,
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
}

/// What may stand beside the declared properties.
#[derive(Debug, Default)]
pub(super) enum Rest {
    #[default]
    Open,
    Closed,
    Typed(TypeId),
}

#[derive(Debug, Default)]
pub(super) struct Array {
    pub(super) prefix: Vec<TypeId>,
    pub(super) items: Option<TypeId>,
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
}

#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) pattern: Option<Regex>,
}

#[derive(Debug, Default)]
pub(super) struct Numbers {
    pub(super) lower: Vec<Bound<Number>>,
    pub(super) upper: Vec<Bound<Number>>,
    pub(super) multiple: Option<Number>,
}

impl Plan {
    /// The plan of a tool whose schema is only known at run time, which looks at shape only, one level deep: the
    /// [`Gate`].
    pub fn gate(schema: &Value) -> Self {
        Self {
            types: Vec::new(),
            records: Vec::new(),
            root: Root::Raw(Gate::new(schema)),
            coerce: false,
        }
    }

    /// Takes text where something else is wanted, if nothing is lost by that.
    pub fn coerce(mut self) -> Self {
        self.coerce = true;
        self
    }

    /// The plan of a tool whose schema is only known at run time. Whatever the schema is, there is a plan for it.
    pub fn from_schema(schema: &Value) -> Self {
        let mut compiler = Compiler {
            document: schema,
            types: Vec::new(),
            known: HashMap::new(),
            waiting: Vec::new(),
        };
        let root = compiler.schema(schema);
        compiler.finish();
        compiler.prune();
        Self {
            types: compiler.types.into_iter().flatten().collect(),
            records: Vec::new(),
            root: Root::Schema(root),
            coerce: false,
        }
    }
}

/// Schemas are compiled from a list of those waiting, not by recursion, so that a document may be nested as deep as it
/// likes.
struct Compiler<'d> {
    document: &'d Value,
    types: Vec<Option<Type>>,
    /// By address: the same place of the document is the same type.
    known: HashMap<usize, TypeId>,
    waiting: Vec<(TypeId, &'d Value)>,
}

impl<'d> Compiler<'d> {
    /// The type of a schema, compiled now or later.
    fn schema(&mut self, schema: &'d Value) -> TypeId {
        let address = std::ptr::from_ref(schema).addr();
        if let Some(known) = self.known.get(&address) {
            return *known;
        }
        let id = self.types.len();
        self.known.insert(address, id);
        self.types.push(None);
        self.waiting.push((id, schema));
        id
    }

    fn finish(&mut self) {
        while let Some((id, schema)) = self.waiting.pop() {
            let expected = expected(schema, self.document, 0);
            let compiled = match schema {
                Value::Object(keywords) => self.compile(keywords),
                Value::Bool(false) => Schema {
                    never: true,
                    ..Schema::default()
                },
                _ => Schema::default(),
            };
            self.types[id] = Some(Type::new(Shape::Schema(Box::new(compiled)), &expected));
        }
    }

    /// Drops what can only be judged where everything below is understood.
    fn prune(&mut self) {
        let schema = |ty: &Option<Type>| match ty {
            Some(Type {
                shape: Shape::Schema(schema),
                ..
            }) => schema.lenient,
            _ => false,
        };
        let mut lenient: Vec<bool> = self.types.iter().map(schema).collect();
        let mut above = vec![Vec::new(); self.types.len()];
        for (id, ty) in self.types.iter().enumerate() {
            ty.iter()
                .for_each(|ty| below(&ty.shape, &mut |child| above[child].push(id)));
        }
        let mut waiting: Vec<TypeId> = (0..lenient.len()).filter(|id| lenient[*id]).collect();
        while let Some(id) = waiting.pop() {
            for parent in &above[id] {
                if !std::mem::replace(&mut lenient[*parent], true) {
                    waiting.push(*parent);
                }
            }
        }
        for ty in self.types.iter_mut().flatten() {
            if let Shape::Schema(schema) = &mut ty.shape {
                schema
                    .one
                    .retain(|branches| branches.iter().all(|id| !lenient[*id]));
                schema.not = schema.not.filter(|id| !lenient[*id]);
            }
        }
    }

    fn compile(&mut self, keywords: &'d Map<String, Value>) -> Schema {
        let mut schema = Schema {
            types: types(keywords).unwrap_or_default(),
            object: self.object(keywords),
            array: self.array(keywords),
            text: text(keywords),
            number: number(keywords),
            lenient: !understood(keywords),
            ..Schema::default()
        };
        if let Some(Value::Array(members)) = keywords.get("enum")
            && !members.is_empty()
        {
            schema.members.push(Members::new(members));
        }
        if let Some(constant) = keywords.get("const") {
            schema
                .members
                .push(Members::new(std::slice::from_ref(constant)));
        }
        match reference(keywords).map(|at| self.document.pointer(at)) {
            Some(Some(target)) => schema.also.push(self.schema(target)),
            Some(None) => schema.lenient = true,
            None => {}
        }
        for branch in branches(keywords, "allOf") {
            schema.also.push(self.schema(branch));
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = branches(keywords, keyword);
            if branches.is_empty() {
                continue;
            }
            let constants = constants(branches);
            if !constants.is_empty() {
                schema.members.push(Members::new(&constants));
                continue;
            }
            let types: Box<[TypeId]> = branches.iter().map(|it| self.schema(it)).collect();
            if keyword == "oneOf" {
                schema.one.push(types.clone());
            }
            let names: Vec<_> = branches
                .iter()
                .map(|branch| expected(branch, self.document, 0))
                .collect();
            let union = Type::new(
                Shape::Union(types),
                &either(names.iter().map(String::as_str)),
            );
            schema.also.push(self.types.len());
            self.types.push(Some(union));
        }
        schema.not = keywords.get("not").map(|not| self.schema(not));
        schema
    }

    fn object(&mut self, keywords: &'d Map<String, Value>) -> Option<Box<Object>> {
        const KEYWORDS: [&str; 6] = [
            "required",
            "properties",
            "patternProperties",
            "additionalProperties",
            "minProperties",
            "maxProperties",
        ];
        if !KEYWORDS
            .iter()
            .any(|keyword| keywords.contains_key(*keyword))
        {
            return None;
        }
        let members = |keyword| keywords.get(keyword).and_then(Value::as_object);
        let properties: Vec<(Box<str>, TypeId)> = members("properties")
            .into_iter()
            .flatten()
            .map(|(name, schema)| (name.as_str().into(), self.schema(schema)))
            .collect();
        let mut understood = true;
        let mut patterns = Vec::new();
        for (pattern, schema) in members("patternProperties").into_iter().flatten() {
            match self::pattern(pattern) {
                Some(pattern) => patterns.push((pattern, self.schema(schema))),
                None => understood = false,
            }
        }
        let rest = match keywords.get("additionalProperties") {
            // A name could match a pattern that is not understood.
            _ if !understood => Rest::Open,
            Some(Value::Bool(false)) => Rest::Closed,
            Some(schema @ Value::Object(_)) => Rest::Typed(self.schema(schema)),
            _ => Rest::Open,
        };
        let required = keywords.get("required").and_then(Value::as_array);
        Some(Box::new(Object {
            required: required
                .into_iter()
                .flatten()
                .filter_map(|name| name.as_str().map(Box::from))
                .collect(),
            index: properties
                .iter()
                .enumerate()
                .map(|(at, (name, _))| (name.clone(), at))
                .collect(),
            properties,
            patterns,
            rest,
            min: count(keywords, "minProperties"),
            max: count(keywords, "maxProperties"),
        }))
    }

    fn array(&mut self, keywords: &'d Map<String, Value>) -> Option<Box<Array>> {
        let mut array = Array {
            min: count(keywords, "minItems"),
            max: count(keywords, "maxItems"),
            ..Array::default()
        };
        let mut prefix = branches(keywords, "prefixItems");
        let mut items = keywords.get("items");
        // Before 2020-12, a list under `items` was what `prefixItems` is now.
        if let Some(Value::Array(old)) = items {
            prefix = old;
            items = keywords.get("additionalItems");
        }
        array.prefix = prefix.iter().map(|schema| self.schema(schema)).collect();
        array.items = items.map(|schema| self.schema(schema));
        let none = array.prefix.is_empty()
            && array.items.is_none()
            && array.min.is_none()
            && array.max.is_none();
        (!none).then(|| Box::new(array))
    }
}

/// Visits the types that a type is made of.
fn below(shape: &Shape, visit: &mut dyn FnMut(TypeId)) {
    match shape {
        Shape::Union(alternatives) => alternatives.iter().copied().for_each(visit),
        Shape::Schema(schema) => {
            schema
                .also
                .iter()
                .chain(&schema.not)
                .copied()
                .for_each(&mut *visit);
            schema.one.iter().flatten().copied().for_each(&mut *visit);
            if let Some(object) = &schema.object {
                object.properties.iter().for_each(|(_, ty)| visit(*ty));
                object.patterns.iter().for_each(|(_, ty)| visit(*ty));
                if let Rest::Typed(ty) = object.rest {
                    visit(ty);
                }
            }
            if let Some(array) = &schema.array {
                array
                    .prefix
                    .iter()
                    .chain(&array.items)
                    .copied()
                    .for_each(visit);
            }
        }
        _ => {}
    }
}

/// The words of `type`; `None` where one of them is not understood. OpenAPI's `nullable` adds null.
fn types(keywords: &Map<String, Value>) -> Option<Vec<Word>> {
    let mut types = match keywords.get("type")? {
        Value::String(word) => vec![Word::named(word)?],
        Value::Array(words) => words
            .iter()
            .map(|word| word.as_str().and_then(Word::named))
            .collect::<Option<Vec<_>>>()?,
        _ => return None,
    };
    if keywords.get("nullable") == Some(&Value::Bool(true)) && !types.contains(&Word::Null) {
        types.push(Word::Null);
    }
    Some(types)
}

/// Where a `$ref` points to inside of the document, as a JSON Pointer.
fn reference(keywords: &Map<String, Value>) -> Option<&str> {
    let target = keywords.get("$ref")?.as_str()?;
    // Percent-encoded pointers are rare enough to be let through.
    let pointer = target
        .strip_prefix('#')
        .or(target.is_empty().then_some(""))?;
    (!pointer.contains('%')).then_some(pointer)
}

fn branches<'d>(keywords: &'d Map<String, Value>, keyword: &str) -> &'d [Value] {
    keywords
        .get(keyword)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// The values of branches that are nothing but `const` or `enum`: together they are one `enum`.
fn constants(branches: &[Value]) -> Vec<Value> {
    const SILENT: [&str; 4] = ["type", "title", "description", "deprecated"];
    let values = |branch: &Value| -> Option<Vec<Value>> {
        let keywords = branch.as_object()?;
        let others = keywords
            .keys()
            .filter(|keyword| !SILENT.contains(&keyword.as_str()));
        let [keyword] = others.collect::<Vec<_>>()[..] else {
            return None;
        };
        let values = match (keyword.as_str(), &keywords[keyword]) {
            ("const", value) => vec![value.clone()],
            ("enum", Value::Array(values)) if !values.is_empty() => values.clone(),
            _ => return None,
        };
        let typed = types(keywords).unwrap_or_default();
        let fits = |value| typed.is_empty() || typed.iter().any(|word| word.takes(value));
        values.iter().all(fits).then_some(values)
    };
    let all: Option<Vec<_>> = branches.iter().map(values).collect();
    all.unwrap_or_default().concat()
}

/// Is every keyword of a schema understood, so that what it lets through does fit it? What stands below is looked at by
/// [`Compiler::prune`].
fn understood(keywords: &Map<String, Value>) -> bool {
    const KEYWORDS: [&str; 34] = [
        "enum",
        "const",
        "required",
        "properties",
        "additionalProperties",
        "minProperties",
        "maxProperties",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "nullable",
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$defs",
        "definitions",
        "$schema",
        "$comment",
        "patternProperties",
    ];
    keywords
        .iter()
        .all(|(keyword, value)| match keyword.as_str() {
            "type" => types(keywords).is_some(),
            "pattern" => value.as_str().is_some_and(plain),
            "$ref" => reference(keywords).is_some(),
            // An escape may mean different characters in different dialects.
            "patternProperties" => value
                .as_object()
                .is_some_and(|all| all.keys().all(|name| plain(name))),
            other => KEYWORDS.contains(&other),
        })
}

/// Does every dialect read this pattern the same?
fn plain(pattern: &str) -> bool {
    !pattern.contains(['\\', '(', '[']) && self::pattern(pattern).is_some()
}

/// What sentences call a schema's values; empty where anything would do.
fn expected(schema: &Value, document: &Value, depth: usize) -> String {
    const DEPTH: usize = 8;
    let Value::Object(keywords) = schema else {
        return String::new();
    };
    if let Some(types) = types(keywords) {
        return either(types.iter().map(|word| word.as_str()));
    }
    if depth == DEPTH {
        return String::new();
    }
    if let Some(target) = reference(keywords).and_then(|at| document.pointer(at)) {
        return expected(target, document, depth + 1);
    }
    for keyword in ["anyOf", "oneOf"] {
        let branches = branches(keywords, keyword);
        if !branches.is_empty() {
            let names: Vec<_> = branches
                .iter()
                .map(|it| expected(it, document, depth + 1))
                .collect();
            return either(names.iter().map(String::as_str));
        }
    }
    let values = keywords.get("const").map(std::slice::from_ref);
    let values = values.unwrap_or_else(|| branches(keywords, "enum"));
    either(values.iter().map(|value| match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }))
}

fn count(keywords: &Map<String, Value>, keyword: &str) -> Option<u64> {
    let value = keywords.get(keyword)?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, not negative"
    )]
    value.as_u64().or_else(|| {
        value
            .as_f64()
            .filter(|it| it.fract() == 0.0 && *it >= 0.0)
            .map(|it| it as u64)
    })
}

/// A regular expression, unless it is in a dialect that is not understood (look-around, back references) or is huge.
fn pattern(pattern: &str) -> Option<Regex> {
    const SIZE: usize = 1 << 20;
    RegexBuilder::new(pattern).size_limit(SIZE).build().ok()
}

fn text(keywords: &Map<String, Value>) -> Option<Box<Text>> {
    let text = Text {
        min: count(keywords, "minLength"),
        max: count(keywords, "maxLength"),
        pattern: keywords
            .get("pattern")
            .and_then(Value::as_str)
            .and_then(pattern),
    };
    let some = text.min.is_some() || text.max.is_some() || text.pattern.is_some();
    some.then(|| Box::new(text))
}

fn number(keywords: &Map<String, Value>) -> Option<Box<Numbers>> {
    // Draft 4 had booleans for exclusive ends; as numbers they are nothing.
    let end = |keyword| match keywords.get(keyword) {
        Some(Value::Number(number)) => Some(number.clone()),
        _ => None,
    };
    let ends = |inclusive, exclusive| {
        let inclusive = end(inclusive).map(Bound::Inclusive);
        inclusive
            .into_iter()
            .chain(end(exclusive).map(Bound::Exclusive))
            .collect::<Vec<_>>()
    };
    let numbers = Numbers {
        lower: ends("minimum", "exclusiveMinimum"),
        upper: ends("maximum", "exclusiveMaximum"),
        multiple: end("multipleOf").filter(|of| of.as_f64().is_some_and(|of| of > 0.0)),
    };
    let some = !numbers.lower.is_empty() || !numbers.upper.is_empty() || numbers.multiple.is_some();
    some.then(|| Box::new(numbers))
}
