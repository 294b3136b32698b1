//! The engine: reads a source by a plan into places, and collects everything that is wrong on the way.
//!
//! One pass, not generic over anything of the user's. A value of the wrong type is reported and passed over; only what
//! cannot be read at all ends the pass.

use std::collections::HashSet;

use serde_json::Value;

use super::malformed::Stop;
use super::path::Path;
use super::place::{Place, inner, set};
use super::plan::{self, Mode, Plan, Shape, TypeId};
use super::repair::Repair;
use super::slot::Slot;
use super::source::{Json, Numeral, Source};
use super::value::Tree;
use super::violation::{Problem, Unit, Violation};

/// So many candidates are looked at for suggestions, all violations together; the one that exhausts it still gets its.
const SUGGESTIONS: usize = 10_000;

/// One pass over arguments.
pub(super) struct Engine<'p> {
    pub(super) plan: &'p Plan,
    pub(super) found: Vec<Violation>,
    pub(super) repairs: Vec<Repair>,
    /// How many candidates may still be looked at.
    pub(super) suggestions: usize,
    /// When alternatives are tried, violations are counted, not told.
    pub(super) trial: Option<usize>,
    /// Null is never absence. Only for foreign schemas.
    pub(super) strict: bool,
    /// The foreign schemas that a value was checked by, by address.
    pub(super) done: HashSet<(usize, TypeId)>,
    /// Repairs of a value that is not rebuilt, by JSON Pointer, outermost first.
    pub(super) edits: Vec<(String, Value)>,
}

impl<'p> Engine<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        Self {
            plan,
            found: Vec::new(),
            repairs: Vec::new(),
            suggestions: SUGGESTIONS,
            trial: None,
            strict: false,
            done: HashSet::new(),
            edits: Vec::new(),
        }
    }

    /// May another suggestion be looked for among so many candidates?
    pub(super) fn may_suggest(&mut self, candidates: usize) -> bool {
        let may = self.suggestions > 0;
        self.suggestions = self.suggestions.saturating_sub(candidates.max(1));
        may
    }

    /// How many violations there are.
    pub(super) fn count(&self) -> usize {
        self.trial.unwrap_or(self.found.len())
    }

    #[cold]
    pub(super) fn report(&mut self, path: &Path<'_>, problem: impl FnOnce(&mut Self) -> Problem) {
        match &mut self.trial {
            Some(count) => *count += 1,
            None => {
                let problem = problem(self);
                self.found.push(Violation::new(path, problem));
            }
        }
    }

    /// Reads a node that is not null, or is null where null is no value.
    pub(super) fn read<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let plan = self.plan;
        match (&plan.types[ty].shape, source.kind(node)?) {
            (Shape::Text(limits), Json::Text) => {
                let text = source.text(node)?;
                if let Some(limits) = limits {
                    self.check_text(&text, limits, path);
                }
                match inner(slot) {
                    Slot::Text(place) => *place = text.into_owned(),
                    other => set(other, || text.into_owned().into()),
                }
            }
            (Shape::Choice(choice), Json::Text) => {
                let word = source.text(node)?;
                match (choice.find(&word), inner(slot)) {
                    (Some(index), Slot::Choice(place)) => place.set(index),
                    (Some(_), other) => set(other, || word.into_owned().into()),
                    (None, _) => self.report_word(choice, &word, path),
                }
            }
            (Shape::Integer(limits), Json::Number) => {
                let number = source.number(node)?;
                self.integer(number, limits.as_deref(), ty, slot, path, mode);
            }
            (Shape::Number(limits), Json::Number) => {
                let number = source.number(node)?;
                self.number(number, limits.as_deref(), slot, path);
            }
            (Shape::Boolean, Json::Boolean) => {
                let boolean = source.boolean(node)?;
                match inner(slot) {
                    Slot::Boolean(place) => *place = boolean,
                    other => set(other, || boolean.into()),
                }
            }
            (Shape::Any, _) => {
                let value = source.value(node, path)?;
                set(inner(slot), || value.into_owned());
            }
            (Shape::Raw(shape), _) => {
                let value = source.value(node, path)?;
                if let Some(problem) = shape.problem(&value) {
                    self.report(path, |_| problem);
                }
                set(inner(slot), || value.into_owned());
            }
            (Shape::Schema(_), _) => {
                let value = source.value(node, path)?;
                match source.tree() {
                    Some(tree) => self.foreign(tree, &value, ty, path, mode)?,
                    None => {
                        let mut tree = Tree::within(source.depth());
                        self.foreign(&mut tree, &value, ty, path, mode)?;
                    }
                }
            }
            (Shape::List(list), Json::List) => self.list(source, node, list, slot, path, mode)?,
            (Shape::Map(value), Json::Object) => {
                self.map(source, node, *value, slot, path, mode)?
            }
            (Shape::Record(id), Json::Object) => {
                let record = &plan.records[*id];
                match inner(slot) {
                    Slot::Record(place) => {
                        self.record(source, node, record, &mut Place::Struct(place), path, None)?;
                    }
                    other => {
                        let mut fields = Place::fields(record.fields.len());
                        self.record(source, node, record, &mut fields, path, None)?;
                        set(other, || fields.into_object(record, None));
                    }
                }
            }
            (Shape::Tagged(tagged), Json::Object) => {
                let value = source.value(node, path)?;
                match source.tree() {
                    Some(tree) => self.tagged(tree, &value, tagged, inner(slot), path)?,
                    None => {
                        let mut tree = Tree::within(source.depth());
                        self.tagged(&mut tree, &value, tagged, inner(slot), path)?;
                    }
                }
            }
            (Shape::Union(alternatives), _) => {
                let value = source.value(node, path)?;
                match source.tree() {
                    Some(tree) => self.union(tree, &value, ty, alternatives, slot, path, mode)?,
                    None => {
                        let mut tree = Tree::within(source.depth());
                        self.union(&mut tree, &value, ty, alternatives, slot, path, mode)?;
                    }
                }
            }
            (_, Json::Text) if mode.coerce => {
                let text = source.text(node)?;
                let depth = source.depth();
                self.coerced(depth, &text, ty, slot, path, mode)?;
            }
            _ => {
                self.report_type(ty, path, mode);
                source.skip(node, path)?;
            }
        }
        Ok(())
    }

    /// Applies a default: a value that was checked when it was declared.
    pub(super) fn apply(&mut self, value: &Value, ty: TypeId, slot: Slot<'_>) -> Result<(), Stop> {
        match (value, inner(slot)) {
            (Value::Null, _) => Ok(()),
            (Value::String(text), Slot::Text(place)) => {
                place.clone_from(text);
                Ok(())
            }
            (_, slot) => self.read(
                &mut Tree::default(),
                value,
                ty,
                slot,
                &Path::Root,
                Mode::default(),
            ),
        }
    }

    fn list<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        list: &plan::List,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let mut items = source.list(node)?;
        let mut index = 0;
        match inner(slot) {
            Slot::List(place) => {
                place.begin(source.items_left(&items));
                while let Some(item) = source.item(&mut items)? {
                    let here = Path::Item(path, index);
                    self.read(source, item, list.item, place.push(), &here, mode.inside())?;
                    index += 1;
                }
            }
            other => {
                let mut values = Vec::with_capacity(source.items_left(&items));
                while let Some(item) = source.item(&mut items)? {
                    let mut value = Value::Null;
                    let here = Path::Item(path, index);
                    let place = Slot::Any(&mut value);
                    self.read(source, item, list.item, place, &here, mode.inside())?;
                    values.push(value);
                    index += 1;
                }
                set(other, || values.into());
            }
        }
        self.check_length(index as u64, list.min, list.max, Unit::Items, path);
        Ok(())
    }

    fn map<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let mut members = source.object(node)?;
        let mut names = super::names::Names::default();
        match inner(slot) {
            Slot::Map(place) => {
                place.begin();
                while let Some((name, value)) = source.member(&mut members)? {
                    let here = Path::Name(path, &name);
                    let slot = place.insert(name.clone().into_owned());
                    self.read(source, value, ty, slot, &here, mode.inside())?;
                    names.add(name, path)?;
                }
            }
            other => {
                let mut object = serde_json::Map::new();
                while let Some((name, node)) = source.member(&mut members)? {
                    let mut value = Value::Null;
                    let here = Path::Name(path, &name);
                    let slot = Slot::Any(&mut value);
                    self.read(source, node, ty, slot, &here, mode.inside())?;
                    object.insert(name.clone().into_owned(), value);
                    names.add(name, path)?;
                }
                set(other, || object.into());
            }
        }
        Ok(())
    }

    fn integer(
        &mut self,
        number: Numeral<'_>,
        limits: Option<&plan::Integer>,
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) {
        let Some(mut integer) = number.as_integer() else {
            return self.report_type(ty, path, mode);
        };
        if let Some(limits) = limits {
            integer = self.check_integer(integer, limits, path);
        }
        match inner(slot) {
            Slot::Integer(place) => *place = integer,
            other => set(other, || integer.into()),
        }
    }

    fn number(
        &mut self,
        number: Numeral<'_>,
        limits: Option<&plan::Number>,
        slot: Slot<'_>,
        path: &Path<'_>,
    ) {
        let mut float = number.as_float();
        let mut clamped = false;
        if let Some(limits) = limits {
            let checked = self.check_number(number, limits, path);
            clamped = checked.to_bits() != float.to_bits();
            float = checked;
        }
        match inner(slot) {
            Slot::Number(place) => *place = float,
            other if clamped => set(other, || float.into()),
            other => set(other, || number.to_number().into()),
        }
    }

    #[cold]
    pub(super) fn report_type(&mut self, ty: TypeId, path: &Path<'_>, mode: Mode) {
        self.report(path, |engine| Problem::Type {
            expected: engine.plan.types[ty].expected(mode),
        });
    }
}
