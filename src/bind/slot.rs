//! The places of a typed input where values go, and come back from.
//!
//! A struct is its own builder: it starts [`blank`], the engine fills its slots, and it is handed out only when nothing
//! was wrong. The same slots are read back for permission subjects and for structured output.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Table;

/// One place.
pub enum Slot<'a> {
    /// A text.
    Text(&'a mut String),
    /// An integer.
    Integer(&'a mut i64),
    /// A number.
    Number(&'a mut f64),
    /// A boolean.
    Boolean(&'a mut bool),
    /// A JSON value.
    Any(&'a mut Value),
    /// An enum of words.
    Choice(&'a mut dyn ChoiceSlot),
    /// A struct.
    Record(&'a mut dyn Record),
    /// A list.
    List(&'a mut dyn ListSlot),
    /// A map with text keys.
    Map(&'a mut dyn MapSlot),
    /// An enum over types or records.
    Union(&'a mut dyn Alternatives),
    /// An `Option` of a text; as are the next three, what optional fields mostly are, so that they are filled without a call.
    MaybeText(&'a mut Option<String>),
    /// An `Option` of an integer.
    MaybeInteger(&'a mut Option<i64>),
    /// An `Option` of a number.
    MaybeNumber(&'a mut Option<f64>),
    /// An `Option` of a boolean.
    MaybeBoolean(&'a mut Option<bool>),
    /// Any other `Option`.
    Maybe(&'a mut dyn MaybeSlot),
}

impl<'a> Slot<'a> {
    /// Any `Option` as every other.
    pub(crate) fn general(self) -> Self {
        match self {
            Self::MaybeText(place) => Self::Maybe(place),
            Self::MaybeInteger(place) => Self::Maybe(place),
            Self::MaybeNumber(place) => Self::Maybe(place),
            Self::MaybeBoolean(place) => Self::Maybe(place),
            other => other,
        }
    }
}

/// A type that values can be bound into.
pub trait Bindable {
    /// What it is before anything is known. Never seen by a handler.
    fn blank() -> Self
    where
        Self: Sized;

    /// The place where its value goes.
    fn slot(&mut self) -> Slot<'_>;

    /// The place of one that is optional.
    fn optional(place: &mut Option<Self>) -> Slot<'_>
    where
        Self: Sized,
    {
        Slot::Maybe(place)
    }
}

/// What a value is before anything is known.
pub fn blank<T: Bindable>() -> T {
    T::blank()
}

/// The place of a value.
pub fn slot<T: Bindable>(value: &mut T) -> Slot<'_> {
    value.slot()
}

/// A generated struct.
#[doc(hidden)]
pub trait Record {
    /// Its fields.
    fn table(&self) -> &'static Table;

    /// What it is before anything is known.
    fn blank() -> Self
    where
        Self: Sized;

    /// The place of the field with this index; after the last field, the map of further keys of an open record.
    fn slot(&mut self, index: usize) -> Slot<'_>;
}

/// A generated enum of words. Index `i` stands for word `i`.
pub trait Choice: Copy + 'static {
    /// The words on the wire.
    const WORDS: &'static [&'static str];
    /// The variants, in the order of the words.
    const ALL: &'static [Self];

    /// Its index.
    fn index(self) -> usize;
}

/// An enum of words, seen from the engine.
pub trait ChoiceSlot {
    /// Becomes the variant with this index.
    fn set(&mut self, index: usize);
    /// The word it stands for.
    fn word(&self) -> &'static str;
}

/// A generated enum over types or records.
pub trait Alternatives {
    /// Becomes the blank variant with this index; its place.
    fn choose(&mut self, index: usize) -> Slot<'_>;
    /// The index of the variant it is, and its place.
    fn chosen(&mut self) -> (usize, Slot<'_>);
    /// The tag's name and value on the wire, of a union that is told apart by one.
    fn tag(&self) -> Option<(&'static str, &'static str)> {
        None
    }
}

/// A list, seen from the engine.
pub trait ListSlot {
    /// Empties it, with room for so many.
    fn begin(&mut self, capacity: usize);
    /// Appends a blank item; its place.
    fn push(&mut self) -> Slot<'_>;
    /// How many there are.
    fn len(&self) -> usize;
    /// Are there none?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The place of an item.
    fn at(&mut self, index: usize) -> Slot<'_>;
}

/// A map, seen from the engine.
pub trait MapSlot {
    /// Empties it.
    fn begin(&mut self);
    /// Inserts a blank value; its place.
    fn insert(&mut self, key: String) -> Slot<'_>;
    /// Visits every entry.
    fn each(&mut self, visit: &mut dyn FnMut(&str, Slot<'_>));
}

/// An `Option`, seen from the engine.
pub trait MaybeSlot {
    /// Becomes `None`.
    fn clear(&mut self);
    /// Becomes `Some` of a blank; its place.
    fn fill(&mut self) -> Slot<'_>;
    /// The place of what is there.
    fn get(&mut self) -> Option<Slot<'_>>;
}

macro_rules! leaf {
    ($type:ty, $slot:ident, $maybe:ident, $blank:expr) => {
        impl Bindable for $type {
            fn blank() -> Self {
                $blank
            }
            fn slot(&mut self) -> Slot<'_> {
                Slot::$slot(self)
            }
            fn optional(place: &mut Option<Self>) -> Slot<'_> {
                Slot::$maybe(place)
            }
        }
    };
}

leaf!(String, Text, MaybeText, Self::new());
leaf!(i64, Integer, MaybeInteger, 0);
leaf!(f64, Number, MaybeNumber, 0.0);
leaf!(bool, Boolean, MaybeBoolean, false);
leaf!(Value, Any, Maybe, Self::Null);

impl<T: Choice> Bindable for T {
    fn blank() -> Self {
        T::ALL[0]
    }
    fn slot(&mut self) -> Slot<'_> {
        Slot::Choice(self)
    }
}

impl<T: Choice> ChoiceSlot for T {
    fn set(&mut self, index: usize) {
        *self = T::ALL[index];
    }
    fn word(&self) -> &'static str {
        T::WORDS[self.index()]
    }
}

impl<T: Bindable> Bindable for Vec<T> {
    fn blank() -> Self {
        Self::new()
    }
    fn slot(&mut self) -> Slot<'_> {
        Slot::List(self)
    }
}

impl<T: Bindable> ListSlot for Vec<T> {
    fn begin(&mut self, capacity: usize) {
        self.clear();
        self.reserve(capacity);
    }
    fn push(&mut self) -> Slot<'_> {
        Self::push(self, T::blank());
        let last = Self::len(self) - 1;
        self[last].slot()
    }
    fn len(&self) -> usize {
        Self::len(self)
    }
    fn at(&mut self, index: usize) -> Slot<'_> {
        self[index].slot()
    }
}

impl<T: Bindable> Bindable for BTreeMap<String, T> {
    fn blank() -> Self {
        Self::new()
    }
    fn slot(&mut self) -> Slot<'_> {
        Slot::Map(self)
    }
}

impl<T: Bindable> MapSlot for BTreeMap<String, T> {
    fn begin(&mut self) {
        self.clear();
    }
    fn insert(&mut self, key: String) -> Slot<'_> {
        self.entry(key).or_insert_with(T::blank).slot()
    }
    fn each(&mut self, visit: &mut dyn FnMut(&str, Slot<'_>)) {
        for (key, value) in self {
            visit(key, value.slot());
        }
    }
}

impl<T: Bindable> Bindable for Option<T> {
    fn blank() -> Self {
        None
    }
    fn slot(&mut self) -> Slot<'_> {
        T::optional(self)
    }
}

impl<T: Bindable> MaybeSlot for Option<T> {
    fn clear(&mut self) {
        *self = None;
    }
    fn fill(&mut self) -> Slot<'_> {
        self.insert(T::blank()).slot()
    }
    #[allow(
        clippy::manual_map,
        reason = "`map` would be instantiated for every optional type of every tool"
    )]
    fn get(&mut self) -> Option<Slot<'_>> {
        match self {
            Some(value) => Some(value.slot()),
            None => None,
        }
    }
}

/// A box, for a type that contains itself through an optional field.
#[derive(Debug, Clone, PartialEq)]
pub struct Boxed<T>(Box<T>);

impl<T> Boxed<T> {
    /// Takes the value out.
    pub fn into_inner(self) -> T {
        *self.0
    }
}

impl<T> From<T> for Boxed<T> {
    fn from(value: T) -> Self {
        Self(Box::new(value))
    }
}

impl<T> std::ops::Deref for Boxed<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> std::ops::DerefMut for Boxed<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Bindable> Bindable for Boxed<T> {
    fn blank() -> Self {
        T::blank().into()
    }
    fn slot(&mut self) -> Slot<'_> {
        self.0.slot()
    }
}
