//! A document to types. References become indices, so that a circle is just an index again.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::chain::shorten;
use super::keyword::{
    branches, constants, count, expected, number, pattern, reference, text, types, understood,
};
use super::{Array, Object, Rest, Schema};
use crate::bind::members::Members;
use crate::bind::plan::{Shape, Type, TypeId, either};

/// The types of a document, and which of them is its root.
pub(super) fn document(document: &Value) -> (Vec<Type>, TypeId) {
    let mut compiler = Compiler {
        document,
        types: Vec::new(),
        known: HashMap::new(),
        waiting: Vec::new(),
    };
    let root = compiler.schema(document);
    compiler.finish();
    shorten(&mut compiler.types);
    compiler.prune();
    (compiler.types.into_iter().flatten().collect(), root)
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
            let expected = expected(schema, self.document);
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
                .map(|branch| expected(branch, self.document))
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
