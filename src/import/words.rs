//! A schema that is told by its `type`: one type, several, or none.

use serde_json::{Map, Value};

use super::normal;
use super::report::NoteKind;
use super::shape::{Body, Kind, Shape};
use super::typed::{Reason, Typed, Typist};
use crate::compiler::check::FORMATS;

impl Typist<'_> {
    /// A schema that is told by its `type`, its `enum` or its `const`.
    pub(super) fn types(&mut self, node: &Map<String, Value>, hint: &str) -> Result<Typed, Reason> {
        let (types, mut nullable) = self.words(node)?;
        let mut typed = if node.contains_key("enum") || node.contains_key("const") {
            self.values(node, &types, hint)?
        } else {
            match types.as_slice() {
                [] if nullable => return Err("`null`".into()),
                [] => self.untyped(node, hint)?,
                [one] => self.one(one, node, hint)?,
                many => {
                    let mut shapes = Vec::new();
                    let many: Vec<_> = many
                        .iter()
                        .filter(|it| **it != "integer" || !many.contains(&"number"))
                        .collect();
                    for word in &many {
                        let one = self.one(word, node, &format!("{hint} {word}"))?;
                        nullable |= one.nullable;
                        shapes.push(one.shape);
                    }
                    match shapes.len() {
                        1 => Typed {
                            shape: shapes.remove(0),
                            nullable,
                            default: None,
                        },
                        _ => Typed::plain(Kind::Defined(self.define(hint, Body::Union(shapes)))),
                    }
                }
            }
        };
        typed.nullable |= nullable;
        Ok(typed)
    }

    /// The types of a schema in JSON Schema's words, and whether null is one of them.
    pub(super) fn words(
        &mut self,
        node: &Map<String, Value>,
    ) -> Result<(Vec<&'static str>, bool), Reason> {
        let written = match node.get("type") {
            None => return Ok((Vec::new(), false)),
            Some(Value::String(word)) => vec![word.as_str()],
            Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
            Some(_) => return Err("`type`".into()),
        };
        let mut types = Vec::new();
        for word in &written {
            match normal::word(word) {
                Some(known) => {
                    if known != *word {
                        self.note(NoteKind::Spelling, format!("{word} is {known}"));
                    }
                    if !types.contains(&known) {
                        types.push(known);
                    }
                }
                None if matches!(*word, "any" | "Any") => {
                    self.note(NoteKind::Spelling, "any");
                    return Ok((Vec::new(), false));
                }
                None => return Err(format!("the type `{word}`")),
            }
        }
        let nullable = types.contains(&"null");
        types.retain(|word| *word != "null");
        Ok((types, nullable))
    }

    /// Without a type, a schema admits what its other keywords do not speak of.
    fn untyped(&mut self, node: &Map<String, Value>, hint: &str) -> Result<Typed, Reason> {
        if node.contains_key("properties") {
            self.note(NoteKind::Spelling, "object");
            return self.one("object", node, hint);
        }
        if node.contains_key("items") {
            self.note(NoteKind::Spelling, "array");
            return self.one("array", node, hint);
        }
        let says = [
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minLength",
            "maxLength",
            "pattern",
            "minItems",
            "maxItems",
            "required",
            "additionalProperties",
            "format",
        ];
        match says.iter().find(|key| node.contains_key(**key)) {
            Some(key) => Err(format!("`{key}` without `type`")),
            None => Ok(Typed::plain(Kind::Word("any"))),
        }
    }

    pub(super) fn one(
        &mut self,
        word: &'static str,
        node: &Map<String, Value>,
        hint: &str,
    ) -> Result<Typed, Reason> {
        let kind = match word {
            "object" => return self.object(node, hint),
            "array" => self.list(node, hint)?,
            word => Kind::Word(word),
        };
        let mut shape = Shape::plain(kind);
        let keys: &[(&str, &str)] = match word {
            "array" => &[("minItems", "min-items"), ("maxItems", "max-items")],
            "string" => &[
                ("minLength", "min-length"),
                ("maxLength", "max-length"),
                ("pattern", "pattern"),
                ("format", "format"),
            ],
            "integer" | "number" => &[
                ("minimum", "minimum"),
                ("maximum", "maximum"),
                ("exclusiveMinimum", "exclusive-minimum"),
                ("exclusiveMaximum", "exclusive-maximum"),
            ],
            _ => &[],
        };
        if word != "string" && node.contains_key("format") {
            self.note(NoteKind::Format, node["format"].to_string());
        }
        for (published, key) in keys {
            let Some(value) = node.get(*published) else {
                continue;
            };
            let value = match (*key, value) {
                ("format", Value::String(format)) if FORMATS.contains(&format.as_str()) => {
                    value.clone()
                }
                ("format", _) => {
                    self.note(NoteKind::Format, value.to_string());
                    continue;
                }
                ("pattern", Value::String(_)) => value.clone(),
                ("pattern", _) => return Err("`pattern`".into()),
                // `1.0` is written where 1 is meant.
                (_, Value::Number(number)) if word != "number" => whole(number)
                    .ok_or_else(|| format!("`{published}`"))?
                    .into(),
                (_, Value::Number(number)) if number.is_f64() || number.is_i64() => value.clone(),
                _ => return Err(format!("`{published}`")),
            };
            shape.limits.push((key, value));
        }
        Ok(Typed {
            shape,
            nullable: false,
            default: None,
        })
    }

    fn list(&mut self, node: &Map<String, Value>, hint: &str) -> Result<Kind, Reason> {
        let item = match node.get("items") {
            None => Shape::plain(Kind::Word("any")),
            Some(Value::Array(_)) => return Err("`items` of a tuple".into()),
            Some(items) => self.inner(items, &singular(hint))?,
        };
        Ok(Kind::List(Box::new(item)))
    }
}

#[allow(clippy::cast_possible_truncation, reason = "whole and small")]
pub(super) fn whole(number: &serde_json::Number) -> Option<i64> {
    let real = || {
        number
            .as_f64()
            .filter(|it| it.fract() == 0.0 && it.abs() < 9e15)
    };
    number.as_i64().or_else(|| real().map(|it| it as i64))
}

/// `files` holds a `file`.
pub(super) fn singular(name: &str) -> String {
    match name.strip_suffix('s') {
        Some(one) if !one.ends_with('s') && one.len() > 2 => one.to_owned(),
        _ => format!("{name} item"),
    }
}
