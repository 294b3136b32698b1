//! From what a handler returns to content: text stays text, everything else becomes structured data with its JSON beside.

use serde_json::{Map, Value};

use super::Content;
use crate::bind::{Bindable, Record, Slot};

/// What a handler may return.
pub trait IntoContent {
    /// As content.
    fn into_content(self) -> Content;
}

impl IntoContent for Content {
    fn into_content(self) -> Content {
        self
    }
}

impl<T: Bindable> IntoContent for T {
    fn into_content(mut self) -> Content {
        match read(self.slot()) {
            Some(Value::String(text)) => Content::text(text),
            Some(data) => Content::structured(data),
            None => Content::default(),
        }
    }
}

/// The texts in a field: one, or each of a list. What is no text is written as JSON.
pub(super) fn texts(record: &mut dyn Record, field: &str) -> Vec<String> {
    let mut fields = record.table().fields.iter();
    let Some(index) = fields.position(|known| known.name == field) else {
        return Vec::new();
    };
    read(record.slot(index)).map(texts_of).unwrap_or_default()
}

/// The texts in a value.
pub(super) fn texts_of(value: Value) -> Vec<String> {
    let text = |value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    match value {
        Value::Null => Vec::new(),
        Value::Array(items) => items.into_iter().map(text).collect(),
        value => vec![text(value)],
    }
}

/// The JSON value in a place; nothing where an optional one is absent.
fn read(slot: Slot<'_>) -> Option<Value> {
    Some(match slot {
        Slot::Text(text) => Value::String(text.clone()),
        Slot::Integer(integer) => (*integer).into(),
        Slot::Number(number) => (*number).into(),
        Slot::Boolean(boolean) => (*boolean).into(),
        Slot::Any(value) => value.clone(),
        Slot::Choice(choice) => choice.word().into(),
        Slot::Record(record) => Value::Object(read_record(record)),
        Slot::List(list) => {
            let items = (0..list.len()).map(|index| read(list.at(index)).unwrap_or_default());
            Value::Array(items.collect())
        }
        Slot::Map(map) => {
            let mut object = Map::new();
            map.each(&mut |key, slot| {
                object.insert(key.to_owned(), read(slot).unwrap_or_default());
            });
            Value::Object(object)
        }
        Slot::Union(union) => {
            let tag = union.tag();
            let chosen = read(union.chosen().1);
            match (tag, chosen) {
                (Some((tag, word)), Some(Value::Object(fields))) => {
                    let tag = (tag.to_owned(), word.into());
                    Value::Object(std::iter::once(tag).chain(fields).collect())
                }
                (_, chosen) => return chosen,
            }
        }
        Slot::Maybe(maybe) => return maybe.get().and_then(read),
        Slot::MaybeText(text) => text.clone()?.into(),
        Slot::MaybeInteger(integer) => (*integer)?.into(),
        Slot::MaybeNumber(number) => (*number)?.into(),
        Slot::MaybeBoolean(boolean) => (*boolean)?.into(),
    })
}

fn read_record(record: &mut dyn Record) -> Map<String, Value> {
    let table = record.table();
    let mut object = Map::new();
    for (index, field) in table.fields.iter().enumerate() {
        match read(record.slot(index)) {
            Some(value) => object.insert(field.name.to_owned(), value),
            // What is required and nullable is there, as null.
            None if field.required => object.insert(field.name.to_owned(), Value::Null),
            None => None,
        };
    }
    if table.open
        && let Some(Value::Object(rest)) = read(record.slot(table.fields.len()))
    {
        object.extend(rest);
    }
    object
}
