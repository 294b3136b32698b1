//! `ToolSearch`: finding tools that are declared with `defer = true`. To search is to find: what a search answers is
//! offered from then on, for the rest of the execution. It grants nothing; the allow-list judges every call as before.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde_json::{Value, json};

use super::offer::may_use;
use super::{Entry, Executor, Inner};
use crate::bind::{Bindable, Field, Record, Slot, Table, Type, integer, text};
use crate::tool::{Call, Context, Declared, Handler, Index, Key, Spec, Tool, ToolError};

/// What a call of `ToolSearch` sees.
pub(super) const CATALOG: Key<Catalog> = Key::new("toolSearchRegistry");

/// The tools of an executor, and which of the deferred ones an execution has found.
pub(super) struct Catalog {
    inner: Weak<Inner>,
    found: Mutex<BTreeSet<String>>,
}

impl Catalog {
    pub(super) fn new(executor: &Executor) -> Self {
        Self {
            inner: Arc::downgrade(&executor.inner),
            found: Mutex::default(),
        }
    }

    pub(super) fn has_found(&self, name: &str) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.contains(name)
    }

    fn find(&self, entries: &[Entry]) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.extend(entries.iter().map(|it| it.spec().name.to_string()));
    }

    /// The deferred tools that the run may use.
    fn deferred(&self, cx: &Context) -> Vec<Entry> {
        let Some(inner) = self.inner.upgrade() else {
            return Vec::new();
        };
        let registry = Executor { inner }.registry();
        let entries = registry.iter();
        entries
            .filter(|it| it.spec().defer && may_use(it.spec(), cx))
            .collect()
    }
}

/// A call of `ToolSearch`.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSearch {
    /// What to search for.
    pub query: String,
    /// How many tools to find, of those that match.
    pub max_results: i64,
}

impl Tool for ToolSearch {
    type Output = String;
    const SPEC: &'static Spec = &Spec::new("ToolSearch", SCHEMA)
        .description(DESCRIPTION)
        .read_only()
        .closed_world();
}

const DESCRIPTION: &str = "Find tools that are not listed yet. What is found can be called from then on. \
Query: words to search for; \"select:A,B\" takes tools by their exact names; \"+word more words\" wants the word in the \
name and ranks by the rest.";

const SCHEMA: &str = r#"{"type":"object","additionalProperties":false,"properties":{"query":{"type":"string","description":"What to search for."},"max_results":{"type":"integer","description":"How many tools to find, from 1 to 20. (default: 5)","default":5}},"required":["query"]}"#;

static TABLE: Table = Table::closed(&[
    Field::new("query", text()).required(),
    Field::new("max_results", MAX_RESULTS).or_integer(5),
]);

const MAX_RESULTS: Type = integer().minimum(1).maximum(20).clamp();

impl Record for ToolSearch {
    fn table(&self) -> &'static Table {
        &TABLE
    }
    fn blank() -> Self {
        Self {
            query: String::new(),
            max_results: 0,
        }
    }
    fn slot(&mut self, index: usize) -> Slot<'_> {
        match index {
            0 => self.query.slot(),
            _ => self.max_results.slot(),
        }
    }
}

/// The toolset that holds `ToolSearch`, for [`Builder::tools`](super::Builder::tools) through
/// [`Builder::tool_search`](super::Builder::tool_search).
pub(super) fn toolset() -> Declared<Search> {
    static INDEX: Index = Index {
        name: "search",
        specs: &[ToolSearch::SPEC],
        position: |name| (name == "ToolSearch").then_some(0),
    };
    Declared::new(Search, &INDEX, const { &[Call::of::<ToolSearch>()] })
}

/// What runs `ToolSearch`.
pub(super) struct Search;

impl Handler<ToolSearch> for Search {
    async fn call(&self, input: ToolSearch, cx: &Context) -> Result<String, ToolError> {
        let query = input.query.trim();
        if query.is_empty() {
            return Err(ToolError::anticipated("Query cannot be empty"));
        }
        let catalog = cx.get(&CATALOG).ok_or_else(|| {
            ToolError::anticipated("ToolSearchRegistry not available in tool context")
        })?;
        let limit = usize::try_from(input.max_results).unwrap_or(1);
        let found = search(query, catalog.deferred(cx), limit);
        catalog.find(&found);
        let functions: Vec<Value> = found.iter().map(|entry| function(entry, cx)).collect();
        Ok(json!({ "functions": functions }).to_string())
    }
}

fn function(entry: &Entry, cx: &Context) -> Value {
    let spec = entry.spec();
    let parameters: Value = serde_json::from_str(&spec.input_schema).unwrap_or_default();
    json!({"name": spec.name, "description": entry.description(cx), "parameters": parameters})
}

/// The tools that a query finds, best first.
fn search(query: &str, tools: Vec<Entry>, limit: usize) -> Vec<Entry> {
    if let Some(names) = query.strip_prefix("select:") {
        let names: Vec<&str> = names.split(',').map(str::trim).collect();
        let by_name = |name: &&str| tools.iter().find(|it| it.spec().name == **name).cloned();
        return names.iter().filter_map(by_name).collect();
    }
    // Before separators are folded: `+list-users` wants all of it in the name, not `list` alone.
    let (required, rest) = match query.strip_prefix('+') {
        None => (None, query),
        Some(query) => {
            let (word, rest) = query.split_once(char::is_whitespace).unwrap_or((query, ""));
            if word.is_empty() {
                return Vec::new();
            }
            (Some(fold(word)), rest)
        }
    };
    let rest = fold(rest);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut ranked: Vec<(f64, Entry)> = tools
        .into_iter()
        .filter(|it| {
            let required = required.as_ref();
            required.is_none_or(|word| fold(&it.spec().name).contains(word))
        })
        .map(|it| (score(&words, it.spec()), it))
        .filter(|(score, _)| *score > 0.0 || (required.is_some() && words.is_empty()))
        .collect();
    // Stable: what scores the same stays in its order, or goes by name where a word was required.
    ranked.sort_by(|(one, a), (other, b)| {
        let by_name = || a.spec().name.cmp(&b.spec().name);
        let tie = || match required {
            Some(_) => by_name(),
            None => std::cmp::Ordering::Equal,
        };
        other.total_cmp(one).then_with(tie)
    });
    ranked.into_iter().take(limit).map(|(_, it)| it).collect()
}

/// How well a tool fits words: half for its name, a third for its description, the rest for its parameters; each is the
/// part of the words that occur there.
fn score(words: &[&str], spec: &Spec) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    let part = |text: &str| {
        let text = fold(text);
        let hits = words.iter().filter(|word| text.contains(**word)).count();
        hits as f64 / words.len() as f64
    };
    0.5 * part(&spec.name) + 0.35 * part(&spec.description) + 0.15 * part(&parameters(spec))
}

/// The names and descriptions of a tool's parameters.
fn parameters(spec: &Spec) -> String {
    let schema: Value = serde_json::from_str(&spec.input_schema).unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object);
    let texts = properties.into_iter().flatten().flat_map(|(name, schema)| {
        let description = schema.get("description").and_then(Value::as_str);
        [name.as_str(), description.unwrap_or_default()]
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// Case and separators do not count.
fn fold(text: &str) -> String {
    text.to_lowercase().replace(['_', '-'], " ")
}
