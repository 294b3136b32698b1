//! The values of a foreign `enum` or `const`: any JSON, compared by value.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use super::numeral::{Numeral, whole_float};
use super::problem::Problem;
use super::sentence::{echo, listed};
use super::suggest;

/// What a value may be.
#[derive(Debug)]
pub(super) struct Members {
    values: Vec<Value>,
    /// Texts and numbers can be found without looking at all values.
    keys: HashSet<Key>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    Text(String),
    Integer(i64),
    Float(u64),
}

impl Key {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Number(number) => Some(match Numeral::of(number).as_integer() {
                Some(integer) => Self::Integer(integer),
                None => Self::Float(number.as_f64()?.to_bits()),
            }),
            _ => None,
        }
    }
}

impl Members {
    pub(super) fn new(values: &[Value]) -> Self {
        Self {
            keys: values.iter().filter_map(Key::of).collect(),
            values: values.to_vec(),
        }
    }

    pub(super) fn contains(&self, value: &Value) -> bool {
        match Key::of(value) {
            Some(key) => self.keys.contains(&key),
            None => self.values.iter().any(|known| same(known, value)),
        }
    }

    /// What is wrong with a value that is none of them.
    pub(super) fn problem(&self, value: &Value) -> Problem {
        let (allowed, cut) = listed(self.values.iter().map(shown));
        let nearest = match value {
            Value::String(text) if cut => {
                suggest::nearest(text, self.values.iter().filter_map(Value::as_str))
            }
            _ => None,
        };
        Problem::Enum {
            allowed,
            was: echo(&shown(value)),
            nearest: nearest.map(str::to_owned),
        }
    }
}

/// As a sentence shows it: text without quotes, everything else as JSON.
fn shown(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        Value::Array(_) => Cow::Borrowed("an array"),
        Value::Object(_) => Cow::Borrowed("an object"),
        other => Cow::Owned(other.to_string()),
    }
}

/// Equal in the sense of JSON Schema: numbers by value, objects without order.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let (whole, float) = (Numeral::of(one).as_integer(), one.as_f64());
            match (whole, Numeral::of(other).as_integer()) {
                (None, None) => float == other.as_f64(),
                (one, other) => one == other,
            }
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, value)| other.get(name).is_some_and(|other| same(value, other)))
        }
        (one, other) => one == other,
    }
}

/// Is it a whole number of any size?
pub(super) fn is_whole(value: &Value) -> bool {
    match value {
        Value::Number(number) if number.is_f64() => number
            .as_f64()
            .is_some_and(|float| whole_float(float).is_some() || float.abs() >= 1e15),
        Value::Number(_) => true,
        _ => false,
    }
}
