//! What a provider takes and what it refuses: names, counts, parts of JSON Schema.
//!
//! The limits are data ([`records`](RECORDS)): each with the day it was read and where, since they move. The compiler judges
//! a declaration by them when `[toolset] targets` asks for it, the runtime judges what it is about to send; hence this
//! folder needs nothing but `serde_json` and is mounted by both. It says what is wrong and never puts it right: that is
//! the business of the providers' own modules.

mod judge;
pub mod names;
mod records;
mod target;

use std::borrow::Cow;

pub use judge::{Finding, Objection};
pub use names::{Aliases, NameRule};
pub use records::RECORDS;
pub use target::Target;

/// One limit of one target, as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// Whose limit it is.
    pub target: Target,
    /// What it limits.
    pub rule: Rule,
    /// When it was read, `2026-08`.
    pub read: Cow<'static, str>,
    /// Where it was read.
    pub source: Cow<'static, str>,
}

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The names of tools; others get an alias.
    ToolName(NameRule),
    /// The names of parameters; others get an alias.
    ParameterName(NameRule),
    /// The most tools in one request.
    Tools(usize),
    /// The most characters of a tool's description.
    LongestDescription(usize),
    /// Keywords that cannot stand at the root of a schema.
    RootKeywords(&'static [&'static str]),
    /// Keywords that cannot stand anywhere and that nothing can stand for.
    Keywords(&'static [&'static str]),
    /// No schema contains itself.
    NoRecursion,
    /// Every object says all its properties, and every value its type.
    Closed,
    /// The most properties of all objects together.
    Properties(usize),
    /// The most objects and arrays within each other.
    Levels(usize),
    /// The most enum values of all enums together.
    EnumValues(usize),
    /// The most characters of all property names and enum values together.
    Characters(usize),
}

/// The limits that hold: those of [`RECORDS`], unless somebody knows better.
///
/// ```
/// use toolc::provider::limits::{Limit, Limits, Rule, Target};
///
/// let limits = Limits::default().with(Limit {
///     target: Target::Openai,
///     rule: Rule::Tools(512),
///     read: "2027-01".into(),
///     source: "our contract".into(),
/// });
/// assert_eq!(limits.most_tools(Target::Openai).map(|limit| limit.0), Some(512));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits(Vec<Limit>);

impl Default for Limits {
    fn default() -> Self {
        Self(RECORDS.to_vec())
    }
}

impl Limits {
    /// The same limits, but for this one, which replaces the one of its target and kind.
    #[must_use]
    pub fn with(mut self, limit: Limit) -> Self {
        self = self.without(limit.target, &limit.rule);
        self.0.push(limit);
        self
    }

    /// The same limits without the one of this target and kind, whatever number `like` holds.
    #[must_use]
    pub fn without(mut self, target: Target, like: &Rule) -> Self {
        let kind = std::mem::discriminant(like);
        self.0
            .retain(|limit| limit.target != target || std::mem::discriminant(&limit.rule) != kind);
        self
    }

    /// Everything that limits a target.
    pub fn of(&self, target: Target) -> impl Iterator<Item = &Limit> {
        self.0.iter().filter(move |limit| limit.target == target)
    }

    /// What a tool may be called.
    pub fn tool_names(&self, target: Target) -> Option<NameRule> {
        self.of(target).find_map(|limit| match limit.rule {
            Rule::ToolName(rule) => Some(rule),
            _ => None,
        })
    }

    /// What a parameter may be called.
    pub fn parameter_names(&self, target: Target) -> Option<NameRule> {
        self.of(target).find_map(|limit| match limit.rule {
            Rule::ParameterName(rule) => Some(rule),
            _ => None,
        })
    }

    /// How many tools one request takes, and the record that says so.
    pub fn most_tools(&self, target: Target) -> Option<(usize, &Limit)> {
        self.of(target).find_map(|limit| match limit.rule {
            Rule::Tools(most) => Some((most, limit)),
            _ => None,
        })
    }
}
