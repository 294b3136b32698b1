//! What a file says about other files: which it includes, and where its longer descriptions stand.
//!
//! It is read before anything else is known, so it is read leniently: what is wrong here is reported by the walk.

use toml::de::{DeTable, DeValue};

use super::model::Span;

/// The entries of `[toolset] include` with their places. What is no text here is reported by the walk.
pub(super) fn includes(text: &str) -> Vec<(String, Span)> {
    if !may_have_key(text, "include") {
        return Vec::new();
    }
    let (root, _) = DeTable::parse_recoverable(text);
    let list = root
        .get_ref()
        .get("toolset")
        .and_then(|toolset| toolset.get_ref().get("include"))
        .and_then(|include| match include.get_ref() {
            DeValue::Array(list) => Some(list),
            _ => None,
        });
    let Some(list) = list else {
        return Vec::new();
    };
    let patterns = list.iter().filter_map(|entry| {
        let pattern = entry.get_ref().as_str()?.to_owned();
        let span = Span {
            file: 0,
            start: entry.span().start,
            end: entry.span().end,
        };
        Some((pattern, span))
    });
    patterns.collect()
}

/// The paths of all descriptions that stand in files of their own.
pub(super) fn documents(text: &str) -> Vec<String> {
    if !may_have_key(text, "file") {
        return Vec::new();
    }
    let (root, _) = DeTable::parse_recoverable(text);
    let mut paths = Vec::new();
    described(root.get_ref(), &mut paths);
    paths
}

/// Most texts include nothing, and reading them once more would cost as much as reading them. Only an escape could hide a key.
fn may_have_key(text: &str, key: &str) -> bool {
    let spelt = |(at, _): (usize, &str)| {
        let rest = text[at + key.len()..].trim_start_matches(['"', '\'', ' ', '\t']);
        rest.starts_with('=')
    };
    text.contains('\\')
        && ["\\u", "\\U", "\\x"]
            .iter()
            .any(|escape| text.contains(escape))
        || text.match_indices(key).any(spelt)
}

/// `*` stands for any run of characters, and not for the dot of a hidden file.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.starts_with('.') {
        return false;
    }
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<_> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

fn described(table: &DeTable<'_>, paths: &mut Vec<String>) {
    for (name, value) in table {
        let tables: Vec<_> = match value.get_ref() {
            DeValue::Table(table) => vec![table],
            DeValue::Array(list) => list
                .iter()
                .filter_map(|item| item.get_ref().as_table())
                .collect(),
            _ => continue,
        };
        for table in tables {
            let file = (name.get_ref() == "description")
                .then(|| table.get("file")?.get_ref().as_str())
                .flatten();
            paths.extend(file.map(str::to_owned));
            described(table, paths);
        }
    }
}
