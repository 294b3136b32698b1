//! Ranges, lengths, patterns, formats: what a value of a type must be like.

use super::super::diagnostic::Diagnostic;
use super::super::hints;
use super::super::keys::Shape;
use super::super::model::{Bound, Integer, Number, Text, Type};
use super::super::problem::Problem;
use super::super::raw::{Data, Entry, Table};
use super::Check;

/// The formats that are checked.
pub const FORMATS: &[&str] = &[
    "date",
    "date-time",
    "time",
    "email",
    "uri",
    "uri-reference",
    "uuid",
    "ipv4",
    "ipv6",
    "hostname",
];

impl Check<'_> {
    /// A type with the limits that stand beside it. Limits that do not fit it are reported.
    pub(super) fn limits(&mut self, table: &Table, key: &str, ty: Type) -> Type {
        let shape = Self::shape(key, &ty);
        let word = shape.map_or("a named type", Shape::word);
        let fits = |entry: &Entry| {
            let fits = entry.key.fits;
            fits.is_empty() || shape.is_some_and(|shape| fits.contains(&shape))
        };
        for entry in &table.entries {
            if !fits(entry) {
                let problem = Problem::ForeignKey {
                    key: entry.key.name.to_owned(),
                    shape: word.to_owned(),
                    fits: entry.key.fits_words(),
                };
                self.complain(problem, entry.span);
            }
        }
        match ty {
            Type::Text(text) => Type::Text(self.text_limits(table, text)),
            Type::Integer(integer) if integer.allowed.is_empty() => {
                Type::Integer(self.integer_limits(table, integer))
            }
            Type::Number(number) => Type::Number(self.number_limits(table, number)),
            Type::List(mut list) => {
                let low = self.count(table, "min-items");
                let high = self.count(table, "max-items");
                list.min_items = low.or(list.min_items);
                list.max_items = high.or(list.max_items);
                self.ordered(
                    table,
                    list.min_items,
                    list.max_items,
                    ["min-items", "max-items"],
                );
                Type::List(list)
            }
            other => other,
        }
    }

    fn text_limits(&mut self, table: &Table, mut text: Text) -> Text {
        text.min_length = self.count(table, "min-length").or(text.min_length);
        text.max_length = self.count(table, "max-length").or(text.max_length);
        let keys = ["min-length", "max-length"];
        self.ordered(table, text.min_length, text.max_length, keys);
        if let Some(pattern) = table.text("pattern") {
            match regex::Regex::new(&pattern.text) {
                Ok(_) => text.pattern = Some(pattern.text),
                Err(error) => {
                    // Its message draws the pattern; the sentence is the last line of the drawing.
                    let message = error.to_string();
                    let last = message.lines().last().unwrap_or_default();
                    let reason = last.trim().trim_start_matches("error: ").to_owned();
                    self.complain(Problem::BadPattern { reason }, pattern.span);
                }
            }
        }
        if let Some(format) = table.text("format") {
            if !FORMATS.contains(&format.text.as_str()) {
                let problem = Problem::UnknownFormat {
                    format: format.text.clone(),
                    hint: hints::hint(&format.text, FORMATS.iter().copied(), ""),
                };
                let fix = hints::nearest(&format.text, FORMATS.iter().copied());
                let mut diagnostic = Diagnostic::new(problem, format.span);
                diagnostic.fix = fix.map(|format| format!("{format:?}"));
                self.report(diagnostic);
            }
            text.format = Some(format.text);
        }
        text
    }

    fn integer_limits(&mut self, table: &Table, mut integer: Integer) -> Integer {
        let mut end = |inclusive: &'static str, exclusive: &'static str| {
            self.one_end(table, inclusive, exclusive);
            let inclusive = self.whole(table, inclusive).map(Bound::Inclusive);
            let exclusive = self.whole(table, exclusive).map(Bound::Exclusive);
            inclusive.or(exclusive)
        };
        let lower = end("minimum", "exclusive-minimum");
        let upper = end("maximum", "exclusive-maximum");
        integer.lower = lower.or(integer.lower);
        integer.upper = upper.or(integer.upper);
        let least = integer.lower.map(|bound| match bound {
            Bound::Inclusive(end) => i128::from(end),
            Bound::Exclusive(end) => i128::from(end) + 1,
        });
        let most = integer.upper.map(|bound| match bound {
            Bound::Inclusive(end) => i128::from(end),
            Bound::Exclusive(end) => i128::from(end) - 1,
        });
        if let (Some(least), Some(most)) = (least, most)
            && least > most
        {
            self.empty_range(table);
        }
        integer.clamp = self.clamp(table, integer.lower.is_some() || integer.upper.is_some());
        integer
    }

    fn number_limits(&mut self, table: &Table, mut number: Number) -> Number {
        let mut end = |inclusive: &'static str, exclusive: &'static str| {
            self.one_end(table, inclusive, exclusive);
            let inclusive = real(table, inclusive).map(Bound::Inclusive);
            let exclusive = real(table, exclusive).map(Bound::Exclusive);
            inclusive.or(exclusive)
        };
        let lower = end("minimum", "exclusive-minimum");
        let upper = end("maximum", "exclusive-maximum");
        number.lower = lower.or(number.lower);
        number.upper = upper.or(number.upper);
        let (Some(lower), Some(upper)) = (number.lower, number.upper) else {
            number.clamp = self.clamp(table, number.lower.is_some() || number.upper.is_some());
            self.clamped_ends(table, &number);
            return number;
        };
        let empty = match (lower, upper) {
            (Bound::Inclusive(low), Bound::Inclusive(high)) => low > high,
            (
                Bound::Inclusive(low) | Bound::Exclusive(low),
                Bound::Inclusive(high) | Bound::Exclusive(high),
            ) => low >= high,
        };
        if empty {
            self.empty_range(table);
        }
        number.clamp = self.clamp(table, true);
        self.clamped_ends(table, &number);
        number
    }

    /// There is no nearest number below an open end.
    fn clamped_ends(&mut self, table: &Table, number: &Number) {
        let open = |bound: Option<Bound<f64>>| matches!(bound, Some(Bound::Exclusive(_)));
        if !number.clamp || !(open(number.lower) || open(number.upper)) {
            return;
        }
        let entry = table
            .entry("exclusive-minimum")
            .or_else(|| table.entry("exclusive-maximum"));
        let Some(place) = entry.or_else(|| table.entry("out-of-range")) else {
            return;
        };
        let key = if open(number.lower) {
            "exclusive-minimum"
        } else {
            "exclusive-maximum"
        };
        let key = key.to_owned();
        self.complain(Problem::ClampExclusive { key }, place.span);
    }

    fn clamp(&mut self, table: &Table, ranged: bool) -> bool {
        let Some(word) = table.text("out-of-range") else {
            return false;
        };
        let clamp = word.text == "clamp";
        let spoilt = [
            "minimum",
            "maximum",
            "exclusive-minimum",
            "exclusive-maximum",
        ];
        let spoilt = spoilt.iter().any(|key| table.spoilt.contains(key));
        if clamp && !ranged && !spoilt {
            self.complain(Problem::ClampNothing {}, word.span);
        }
        clamp
    }

    fn one_end(&mut self, table: &Table, first: &'static str, second: &'static str) {
        if let (Some(_), Some(entry)) = (table.entry(first), table.entry(second)) {
            let problem = Problem::TwoLimits {
                first: first.to_owned(),
                second: second.to_owned(),
            };
            self.complain(problem, entry.span);
        }
    }

    fn whole(&mut self, table: &Table, key: &str) -> Option<i64> {
        let value = table.value(key)?;
        match value.data {
            Data::Integer(integer) => Some(integer),
            _ => {
                let problem = Problem::WrongKind {
                    key: key.to_owned(),
                    expected: "a whole number, as the type is".to_owned(),
                    found: "a number".to_owned(),
                };
                self.complain(problem, value.span);
                None
            }
        }
    }

    fn count(&mut self, table: &Table, key: &str) -> Option<u64> {
        match table.value(key)?.data {
            Data::Integer(integer) => u64::try_from(integer).ok(),
            _ => None,
        }
    }

    fn ordered(&mut self, table: &Table, low: Option<u64>, high: Option<u64>, keys: [&str; 2]) {
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            let [low_key, high_key] = keys;
            let place = table.entry(high_key).or_else(|| table.entry(low_key));
            let problem = Problem::EmptyRange {
                low: format!("`{low_key} = {low}`"),
                high: format!("`{high_key} = {high}`"),
            };
            let span = place.map_or(table.span, |entry| entry.value.span);
            self.complain(problem, span);
        }
    }

    fn empty_range(&mut self, table: &Table) {
        let written = |keys: [&str; 2]| {
            let entry = keys.iter().find_map(|key| table.entry(key))?;
            let text = self.sources.snippet(entry.value.span);
            Some((format!("`{} = {text}`", entry.key.name), entry.value.span))
        };
        let low = written(["minimum", "exclusive-minimum"]);
        let high = written(["maximum", "exclusive-maximum"]);
        let inherited = || ("the type's own limit".to_owned(), table.span);
        let span = high
            .as_ref()
            .or(low.as_ref())
            .map_or(table.span, |end| end.1);
        let (low, high) = (
            low.unwrap_or_else(inherited).0,
            high.unwrap_or_else(inherited).0,
        );
        self.complain(Problem::EmptyRange { low, high }, span);
    }
}

fn real(table: &Table, key: &str) -> Option<f64> {
    match table.value(key)?.data {
        Data::Integer(integer) => Some(integer as f64),
        Data::Number(number) => Some(number),
        _ => None,
    }
}
