//! Types that contain themselves: which may, which never end, and where Rust needs a box.

use super::super::model::{Kind, Presence, Span, Type, TypeId};
use super::super::problem::Problem;
use super::{Check, Owner};

/// How a type holds another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    /// There is always one inside: a required field, one with a default, a variant's record, an alternative.
    Always,
    /// There may be one inside.
    Maybe,
    /// There are any number, elsewhere on the heap: an array, a map.
    Apart,
}

impl Check<'_> {
    /// Refuses what cannot end, and marks what contains itself.
    pub(super) fn endless(&mut self) {
        let held: Vec<_> = (0..self.types.len())
            .map(|index| self.holds(index))
            .collect();
        let entangled = entangled(&held);
        for index in entangled.iter().copied() {
            if self.types[index].wire.is_none() {
                continue;
            }
            self.types[index].recursive = path(&held, index, index, Hold::Apart).is_some();
            let Some(path) = path(&held, index, index, Hold::Always) else {
                continue;
            };
            let names: Vec<_> = path
                .iter()
                .filter_map(|index| self.types[*index].wire.as_ref())
                .map(|name| format!("`{name}`"))
                .collect();
            self.owner = self.owners[index];
            let path = names.join(" → ");
            self.complain(Problem::Endless { path }, self.place_of(index));
        }
        for index in entangled {
            let Kind::Record(record) = &self.types[index].kind else {
                continue;
            };
            let boxed: Vec<_> = record
                .fields
                .iter()
                .map(|field| match field.ty {
                    Type::Named(TypeId(inner)) => {
                        inner == index || path(&held, inner, index, Hold::Maybe).is_some()
                    }
                    _ => false,
                })
                .collect();
            if let Kind::Record(record) = &mut self.types[index].kind {
                for (field, boxed) in record.fields.iter_mut().zip(boxed) {
                    field.boxed = boxed;
                }
            }
        }
    }

    fn place_of(&self, index: usize) -> Span {
        match self.owners[index] {
            Owner::Type(named) => self.named[named].raw.name.span,
            _ => Span::default(),
        }
    }

    /// What a definition holds, and how.
    fn holds(&self, index: usize) -> Vec<(usize, Hold)> {
        let mut held = Vec::new();
        match &self.types[index].kind {
            Kind::Choice(_) => {}
            Kind::Record(record) => {
                for field in &record.fields {
                    let hold = match field.presence {
                        Presence::Optional => Hold::Maybe,
                        _ if field.nullable => Hold::Maybe,
                        Presence::Required | Presence::Default(_) => Hold::Always,
                    };
                    in_type(&field.ty, hold, &mut held);
                }
            }
            Kind::Tagged(tagged) => {
                let records = tagged.variants.iter();
                held.extend(records.map(|variant| (variant.record.0, Hold::Always)));
            }
            Kind::Union(alternatives) => {
                for alternative in alternatives {
                    in_type(&alternative.node.ty, Hold::Always, &mut held);
                }
            }
        }
        held
    }
}

fn in_type(ty: &Type, hold: Hold, held: &mut Vec<(usize, Hold)>) {
    match ty {
        Type::Named(id) => held.push((id.0, hold)),
        Type::List(list) => in_type(&list.item.ty, Hold::Apart, held),
        Type::Map(of) => in_type(&of.ty, Hold::Apart, held),
        _ => {}
    }
}

/// The definitions on a cycle, or on a way from one to another. Only among these is a way looked for: a large toolset has
/// thousands of definitions, and hardly one that contains itself.
fn entangled(held: &[Vec<(usize, Hold)>]) -> Vec<usize> {
    let inner: Vec<Vec<usize>> = held
        .iter()
        .map(|held| held.iter().map(|(inner, _)| *inner).collect())
        .collect();
    let mut holders = vec![Vec::new(); held.len()];
    for (holder, inner) in inner.iter().enumerate() {
        inner.iter().for_each(|inner| holders[*inner].push(holder));
    }
    let mut left = vec![true; held.len()];
    peel(&inner, &holders, &mut left);
    peel(&holders, &inner, &mut left);
    (0..held.len()).filter(|index| left[*index]).collect()
}

/// Takes away, again and again, what has nothing left ahead of it.
fn peel(ahead: &[Vec<usize>], behind: &[Vec<usize>], left: &mut [bool]) {
    let count = |ahead: &Vec<usize>| ahead.iter().filter(|at| left[**at]).count();
    let mut open: Vec<usize> = ahead.iter().map(count).collect();
    let mut loose: Vec<usize> = (0..left.len())
        .filter(|at| left[*at] && open[*at] == 0)
        .collect();
    while let Some(at) = loose.pop() {
        left[at] = false;
        for before in behind[at].iter().copied().filter(|before| left[*before]) {
            open[before] -= 1;
            if open[before] == 0 {
                loose.push(before);
            }
        }
    }
}

/// The way from one definition to another, both named, over what is held no looser than `most`.
fn path(held: &[Vec<(usize, Hold)>], from: usize, to: usize, most: Hold) -> Option<Vec<usize>> {
    let mut seen = vec![false; held.len()];
    let mut trail = vec![(from, 0)];
    while let Some((at, next)) = trail.last_mut() {
        let Some((inner, hold)) = held[*at].get(*next).copied() else {
            trail.pop();
            continue;
        };
        *next += 1;
        if hold > most {
            continue;
        }
        if inner == to {
            let mut way: Vec<_> = trail.iter().map(|(at, _)| *at).collect();
            way.push(to);
            return Some(way);
        }
        if !seen[inner] {
            seen[inner] = true;
            trail.push((inner, 0));
        }
    }
    None
}
