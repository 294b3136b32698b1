//! How the fields of a struct are bound: what each is before anything is known, and which slot its place is.
//!
//! Written out where the type tells it, though `rt::blank()` and `rt::slot(…)` would find it too: a literal costs whoever
//! compiles it less than a generic function. Those two stand where a type has a generated `impl` of its own.

use super::super::model::{Kind, Param, Presence, Record, Type};
use super::scope::Scope;
use super::{ArmView, Code};

/// The fields of a record, and of an open one the map of further keys.
pub(super) fn of(scope: &Scope<'_>, record: &Record) -> Vec<ArmView> {
    let fields = record.fields.iter().map(|param| ArmView {
        rust: param.rust.as_str().into(),
        blank: blank(scope, param),
        slot: slot(scope, param),
    });
    let rest = record.open.then(|| ArmView {
        rust: "rest".into(),
        blank: "rt::BTreeMap::new()".into(),
        slot: "rt::Slot::Map".into(),
    });
    fields.chain(rest).collect()
}

/// A field that holds any JSON.
pub(super) fn json(rust: &str) -> ArmView {
    ArmView {
        rust: rust.into(),
        blank: "rt::Value::Null".into(),
        slot: "rt::Slot::Any".into(),
    }
}

fn blank(scope: &Scope<'_>, param: &Param) -> Code {
    if options(param) > 0 {
        return "None".into();
    }
    match &param.ty {
        _ if param.boxed => "rt::blank()",
        Type::Text(_) => "String::new()",
        Type::Integer(_) => "0",
        Type::Number(_) => "0.0",
        Type::Boolean => "false",
        Type::Any | Type::Raw(_) => "rt::Value::Null",
        Type::List(_) => "Vec::new()",
        Type::Map(_) => "rt::BTreeMap::new()",
        Type::Named(id) => match &scope.get(*id).kind {
            Kind::Choice(words) => {
                return format!("{}::{}", scope.path(*id), words[0].rust).into();
            }
            Kind::Record(_) => "rt::Record::blank()",
            Kind::Tagged(_) | Kind::Union(_) => "rt::blank()",
        },
    }
    .into()
}

fn slot(scope: &Scope<'_>, param: &Param) -> Code {
    match (&param.ty, options(param)) {
        (_, 0) if param.boxed => "rt::slot",
        (_, 1) if param.boxed => "rt::Slot::Maybe",
        (Type::Text(_), 0) => "rt::Slot::Text",
        (Type::Integer(_), 0) => "rt::Slot::Integer",
        (Type::Number(_), 0) => "rt::Slot::Number",
        (Type::Boolean, 0) => "rt::Slot::Boolean",
        (Type::Text(_), 1) => "rt::Slot::MaybeText",
        (Type::Integer(_), 1) => "rt::Slot::MaybeInteger",
        (Type::Number(_), 1) => "rt::Slot::MaybeNumber",
        (Type::Boolean, 1) => "rt::Slot::MaybeBoolean",
        (Type::Any | Type::Raw(_), 0) => "rt::Slot::Any",
        (Type::List(_), 0) => "rt::Slot::List",
        (Type::Map(_), 0) => "rt::Slot::Map",
        (Type::Named(id), 0) => match &scope.get(*id).kind {
            Kind::Choice(_) => "rt::Slot::Choice",
            Kind::Record(_) => "rt::Slot::Record",
            Kind::Tagged(_) | Kind::Union(_) => "rt::Slot::Union",
        },
        (_, _) => "rt::Slot::Maybe",
    }
    .into()
}

/// How many `Option`s are around the type.
fn options(param: &Param) -> usize {
    usize::from(param.nullable) + usize::from(param.presence == Presence::Optional)
}
