//! Reading one record: its declared fields, what is missing, what is unknown, and the order in which that is told.

use std::borrow::Cow;

use super::bits::Bits;
use super::engine::Engine;
use super::malformed::Stop;
use super::names::Names;
use super::path::Path;
use super::place::Place;
use super::plan::{Mode, Presence, Record};
use super::problem::{Hint, Problem};
use super::slot::Slot;
use super::source::{Json, Source};
use super::suggest;

/// The object that is read.
#[derive(Clone, Copy)]
pub(super) struct Object<'a> {
    /// What it is read by.
    pub(super) record: &'a Record,
    /// Where it stands.
    pub(super) path: &'a Path<'a>,
    /// The name that tells variants apart, which has been looked at.
    pub(super) tag: Option<&'a str>,
}

/// What was found out about one record's fields.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// Something is wrong with these, or they are missing. Not there while nothing is.
    wrong: Option<Box<Bits>>,
}

impl Fields {
    /// Is something wrong with a field, or is it missing?
    pub(super) fn is_wrong(&self, index: usize) -> bool {
        self.wrong
            .as_ref()
            .is_some_and(|wrong| wrong.contains(index))
    }
}

/// What is only there when an object is not as declared: the parts of its report before they are put in order.
#[derive(Default)]
struct Oddities<'s> {
    /// Field index, and how many violations there were after it was read.
    fields: Vec<(usize, usize)>,
    missing: Vec<usize>,
    unknown: Vec<Cow<'s, str>>,
    /// All names without a field, also those that an open record keeps.
    undeclared: Names<'s>,
}

impl Oddities<'_> {
    fn are_wrong(&self) -> bool {
        !(self.missing.is_empty() && self.fields.is_empty() && self.unknown.is_empty())
    }
}

impl Engine<'_> {
    /// Reads the fields of an object.
    pub(super) fn record<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        object: Object<'_>,
        place: &mut Place<'_>,
    ) -> Result<Fields, Stop> {
        let Object { record, path, .. } = object;
        let start = self.count;
        let mut before = start;
        let mut seen = Bits::default();
        let mut null = Bits::default();
        // Boxed: hardly any call has one, and every record that is read would make room for it.
        let mut odd: Option<Box<Oddities<'s>>> = None;
        let mut next = 0;
        let mut members = source.object(node)?;
        while let Some((name, node)) = source.member(&mut members)? {
            let Some((index, field)) = record.find(&name, next) else {
                let odd = odd.get_or_insert_default();
                self.undeclared(source, (name, node), object, place, odd)?;
                before = self.count;
                continue;
            };
            if !seen.insert(index) {
                return Err(Stop::twice(path, &name));
            }
            next = index + 1;
            let kind = source.kind(node)?;
            if kind == Json::Null {
                source.null(node)?;
                if field.mode.nullable {
                    nullify(place.field(index), &field.presence);
                } else {
                    null.insert(index);
                }
                continue;
            }
            let here = Path::Name(path, &field.name);
            let slot = place.field(index);
            self.read(source, (kind, node), field.ty, slot, &here, field.mode)?;
            if self.count > before {
                before = self.count;
                odd.get_or_insert_default().fields.push((index, before));
            }
        }

        for (word, wanted) in record.wanted.iter().enumerate() {
            let mut absent = wanted & (!seen.word(word) | null.word(word));
            while absent != 0 {
                let index = word * 64 + absent.trailing_zeros() as usize;
                absent &= absent - 1;
                let field = &record.fields[index];
                match &field.presence {
                    Presence::Optional => {}
                    Presence::Required => odd.get_or_insert_default().missing.push(index),
                    Presence::Default(value) => self.apply(value, field.ty, place.field(index))?,
                }
            }
        }
        match odd {
            Some(odd) if odd.are_wrong() => Ok(self.wrong(record, start, *odd, &seen, path)),
            _ => Ok(Fields::default()),
        }
    }

    /// A member that no field has the name of.
    #[cold]
    fn undeclared<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        (name, node): (Cow<'s, str>, S::Node),
        object: Object<'_>,
        place: &mut Place<'_>,
        odd: &mut Oddities<'s>,
    ) -> Result<(), Stop> {
        let Object { record, path, tag } = object;
        odd.undeclared.add(name.clone(), path)?;
        let here = Path::Name(path, &name);
        let kind = source.kind(node)?;
        match record.rest {
            _ if tag == Some(&*name) => source.skip(node, &here),
            Some(ty) => {
                let before = self.count;
                let fields = record.fields.len();
                let read = place.rest(fields, &name, |slot| {
                    self.read(source, (kind, node), ty, slot, &here, Mode::default())
                });
                if self.count > before {
                    odd.fields.push((fields, self.count));
                }
                read.unwrap_or(Ok(()))
            }
            None if kind == Json::Null => source.null(node),
            None => {
                source.skip(node, &here)?;
                odd.unknown.push(name);
                Ok(())
            }
        }
    }

    #[cold]
    fn wrong(
        &mut self,
        record: &Record,
        start: usize,
        odd: Oddities<'_>,
        seen: &Bits,
        path: &Path<'_>,
    ) -> Fields {
        let mut wrong = Bits::default();
        let fields = odd.fields.iter().map(|(index, _)| index);
        for index in odd.missing.iter().chain(fields) {
            wrong.insert(*index);
        }
        self.arrange(record, start, odd, seen, path);
        Fields {
            wrong: Some(Box::new(wrong)),
        }
    }

    /// All that is missing, then what was found per field in declared order, then what is unknown in supplied order.
    fn arrange(
        &mut self,
        record: &Record,
        start: usize,
        odd: Oddities<'_>,
        seen: &Bits,
        path: &Path<'_>,
    ) {
        if self.trial {
            self.count += odd.missing.len() + odd.unknown.len();
            return;
        }
        // Models mostly write arguments in the declared order.
        if !odd.fields.is_sorted_by_key(|(index, _)| index) {
            let mut end = start;
            let mut fields = Vec::with_capacity(self.found.len() - start);
            for (index, until) in odd.fields {
                fields.extend(std::iter::repeat_n(index, until - end));
                end = until;
            }
            let mut found: Vec<_> = fields.into_iter().zip(self.found.drain(start..)).collect();
            found.sort_by_key(|(index, _)| *index);
            let found = found.into_iter().map(|(_, violation)| violation);
            self.found.extend(found);
        }
        let found = self.found.len() - start;
        for index in odd.missing {
            let field = &record.fields[index];
            self.report(&Path::Name(path, &field.name), |engine| Problem::Missing {
                expected: engine.plan.types[field.ty].expected(field.mode),
            });
        }
        self.found[start..].rotate_left(found);
        for name in &odd.unknown {
            let hint = self.hint(name, record, seen, path);
            self.report(&Path::Name(path, name), |_| Problem::Unknown(hint));
        }
    }

    fn hint(&mut self, name: &str, record: &Record, seen: &Bits, path: &Path<'_>) -> Hint {
        if !self.may_suggest(record.fields.len()) {
            return Hint::None;
        }
        let names = || record.fields.iter().map(|field| &*field.name);
        let free = names()
            .enumerate()
            .filter(|(index, _)| !seen.contains(*index));
        if let Some(nearest) = suggest::nearest(name, free.map(|(_, name)| name)) {
            return Hint::Nearest(Path::Name(path, nearest).name());
        }
        Hint::valid(names())
    }
}

/// Null as a value: the inner `Option` of an optional field, the only one of any other.
fn nullify(slot: Slot<'_>, presence: &Presence) {
    match (slot.general(), presence) {
        (Slot::Maybe(outer), Presence::Optional) => {
            outer.fill();
        }
        (Slot::Maybe(only), _) => only.clear(),
        _ => {}
    }
}
