//! The doors of binding: one call's arguments into a struct, or into JSON where no struct is known.

use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::compile;
use super::engine::Engine;
use super::malformed::Stop;
use super::object::{Fields, Object};
use super::path::Path;
use super::place::{Built, Place};
use super::plan::{Mode, Plan, Root};
use super::repair::Repair;
use super::slot::{Record, Slot};
use super::source::{Json, Source};
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
    let plan = table.plan.get_or_init(|| compile::table(table));
    plan.pass(arguments, &mut Place::Struct(record), subjects)
}

/// What arguments were bound to where only a declaration is known.
#[derive(Debug)]
pub struct Bound {
    /// The arguments with defaults, clamps and repairs in them; meaningless when there are violations.
    pub value: Value,
    /// The rest.
    pub found: Found,
}

impl Plan {
    /// Binds arguments into a JSON object, and reads back the parameters that hold the permission subject.
    pub fn bind(&self, arguments: &Arguments, subjects: &[&str]) -> Bound {
        let (value, found) = match &self.root {
            Root::Record(id) => {
                let record = &self.records[*id];
                let mut built = Built::new(record);
                let found = self.pass(arguments, &mut Place::Object(&mut built), subjects);
                (built.into_object(record, None), found)
            }
            Root::Raw(_) | Root::Schema(_) => {
                let mut raw = RawPlace(Value::Null);
                let found = self.pass(arguments, &mut Place::Struct(&mut raw), subjects);
                (raw.0, found)
            }
        };
        Bound { value, found }
    }

    /// One pass over arguments that may be unreadable.
    fn pass(&self, arguments: &Arguments, place: &mut Place<'_>, subjects: &[&str]) -> Found {
        let mut engine = Engine::new(self);
        match engine.arguments(arguments, place) {
            Ok(fields) => Found {
                subjects: self.subjects(place, subjects, &fields),
                repairs: engine.repairs,
                outcome: outcome(engine.found),
            },
            Err(stop) => {
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
        }
    }

    fn subjects(&self, place: &mut Place<'_>, names: &[&str], fields: &Fields) -> Vec<String> {
        let mut subjects = Vec::new();
        let judged = names.iter().all(|name| match &self.root {
            Root::Record(id) => match self.records[*id].find(name, 0) {
                Some(index) => {
                    !fields.is_wrong(index) && read_back(place.peek(index), &mut subjects)
                }
                None => false,
            },
            Root::Raw(_) | Root::Schema(_) => match place.field(0) {
                Slot::Any(value) => match value.get_mut(*name) {
                    Some(value) => read_back(Some(Slot::Any(value)), &mut subjects),
                    None => true,
                },
                _ => false,
            },
        });
        if !judged {
            subjects.clear();
        }
        subjects
    }
}

impl Engine<'_> {
    #[inline]
    fn arguments(&mut self, arguments: &Arguments, place: &mut Place<'_>) -> Result<Fields, Stop> {
        match arguments {
            Arguments::Text(text) if !text.starts_with('{') && text.trim().is_empty() => {
                self.nothing(place)
            }
            Arguments::Text(text) => {
                let mut source = Text::new(text);
                match source.kind(())? {
                    Json::Object => {
                        let fields = self.root(&mut source, (), place)?;
                        source.end()?;
                        Ok(fields)
                    }
                    kind => {
                        source.skip((), &Path::Root)?;
                        source.end()?;
                        match kind {
                            Json::Null => self.nothing(place),
                            _ => Err(Stop::not_an_object()),
                        }
                    }
                }
            }
            Arguments::Value(Value::Null) => self.nothing(place),
            Arguments::Value(value @ Value::Object(_)) => {
                self.root(&mut Tree::default(), value, place)
            }
            Arguments::Value(value) => {
                shallow(value, 0)?;
                Err(Stop::not_an_object())
            }
        }
    }

    /// No arguments are an empty object.
    fn nothing(&mut self, place: &mut Place<'_>) -> Result<Fields, Stop> {
        let empty = Value::Object(Map::new());
        self.root(&mut Tree::default(), &empty, place)
    }

    #[inline]
    fn root<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        place: &mut Place<'_>,
    ) -> Result<Fields, Stop> {
        let plan = self.plan;
        match &plan.root {
            Root::Record(id) => {
                let object = Object {
                    record: &plan.records[*id],
                    path: &Path::Root,
                    tag: None,
                };
                self.record(source, node, object, place)
            }
            Root::Raw(gate) => {
                let mut value = source.value(node, &Path::Root)?.into_owned();
                if let Value::Object(object) = &mut value {
                    if plan.coerce {
                        self.repairs = gate.repair(object);
                    }
                    self.found.extend(gate.check(object));
                }
                if let Slot::Any(place) = place.field(0) {
                    *place = value;
                }
                Ok(Fields::default())
            }
            Root::Schema(ty) => {
                let mut value = source.value(node, &Path::Root)?.into_owned();
                let mut tree = Tree::default();
                let mode = Mode {
                    coerce: plan.coerce,
                    ..Mode::default()
                };
                self.foreign(&mut tree, &value, *ty, &Path::Root, mode)?;
                for (pointer, repaired) in self.edits.drain(..) {
                    if let Some(place) = value.pointer_mut(&pointer) {
                        *place = repaired;
                    }
                }
                if let Slot::Any(place) = place.field(0) {
                    *place = value;
                }
                Ok(Fields::default())
            }
        }
    }
}

/// The one place of a tool whose whole input is somebody else's schema.
struct RawPlace(Value);

impl Record for RawPlace {
    fn table(&self) -> &'static super::Table {
        static TABLE: super::Table = super::Table::raw("{}");
        &TABLE
    }

    fn blank() -> Self {
        Self(Value::Null)
    }

    fn slot(&mut self, _: usize) -> Slot<'_> {
        Slot::Any(&mut self.0)
    }
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
    let mut add = |text: &str| {
        texts.push(text.to_owned());
        !text.trim().is_empty()
    };
    match slot {
        None => true,
        Some(Slot::Text(text)) => add(text),
        Some(Slot::Choice(choice)) => add(choice.word()),
        Some(Slot::Maybe(maybe)) => read_back(maybe.get(), texts),
        Some(Slot::List(list)) => (0..list.len()).all(|at| read_back(Some(list.at(at)), texts)),
        Some(Slot::Union(union)) => read_back(Some(union.chosen().1), texts),
        Some(Slot::Any(Value::Null)) => true,
        Some(Slot::Any(Value::String(text))) => add(text),
        Some(Slot::Any(Value::Array(items))) => items
            .iter_mut()
            .all(|item| !item.is_null() && read_back(Some(Slot::Any(item)), texts)),
        Some(_) => false,
    }
}
