//! The engine: reads a source by a plan into places, and collects everything that is wrong on the way.
//!
//! One pass, not generic over anything of the user's. A value of the wrong type is reported and passed over; only what
//! cannot be read at all ends the pass.

use std::collections::HashSet;

use serde_json::Value;

use super::gate;
use super::malformed::Stop;
use super::numeral::Numeral;
use super::object::Object;
use super::path::Path;
use super::place::{Place, inner, set};
use super::plan::{self, Mode, Plan, Shape, TypeId};
use super::problem::Problem;
use super::repair::Repair;
use super::slot::Slot;
use super::source::{Json, Source};
use super::value::Tree;
use super::violation::Violation;

/// So many candidates are looked at for suggestions, all violations together; the one that exhausts it still gets its.
const SUGGESTIONS: usize = 10_000;

/// One pass over arguments.
pub(super) struct Engine<'p> {
    pub(super) plan: &'p Plan,
    pub(super) found: Vec<Violation>,
    /// How many violations there are, told or not.
    pub(super) count: usize,
    pub(super) repairs: Vec<Repair>,
    /// How many candidates may still be looked at.
    pub(super) suggestions: usize,
    /// An alternative is tried: violations are counted, not told.
    pub(super) trial: bool,
    /// Null is never absence. Only for foreign schemas.
    pub(super) strict: bool,
    /// How many schemas are being applied within each other to values that are being checked.
    pub(super) steps: usize,
    /// Boxed, as hardly any declaration has foreign schemas.
    pub(super) kept: Option<Box<Kept>>,
}

/// What is kept in mind while foreign schemas are read by.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    /// Those that a value was checked by, with its address.
    pub(super) done: HashSet<(usize, TypeId)>,
    /// Repairs of a value that is not rebuilt, by JSON Pointer, outermost first.
    pub(super) edits: Vec<(String, Value)>,
}

impl<'p> Engine<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        Self {
            plan,
            found: Vec::new(),
            count: 0,
            repairs: Vec::new(),
            suggestions: SUGGESTIONS,
            trial: false,
            strict: false,
            kept: None,
            steps: 0,
        }
    }

    /// May another suggestion be looked for among so many candidates?
    pub(super) fn may_suggest(&mut self, candidates: usize) -> bool {
        let may = self.suggestions > 0;
        self.suggestions = self.suggestions.saturating_sub(candidates.max(1));
        may
    }

    pub(super) fn kept(&mut self) -> &mut Kept {
        self.kept.get_or_insert_default()
    }

    #[cold]
    pub(super) fn report(&mut self, path: &Path<'_>, problem: impl FnOnce(&mut Self) -> Problem) {
        self.count += 1;
        if !self.trial {
            let problem = problem(self);
            self.found.push(Violation::new(path, problem));
        }
    }

    /// Reads a node, of which the kind is known already: one that is not null, or is null where null is no value.
    ///
    /// What holds no further types is read right here: a call for each number would cost more than reading it. Without
    /// optimisation, the copies would only use the stack up.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn read<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        (kind, node): (Json, S::Node),
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let plan = self.plan;
        match (&plan.types[ty].shape, kind) {
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
            (Shape::Integer(limits), Json::Number) => {
                let number = source.number(node)?;
                self.integer(number, limits.as_deref(), ty, slot, path, mode);
            }
            (Shape::Number(None), Json::Number) => match inner(slot) {
                Slot::Number(place) => *place = source.float(node)?,
                other => {
                    let number = source.number(node)?.to_number();
                    set(other, || number.into());
                }
            },
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
            (Shape::Record(id), Json::Object) => match inner(slot) {
                Slot::Record(place) => {
                    let (record, tag) = (&plan.records[*id], None);
                    let object = Object { record, path, tag };
                    self.record(source, node, object, &mut Place::Struct(place))?;
                }
                other => self.read_other(source, (kind, node), ty, other, path, mode)?,
            },
            _ => self.read_other(source, (kind, node), ty, slot, path, mode)?,
        }
        Ok(())
    }

    /// Reads a value that is at hand, off the hot path. What unions inside of unions go through keeps its frame small.
    pub(super) fn read_value(
        &mut self,
        tree: &mut Tree,
        value: &Value,
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let plan = self.plan;
        match &plan.types[ty].shape {
            Shape::Schema(_) => self.foreign(tree, value, ty, path, mode),
            Shape::Union(_) => self.union(tree, value, ty, slot, path, mode),
            Shape::Tagged(tagged) if value.is_object() => {
                self.tagged(tree, value, tagged, inner(slot), path)
            }
            _ => self.read_plain(tree, value, ty, slot, path, mode),
        }
    }

    #[inline(never)]
    fn read_plain(
        &mut self,
        tree: &mut Tree,
        value: &Value,
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        self.read(tree, (Json::of(value), value), ty, slot, path, mode)
    }

    /// What is too large to be inlined wherever something is read.
    fn read_other<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        (kind, node): (Json, S::Node),
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let plan = self.plan;
        match (&plan.types[ty].shape, kind) {
            (Shape::Choice(choice), Json::Text) => self.choice(source, node, choice, slot, path),
            (Shape::Any, _) => {
                let value = source.value(node, path)?;
                set(inner(slot), || value.into_owned());
                Ok(())
            }
            (Shape::Raw(shape), _) => self.raw(source, node, shape, slot, path),
            (Shape::List(list), Json::List) => self.list(source, node, list, slot, path, mode),
            (Shape::Map(value), Json::Object) => self.map(source, node, *value, slot, path, mode),
            (Shape::Record(id), Json::Object) => self.built(source, node, *id, slot, path),
            (Shape::Tagged(_), Json::Object) | (Shape::Union(_) | Shape::Schema(_), _) => {
                let value = source.value(node, path)?;
                match source.tree() {
                    Some(tree) => self.read_value(tree, &value, ty, slot, path, mode),
                    None => {
                        let tree = &mut Tree::within(source.depth());
                        self.read_value(tree, &value, ty, slot, path, mode)
                    }
                }
            }
            (_, Json::Text) if mode.coerce => {
                let text = source.text(node)?;
                self.coerced(source.depth(), &text, ty, slot, path, mode)
            }
            _ => {
                self.report_type(ty, path, mode);
                source.skip(node, path)
            }
        }
    }

    fn choice<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        choice: &plan::Choice,
        slot: Slot<'_>,
        path: &Path<'_>,
    ) -> Result<(), Stop> {
        let word = source.text(node)?;
        match (choice.find(&word), inner(slot)) {
            (Some(index), Slot::Choice(place)) => place.set(index),
            (Some(_), other) => set(other, || word.into_owned().into()),
            (None, _) => self.report_word(choice, &word, path),
        }
        Ok(())
    }

    fn raw<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        shape: &gate::Shape,
        slot: Slot<'_>,
        path: &Path<'_>,
    ) -> Result<(), Stop> {
        let value = source.value(node, path)?;
        if let Some(problem) = shape.problem(&value) {
            self.report(path, |_| problem);
        }
        set(inner(slot), || value.into_owned());
        Ok(())
    }

    /// Applies a default: a value that was checked when it was declared.
    pub(super) fn apply(&mut self, value: &Value, ty: TypeId, slot: Slot<'_>) -> Result<(), Stop> {
        match (value, inner(slot)) {
            (Value::Null, _) => {}
            (Value::String(text), Slot::Text(place)) => place.clone_from(text),
            (Value::Bool(value), Slot::Boolean(place)) => *place = *value,
            (_, slot) => {
                let tree = &mut Tree::default();
                self.read_value(tree, value, ty, slot, &Path::Root, Mode::default())?;
            }
        }
        Ok(())
    }

    #[inline]
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

    #[inline]
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
