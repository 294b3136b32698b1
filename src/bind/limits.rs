//! What a value must be like beyond its shape: ranges, lengths, patterns, formats, words.

use super::engine::Engine;
use super::numeral::Numeral;
use super::path::Path;
use super::plan::{Bound, Choice, Integer, Number, Text};
use super::problem::{Problem, Unit};
use super::repair::Repair;
use super::sentence::{echo, listed};
use super::suggest;

impl Text {
    /// Is nothing wrong with the text?
    pub(super) fn take(&self, text: &str) -> bool {
        let length = || text.chars().count() as u64;
        let counted = self.min.is_some() || self.max.is_some();
        (!counted || (self.min.unwrap_or(0)..=self.max.unwrap_or(u64::MAX)).contains(&length()))
            && self.pattern.as_ref().is_none_or(|it| it.is_match(text))
            && self.format.is_none_or(|it| it.matches(text))
    }
}

impl Integer {
    /// Is nothing wrong with the integer?
    #[inline]
    pub(super) fn take(&self, integer: i64) -> bool {
        in_range(integer, self.lower, self.upper)
            && (self.allowed.is_empty() || self.allowed.contains(&integer))
    }
}

impl Number {
    /// Is nothing wrong with the number?
    #[inline]
    pub(super) fn take(&self, number: f64) -> bool {
        in_range(number, self.lower, self.upper)
    }
}

#[inline]
fn in_range<T: PartialOrd>(it: T, lower: Option<Bound<T>>, upper: Option<Bound<T>>) -> bool {
    let above = match lower {
        None => true,
        Some(Bound::Inclusive(end)) => it >= end,
        Some(Bound::Exclusive(end)) => it > end,
    };
    let below = match upper {
        None => true,
        Some(Bound::Inclusive(end)) => it <= end,
        Some(Bound::Exclusive(end)) => it < end,
    };
    above && below
}

impl Engine<'_> {
    pub(super) fn check_text(&mut self, text: &str, limits: &Text, path: &Path<'_>) {
        if limits.min.is_some() || limits.max.is_some() {
            self.check_length(
                text.chars().count() as u64,
                limits.min,
                limits.max,
                Unit::Characters,
                path,
            );
        }
        if let Some(pattern) = &limits.pattern
            && !pattern.is_match(text)
        {
            self.report(path, |_| Problem::Pattern {
                pattern: pattern.as_str().to_owned(),
            });
        }
        if let Some(format) = limits.format
            && !format.matches(text)
        {
            self.report(path, |_| Problem::Format {
                format: format.word(),
                example: format.example(),
            });
        }
    }

    pub(super) fn check_length(
        &mut self,
        was: u64,
        min: Option<u64>,
        max: Option<u64>,
        unit: Unit,
        path: &Path<'_>,
    ) {
        let (relation, limit) = match (min, max) {
            (Some(min), _) if was < min => ("at least", min),
            (_, Some(max)) if was > max => ("at most", max),
            _ => return,
        };
        self.report(path, |_| Problem::Length {
            relation,
            limit,
            unit,
            was,
        });
    }

    /// The integer, or the end of its range that it is moved to.
    pub(super) fn check_integer(&mut self, integer: i64, limits: &Integer, path: &Path<'_>) -> i64 {
        if !limits.allowed.is_empty() && !limits.allowed.contains(&integer) {
            self.report(path, |_| {
                let words = limits
                    .allowed
                    .iter()
                    .map(|allowed| allowed.to_string().into());
                Problem::Enum {
                    allowed: listed(words).0,
                    was: integer.to_string(),
                    nearest: None,
                }
            });
            return integer;
        }
        let broken = match (limits.lower, limits.upper) {
            (Some(Bound::Inclusive(end)), _) if integer < end => (">=", end, end),
            (Some(Bound::Exclusive(end)), _) if integer <= end => (">", end, end.saturating_add(1)),
            (_, Some(Bound::Inclusive(end))) if integer > end => ("<=", end, end),
            (_, Some(Bound::Exclusive(end))) if integer >= end => ("<", end, end.saturating_sub(1)),
            _ => return integer,
        };
        let (relation, end, nearest) = broken;
        if limits.clamp {
            self.clamped(path, integer.into(), nearest.into());
            return nearest;
        }
        self.report(path, |_| Problem::Range {
            relation,
            end: end.to_string(),
            was: integer.to_string(),
        });
        integer
    }

    /// The number, or the end of its range that it is moved to.
    pub(super) fn check_number(
        &mut self,
        given: Numeral<'_>,
        limits: &Number,
        path: &Path<'_>,
    ) -> f64 {
        let number = given.as_float();
        let (relation, end) = match (limits.lower, limits.upper) {
            (Some(Bound::Inclusive(end)), _) if number < end => (">=", end),
            (Some(Bound::Exclusive(end)), _) if number <= end => (">", end),
            (_, Some(Bound::Inclusive(end))) if number > end => ("<=", end),
            (_, Some(Bound::Exclusive(end))) if number >= end => ("<", end),
            _ => return number,
        };
        if limits.clamp && matches!(relation, ">=" | "<=") {
            self.clamped(path, given.to_number().into(), end.into());
            return end;
        }
        self.report(path, |_| Problem::Range {
            relation,
            end: plain(end),
            was: plain(number),
        });
        number
    }

    fn clamped(&mut self, path: &Path<'_>, from: serde_json::Value, to: serde_json::Value) {
        if !self.trial {
            self.repairs.push(Repair::new(path, from, to));
        }
    }

    #[cold]
    pub(super) fn report_word(&mut self, choice: &Choice, word: &str, path: &Path<'_>) {
        self.report(path, |engine| {
            let words = || choice.words.iter().map(|word| &**word);
            let (allowed, cut) = listed(words().map(Into::into));
            let nearest = (cut && engine.may_suggest(choice.words.len()))
                .then(|| suggest::nearest(word, words()).map(str::to_owned))
                .flatten();
            Problem::Enum {
                allowed,
                was: echo(word),
                nearest,
            }
        });
    }
}

/// A float as people write it: no `.0` behind a whole number, an exponent where it is long.
pub(super) fn plain(number: f64) -> String {
    let text = serde_json::Number::from_f64(number).map_or_else(String::new, |it| it.to_string());
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}
