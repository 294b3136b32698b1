//! Values that may be one of several types: told apart by a tag, or tried in order.

use serde_json::Value;

use super::engine::Engine;
use super::malformed::Stop;
use super::numeral::Numeral;
use super::object::Object;
use super::path::Path;
use super::place::{Built, Place, inner, set};
use super::plan::{Mode, Shape, Tagged, TypeId};
use super::problem::Problem;
use super::slot::Slot;
use super::source::Json;
use super::value::Tree;

/// Which alternative a value is read as.
#[derive(Debug, Clone, Copy)]
pub(super) enum Choice {
    /// It fits.
    Fits(usize),
    /// It does not fit, but fits none of its kind better.
    Nearest(usize),
    /// No alternative takes a value of this kind.
    None,
    /// It is being found out; met again by a reference in a circle.
    Open,
}

impl Engine<'_> {
    pub(super) fn union(
        &mut self,
        tree: &mut Tree,
        value: &Value,
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let plan = self.plan;
        let Shape::Union(alternatives) = &plan.types[ty].shape else {
            return Ok(());
        };
        let choice = self.choose(tree, value, ty, alternatives)?;
        if !matches!(choice, Choice::Fits(_))
            && mode.coerce
            && let Value::String(text) = value
            && let Some((index, meant)) = self.meant_as(text, alternatives, tree.depth)
        {
            self.repaired(path, text, &meant);
            let (slot, tree) = (chosen(slot, index), &mut Tree::within(tree.depth));
            let (ty, mode) = (alternatives[index], mode.inside());
            let known = self.put_aside();
            self.read_value(tree, &meant, ty, slot, path, mode)?;
            self.recall(known);
            return Ok(());
        }
        match choice {
            Choice::Fits(index) => {
                let slot = chosen(slot, index);
                self.read_value(tree, value, alternatives[index], slot, path, mode.inside())
            }
            Choice::Nearest(index) => {
                let before = self.count;
                let slot = chosen(slot, index);
                self.read_value(tree, value, alternatives[index], slot, path, mode.inside())?;
                if let Some(violation) = self.found.get_mut(before) {
                    violation.widen(path, &plan.types[ty].expected(mode));
                }
                Ok(())
            }
            Choice::None => {
                self.report_type(ty, path, mode);
                Ok(())
            }
            Choice::Open => Ok(()),
        }
    }

    /// The first alternative that fits; else the one of the value's kind with the fewest violations.
    fn choose(
        &mut self,
        tree: &mut Tree,
        value: &Value,
        ty: TypeId,
        alternatives: &[TypeId],
    ) -> Result<Choice, Stop> {
        let key = (std::ptr::from_ref(value).addr(), ty, self.strict);
        if let Some(known) = tree.choices().get(&key) {
            return Ok(*known);
        }
        tree.choices().insert(key, Choice::Open);
        let mut choice = Choice::None;
        let mut fewest = usize::MAX;
        for (index, alternative) in alternatives.iter().enumerate() {
            if !self.takes(*alternative, value) {
                continue;
            }
            let found = self.trial(tree, value, *alternative)?;
            if found == 0 {
                choice = Choice::Fits(index);
                break;
            }
            if found < fewest {
                fewest = found;
                choice = Choice::Nearest(index);
            }
        }
        tree.choices().insert(key, choice);
        Ok(choice)
    }

    /// How many violations there would be.
    fn trial(&self, tree: &mut Tree, value: &Value, ty: TypeId) -> Result<usize, Stop> {
        let mut trial = self.attempt()?;
        let mut place = Value::Null;
        let slot = Slot::Any(&mut place);
        trial.read_value(tree, value, ty, slot, &Path::Root, Mode::default())?;
        Ok(trial.count)
    }

    /// Does the type take values of this kind at all?
    pub(super) fn takes(&self, ty: TypeId, value: &Value) -> bool {
        let kind = Json::of(value);
        match &self.plan.types[ty].shape {
            Shape::Text(_) | Shape::Choice(_) => kind == Json::Text,
            Shape::Integer(_) => {
                matches!(value, Value::Number(number) if Numeral::of(number).as_integer().is_some())
            }
            Shape::Number(_) => kind == Json::Number,
            Shape::Boolean => kind == Json::Boolean,
            Shape::List(_) => kind == Json::List,
            Shape::Map(_) | Shape::Record(_) | Shape::Tagged(_) => kind == Json::Object,
            Shape::Any | Shape::Raw(_) => true,
            Shape::Schema(schema) => {
                !schema.never
                    && (schema.types.is_empty()
                        || schema.types.iter().any(|word| word.takes(value)))
            }
            Shape::Union(alternatives) => alternatives.iter().any(|ty| self.takes(*ty, value)),
        }
    }

    pub(super) fn tagged(
        &mut self,
        tree: &mut Tree,
        value: &Value,
        tagged: &Tagged,
        slot: Slot<'_>,
        path: &Path<'_>,
    ) -> Result<(), Stop> {
        let plan = self.plan;
        let here = Path::Name(path, &tagged.tag);
        let expected = || "string".to_owned();
        let word = match value.get(&*tagged.tag) {
            None | Some(Value::Null) => {
                self.report(&here, |_| Problem::Missing {
                    expected: expected(),
                });
                return Ok(());
            }
            Some(Value::String(word)) => word,
            Some(_) => {
                self.report(&here, |_| Problem::Type {
                    expected: expected(),
                });
                return Ok(());
            }
        };
        let Some(index) = tagged.values.find(word) else {
            self.report_word(&tagged.values, word, &here);
            return Ok(());
        };
        let record = &plan.records[tagged.records[index]];
        let tag = Some(&*tagged.tag);
        let slot = match slot {
            Slot::Union(place) => inner(place.choose(index)),
            other => other,
        };
        match slot {
            Slot::Record(place) => {
                let mut place = Place::Struct(place);
                self.record(tree, value, Object { record, path, tag }, &mut place)?;
            }
            other => {
                let mut built = Built::new(record);
                let mut place = Place::Object(&mut built);
                self.record(tree, value, Object { record, path, tag }, &mut place)?;
                set(other, || {
                    built.into_object(record, Some((&tagged.tag, word)))
                });
            }
        }
        Ok(())
    }
}

/// The place of the alternative with this index.
fn chosen(slot: Slot<'_>, index: usize) -> Slot<'_> {
    match inner(slot) {
        Slot::Union(place) => place.choose(index),
        other => other,
    }
}
