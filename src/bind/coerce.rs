//! Text where something else is wanted: taken as that where nothing is lost, for parameters declared with `coerce = true`.

use serde_json::Value;

use super::engine::Engine;
use super::malformed::Stop;
use super::path::Path;
use super::plan::{Mode, Shape, TypeId};
use super::repair::Repair;
use super::slot::Slot;
use super::source::{Json, Source};
use super::text::Text;
use super::value::Tree;

impl Engine<'_> {
    /// Reads what a text stands for, or reports its type.
    pub(super) fn coerced(
        &mut self,
        depth: u32,
        text: &str,
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let Some(value) = self.meant(text, ty, depth) else {
            self.report_type(ty, path, mode);
            return Ok(());
        };
        self.repaired(path, text, &value);
        self.read_value(&mut Tree::within(depth), &value, ty, slot, path, mode)
    }

    pub(super) fn repaired(&mut self, path: &Path<'_>, text: &str, value: &Value) {
        if !self.trial {
            self.repairs
                .push(Repair::new(path, text.into(), value.clone()));
        }
    }

    /// The first alternative that a text could stand for.
    pub(super) fn meant_as(
        &self,
        text: &str,
        alternatives: &[TypeId],
        depth: u32,
    ) -> Option<(usize, Value)> {
        alternatives.iter().enumerate().find_map(|(index, ty)| {
            let value = self.meant(text, *ty, depth)?;
            Some((index, value))
        })
    }

    /// The value of this type that a text stands for: a number, a boolean, a list or an object in JSON, and nothing
    /// around it.
    pub(super) fn meant(&self, text: &str, ty: TypeId, depth: u32) -> Option<Value> {
        let wanted = match &self.plan.types[ty].shape {
            Shape::Schema(schema) => {
                return schema
                    .types
                    .iter()
                    .find_map(|word| parsed(text, word.json()?, depth))
                    .filter(|value| self.takes(ty, value));
            }
            Shape::Integer(_) | Shape::Number(_) => Json::Number,
            Shape::Boolean => Json::Boolean,
            Shape::List(_) => Json::List,
            Shape::Map(_) | Shape::Record(_) | Shape::Tagged(_) => Json::Object,
            _ => return None,
        };
        parsed(text, wanted, depth).filter(|value| self.takes(ty, value))
    }
}

/// The JSON of this kind that a text is. Blanks around a list or an object are nothing; around anything else the text is
/// not that alone.
pub(super) fn parsed(text: &str, wanted: Json, depth: u32) -> Option<Value> {
    if !matches!(wanted, Json::List | Json::Object) && text.trim() != text {
        return None;
    }
    let mut source = Text::within(text, depth);
    if source.kind(()).ok()? != wanted {
        return None;
    }
    let value = source.value((), &Path::Root).ok()?.into_owned();
    source.end().ok()?;
    Some(value)
}
