//! The declared examples, run: does a call fit, and does an allow-list let it through, as the author said it would?
//!
//! Nothing is executed: arguments are bound by the declaration, and the decision is the one that the executor would make.

use std::path::Path;

use super::spec::declared;
use crate::bind::{Arguments, Plan};
use crate::compiler::diagnostic::{Diagnostic, Report};
use crate::compiler::model::{Catalog, Example, Expect, Tool};
use crate::compiler::problem::Problem;
use crate::permission::{AllowList, Asked, Decision, Grant, Known};
use crate::tool::Spec;

/// The report of a declaration without mistakes, and what its examples come to.
pub(super) fn judged(report: &Report, catalog: &Catalog) -> Report {
    let known = catalog.tools.iter().fold(Known::new(), |known, tool| {
        known.spec(&declared(catalog, tool))
    });
    let mut diagnostics = report.diagnostics().to_vec();
    for (index, tool) in catalog.tools.iter().enumerate() {
        let judge = Judge {
            tool,
            spec: declared(catalog, tool),
            plan: Plan::from_declaration(catalog, index),
            known: &known,
        };
        for example in &tool.examples {
            let problem = judge.judge(example);
            diagnostics.extend(problem.map(|problem| Diagnostic::new(problem, example.span)));
        }
    }
    Report::new(report.sources(), diagnostics)
}

/// One tool, as its examples are judged.
struct Judge<'a> {
    tool: &'a Tool,
    spec: Spec,
    plan: Plan,
    known: &'a Known,
}

impl Judge<'_> {
    /// What an example gets wrong.
    fn judge(&self, example: &Example) -> Option<Problem> {
        let tool = self.tool.name.clone();
        let subjects: &[&str] = match &self.spec.subject {
            Some((_, parameters)) => parameters,
            None => &[],
        };
        let arguments = Arguments::Value(example.input.clone());
        let found = self.plan.bind(&arguments, subjects).found;
        match (example.expect, found.outcome) {
            (Expect::Valid, Err(violations)) => {
                let violations = violations.to_string().replace('\n', " ");
                Some(Problem::ExampleDoesNotFit { tool, violations })
            }
            (Expect::Invalid, Ok(())) => Some(Problem::ExampleFits { tool }),
            (Expect::Valid | Expect::Invalid, _) => None,
            (Expect::Allow | Expect::Deny, _) => self.judge_permission(example, &found.subjects),
        }
    }

    fn judge_permission(&self, example: &Example, subjects: &[String]) -> Option<Problem> {
        // Without a subject the tool's rule decides, and that is code which is not here.
        if self.spec.custom_rule && subjects.is_empty() {
            return None;
        }
        let tool = self.tool.name.clone();
        let grant = match &example.allow {
            None => Grant::unrestricted(),
            Some(entries) => match AllowList::load(entries, self.known) {
                Ok(loaded) => Grant::from(loaded.list),
                Err(error) => {
                    let reason = error.to_string();
                    return Some(Problem::ExampleList { reason });
                }
            },
        };
        let cwd = example.cwd.as_deref().map(Path::new);
        match (
            example.expect,
            grant.decide(&Asked::of(&self.spec, subjects, cwd)),
        ) {
            (Expect::Allow, Decision::Deny(denial)) => {
                let reason = denial.reason.to_string();
                Some(Problem::ExampleDenied { tool, reason })
            }
            (Expect::Deny, Decision::Allow(_)) => Some(Problem::ExampleAllowed { tool }),
            _ => None,
        }
    }
}
