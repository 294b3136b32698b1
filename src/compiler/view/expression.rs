//! Rust expressions that need no knowledge of other types: the setters of a `Spec`, limits, defaults.

use serde::Serialize;
use serde_json::Value;

use super::super::literal;
use super::super::model::{
    Bound, Concurrency, Integer, Interrupt, List, Number, Output, Presence, SideEffect,
    SubjectKind, Text, Tool,
};
use super::output_schema_file;

/// Rust source, printed as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Code(String);

impl Code {
    /// The source.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Code {
    fn from(source: &str) -> Self {
        Self(source.to_owned())
    }
}

impl From<String> for Code {
    fn from(source: String) -> Self {
        Self(source)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Expressions with commas between.
pub(super) fn list(items: &[Code]) -> String {
    let items: Vec<&str> = items.iter().map(Code::as_str).collect();
    items.join(", ")
}

/// The calls that turn a `Spec` with the defaults into the tool's: only what differs from them.
pub(super) fn setters(tool: &Tool) -> Vec<Code> {
    let mut calls = Vec::new();
    if let Some(title) = &tool.title {
        calls.push(format!("title({})", literal::string(title)));
    }
    if !tool.description.is_empty() {
        calls.push(format!(
            "description({})",
            literal::string(&tool.description)
        ));
    }
    if let Output::Typed(_) = &tool.output {
        let file = literal::string(&output_schema_file(tool));
        calls.push(format!("output_schema(include_str!({file}))"));
    }
    match &tool.concurrency {
        Concurrency::Sequential => {}
        Concurrency::ConcurrentSafe => calls.push("concurrent_safe()".into()),
        Concurrency::Exclusive { key } => {
            calls.push(format!("exclusive({})", literal::string(key)));
        }
        Concurrency::Shared { key } => calls.push(format!("shared({})", literal::string(key))),
    }
    match tool.interrupt {
        Interrupt::NonInterruptible => {}
        Interrupt::Cooperative => calls.push("cooperative()".into()),
        Interrupt::ThreadInterrupt => calls.push("thread_interrupt()".into()),
        Interrupt::ExternallyTerminated => calls.push("externally_terminated()".into()),
    }
    if let Some(call) = side_effect(tool.side_effect) {
        calls.push(call.into());
    }
    if !tool.open_world {
        calls.push("closed_world()".into());
    }
    if let Some((kind, parameters)) = &tool.permission.subject {
        let kind = match kind {
            SubjectKind::Command => "Command",
            SubjectKind::Path => "Path",
            SubjectKind::Tree => "Tree",
        };
        let parameters = literal::strings(parameters);
        calls.push(format!("subject(rt::SubjectKind::{kind}, {parameters})"));
    }
    if tool.permission.custom {
        calls.push("custom_rule()".into());
    }
    if let Some(timeout) = tool.timeout {
        calls.push(format!("timeout_ms({})", timeout.as_millis()));
    }
    if !tool.renamed_from.is_empty() {
        calls.push(format!(
            "renamed_from({})",
            literal::strings(&tool.renamed_from)
        ));
    }
    if tool.defer {
        calls.push("defer()".into());
    }
    if tool.describe {
        calls.push("describe()".into());
    }
    calls.into_iter().map(Code::from).collect()
}

fn side_effect(effect: SideEffect) -> Option<&'static str> {
    match effect {
        SideEffect::ReadOnly => Some("read_only()"),
        SideEffect::Mutating {
            destructive,
            idempotent,
        } => match (destructive, idempotent) {
            (true, false) => None,
            (true, true) => Some("mutating(rt::Effect::DestructiveIdempotent)"),
            (false, true) => Some("mutating(rt::Effect::Idempotent)"),
            (false, false) => Some("mutating(rt::Effect::Additive)"),
        },
    }
}

/// `rt::text()` with its limits.
pub(super) fn text(text: &Text) -> String {
    let mut code = "rt::text()".to_owned();
    limit(&mut code, "min_length", text.min_length);
    limit(&mut code, "max_length", text.max_length);
    limit(
        &mut code,
        "pattern",
        text.pattern.as_deref().map(literal::string),
    );
    limit(
        &mut code,
        "format",
        text.format.as_deref().map(literal::string),
    );
    code
}

/// `rt::integer()` with its limits.
pub(super) fn integer(integer: &Integer) -> String {
    let mut code = "rt::integer()".to_owned();
    match integer.lower {
        Some(Bound::Inclusive(end)) => limit(&mut code, "minimum", Some(end)),
        Some(Bound::Exclusive(end)) => limit(&mut code, "above", Some(end)),
        None => {}
    }
    match integer.upper {
        Some(Bound::Inclusive(end)) => limit(&mut code, "maximum", Some(end)),
        Some(Bound::Exclusive(end)) => limit(&mut code, "below", Some(end)),
        None => {}
    }
    if integer.clamp {
        code.push_str(".clamp()");
    }
    if !integer.allowed.is_empty() {
        let values: Vec<String> = integer.allowed.iter().map(i64::to_string).collect();
        limit(
            &mut code,
            "allowed",
            Some(format!("&[{}]", values.join(", "))),
        );
    }
    code
}

/// `rt::number()` with its limits.
pub(super) fn number(number: &Number) -> String {
    let mut code = "rt::number()".to_owned();
    match number.lower {
        Some(Bound::Inclusive(end)) => limit(&mut code, "number_minimum", Some(float(end))),
        Some(Bound::Exclusive(end)) => limit(&mut code, "number_above", Some(float(end))),
        None => {}
    }
    match number.upper {
        Some(Bound::Inclusive(end)) => limit(&mut code, "number_maximum", Some(float(end))),
        Some(Bound::Exclusive(end)) => limit(&mut code, "number_below", Some(float(end))),
        None => {}
    }
    if number.clamp {
        code.push_str(".clamp()");
    }
    code
}

/// `rt::list(…)` with its limits; `item` is the expression of the item's type.
pub(super) fn array(list: &List, item: &Code) -> String {
    let mut code = format!("rt::list(&{item})");
    limit(&mut code, "min_items", list.min_items);
    limit(&mut code, "max_items", list.max_items);
    code
}

/// What follows `Field::new(…)` to say whether the value must be there. `typed` tells that the default may be written
/// as a Rust value of its own kind; of lists, records, unions and `any` it is JSON.
pub(super) fn presence(presence: &Presence, typed: Typed) -> String {
    let value = match presence {
        Presence::Required => return ".required()".into(),
        Presence::Optional => return String::new(),
        Presence::Default(value) => value,
    };
    match (typed, value) {
        (Typed::Text, Value::String(word)) => format!(".or_text({})", literal::string(word)),
        (Typed::Integer, Value::Number(number)) => match number.as_i64() {
            Some(integer) => format!(".or_integer({integer})"),
            None => json(value),
        },
        (Typed::Number, Value::Number(number)) => match number.as_f64() {
            Some(number) => format!(".or_number({})", float(number)),
            None => json(value),
        },
        (Typed::Boolean, Value::Bool(boolean)) => format!(".or_boolean({boolean})"),
        _ => json(value),
    }
}

/// How a default is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Typed {
    Text,
    Integer,
    Number,
    Boolean,
    Json,
}

fn json(value: &Value) -> String {
    format!(".or_json({})", literal::string(&value.to_string()))
}

/// An `f64` literal; the shortest that reads back the same.
fn float(number: f64) -> String {
    format!("{number:?}")
}

fn limit(code: &mut String, method: &str, value: Option<impl std::fmt::Display>) {
    if let Some(value) = value {
        code.push_str(&format!(".{method}({value})"));
    }
}
