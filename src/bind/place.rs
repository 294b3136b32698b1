//! Where values go: the slots of a struct, or a JSON value that is built where no struct is known.

use serde_json::{Map, Value};

use super::plan::Record as Plan;
use super::slot::{Record, Slot};

/// The places of one object's fields.
pub(super) enum Place<'a> {
    /// A generated struct.
    Struct(&'a mut dyn Record),
    /// Nothing is known but the declaration: an object that is built.
    Object(&'a mut Built),
}

/// An object that is being built: its declared fields in declared order, then what else was given.
#[derive(Default)]
pub(super) struct Built {
    declared: Vec<Option<Value>>,
    rest: Map<String, Value>,
}

impl Place<'_> {
    /// The place of a declared field.
    #[inline]
    pub(super) fn field(&mut self, index: usize) -> Slot<'_> {
        match self {
            Self::Struct(record) => record.slot(index),
            Self::Object(built) => built.field(index),
        }
    }

    /// What stands in the place of a declared field, if anything does.
    pub(super) fn peek(&mut self, index: usize) -> Option<Slot<'_>> {
        match self {
            Self::Struct(record) => Some(record.slot(index)),
            Self::Object(built) => built.declared[index].as_mut().map(Slot::Any),
        }
    }

    /// The place of a further key of an open record with so many declared fields.
    pub(super) fn rest<R>(
        &mut self,
        declared: usize,
        name: &str,
        read: impl FnOnce(Slot<'_>) -> R,
    ) -> Option<R> {
        match self {
            Self::Struct(record) => match record.slot(declared) {
                Slot::Map(map) => Some(read(map.insert(name.to_owned()))),
                _ => None,
            },
            Self::Object(built) => {
                let place = built.rest.entry(name).or_insert(Value::Null);
                Some(read(Slot::Any(place)))
            }
        }
    }
}

impl Built {
    /// Nothing of it yet.
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            declared: vec![None; plan.fields.len()],
            rest: Map::new(),
        }
    }

    /// The place of a declared field.
    pub(super) fn field(&mut self, index: usize) -> Slot<'_> {
        Slot::Any(self.declared[index].insert(Value::Null))
    }

    /// The object that was built, with its tag in front.
    pub(super) fn into_object(self, plan: &Plan, tag: Option<(&str, &str)>) -> Value {
        let mut object = Map::new();
        if let Some((tag, value)) = tag {
            object.insert(tag.to_owned(), value.into());
        }
        for (field, value) in plan.fields.iter().zip(self.declared) {
            if let Some(value) = value {
                object.insert(field.name.to_string(), value);
            }
        }
        object.extend(self.rest);
        Value::Object(object)
    }
}

/// The place inside of as many `Option`s as there are.
#[inline]
pub(super) fn inner(mut slot: Slot<'_>) -> Slot<'_> {
    loop {
        slot = match slot {
            Slot::MaybeText(place) => return Slot::Text(place.insert(String::new())),
            Slot::MaybeInteger(place) => return Slot::Integer(place.insert(0)),
            Slot::MaybeNumber(place) => return Slot::Number(place.insert(0.0)),
            Slot::MaybeBoolean(place) => return Slot::Boolean(place.insert(false)),
            Slot::Maybe(place) => place.fill(),
            slot => return slot,
        }
    }
}

/// Puts a value where the place is a JSON value. In any other place it has no business: the generated code was made for
/// another declaration, which the format constant rules out.
pub(super) fn set(slot: Slot<'_>, value: impl FnOnce() -> Value) {
    match slot {
        Slot::Any(place) => *place = value(),
        _ => debug_assert!(false, "the place does not fit its declaration"),
    }
}
