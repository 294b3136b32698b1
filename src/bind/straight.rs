//! The straight road: a JSON value that is as declared, read without keeping account of anything.
//!
//! Nearly every call is one, so it is tried first. Nothing is reported here and nothing repaired: what is not as declared, or
//! may be so in a way that needs more thought (unions, text to be taken as a number), is left to the engine, which starts
//! over. It must never take what the engine would refuse or read in another way; a property test compares the two.

use serde_json::{Map, Value};

use super::place::{Built, inner};
use super::plan::{Field, Plan, Presence, Record, Shape, TypeId};
use super::slot::{self, Slot};
use super::source::DEPTH;
use super::value::shallow;

/// Where the fields of an object go.
pub(super) trait Places {
    /// The place of the field with this index.
    fn field(&mut self, index: usize) -> Slot<'_>;
}

impl Places for dyn slot::Record + '_ {
    #[inline]
    fn field(&mut self, index: usize) -> Slot<'_> {
        self.slot(index)
    }
}

impl Places for Built {
    fn field(&mut self, index: usize) -> Slot<'_> {
        Self::field(self, index)
    }
}

/// Reads an object that stands inside so many others. `false` = it is not that simple, and what the place holds is
/// meaningless.
pub(super) fn object(
    plan: &Plan,
    record: &Record,
    members: &Map<String, Value>,
    place: &mut (impl Places + ?Sized),
    depth: u32,
) -> bool {
    if record.fields.len() > 64 || depth + 1 >= DEPTH {
        return false;
    }
    let mut seen = 0_u64;
    let mut next = 0;
    for (name, value) in members {
        let Some((index, field)) = record.find(name, next) else {
            return false;
        };
        next = index + 1;
        if value.is_null() && !field.mode.nullable {
            continue;
        }
        if !put(plan, value, field.ty, place.field(index), depth + 1) {
            return false;
        }
        seen |= 1 << index;
    }
    let absent = !seen & record.wanted.first().copied().unwrap_or_default();
    absent == 0 || defaults(plan, &record.fields, absent, place)
}

/// Fills in what is declared to be something when it is absent. `false` = something else is absent.
#[inline(never)]
fn defaults(
    plan: &Plan,
    fields: &[Field],
    mut absent: u64,
    place: &mut (impl Places + ?Sized),
) -> bool {
    while absent != 0 {
        let index = absent.trailing_zeros() as usize;
        absent &= absent - 1;
        let Presence::Default(value) = &fields[index].presence else {
            return false;
        };
        if !put(plan, value, fields[index].ty, place.field(index), 0) {
            return false;
        }
    }
    true
}

/// Puts a value into its place, if it is as declared. Inlined, as calling it for a number costs as much as it does.
#[inline(always)]
fn put(plan: &Plan, value: &Value, ty: TypeId, slot: Slot<'_>, depth: u32) -> bool {
    match (&plan.types[ty].shape, value) {
        (Shape::Text(limits), Value::String(text)) => {
            limits.as_ref().is_none_or(|limits| limits.take(text))
                && match slot {
                    Slot::Text(place) => assign(place, text.clone()),
                    Slot::MaybeText(place) => assign(place, Some(text.clone())),
                    slot => any(slot, value),
                }
        }
        (Shape::Integer(limits), Value::Number(number)) => {
            let Some(integer) = number.as_i64() else {
                return false;
            };
            limits.as_ref().is_none_or(|limits| limits.take(integer))
                && match slot {
                    Slot::Integer(place) => assign(place, integer),
                    Slot::MaybeInteger(place) => assign(place, Some(integer)),
                    slot => any(slot, value),
                }
        }
        (Shape::Number(limits), Value::Number(number)) => {
            let Some(float) = number.as_f64() else {
                return false;
            };
            limits.as_ref().is_none_or(|limits| limits.take(float))
                && match slot {
                    Slot::Number(place) => assign(place, float),
                    Slot::MaybeNumber(place) => assign(place, Some(float)),
                    slot => any(slot, value),
                }
        }
        (Shape::Boolean, Value::Bool(boolean)) => match slot {
            Slot::Boolean(place) => assign(place, *boolean),
            Slot::MaybeBoolean(place) => assign(place, Some(*boolean)),
            slot => any(slot, value),
        },
        (Shape::Record(id), Value::Object(members)) => match slot {
            Slot::Record(place) => object(plan, &plan.records[*id], members, place, depth),
            slot => other(plan, value, ty, slot, depth),
        },
        (Shape::Choice(choice), Value::String(word)) => match (choice.find(word), slot) {
            (Some(index), Slot::Choice(place)) => {
                place.set(index);
                true
            }
            (Some(_), slot) => other(plan, value, ty, slot, depth),
            (None, _) => false,
        },
        _ => other(plan, value, ty, slot, depth),
    }
}

/// What is no leaf, or is not one alone.
#[inline(never)]
fn other(plan: &Plan, value: &Value, ty: TypeId, slot: Slot<'_>, depth: u32) -> bool {
    match (&plan.types[ty].shape, value, inner(slot)) {
        (Shape::Choice(choice), Value::String(word), slot) => match (choice.find(word), slot) {
            (Some(index), Slot::Choice(place)) => {
                place.set(index);
                true
            }
            (Some(_), slot) => any(slot, value),
            (None, _) => false,
        },
        (Shape::Record(id), Value::Object(members), Slot::Record(place)) => {
            object(plan, &plan.records[*id], members, place, depth)
        }
        (Shape::List(list), Value::Array(items), Slot::List(place)) => {
            let count = items.len() as u64;
            if depth + 1 >= DEPTH
                || list.min.is_some_and(|min| count < min)
                || list.max.is_some_and(|max| count > max)
            {
                return false;
            }
            place.begin(items.len());
            for item in items {
                if !put(plan, item, list.item, place.push(), depth + 1) {
                    return false;
                }
            }
            true
        }
        (Shape::Map(ty), Value::Object(members), Slot::Map(place)) => {
            place.begin();
            depth + 1 < DEPTH
                && members.iter().all(|(name, value)| {
                    put(plan, value, *ty, place.insert(name.clone()), depth + 1)
                })
        }
        (Shape::Any, value, slot) => shallow(value, depth).is_ok() && any(slot, value),
        _ => false,
    }
}

#[inline]
fn assign<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}

/// Where the place takes any value, it gets this one.
#[inline(never)]
fn any(slot: Slot<'_>, value: &Value) -> bool {
    match inner(slot) {
        Slot::Any(place) => assign(place, value.clone()),
        _ => false,
    }
}
