//! Reading by a schema that is not ours: every keyword that is understood, all the way down.
//!
//! The value stays as it is; only a lossless repair changes it. Null counts as absent where the schema does not take it.

use serde_json::{Map, Number, Value};

use super::engine::Engine;
use super::malformed::Stop;
use super::numeral::Numeral;
use super::path::Path;
use super::plan::{Bound, Mode, Shape, TypeId};
use super::problem::{Hint, Problem, Unit};
use super::schema::{Array, Numbers, Object, Rest, Schema};
use super::slot::Slot;
use super::suggest;
use super::value::Tree;

impl Engine<'_> {
    /// Checks a value by a foreign type.
    pub(super) fn foreign(
        &mut self,
        tree: &mut Tree,
        value: &Value,
        ty: TypeId,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let plan = self.plan;
        match &plan.types[ty].shape {
            Shape::Schema(schema) => self.schema(tree, value, ty, schema, path, mode),
            _ => {
                let mut nowhere = Value::Null;
                self.read_value(tree, value, ty, Slot::Any(&mut nowhere), path, mode)
            }
        }
    }

    fn schema(
        &mut self,
        tree: &mut Tree,
        value: &Value,
        ty: TypeId,
        schema: &Schema,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        if schema.never {
            self.report(path, |_| Problem::Forbidden);
            return Ok(());
        }
        if !schema.types.is_empty() && !schema.types.iter().any(|word| word.takes(value)) {
            if mode.coerce
                && let Value::String(text) = value
                && let Some(repaired) = self.meant(text, ty, tree.depth)
            {
                self.repaired(path, text, &repaired);
                if !self.trial {
                    self.kept().edits.push((path.pointer(), repaired.clone()));
                }
                // What is known of other values, by their addresses, says nothing about this one.
                let known = self.put_aside();
                let mut tree = Tree::within(tree.depth);
                self.schema(&mut tree, &repaired, ty, schema, path, mode)?;
                self.recall(known);
                return Ok(());
            }
            self.report_type(ty, path, Mode::default());
            return Ok(());
        }
        if let Some(members) = schema
            .members
            .iter()
            .find(|members| !members.contains(value))
        {
            self.report(path, |_| members.problem(value));
            return Ok(());
        }
        match value {
            Value::String(text) => {
                if let Some(limits) = &schema.text {
                    self.foreign_text(text, limits, path);
                }
            }
            Value::Number(number) => {
                if let Some(limits) = &schema.number {
                    self.foreign_number(number, limits, path);
                }
            }
            Value::Array(items) => {
                if let Some(array) = &schema.array {
                    self.foreign_array(tree, items, array, path, mode)?;
                }
            }
            Value::Object(members) => {
                if let Some(object) = &schema.object {
                    self.foreign_object(tree, members, object, path, mode)?;
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
        for also in &schema.also {
            // The same schema says the same about the same value; this also ends references in a circle.
            let address = std::ptr::from_ref(value).addr();
            if self.kept().done.insert((address, *also)) {
                self.further(tree, value, *also, path, mode)?;
            }
        }
        for branches in &schema.one {
            let mut fitting = 0;
            for branch in branches {
                fitting += usize::from(self.strictly(tree, value, *branch)?);
            }
            if fitting > 1 {
                self.report(path, |_| Problem::Ambiguous { fitting });
            }
        }
        if let Some(not) = schema.not
            && self.strictly(tree, value, not)?
        {
            self.report(path, |_| Problem::Forbidden);
        }
        Ok(())
    }

    fn foreign_object(
        &mut self,
        tree: &mut Tree,
        members: &Map<String, Value>,
        object: &Object,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let mut declared = Vec::with_capacity(members.len().min(object.properties.len()));
        let mut others = Vec::new();
        for (name, value) in members {
            match object.index.get(name.as_str()) {
                Some(index) => {
                    if !value.is_null() || self.takes_null(tree, object.properties[*index].1)? {
                        declared.push((*index, value));
                    }
                }
                // Of names that are declared null is absence; in a map it is a value like others.
                None if value.is_null() && !self.strict && matches!(object.rest, Rest::Closed) => {}
                None => others.push((name, value)),
            }
        }
        declared.sort_unstable_by_key(|(index, _)| *index);

        for name in &object.required {
            let index = object.index.get(name).copied();
            let given = match index {
                Some(index) => declared.binary_search_by_key(&index, |(at, _)| *at).is_ok(),
                None => members
                    .get(&**name)
                    .is_some_and(|value| self.strict || !value.is_null()),
            };
            if !given {
                self.report(&Path::Name(path, name), |engine| Problem::Missing {
                    expected: index
                        .map(|index| {
                            engine.plan.types[object.properties[index].1]
                                .expected
                                .to_string()
                        })
                        .unwrap_or_default(),
                });
            }
        }
        for (index, value) in declared {
            let (name, ty) = &object.properties[index];
            self.foreign(tree, value, *ty, &Path::Name(path, name), mode)?;
            for (pattern, ty) in &object.patterns {
                if pattern.is_match(name) {
                    self.foreign(tree, value, *ty, &Path::Name(path, name), mode)?;
                }
            }
        }
        for (name, value) in others {
            let here = Path::Name(path, name);
            let mut matched = false;
            for (pattern, ty) in &object.patterns {
                if pattern.is_match(name) {
                    matched = true;
                    self.foreign(tree, value, *ty, &here, mode)?;
                }
            }
            match object.rest {
                _ if matched => {}
                Rest::Open => {}
                Rest::Typed(ty) => self.foreign(tree, value, ty, &here, mode)?,
                Rest::Closed => {
                    self.report(&here, |engine| {
                        Problem::Unknown(engine.foreign_hint(name, members, object, path))
                    });
                }
            }
        }
        self.check_length(
            members.len() as u64,
            object.min,
            object.max,
            Unit::Properties,
            path,
        );
        Ok(())
    }

    fn foreign_hint(
        &mut self,
        name: &str,
        members: &Map<String, Value>,
        object: &Object,
        path: &Path<'_>,
    ) -> Hint {
        if !self.may_suggest(object.properties.len()) {
            return Hint::None;
        }
        let names = || object.properties.iter().map(|(name, _)| &**name);
        let free = names().filter(|name| !members.contains_key(*name));
        match suggest::nearest(name, free) {
            Some(nearest) => Hint::Nearest(Path::Name(path, nearest).name()),
            None => Hint::valid(names()),
        }
    }

    fn foreign_array(
        &mut self,
        tree: &mut Tree,
        items: &[Value],
        array: &Array,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        for (index, item) in items.iter().enumerate() {
            if let Some(ty) = array.prefix.get(index).copied().or(array.items) {
                self.foreign(tree, item, ty, &Path::Item(path, index), mode)?;
            }
        }
        self.check_length(items.len() as u64, array.min, array.max, Unit::Items, path);
        Ok(())
    }

    fn foreign_text(&mut self, text: &str, limits: &super::schema::Text, path: &Path<'_>) {
        if limits.min.is_some() || limits.max.is_some() {
            let characters = text.chars().count() as u64;
            self.check_length(characters, limits.min, limits.max, Unit::Characters, path);
        }
        if let Some(pattern) = &limits.pattern
            && !pattern.is_match(text)
        {
            self.report(path, |_| Problem::Pattern {
                pattern: pattern.as_str().to_owned(),
            });
        }
    }

    fn foreign_number(&mut self, number: &Number, limits: &Numbers, path: &Path<'_>) {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let lower = limits.lower.iter().map(|end| match end {
            Bound::Inclusive(end) => (">=", end, [Less, Less]),
            Bound::Exclusive(end) => (">", end, [Less, Equal]),
        });
        let upper = limits.upper.iter().map(|end| match end {
            Bound::Inclusive(end) => ("<=", end, [Greater, Greater]),
            Bound::Exclusive(end) => ("<", end, [Greater, Equal]),
        });
        for (relation, end, outside) in lower.chain(upper) {
            if compare(number, end).is_some_and(|order| outside.contains(&order)) {
                self.report(path, |_| Problem::Range {
                    relation,
                    end: shown(end),
                    was: shown(number),
                });
                return;
            }
        }
        if let Some(of) = &limits.multiple
            && !multiple(number, of)
        {
            self.report(path, |_| Problem::Multiple {
                of: shown(of),
                was: shown(number),
            });
        }
    }
}

fn compare(one: &Number, other: &Number) -> Option<std::cmp::Ordering> {
    match (
        Numeral::of(one).as_integer(),
        Numeral::of(other).as_integer(),
    ) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

/// Is it a multiple, as far as floats can tell?
fn multiple(number: &Number, of: &Number) -> bool {
    if let (Some(number), Some(of)) = (
        Numeral::of(number).as_integer(),
        Numeral::of(of).as_integer(),
    ) {
        return number.checked_rem(of).is_none_or(|rest| rest == 0);
    }
    let (Some(number), Some(of)) = (number.as_f64(), of.as_f64()) else {
        return true;
    };
    let times = number / of;
    !times.is_finite() || (times - times.round()).abs() <= 1e-9 * times.abs().max(1.0)
}

fn shown(number: &Number) -> String {
    let text = number.to_string();
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}
