//! Defaults: a value that a call could have sent.

use serde_json::Value;

use super::super::model::{Bound, Integer, Kind, List, Number, Presence, Record, Span, Text, Type};
use super::super::problem::Problem;
use super::{Check, Owner};

/// A default that waits until all types are known.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub(super) owner: Owner,
    pub(super) name: String,
    pub(super) value: Value,
    pub(super) ty: Type,
    pub(super) span: Span,
}

/// A value as one of the type: a whole number is a number too.
pub(super) fn of_the_type(value: Value, ty: &Type) -> Value {
    match (ty, value) {
        (Type::Number(_), Value::Number(number)) => {
            number.as_f64().map_or(Value::Number(number), Value::from)
        }
        (Type::List(list), Value::Array(items)) => {
            let items = items
                .into_iter()
                .map(|item| of_the_type(item, &list.item.ty));
            items.collect()
        }
        (Type::Map(of), Value::Object(object)) => {
            let entries = object.into_iter();
            let entries = entries.map(|(name, value)| (name, of_the_type(value, &of.ty)));
            Value::Object(entries.collect())
        }
        (_, value) => value,
    }
}

/// What a JSON value is, as sentences name it.
pub(super) fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "`true` or `false`",
        Value::Number(number) if number.is_f64() => "a number",
        Value::Number(_) => "a whole number",
        Value::String(_) => "text",
        Value::Array(_) => "an array",
        Value::Object(_) => "a table",
    }
}

impl Check<'_> {
    /// Judges the defaults.
    pub(super) fn defaults(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            self.owner = pending.owner;
            if let Err(problem) = self.fits(&pending.name, &pending.value, &pending.ty) {
                self.complain(problem, pending.span);
            }
        }
    }

    /// Is the value one of the type?
    fn fits(&self, name: &str, value: &Value, ty: &Type) -> Result<(), Problem> {
        let other = |expected: &str| Problem::DefaultType {
            name: name.to_owned(),
            expected: expected.to_owned(),
            found: json_kind(value).to_owned(),
        };
        match ty {
            Type::Any | Type::Raw(_) => Ok(()),
            Type::Boolean => value.as_bool().map(drop).ok_or(other("`true` or `false`")),
            Type::Text(text) => fits_text(name, value.as_str().ok_or(other("text"))?, text),
            Type::Integer(integer) => fits_integer(
                name,
                value.as_i64().ok_or(other("a whole number"))?,
                integer,
            ),
            Type::Number(number) => {
                fits_number(name, value.as_f64().ok_or(other("a number"))?, number)
            }
            Type::List(list) => {
                let items = value.as_array().ok_or(other("an array"))?;
                fits_count(name, items.len(), list)?;
                let mut items = items.iter().enumerate();
                items.try_for_each(|(index, item)| {
                    self.fits(&format!("{name}[{index}]"), item, &list.item.ty)
                })
            }
            Type::Map(of) => {
                let mut entries = value.as_object().ok_or(other("a table"))?.iter();
                entries
                    .try_for_each(|(key, item)| self.fits(&format!("{name}.{key}"), item, &of.ty))
            }
            Type::Named(id) => match &self.types[id.0].kind {
                Kind::Choice(choices) => {
                    let word = value.as_str().ok_or(other("text"))?;
                    if choices.iter().any(|choice| choice.value == word) {
                        return Ok(());
                    }
                    let words = choices.iter().map(|choice| format!("`{}`", choice.value));
                    Err(Problem::DefaultNotInEnum {
                        name: name.to_owned(),
                        value: word.to_owned(),
                        values: words.collect::<Vec<_>>().join(", "),
                    })
                }
                Kind::Record(record) => {
                    let object = value.as_object().ok_or(other("a table"))?;
                    self.fits_record(name, object, record, None)
                }
                Kind::Tagged(tagged) => {
                    let object = value.as_object().ok_or(other("a table"))?;
                    let tag = object.get(&tagged.tag).and_then(Value::as_str);
                    let variant = tagged
                        .variants
                        .iter()
                        .find(|variant| Some(variant.value.as_str()) == tag)
                        .ok_or_else(|| unfit(name, format!("`{}` names no variant", tagged.tag)))?;
                    match &self.types[variant.record.0].kind {
                        Kind::Record(record) => {
                            self.fits_record(name, object, record, Some(&tagged.tag))
                        }
                        _ => Ok(()),
                    }
                }
                Kind::Union(alternatives) => {
                    let fits = alternatives
                        .iter()
                        .any(|alternative| self.fits(name, value, &alternative.node.ty).is_ok());
                    let reason = || unfit(name, "it fits none of the alternatives".to_owned());
                    if fits { Ok(()) } else { Err(reason()) }
                }
            },
        }
    }

    fn fits_record(
        &self,
        name: &str,
        object: &serde_json::Map<String, Value>,
        record: &Record,
        tag: Option<&str>,
    ) -> Result<(), Problem> {
        for field in &record.fields {
            match object.get(&field.name) {
                Some(value) => self.fits(&format!("{name}.{}", field.name), value, &field.ty)?,
                None if field.presence == Presence::Required => {
                    return Err(unfit(name, format!("`{}` is missing", field.name)));
                }
                None => {}
            }
        }
        let known = |key: &str| {
            record.open || tag == Some(key) || record.fields.iter().any(|field| field.name == key)
        };
        match object.keys().find(|key| !known(key)) {
            Some(key) => Err(unfit(name, format!("there is no field `{key}`"))),
            None => Ok(()),
        }
    }
}

fn unfit(name: &str, reason: String) -> Problem {
    let name = name.to_owned();
    Problem::DefaultFields { name, reason }
}

fn fits_text(name: &str, value: &str, text: &Text) -> Result<(), Problem> {
    let length = value.chars().count() as u64;
    let limit = match (text.min_length, text.max_length) {
        (Some(least), _) if length < least => Some(format!("at least {least}")),
        (_, Some(most)) if length > most => Some(format!("at most {most}")),
        _ => None,
    };
    if let Some(limit) = limit {
        return Err(Problem::DefaultLength {
            name: name.to_owned(),
            count: format!("{length} characters"),
            limit,
        });
    }
    let pattern = text.pattern.as_ref();
    let matches = |pattern: &&String| {
        regex::Regex::new(pattern).is_ok_and(|expression| expression.is_match(value))
    };
    match pattern.filter(|pattern| !matches(pattern)) {
        Some(pattern) => Err(Problem::DefaultPattern {
            name: name.to_owned(),
            pattern: pattern.clone(),
        }),
        None => Ok(()),
    }
}

fn fits_integer(name: &str, value: i64, integer: &Integer) -> Result<(), Problem> {
    if !integer.allowed.is_empty() && !integer.allowed.contains(&value) {
        let values = integer.allowed.iter().map(|value| format!("`{value}`"));
        return Err(Problem::DefaultNotInEnum {
            name: name.to_owned(),
            value: value.to_string(),
            values: values.collect::<Vec<_>>().join(", "),
        });
    }
    fits_range(name, value, integer.lower, integer.upper)
}

fn fits_number(name: &str, value: f64, number: &Number) -> Result<(), Problem> {
    fits_range(name, value, number.lower, number.upper)
}

fn fits_range<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    lower: Option<Bound<T>>,
    upper: Option<Bound<T>>,
) -> Result<(), Problem> {
    let limit = match (lower, upper) {
        (Some(Bound::Inclusive(end)), _) if value < end => format!(">= {end}"),
        (Some(Bound::Exclusive(end)), _) if value <= end => format!("> {end}"),
        (_, Some(Bound::Inclusive(end))) if value > end => format!("<= {end}"),
        (_, Some(Bound::Exclusive(end))) if value >= end => format!("< {end}"),
        _ => return Ok(()),
    };
    Err(Problem::DefaultOutOfRange {
        name: name.to_owned(),
        value: value.to_string(),
        limit,
    })
}

fn fits_count(name: &str, items: usize, list: &List) -> Result<(), Problem> {
    let count = items as u64;
    let limit = match (list.min_items, list.max_items) {
        (Some(least), _) if count < least => format!("at least {least}"),
        (_, Some(most)) if count > most => format!("at most {most}"),
        _ => return Ok(()),
    };
    Err(Problem::DefaultLength {
        name: name.to_owned(),
        count: format!("{items} items"),
        limit,
    })
}
