//! Reading what holds other values: lists, maps, and records that no struct is known for.

use serde_json::{Map, Value};

use super::engine::Engine;
use super::malformed::Stop;
use super::names::Names;
use super::object::Object;
use super::path::Path;
use super::place::{Built, Place, inner, set};
use super::plan::{self, Mode, TypeId};
use super::problem::Unit;
use super::slot::Slot;
use super::source::Source;

impl Engine<'_> {
    /// A record where the place is a JSON value.
    pub(super) fn built<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        id: plan::RecordId,
        slot: Slot<'_>,
        path: &Path<'_>,
    ) -> Result<(), Stop> {
        let record = &self.plan.records[id];
        let mut built = Built::new(record);
        let tag = None;
        let object = Object { record, path, tag };
        self.record(source, node, object, &mut Place::Object(&mut built))?;
        set(inner(slot), || built.into_object(record, None));
        Ok(())
    }

    pub(super) fn list<'s, S: Source<'s>>(
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
                    let node = (source.kind(item)?, item);
                    self.read(source, node, list.item, place.push(), &here, mode.inside())?;
                    index += 1;
                }
            }
            other => {
                let mut values = Vec::with_capacity(source.items_left(&items));
                while let Some(item) = source.item(&mut items)? {
                    let mut value = Value::Null;
                    let here = Path::Item(path, index);
                    let place = Slot::Any(&mut value);
                    let node = (source.kind(item)?, item);
                    self.read(source, node, list.item, place, &here, mode.inside())?;
                    values.push(value);
                    index += 1;
                }
                set(other, || values.into());
            }
        }
        self.check_length(index as u64, list.min, list.max, Unit::Items, path);
        Ok(())
    }

    pub(super) fn map<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        ty: TypeId,
        slot: Slot<'_>,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let mut members = source.object(node)?;
        let mut names = Names::default();
        match inner(slot) {
            Slot::Map(place) => {
                place.begin();
                while let Some((name, node)) = source.member(&mut members)? {
                    let here = Path::Name(path, &name);
                    let slot = place.insert(name.clone().into_owned());
                    let node = (source.kind(node)?, node);
                    self.read(source, node, ty, slot, &here, mode.inside())?;
                    names.add(name, path)?;
                }
            }
            other => {
                let mut object = Map::new();
                while let Some((name, node)) = source.member(&mut members)? {
                    let mut value = Value::Null;
                    let here = Path::Name(path, &name);
                    let slot = Slot::Any(&mut value);
                    let node = (source.kind(node)?, node);
                    self.read(source, node, ty, slot, &here, mode.inside())?;
                    object.insert(name.clone().into_owned(), value);
                    names.add(name, path)?;
                }
                set(other, || object.into());
            }
        }
        Ok(())
    }
}
