//! A JSON value as a source: a walk that borrows from it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::slice;

use serde_json::{Map, Value, map};

use super::malformed::Stop;
use super::numeral::Numeral;
use super::path::Path;
use super::source::{DEPTH, Json, Source};

/// Which alternative a union's value was found to be, so that nested unions are not judged again and again: the
/// address of the value (it lives as long as this source), the type, and whether null was never absence.
pub(super) type Choices = HashMap<(usize, usize, bool), super::union::Choice>;

/// What trials found of a value by a foreign type, so that they do not find it again and again: by the address of the value, the
/// type, and whether null was never absence.
pub(super) type Judgements = HashMap<(usize, usize, bool), Judged>;

/// What is known of a value and a type.
#[derive(Debug, Clone, Copy)]
pub(super) enum Judged {
    /// It is being found out; met again by a reference in a circle.
    Open,
    /// So many.
    Violations(usize),
}

/// A JSON value that somebody else parsed.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) depth: u32,
    /// Boxed, as hardly any declaration has unions.
    choices: Option<Box<Choices>>,
    /// Boxed, as hardly any schema needs trials.
    judged: Option<Box<Judgements>>,
}

impl Tree {
    /// A value that stands inside something already this deep.
    pub(super) fn within(depth: u32) -> Self {
        Self {
            depth,
            ..Self::default()
        }
    }

    pub(super) fn choices(&mut self) -> &mut Choices {
        self.choices.get_or_insert_default()
    }

    pub(super) fn judged(&mut self) -> &mut Judgements {
        self.judged.get_or_insert_default()
    }

    fn enter(&mut self) -> Result<(), Stop> {
        self.depth += 1;
        if self.depth >= DEPTH {
            return Err(Stop::too_deep());
        }
        Ok(())
    }
}

/// Checks the depth of a value without using the stack for more than that.
pub(super) fn shallow(value: &Value, depth: u32) -> Result<(), Stop> {
    let inside = depth + 1;
    match value {
        Value::Array(_) | Value::Object(_) if inside >= DEPTH => Err(Stop::too_deep()),
        Value::Array(items) => items.iter().try_for_each(|item| shallow(item, inside)),
        Value::Object(members) => members.values().try_for_each(|item| shallow(item, inside)),
        _ => Ok(()),
    }
}

impl<'s> Source<'s> for Tree {
    type Node = &'s Value;
    type Items = slice::Iter<'s, Value>;
    type Members = Option<map::Iter<'s>>;

    fn kind(&mut self, node: &'s Value) -> Result<Json, Stop> {
        Ok(Json::of(node))
    }

    fn null(&mut self, _: &'s Value) -> Result<(), Stop> {
        Ok(())
    }

    fn boolean(&mut self, node: &'s Value) -> Result<bool, Stop> {
        Ok(node == &Value::Bool(true))
    }

    fn number(&mut self, node: &'s Value) -> Result<Numeral<'s>, Stop> {
        Ok(match node {
            Value::Number(number) => Numeral::of(number),
            _ => Numeral::Integer(0),
        })
    }

    fn float(&mut self, node: &'s Value) -> Result<f64, Stop> {
        Ok(node.as_f64().unwrap_or(f64::NAN))
    }

    fn text(&mut self, node: &'s Value) -> Result<Cow<'s, str>, Stop> {
        Ok(Cow::Borrowed(node.as_str().unwrap_or_default()))
    }

    fn list(&mut self, node: &'s Value) -> Result<slice::Iter<'s, Value>, Stop> {
        self.enter()?;
        Ok(node.as_array().map_or(&[][..], Vec::as_slice).iter())
    }

    fn item(&mut self, items: &mut slice::Iter<'s, Value>) -> Result<Option<&'s Value>, Stop> {
        let item = items.next();
        if item.is_none() {
            self.depth -= 1;
        }
        Ok(item)
    }

    fn items_left(&self, items: &slice::Iter<'s, Value>) -> usize {
        items.len()
    }

    fn object(&mut self, node: &'s Value) -> Result<Option<map::Iter<'s>>, Stop> {
        self.enter()?;
        Ok(node.as_object().map(Map::iter))
    }

    fn member(
        &mut self,
        members: &mut Option<map::Iter<'s>>,
    ) -> Result<Option<(Cow<'s, str>, &'s Value)>, Stop> {
        let member = members.as_mut().and_then(Iterator::next);
        if member.is_none() {
            self.depth -= 1;
        }
        Ok(member.map(|(name, value)| (Cow::Borrowed(name.as_str()), value)))
    }

    fn value(&mut self, node: &'s Value, path: &Path<'_>) -> Result<Cow<'s, Value>, Stop> {
        self.skip(node, path).map(|()| Cow::Borrowed(node))
    }

    fn skip(&mut self, node: &'s Value, _: &Path<'_>) -> Result<(), Stop> {
        shallow(node, self.depth)
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn tree(&mut self) -> Option<&mut Tree> {
        Some(self)
    }
}
