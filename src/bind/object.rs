//! Reading one record: its declared fields, what is missing, what is unknown, and the order in which that is told.

use std::borrow::Cow;

use super::engine::Engine;
use super::malformed::Stop;
use super::names::Names;
use super::path::Path;
use super::place::Place;
use super::plan::{Mode, Presence, Record};
use super::slot::Slot;
use super::source::{Json, Source};
use super::suggest;
use super::violation::{Hint, Problem};

/// A set of field indices; only a record of more than 64 fields allocates.
#[derive(Debug, Default)]
pub(super) struct Bits {
    first: u64,
    more: Vec<u64>,
}

impl Bits {
    fn new(count: usize) -> Self {
        Self {
            first: 0,
            more: vec![0; count.saturating_sub(1) / 64],
        }
    }

    fn word(&mut self, index: usize) -> &mut u64 {
        match index / 64 {
            0 => &mut self.first,
            word => &mut self.more[word - 1],
        }
    }

    /// Adds an index; was it not there before?
    fn insert(&mut self, index: usize) -> bool {
        let mask = 1 << (index % 64);
        let word = self.word(index);
        let new = *word & mask == 0;
        *word |= mask;
        new
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        let word = match index / 64 {
            0 => self.first,
            word => self.more.get(word - 1).copied().unwrap_or_default(),
        };
        word & (1 << (index % 64)) != 0
    }
}

/// What was found out about one record's fields.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// Something is wrong with it, or it is missing.
    pub(super) wrong: Bits,
}

/// The parts of a record's report before they are put in order.
#[derive(Default)]
struct Report<'s> {
    /// Field index, and how many violations there were after it was read.
    fields: Vec<(usize, usize)>,
    unknown: Vec<Cow<'s, str>>,
}

impl Engine<'_> {
    /// Reads the fields of an object. `tag` is the name that tells variants apart, and has been looked at.
    pub(super) fn record<'s, S: Source<'s>>(
        &mut self,
        source: &mut S,
        node: S::Node,
        record: &Record,
        place: &mut Place<'_>,
        path: &Path<'_>,
        tag: Option<&str>,
    ) -> Result<Fields, Stop> {
        let count = record.fields.len();
        let start = self.count();
        let mut seen = Bits::new(count);
        let mut present = Bits::new(count);
        let mut undeclared = Names::default();
        let mut report = Report::default();
        let mut next = 0;
        let mut members = source.object(node)?;
        while let Some((name, node)) = source.member(&mut members)? {
            let Some(index) = record.find(&name, next) else {
                undeclared.add(name.clone(), path)?;
                let here = Path::Name(path, &name);
                match record.rest {
                    _ if tag == Some(&*name) => source.skip(node, &here)?,
                    Some(ty) => {
                        place
                            .rest(count, &name, |slot| {
                                self.read(source, node, ty, slot, &here, Mode::default())
                            })
                            .unwrap_or(Ok(()))?;
                        if self.count() > report.fields.last().map_or(start, |last| last.1) {
                            report.fields.push((count, self.count()));
                        }
                    }
                    None if source.kind(node)? == Json::Null => source.null(node)?,
                    None => {
                        source.skip(node, &here)?;
                        report.unknown.push(name);
                    }
                }
                continue;
            };
            if !seen.insert(index) {
                return Err(Stop::twice(path, &name));
            }
            next = index + 1;
            let field = &record.fields[index];
            if source.kind(node)? == Json::Null {
                source.null(node)?;
                if field.mode.nullable {
                    present.insert(index);
                    nullify(place.field(index), &field.presence);
                }
                continue;
            }
            present.insert(index);
            let here = Path::Name(path, &field.name);
            let before = self.count();
            self.read(
                source,
                node,
                field.ty,
                place.field(index),
                &here,
                field.mode,
            )?;
            if self.count() > before {
                report.fields.push((index, self.count()));
            }
        }

        let mut missing = Vec::new();
        for (index, field) in record.fields.iter().enumerate() {
            if present.contains(index) {
                continue;
            }
            match &field.presence {
                Presence::Optional => {}
                Presence::Required => missing.push(index),
                Presence::Default(value) => self.apply(value, field.ty, place.field(index))?,
            }
        }
        let mut fields = Fields::default();
        if !(missing.is_empty() && report.fields.is_empty() && report.unknown.is_empty()) {
            fields.wrong = Bits::new(count + 1);
            for index in missing
                .iter()
                .chain(report.fields.iter().map(|(index, _)| index))
            {
                fields.wrong.insert(*index);
            }
            self.arrange(record, start, &missing, report, &seen, path);
        }
        Ok(fields)
    }

    /// All that is missing, then what was found per field in declared order, then what is unknown in supplied order.
    #[cold]
    fn arrange(
        &mut self,
        record: &Record,
        start: usize,
        missing: &[usize],
        mut report: Report<'_>,
        seen: &Bits,
        path: &Path<'_>,
    ) {
        if let Some(count) = &mut self.trial {
            *count += missing.len() + report.unknown.len();
            return;
        }
        let mut found = self.found.split_off(start).into_iter();
        for index in missing {
            let field = &record.fields[*index];
            self.report(&Path::Name(path, &field.name), |engine| Problem::Missing {
                expected: engine.plan.types[field.ty].expected(field.mode),
            });
        }
        let mut end = start;
        let mut parts: Vec<(usize, Vec<_>)> = Vec::with_capacity(report.fields.len());
        for (index, until) in report.fields.drain(..) {
            parts.push((index, found.by_ref().take(until - end).collect()));
            end = until;
        }
        parts.sort_by_key(|(index, _)| *index);
        self.found
            .extend(parts.into_iter().flat_map(|(_, part)| part));
        for name in &report.unknown {
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
    match (slot, presence) {
        (Slot::Maybe(outer), Presence::Optional) => {
            outer.fill();
        }
        (Slot::Maybe(only), _) => only.clear(),
        _ => {}
    }
}
