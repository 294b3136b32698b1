//! `[[toolset.limits]]`: what a target takes, by somebody who knows better than the records that toolc comes with.

use super::super::super::provider::limits::{Limit, Rule};
use super::super::diagnostic::Diagnostic;
use super::super::model::{Limits, Span, Target};
use super::super::problem::Problem;
use super::super::raw::{Data, Table, Value};
use super::Check;

impl Check<'_> {
    /// The limits that hold. Each is a record as those that were read: whose, since when, and who says so.
    pub(super) fn target_limits(&mut self) -> Limits {
        let files = self.files;
        let toolset = files.first().and_then(|file| file.toolset.as_ref());
        let records = toolset.and_then(|table| table.value("limits"));
        let records = records.map(Value::list).unwrap_or_default();
        let mut limits = Limits::default();
        let mut given: Vec<(String, Span)> = Vec::new();
        for record in records {
            let Data::Table(record) = &record.data else {
                continue;
            };
            for key in ["target", "read", "source"] {
                if !record.gave(key) {
                    self.missing(key, record);
                }
            }
            let text = |key| record.text(key).map(|text| text.text);
            let target = text("target").and_then(|word| Target::from_word(&word));
            let (Some(target), Some(read), Some(source)) = (target, text("read"), text("source"))
            else {
                continue;
            };
            for (key, span, rule) in rules(record) {
                let what = format!("{key} of {}", target.word());
                if let Some((_, first)) = given.iter().find(|(given, _)| *given == what) {
                    let problem = Problem::Repeated {
                        key: "limits".to_owned(),
                        value: what,
                    };
                    let first = *first;
                    self.report(Diagnostic::new(problem, span).also(first, "first here"));
                    continue;
                }
                given.push((what, span));
                limits = limits.with(Limit {
                    target,
                    rule,
                    read: read.clone().into(),
                    source: source.clone().into(),
                });
            }
        }
        limits
    }
}

/// What a record limits, and where it says so.
fn rules(record: &Table) -> impl Iterator<Item = (&'static str, Span, Rule)> {
    record.entries.iter().filter_map(|entry| {
        let Data::Integer(most) = entry.value.data else {
            return None;
        };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let rule = match entry.key.name {
            "tools" => Rule::Tools(most),
            "description" => Rule::LongestDescription(most),
            "properties" => Rule::Properties(most),
            "levels" => Rule::Levels(most),
            "enum-values" => Rule::EnumValues(most),
            "characters" => Rule::Characters(most),
            _ => return None,
        };
        Some((entry.key.name, entry.span, rule))
    })
}
