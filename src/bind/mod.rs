//! Arguments to typed input: one pass, every violation.
//!
//! A generated tool brings a plain struct, a static [`Table`] of its fields and a `slot(i)` that hands out the places
//! where values go. The engine here, compiled once and generic over nothing of the user's, reads the arguments and fills
//! those places, collecting every violation on the way. The same engine reads by a declaration or a schema that is
//! known only at run time; then the place is a JSON value.
//!
//! In the order of the data: [`Arguments`] are a *source* (JSON text, a JSON value); a [`Table`] or a declaration is
//! compiled once to a [`Plan`]; the *engine* reads the one by the other into *places*; what it finds are [`Violations`] and
//! [`Repair`]s.

// What arrives.
mod arguments;
mod malformed;
mod names;
mod numeral;
mod path;
mod source;
mod text;
mod token;
mod value;

// What it is read by.
mod compile;
#[cfg(feature = "compiler")]
mod declaration;
mod format;
mod gate;
mod members;
mod plan;
mod schema;
mod table;

// Where it goes.
mod place;
mod slot;

// How it is read.
mod bits;
mod call;
mod coerce;
mod container;
mod engine;
mod foreign;
mod limits;
mod object;
mod straight;
mod trial;
mod union;

// What is told.
mod problem;
mod repair;
mod sentence;
mod suggest;
mod violation;

pub use arguments::Arguments;
pub use call::{Bound, Found, bind_record};
pub use gate::Gate;
pub use malformed::{Malformed, Syntax};
pub use plan::Plan;
pub use problem::{Hint, Kind, Problem, Unit};
pub use repair::Repair;
pub use slot::{
    Alternatives, Bindable, Boxed, Choice, ChoiceSlot, ListSlot, MapSlot, MaybeSlot, Record, Slot,
    blank, slot,
};
pub use suggest::nearest;
pub use table::{
    Field, Literal, Shape, Table, Type, any, boolean, choice, integer, list, map, number, raw,
    record, tagged, text, union,
};
pub use violation::{Violation, Violations};
