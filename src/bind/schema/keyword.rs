//! Single keywords of JSON Schema, read for what they say.

use regex::{Regex, RegexBuilder};
use serde_json::{Map, Value};

use super::{Numbers, Text};
use crate::bind::gate::Word;
use crate::bind::plan::{Bound, either};

/// The words of `type`; `None` where one of them is not understood. OpenAPI's `nullable` adds null.
pub(super) fn types(keywords: &Map<String, Value>) -> Option<Vec<Word>> {
    let mut types = match keywords.get("type")? {
        Value::String(word) => vec![Word::named(word)?],
        Value::Array(words) => words
            .iter()
            .map(|word| word.as_str().and_then(Word::named))
            .collect::<Option<Vec<_>>>()?,
        _ => return None,
    };
    if keywords.get("nullable") == Some(&Value::Bool(true)) && !types.contains(&Word::Null) {
        types.push(Word::Null);
    }
    Some(types)
}

/// Where a `$ref` points to inside of the document, as a JSON Pointer.
pub(super) fn reference(keywords: &Map<String, Value>) -> Option<&str> {
    let target = keywords.get("$ref")?.as_str()?;
    // Percent-encoded pointers are rare enough to be let through.
    let pointer = target
        .strip_prefix('#')
        .or(target.is_empty().then_some(""))?;
    (!pointer.contains('%')).then_some(pointer)
}

pub(super) fn branches<'d>(keywords: &'d Map<String, Value>, keyword: &str) -> &'d [Value] {
    keywords
        .get(keyword)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// The values of branches that are nothing but `const` or `enum`: together they are one `enum`.
pub(super) fn constants(branches: &[Value]) -> Vec<Value> {
    const SILENT: [&str; 4] = ["type", "title", "description", "deprecated"];
    let values = |branch: &Value| -> Option<Vec<Value>> {
        let keywords = branch.as_object()?;
        let others = keywords
            .keys()
            .filter(|keyword| !SILENT.contains(&keyword.as_str()));
        let [keyword] = others.collect::<Vec<_>>()[..] else {
            return None;
        };
        let values = match (keyword.as_str(), &keywords[keyword]) {
            ("const", value) => vec![value.clone()],
            ("enum", Value::Array(values)) if !values.is_empty() => values.clone(),
            _ => return None,
        };
        let typed = types(keywords).unwrap_or_default();
        let fits = |value| typed.is_empty() || typed.iter().any(|word| word.takes(value));
        values.iter().all(fits).then_some(values)
    };
    let all: Option<Vec<_>> = branches.iter().map(values).collect();
    all.unwrap_or_default().concat()
}

/// Is every keyword of a schema understood, so that what it lets through does fit it? What stands below is looked at by
/// [`Compiler::prune`].
pub(super) fn understood(keywords: &Map<String, Value>) -> bool {
    const KEYWORDS: [&str; 34] = [
        "enum",
        "const",
        "required",
        "properties",
        "additionalProperties",
        "minProperties",
        "maxProperties",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "nullable",
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$defs",
        "definitions",
        "$schema",
        "$comment",
        "patternProperties",
    ];
    keywords
        .iter()
        .all(|(keyword, value)| match keyword.as_str() {
            "type" => types(keywords).is_some(),
            "pattern" => value.as_str().is_some_and(plain),
            "$ref" => reference(keywords).is_some(),
            // An escape may mean different characters in different dialects.
            "patternProperties" => value
                .as_object()
                .is_some_and(|all| all.keys().all(|name| plain(name))),
            other => KEYWORDS.contains(&other),
        })
}

/// Does every dialect read this pattern the same?
fn plain(pattern: &str) -> bool {
    !pattern.contains(['\\', '(', '[']) && self::pattern(pattern).is_some()
}

/// What sentences call a schema's values; empty where anything would do, or where to find out would take long.
pub(super) fn expected(schema: &Value, document: &Value) -> String {
    const LOOKS: usize = 200;
    named(schema, document, 0, &mut { LOOKS })
}

fn named(schema: &Value, document: &Value, depth: usize, looks: &mut usize) -> String {
    const DEPTH: usize = 8;
    let Value::Object(keywords) = schema else {
        return String::new();
    };
    if let Some(types) = types(keywords) {
        return either(types.iter().map(|word| word.as_str()));
    }
    if depth == DEPTH || *looks == 0 {
        return String::new();
    }
    *looks -= 1;
    if let Some(target) = reference(keywords).and_then(|at| document.pointer(at)) {
        return named(target, document, depth + 1, looks);
    }
    for keyword in ["anyOf", "oneOf"] {
        let branches = branches(keywords, keyword);
        if !branches.is_empty() {
            let mut names = Vec::new();
            for branch in branches {
                let name = named(branch, document, depth + 1, looks);
                if name.is_empty() {
                    return name;
                }
                names.push(name);
            }
            return either(names.iter().map(String::as_str));
        }
    }
    let values = keywords.get("const").map(std::slice::from_ref);
    let values = values.unwrap_or_else(|| branches(keywords, "enum"));
    either(values.iter().map(|value| match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }))
}

pub(super) fn count(keywords: &Map<String, Value>, keyword: &str) -> Option<u64> {
    let value = keywords.get(keyword)?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, not negative"
    )]
    value.as_u64().or_else(|| {
        value
            .as_f64()
            .filter(|it| it.fract() == 0.0 && *it >= 0.0)
            .map(|it| it as u64)
    })
}

/// A regular expression, unless it is in a dialect that is not understood (look-around, back references) or is huge.
pub(super) fn pattern(pattern: &str) -> Option<Regex> {
    const SIZE: usize = 1 << 20;
    RegexBuilder::new(pattern).size_limit(SIZE).build().ok()
}

pub(super) fn text(keywords: &Map<String, Value>) -> Option<Box<Text>> {
    let text = Text {
        min: count(keywords, "minLength"),
        max: count(keywords, "maxLength"),
        pattern: keywords
            .get("pattern")
            .and_then(Value::as_str)
            .and_then(pattern),
    };
    let some = text.min.is_some() || text.max.is_some() || text.pattern.is_some();
    some.then(|| Box::new(text))
}

pub(super) fn number(keywords: &Map<String, Value>) -> Option<Box<Numbers>> {
    // Draft 4 had booleans for exclusive ends; as numbers they are nothing.
    let end = |keyword| match keywords.get(keyword) {
        Some(Value::Number(number)) => Some(number.clone()),
        _ => None,
    };
    let ends = |inclusive, exclusive| {
        let inclusive = end(inclusive).map(Bound::Inclusive);
        inclusive
            .into_iter()
            .chain(end(exclusive).map(Bound::Exclusive))
            .collect::<Vec<_>>()
    };
    let numbers = Numbers {
        lower: ends("minimum", "exclusiveMinimum"),
        upper: ends("maximum", "exclusiveMaximum"),
        multiple: end("multipleOf").filter(|of| of.as_f64().is_some_and(|of| of > 0.0)),
    };
    let some = !numbers.lower.is_empty() || !numbers.upper.is_empty() || numbers.multiple.is_some();
    some.then(|| Box::new(numbers))
}
