//! The front matter as it is written: typed values with their places, nothing judged yet.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_saphyr::Spanned;

/// The keys of every surface; which of them a file may hold is decided later. A text is the text that is written, also
/// where YAML would read a number or a boolean.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) name: Option<Spanned<String>>,
    pub(super) description: Option<Spanned<String>>,
    pub(super) model: Option<Spanned<String>>,
    pub(super) max_iterations: Option<Spanned<String>>,
    pub(super) allowed_tools: Option<Spanned<Tools>>,
    pub(super) license: Option<Spanned<String>>,
    pub(super) compatibility: Option<Spanned<String>>,
    pub(super) metadata: Option<Spanned<BTreeMap<String, String>>>,
    pub(super) invoke: Option<Spanned<Invoke>>,
    pub(super) execution: Option<Spanned<Execution>>,
    pub(super) argument_hint: Option<Spanned<String>>,
    /// Every key, in the file's order.
    pub(super) keys: Vec<Spanned<String>>,
}

/// `allowed-tools`.
#[derive(Debug)]
pub(super) enum Tools {
    /// One text, to be split.
    Text(String),
    /// A list, each item one entry.
    Items(Vec<Spanned<String>>),
    /// The key without a value.
    Nothing,
}

/// Who may use a skill.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Invoke {
    pub(super) model: Option<bool>,
    pub(super) user: Option<bool>,
}

/// How a skill runs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Execution {
    pub(super) mode: Option<Mode>,
    pub(super) agent: Option<String>,
}

/// Where a skill runs.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    Inline,
    Fork,
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Keys)
    }
}

struct Keys;

impl<'de> Visitor<'de> for Keys {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("keys and values")
    }

    fn visit_unit<E: Error>(self) -> Result<Written, E> {
        Ok(Written::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Written, A::Error> {
        let mut written = Written::default();
        while let Some(key) = map.next_key::<Spanned<String>>()? {
            match key.value.as_str() {
                "name" => written.name = Some(map.next_value()?),
                "description" => written.description = Some(map.next_value()?),
                "model" => written.model = Some(map.next_value()?),
                "maxIterations" => written.max_iterations = Some(map.next_value()?),
                "allowed-tools" => written.allowed_tools = Some(map.next_value()?),
                "license" => written.license = Some(map.next_value()?),
                "compatibility" => written.compatibility = Some(map.next_value()?),
                "metadata" => written.metadata = Some(map.next_value()?),
                "invoke" => written.invoke = Some(map.next_value()?),
                "execution" => written.execution = Some(map.next_value()?),
                "argument-hint" => written.argument_hint = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            written.keys.push(key);
        }
        Ok(written)
    }
}

impl<'de> Deserialize<'de> for Tools {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrItems)
    }
}

struct TextOrItems;

impl<'de> Visitor<'de> for TextOrItems {
    type Value = Tools;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("entries such as `Read` or `Bash(git:*)`, as a text or as a list")
    }

    fn visit_unit<E: Error>(self) -> Result<Tools, E> {
        Ok(Tools::Nothing)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tools, E> {
        Ok(Tools::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tools, A::Error> {
        let mut entries = Vec::new();
        while let Some(item) = items.next_element()? {
            entries.push(item);
        }
        Ok(Tools::Items(entries))
    }
}
