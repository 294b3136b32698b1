//! Keys that a table does not have: misspelt, or in the wrong place.

use toml::de::DeValue;

use super::super::hints;
use super::super::keys::{self, Kind};
use super::super::model::Span;
use super::super::problem::Problem;
use super::walk::Walk;

impl Walk {
    /// Reports an unknown key. Answers the key that was meant, if that is clear.
    pub(super) fn unknown_key(
        &mut self,
        keys: &'static keys::Table,
        name: &str,
        span: Span,
    ) -> Option<&'static str> {
        let wanted = hints::normalised(name);
        let meant = hints::nearest(name, keys.names());
        let exactly = meant.filter(|meant| *meant == wanted);
        if exactly.is_none()
            && let Some(place) = self.place_of(keys, &wanted)
        {
            let key = wanted;
            self.push(Problem::MisplacedKey { key, place }, span, None);
            return None;
        }
        let problem = Problem::UnknownKey {
            key: name.to_owned(),
            table: keys.name.to_owned(),
            hint: hints::hint(name, keys.names(), ""),
        };
        self.push(problem, span, meant.map(str::to_owned));
        meant
    }

    /// Where a key belongs that is none of this table, if it is one of another that is near.
    fn place_of(&self, keys: &keys::Table, key: &str) -> Option<String> {
        let here = |table: &keys::Table| std::ptr::eq(keys, table);
        let in_tool = self.path.first().is_some_and(|first| first == "tools");
        if in_tool && !here(&keys::TOOL) && keys::TOOL.key(key).is_some() {
            return Some(self.above_input());
        }
        if here(&keys::TOOL) && keys::PARAMETER.key(key).is_some() {
            let tool = self.path.get(1)?;
            return Some(format!("to a parameter, under `[tools.{tool}.input]`"));
        }
        if here(&keys::ROOT) && keys::TOOLSET.key(key).is_some() {
            return Some("under `[toolset]`".to_owned());
        }
        if here(&keys::ROOT) && keys::TOOL.key(key).is_some() {
            return Some("under a `[tools.NAME]` header".to_owned());
        }
        None
    }

    fn above_input(&self) -> String {
        let header: Vec<_> = self.path.iter().take(3).map(String::as_str).collect();
        format!("above the `[{}]` header", header.join("."))
    }

    /// Under `[tools.X.input]`, a table whose keys are those of a tool's key of that name.
    pub(super) fn is_of_the_tool(&self, name: &str, value: &DeValue<'_>) -> bool {
        let Some(Kind::Table(keys)) = self
            .in_input()
            .then(|| keys::TOOL.key(name))
            .flatten()
            .and_then(|key| key.kinds.last())
        else {
            return false;
        };
        let table = value.as_table();
        table.is_some_and(|table| {
            !table.is_empty() && table.keys().all(|key| keys.key(key.get_ref()).is_some())
        })
    }

    /// A value under `[tools.X.input]` that is no parameter: a key that belongs to the tool, or the short form that other
    /// formats have.
    pub(super) fn bare_value(&mut self, name: &str, span: Span) {
        let key = hints::normalised(name);
        let problem = if self.in_input() && keys::TOOL.key(&key).is_some() {
            let place = self.above_input();
            Problem::MisplacedKey { key, place }
        } else {
            let name = name.to_owned();
            Problem::BareValue { name }
        };
        self.push(problem, span, None);
    }

    fn in_input(&self) -> bool {
        matches!(self.path.as_slice(), [tools, _, input, _] if tools == "tools" && input == "input")
    }
}
