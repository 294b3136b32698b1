//! The doors of binding: one call's arguments into a struct, or into JSON where no struct is known.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::compile;
use super::engine::Engine;
use super::malformed::Stop;
use super::object::{Fields, Object};
use super::path::Path;
use super::place::{Built, Place};
use super::plan::{self, Mode, Plan, Root};
use super::repair::Repair;
use super::slot::{Record, Slot};
use super::source::{Json, Source};
use super::straight;
use super::text::Text;
use super::value::{Tree, shallow};
use super::violation::{Violation, Violations};

/// What one pass found out about arguments.
#[derive(Debug)]
pub struct Found {
    /// The permission subjects that were asked for, with defaults and repairs in them; empty when they cannot be judged.
    pub subjects: Vec<String>,
    /// Lossless changes that made arguments fit.
    pub repairs: Vec<Repair>,
    /// Everything that is wrong.
    pub outcome: Result<(), Violations>,
}

/// Binds arguments into a blank generated record, and reads back the parameters that hold the permission subject. Only
/// after an `Ok` outcome the record may be handed out.
pub fn bind_record(record: &mut dyn Record, arguments: &Arguments, subjects: &[&str]) -> Found {
    let table = record.table();
    table
        .plan
        .get_or_init(|| Box::new(compile::table(table)))
        .bind(record, arguments, subjects)
}

/// A compiled table.
pub(super) trait Compiled: fmt::Debug + Send + Sync {
    /// See [`bind_record`].
    fn bind(&self, record: &mut dyn Record, arguments: &Arguments, subjects: &[&str]) -> Found;
}

impl Compiled for Plan {
    fn bind(&self, record: &mut dyn Record, arguments: &Arguments, subjects: &[&str]) -> Found {
        if let Root::Record(id) = &self.root {
            let fields = &self.records[*id];
            if let Arguments::Value(Value::Object(members)) = arguments
                && straight::object(self, fields, members, record, 0)
            {
                return fields.as_declared(&mut Place::Struct(record), subjects);
            }
            return self.fill(fields, arguments, &mut Place::Struct(record), subjects);
        }
        let bound = self.look(arguments, subjects);
        if let Slot::Any(place) = record.slot(0) {
            *place = bound.value.into_owned();
        }
        bound.found
    }
}

/// What arguments were bound to where only a declaration is known.
#[derive(Debug)]
pub struct Bound<'a> {
    /// The arguments with defaults, clamps and repairs in them; meaningless when there are violations. Somebody else's schema
    /// fills nothing in, so these are the very arguments that arrived, unless they arrived as text or were repaired.
    pub value: Cow<'a, Value>,
    /// The rest.
    pub found: Found,
}

impl Plan {
    /// Binds arguments into a JSON object, and reads back the parameters that hold the permission subject.
    pub fn bind<'a>(&self, arguments: &'a Arguments, subjects: &[&str]) -> Bound<'a> {
        let Root::Record(id) = &self.root else {
            return self.look(arguments, subjects);
        };
        let record = &self.records[*id];
        let mut built = Built::new(record);
        let found = match arguments {
            Arguments::Value(Value::Object(members))
                if straight::object(self, record, members, &mut built, 0) =>
            {
                record.as_declared(&mut Place::Object(&mut built), subjects)
            }
            _ => {
                built = Built::new(record);
                self.fill(record, arguments, &mut Place::Object(&mut built), subjects)
            }
        };
        Bound {
            value: Cow::Owned(built.into_object(record, None)),
            found,
        }
    }

    /// One pass over arguments that may be unreadable, by a declaration.
    fn fill(
        &self,
        record: &plan::Record,
        arguments: &Arguments,
        place: &mut Place<'_>,
        subjects: &[&str],
    ) -> Found {
        let mut engine = Engine::new(self);
        match engine.arguments(arguments, record, place) {
            Ok(fields) => Found {
                subjects: judged(subjects, |name, texts| match record.find(name, 0) {
                    Some((index, _)) => {
                        !fields.is_wrong(index) && read_back(place.peek(index), texts)
                    }
                    None => false,
                }),
                repairs: engine.repairs,
                outcome: outcome(engine.found),
            },
            Err(stop) => unreadable(stop, arguments),
        }
    }

    /// One pass over arguments that may be unreadable, by somebody else's schema.
    fn look<'a>(&self, arguments: &'a Arguments, subjects: &[&str]) -> Bound<'a> {
        let mut engine = Engine::new(self);
        match engine.whole(arguments) {
            Ok(value) => Bound {
                found: Found {
                    subjects: judged(subjects, |name, texts| {
                        value.get(name).is_none_or(|value| read_texts(value, texts))
                    }),
                    repairs: engine.repairs,
                    outcome: outcome(engine.found),
                },
                value,
            },
            Err(stop) => Bound {
                value: Cow::Owned(Value::Null),
                found: unreadable(stop, arguments),
            },
        }
    }
}

impl plan::Record {
    /// What is found out about arguments that are as declared. Inlined, as it is hardly anything.
    #[inline(always)]
    fn as_declared(&self, place: &mut Place<'_>, subjects: &[&str]) -> Found {
        Found {
            subjects: match subjects {
                [] => Vec::new(),
                names => judged(names, |name, texts| match self.find(name, 0) {
                    Some((index, _)) => read_back(place.peek(index), texts),
                    None => false,
                }),
            },
            repairs: Vec::new(),
            outcome: Ok(()),
        }
    }
}

/// The texts of all subjects; none when one of them cannot be judged.
#[inline]
fn judged(names: &[&str], mut read: impl FnMut(&str, &mut Vec<String>) -> bool) -> Vec<String> {
    let mut texts = Vec::new();
    if !names.iter().all(|name| read(name, &mut texts)) {
        texts.clear();
    }
    texts
}

#[cold]
fn unreadable(stop: Stop, arguments: &Arguments) -> Found {
    let text = match arguments {
        Arguments::Text(text) => text.as_str(),
        Arguments::Value(_) => "",
    };
    Found {
        subjects: Vec::new(),
        repairs: Vec::new(),
        outcome: Err(Violations(vec![Violation::malformed(stop.explain(text))])),
    }
}

impl Engine<'_> {
    #[inline]
    fn arguments(
        &mut self,
        arguments: &Arguments,
        record: &plan::Record,
        place: &mut Place<'_>,
    ) -> Result<Fields, Stop> {
        let object = Object {
            record,
            path: &Path::Root,
            tag: None,
        };
        match arguments {
            Arguments::Text(text) if !text.starts_with('{') && text.trim().is_empty() => {
                self.nothing(object, place)
            }
            Arguments::Text(text) => {
                let mut source = Text::new(text);
                let kind = source.kind(())?;
                if kind == Json::Object {
                    let fields = self.record(&mut source, (), object, place)?;
                    source.end()?;
                    return Ok(fields);
                }
                source.skip((), &Path::Root)?;
                source.end()?;
                match kind {
                    Json::Null => self.nothing(object, place),
                    _ => Err(Stop::not_an_object()),
                }
            }
            Arguments::Value(Value::Null) => self.nothing(object, place),
            Arguments::Value(value @ Value::Object(_)) => {
                self.record(&mut Tree::default(), value, object, place)
            }
            Arguments::Value(value) => {
                shallow(value, 0)?;
                Err(Stop::not_an_object())
            }
        }
    }

    /// No arguments are an empty object.
    #[cold]
    fn nothing(&mut self, object: Object<'_>, place: &mut Place<'_>) -> Result<Fields, Stop> {
        let empty = Value::Object(Map::new());
        self.record(&mut Tree::default(), &empty, object, place)
    }

    /// Checks arguments by somebody else's schema. What is not repaired stays where it is.
    fn whole<'a>(&mut self, arguments: &'a Arguments) -> Result<Cow<'a, Value>, Stop> {
        let plan = self.plan;
        let mut value = match arguments {
            Arguments::Text(text) => Cow::Owned(parsed(text)?),
            Arguments::Value(Value::Null) => Cow::Owned(Value::Object(Map::new())),
            Arguments::Value(value) => {
                shallow(value, 0)?;
                Cow::Borrowed(value)
            }
        };
        let Value::Object(members) = &*value else {
            return Err(Stop::not_an_object());
        };
        match &plan.root {
            Root::Record(_) => {}
            Root::Raw(gate) => {
                let repairs = match plan.coerce {
                    true => gate.repairs(members),
                    false => Vec::new(),
                };
                if !repairs.is_empty() {
                    for repair in &repairs {
                        if let Some(place) = value.to_mut().pointer_mut(&repair.path) {
                            place.clone_from(&repair.to);
                        }
                    }
                    self.repairs = repairs;
                }
                if let Value::Object(members) = &*value {
                    self.found = gate.check(members);
                }
            }
            Root::Schema(ty) => {
                let mode = Mode {
                    coerce: plan.coerce,
                    ..Mode::default()
                };
                self.foreign(&mut Tree::default(), &value, *ty, &Path::Root, mode)?;
                let edits = self.kept.take().map(|kept| kept.edits);
                for (pointer, repaired) in edits.into_iter().flatten() {
                    if let Some(place) = value.to_mut().pointer_mut(&pointer) {
                        *place = repaired;
                    }
                }
            }
        }
        Ok(value)
    }
}

/// Arguments as a value; none are an empty object.
fn parsed(text: &str) -> Result<Value, Stop> {
    if text.trim().is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    let mut source = Text::new(text);
    let value = source.value((), &Path::Root)?.into_owned();
    source.end()?;
    Ok(match value {
        Value::Null => Value::Object(Map::new()),
        value => value,
    })
}

fn outcome(found: Vec<Violation>) -> Result<(), Violations> {
    if found.is_empty() {
        Ok(())
    } else {
        Err(Violations(found))
    }
}

/// Adds the texts that stand in a place. `false` where something stands there that is no text to judge.
fn read_back(slot: Option<Slot<'_>>, texts: &mut Vec<String>) -> bool {
    match slot.map(Slot::general) {
        None => true,
        Some(Slot::Text(text)) => add(text, texts),
        Some(Slot::Choice(choice)) => add(choice.word(), texts),
        Some(Slot::Maybe(maybe)) => read_back(maybe.get(), texts),
        Some(Slot::List(list)) => (0..list.len()).all(|at| read_back(Some(list.at(at)), texts)),
        Some(Slot::Union(union)) => read_back(Some(union.chosen().1), texts),
        Some(Slot::Any(value)) => read_texts(value, texts),
        Some(_) => false,
    }
}

/// Adds the texts that a value is. `false` where it is something else that nobody can judge.
fn read_texts(value: &Value, texts: &mut Vec<String>) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => add(text, texts),
        Value::Array(items) => items
            .iter()
            .all(|item| !item.is_null() && read_texts(item, texts)),
        _ => false,
    }
}

fn add(text: &str, texts: &mut Vec<String>) -> bool {
    texts.push(text.to_owned());
    !text.trim().is_empty()
}
