//! Where arguments are read from: the seam between the engine and the two forms in which they arrive.
//!
//! A source hands out *nodes* and lets the engine pull what it wants of each: its kind first, then exactly one of the
//! other calls, which consumes it. For JSON text a node is "here"; for a JSON value it is a reference.

use std::borrow::Cow;

use serde_json::Value;

use super::malformed::Stop;
use super::numeral::Numeral;
use super::path::Path;

/// Containers may be nested to one less than this (as in `serde_json`).
pub(super) const DEPTH: u32 = 128;

/// The kinds of JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Json {
    Null,
    Boolean,
    Number,
    Text,
    List,
    Object,
}

impl Json {
    #[inline]
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::Text,
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
        }
    }
}

/// The next name of an object and its value, if there is one more.
pub(super) type Member<'s, N> = Option<(Cow<'s, str>, N)>;

/// Arguments in one of their forms.
pub(super) trait Source<'s> {
    type Node: Copy;
    type Items;
    type Members;

    fn kind(&mut self, node: Self::Node) -> Result<Json, Stop>;
    fn null(&mut self, node: Self::Node) -> Result<(), Stop>;
    fn boolean(&mut self, node: Self::Node) -> Result<bool, Stop>;
    fn number(&mut self, node: Self::Node) -> Result<Numeral<'s>, Stop>;
    /// The number, rounded to the nearest `f64`.
    fn float(&mut self, node: Self::Node) -> Result<f64, Stop>;
    fn text(&mut self, node: Self::Node) -> Result<Cow<'s, str>, Stop>;

    fn list(&mut self, node: Self::Node) -> Result<Self::Items, Stop>;
    fn item(&mut self, items: &mut Self::Items) -> Result<Option<Self::Node>, Stop>;
    /// How many items are known to follow; 0 where that is not known.
    fn items_left(&self, items: &Self::Items) -> usize;

    fn object(&mut self, node: Self::Node) -> Result<Self::Members, Stop>;
    fn member(&mut self, members: &mut Self::Members) -> Result<Member<'s, Self::Node>, Stop>;

    /// The whole node as a value. Names given twice in it are an error.
    fn value(&mut self, node: Self::Node, path: &Path<'_>) -> Result<Cow<'s, Value>, Stop>;
    /// Passes over the node. It is checked as `value` would.
    fn skip(&mut self, node: Self::Node, path: &Path<'_>) -> Result<(), Stop>;

    /// How deep the containers are that are open now.
    fn depth(&self) -> u32;
    /// The tree itself, where nodes are values that stay where they are.
    fn tree(&mut self) -> Option<&mut super::value::Tree>;
}
