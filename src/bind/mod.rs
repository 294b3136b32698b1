//! Arguments to typed input: one pass, every violation.
//!
//! A generated tool brings a plain struct, a static [`Table`] of its fields and a `slot(i)` that hands out the places
//! where values go. The engine here, compiled once and generic over nothing of the user's, reads the arguments and fills
//! those places, collecting every violation on the way. The same engine reads by a declaration or a schema that is
//! known only at run time; then the place is a JSON value.

mod arguments;
mod slot;
mod table;
mod violation;

pub use arguments::Arguments;
pub use slot::{
    Alternatives, Bindable, Boxed, Choice, ChoiceSlot, ListSlot, MapSlot, MaybeSlot, Record, Slot,
    blank, slot,
};
pub use table::{
    Field, Literal, Shape, Table, Type, any, boolean, choice, integer, list, map, number, raw,
    record, tagged, text, union,
};
pub use violation::{Repair, Violation, Violations};
