//! What the counts have to come to: the "must" column, as far as it can be counted rather than timed.

use toolc::bind::Arguments;

use crate::cases::{self, Case, Weight};
use crate::contenders;
use crate::harness::Contender;

/// How often a job runs inside the counted region.
pub const TIMES: u64 = 100;

/// serde's derive and toolc, with the same arguments to bind.
#[derive(Debug)]
pub struct Duel {
    label: String,
    case: Case,
    arguments: Arguments,
}

impl Duel {
    /// Every valid call, as text and as a value.
    pub fn all() -> Vec<Self> {
        let as_text = cases::all().into_iter().map(|case| Self {
            label: format!("{} (text)", case.name),
            arguments: case.valid.as_str().into(),
            case,
        });
        let as_value = cases::all().into_iter().map(|case| Self {
            label: format!("{} (value)", case.name),
            arguments: case.valid_value().into(),
            case,
        });
        as_text.chain(as_value).collect()
    }

    /// Every invalid call, as text: not held to counts, as serde stops at its first error.
    pub fn invalid() -> Vec<Self> {
        let twins = cases::all().into_iter().map(|case| Self {
            label: format!("{} (invalid)", case.name),
            arguments: case.invalid.as_str().into(),
            case,
        });
        twins.collect()
    }

    /// What the tables call it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The baseline, then toolc.
    pub fn contenders(&self) -> Vec<Contender<'_>> {
        let mut contenders = contenders::of(self.case.tool, &self.arguments);
        contenders.truncate(2);
        contenders
    }

    /// How many times the baseline's instructions toolc may take.
    ///
    /// For text this is the goal. For values the goal is one of time; it holds for the counts as well.
    pub fn instructions(&self) -> f64 {
        match (&self.arguments, self.case.weight) {
            (Arguments::Text(_), _) => 1.4,
            (Arguments::Value(_), Weight::Numbers) => 3.0,
            (Arguments::Value(_), _) => 2.0,
        }
    }
}
