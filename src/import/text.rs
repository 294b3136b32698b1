//! JSON values as TOML text.

use std::fmt::Write;

use serde_json::Value;

/// A key: bare where TOML lets it.
pub(super) fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        string(name)
    }
}

/// Text on one line.
pub(super) fn string(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for character in text.chars() {
        escape(character, &mut written);
    }
    written.push('"');
    written
}

/// Text; on several lines if it has some.
pub(super) fn multi_line(text: &str) -> String {
    if !text.contains('\n') {
        return string(text);
    }
    let mut written = String::from("\"\"\"\n");
    let mut quotes = 0;
    for character in text.chars() {
        quotes = if character == '"' { quotes + 1 } else { 0 };
        match character {
            '\n' => written.push('\n'),
            // Two may stand together, three would end it.
            '"' if quotes < 3 => written.push('"'),
            '"' => {
                written.push_str("\\\"");
                quotes = 0;
            }
            other => escape(other, &mut written),
        }
    }
    if written.ends_with('"') && quotes > 0 {
        written.truncate(written.len() - quotes);
        written.push_str(&"\\\"".repeat(quotes));
    }
    written.push_str("\"\"\"");
    written
}

fn escape(character: char, to: &mut String) {
    match character {
        '"' => to.push_str("\\\""),
        '\\' => to.push_str("\\\\"),
        '\n' => to.push_str("\\n"),
        '\r' => to.push_str("\\r"),
        '\t' => to.push_str("\\t"),
        control if control.is_control() => {
            let _ = write!(to, "\\u{:04X}", u32::from(control));
        }
        plain => to.push(plain),
    }
}

/// Text in which nothing is escaped, where it can be written so.
pub(super) fn literal(text: &str) -> String {
    if text.contains('\'') || text.chars().any(char::is_control) {
        string(text)
    } else {
        format!("'{text}'")
    }
}

/// A schema over several lines.
pub(super) fn raw_schema(schema: &Value) -> String {
    let text = format!("{schema:#}");
    let odd = |c: char| c.is_control() && c != '\n';
    if text.contains("'''") || text.chars().any(odd) {
        string(&schema.to_string())
    } else {
        format!("'''\n{text}\n'''")
    }
}

/// A JSON value; null has no place in TOML and never comes here.
pub(super) fn value(json: &Value) -> String {
    match json {
        Value::Null => "\"\"".to_owned(),
        Value::Bool(_) | Value::Number(_) => json.to_string(),
        Value::String(text) => string(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(value).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(entries) if entries.is_empty() => "{}".to_owned(),
        Value::Object(entries) => {
            let entries = entries.iter();
            let entries: Vec<String> = entries
                .map(|(name, it)| format!("{} = {}", key(name), value(it)))
                .collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}
