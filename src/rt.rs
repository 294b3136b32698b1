//! The only names that generated code may use. Not for people.
//!
//! Everything behind this door may change with [`format_is!`](crate::format_is), nothing else of the runtime is bound by
//! generated code.

pub use crate::bind::{
    Alternatives, Bindable, Boxed, Choice, ChoiceSlot, Field, Record, Slot, Table, Type, any,
    blank, boolean, choice, integer, list, map, number, raw, record, slot, tagged, text, union,
};
pub use crate::permission::Rule;
pub use crate::tool::{
    Call, Content, Context, Declared, Describe, Effect, Handler, Index, Lookup, Spec, SubjectKind,
    Tool,
};
pub use serde_json::Value;
pub use std::collections::BTreeMap;
