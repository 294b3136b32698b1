//! Types that are fine one by one, and too much together.
//!
//! A named type is published wherever it is used. So a chain of them is as deep as it is long, and a type that holds the next
//! one twice doubles at every step: a page of declarations can stand for more than any disk holds. That is counted here,
//! before anything is written out.

use std::collections::HashMap;

use super::super::model::{Input, Kind, Output, Tool, Type, TypeId};
use super::super::problem::Problem;
use super::{Check, Owner};

/// The most levels. rustc takes 128 steps to prove that an input may go to another thread, and a list costs three of them;
/// providers take five or ten levels.
pub(super) const LEVELS: usize = 32;

/// The most parts: fields, words of enums, items and so on. It is far above what any provider takes.
const PARTS: u64 = 100_000;

/// How far something reaches.
#[derive(Debug, Clone, Copy)]
struct Extent {
    levels: usize,
    parts: u64,
}

impl Extent {
    fn of(parts: usize) -> Self {
        let parts = u64::try_from(parts).unwrap_or(u64::MAX);
        Self { levels: 1, parts }
    }

    /// Around another.
    fn around(mut self, inner: Self) -> Self {
        self.levels = self.levels.max(inner.levels + 1);
        self.parts = self.parts.saturating_add(inner.parts);
        self
    }
}

/// What is known of definitions, and which of them are published by reference.
#[derive(Debug, Default)]
struct Known {
    extents: HashMap<TypeId, Extent>,
    shared: Vec<TypeId>,
}

impl Check<'_> {
    /// Refuses tools whose schema nobody could use, or even write out.
    pub(super) fn extents(&mut self, tools: &[Tool]) {
        let mut known = Known::default();
        for (index, tool) in tools.iter().enumerate() {
            self.owner = Owner::Tool(index);
            if let Input::Record(id) = tool.input {
                let what = format!("the input of `{}`", tool.name);
                self.extent(what, &Type::Named(id), tool, &mut known);
            }
            if let Output::Typed(node) = &tool.output {
                let what = format!("the output of `{}`", tool.name);
                self.extent(what, &node.ty, tool, &mut known);
            }
        }
    }

    fn extent(&mut self, what: String, ty: &Type, tool: &Tool, known: &mut Known) {
        known.shared.clear();
        let mut parts = match self.reach(ty, LEVELS, known) {
            Some(extent) => extent.parts,
            None => return self.complain(too_deep(what), tool.span),
        };
        let mut next = 0;
        while let Some(id) = known.shared.get(next).copied() {
            next += 1;
            match self.reach_of(id, LEVELS, known) {
                Some(extent) => parts = parts.saturating_add(extent.parts),
                None => return self.complain(too_deep(what), tool.span),
            }
        }
        if parts > PARTS {
            let most = PARTS.to_string();
            self.complain(Problem::TooLarge { what, most }, tool.span);
        }
    }

    /// How far a type reaches; nothing if that is more levels than there is room for.
    fn reach(&self, ty: &Type, room: usize, known: &mut Known) -> Option<Extent> {
        let below = room.checked_sub(1)?;
        Some(match ty {
            Type::Named(id) if self.types[id.0].recursive => {
                if !known.shared.contains(id) {
                    known.shared.push(*id);
                }
                Extent::of(1)
            }
            Type::Named(id) => self.reach_of(*id, room, known)?,
            Type::List(list) => Extent::of(1).around(self.reach(&list.item.ty, below, known)?),
            Type::Map(value) => Extent::of(1).around(self.reach(&value.ty, below, known)?),
            Type::Integer(integer) => Extent::of(1 + integer.allowed.len()),
            _ => Extent::of(1),
        })
    }

    fn reach_of(&self, id: TypeId, room: usize, known: &mut Known) -> Option<Extent> {
        let below = room.checked_sub(1)?;
        if let Some(extent) = known.extents.get(&id) {
            return (extent.levels <= room).then_some(*extent);
        }
        let mut extent = Extent::of(1);
        match &self.types[id.0].kind {
            Kind::Choice(words) => extent.parts += Extent::of(words.len()).parts,
            Kind::Record(record) => {
                for field in &record.fields {
                    extent = extent.around(self.reach(&field.ty, below, known)?);
                }
            }
            Kind::Tagged(tagged) => {
                for variant in &tagged.variants {
                    extent = extent.around(self.reach_of(variant.record, below, known)?);
                }
            }
            Kind::Union(alternatives) => {
                for alternative in alternatives {
                    extent = extent.around(self.reach(&alternative.node.ty, below, known)?);
                }
            }
        }
        known.extents.insert(id, extent);
        Some(extent)
    }
}

/// Are the lists and maps of a type nested no deeper than that?
pub(super) fn is_shallow(ty: &Type, most: usize) -> bool {
    let inner = match ty {
        Type::List(list) => &list.item.ty,
        Type::Map(value) => &value.ty,
        _ => return true,
    };
    most > 0 && is_shallow(inner, most - 1)
}

pub(super) fn too_deep(what: String) -> Problem {
    let most = LEVELS.to_string();
    Problem::TooDeep { what, most }
}
