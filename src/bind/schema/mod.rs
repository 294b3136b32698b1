//! A JSON Schema that is not ours to a plan, all the way down.
//!
//! Understood are the keywords that published tools use (2020-12, and what older drafts wrote differently). A keyword that is
//! not understood lets everything through; `format` is not asserted. References stay inside the document.

mod chain;
mod compile;
mod keyword;

use std::collections::HashMap;

use regex::Regex;
use serde_json::{Number, Value};

use super::gate::{Gate, Word};
use super::members::Members;
use super::plan::{Bound, Plan, Root, TypeId};

/// One schema, as far as it is understood.
#[derive(Debug, Default)]
pub(in crate::bind) struct Schema {
    /// It says more than is understood: what it lets through may not fit it.
    pub(in crate::bind) lenient: bool,
    /// Empty = any.
    pub(in crate::bind) types: Vec<Word>,
    /// `enum`, `const`; all of them must hold.
    pub(in crate::bind) members: Vec<Members>,
    /// Nothing fits.
    pub(in crate::bind) never: bool,
    pub(in crate::bind) object: Option<Box<Object>>,
    pub(in crate::bind) array: Option<Box<Array>>,
    pub(in crate::bind) text: Option<Box<Text>>,
    pub(in crate::bind) number: Option<Box<Numbers>>,
    /// `$ref`, `allOf`, and each `anyOf` or `oneOf` as a union.
    pub(in crate::bind) also: Vec<TypeId>,
    /// `oneOf`: not more than one may fit. Only where every branch is understood all the way down.
    pub(in crate::bind) one: Vec<Box<[TypeId]>>,
    /// `not`, where it is understood all the way down.
    pub(in crate::bind) not: Option<TypeId>,
}

#[derive(Debug, Default)]
pub(in crate::bind) struct Object {
    pub(in crate::bind) required: Vec<Box<str>>,
    pub(in crate::bind) properties: Vec<(Box<str>, TypeId)>,
    pub(in crate::bind) index: HashMap<Box<str>, usize>,
    pub(in crate::bind) patterns: Vec<(Regex, TypeId)>,
    pub(in crate::bind) rest: Rest,
    pub(in crate::bind) min: Option<u64>,
    pub(in crate::bind) max: Option<u64>,
}

/// What may stand beside the declared properties.
#[derive(Debug, Default)]
pub(in crate::bind) enum Rest {
    #[default]
    Open,
    Closed,
    Typed(TypeId),
}

#[derive(Debug, Default)]
pub(in crate::bind) struct Array {
    pub(in crate::bind) prefix: Vec<TypeId>,
    pub(in crate::bind) items: Option<TypeId>,
    pub(in crate::bind) min: Option<u64>,
    pub(in crate::bind) max: Option<u64>,
}

#[derive(Debug, Default)]
pub(in crate::bind) struct Text {
    pub(in crate::bind) min: Option<u64>,
    pub(in crate::bind) max: Option<u64>,
    pub(in crate::bind) pattern: Option<Regex>,
}

#[derive(Debug, Default)]
pub(in crate::bind) struct Numbers {
    pub(in crate::bind) lower: Vec<Bound<Number>>,
    pub(in crate::bind) upper: Vec<Bound<Number>>,
    pub(in crate::bind) multiple: Option<Number>,
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
        let (types, root) = compile::document(schema);
        Self {
            types,
            records: Vec::new(),
            root: Root::Schema(root),
            coerce: false,
        }
    }
}
