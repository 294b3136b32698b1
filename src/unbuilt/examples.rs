//! The declared examples, run: does a call fit, and does an allow-list let it through, as the author said it would?
//!
//! Nothing is executed: arguments are bound by the declaration, and the decision is the one that the executor would make.

use std::path::Path;

use super::Unbuilt;
use crate::bind::Arguments;
use crate::compiler::Output;
use crate::compiler::diagnostic::{Diagnostic, Report};
use crate::compiler::model::{Example, Expect};
use crate::compiler::problem::Problem;
use crate::permission::{AllowList, Asked, Decision, Deny, Grant, Known, Patterns};
use crate::tool::{Binding, Context, Spec, Toolset};

/// What came of the examples of a declaration.
pub(crate) struct Examples {
    /// How many there are.
    pub(crate) count: usize,
    /// Those that do not do what they say, in the declaration's order: of which tool, how, and where it stands.
    pub(crate) failed: Vec<(String, Diagnostic)>,
}

impl Examples {
    /// Runs them. Rules in code are those of `linked`; where it has none, what a rule would decide is left open.
    pub(crate) fn run(output: &Output, linked: Option<&dyn Toolset>) -> Self {
        let catalog = &output.catalog;
        let unbuilt = Unbuilt::new(catalog);
        let judge = Judge {
            known: Known::new().toolset(&unbuilt),
            tools: unbuilt,
            linked,
        };
        let mut examples = Self {
            count: 0,
            failed: Vec::new(),
        };
        for (index, tool) in catalog.tools.iter().enumerate() {
            for example in &tool.examples {
                examples.count += 1;
                if let Some(problem) = judge.judge(index, example) {
                    let diagnostic = Diagnostic::new(problem, example.span);
                    examples.failed.push((tool.name.clone(), diagnostic));
                }
            }
        }
        examples
    }

    /// The compiler's report, with the examples that fail in their places.
    pub(crate) fn report(self, warnings: &Report) -> Report {
        let mut diagnostics = warnings.diagnostics().to_vec();
        diagnostics.extend(self.failed.into_iter().map(|(_, diagnostic)| diagnostic));
        Report::new(warnings.sources(), diagnostics)
    }
}

/// The tools that examples are judged by.
struct Judge<'a> {
    tools: Unbuilt,
    known: Known,
    linked: Option<&'a dyn Toolset>,
}

impl Judge<'_> {
    /// What an example gets wrong.
    fn judge(&self, index: usize, example: &Example) -> Option<Problem> {
        let spec = self.tools.spec(index);
        let arguments = Arguments::Value(example.input.clone());
        let binding = self.tools.bind(index, arguments, Context::empty());
        let tool = spec.name.to_string();
        match (example.expect, &binding.outcome) {
            (Expect::Valid, Err(violations)) => {
                let violations = violations.to_string().replace('\n', " ");
                Some(Problem::ExampleDoesNotFit { tool, violations })
            }
            (Expect::Invalid, Ok(_)) => Some(Problem::ExampleFits { tool }),
            (Expect::Valid | Expect::Invalid, _) => None,
            (Expect::Allow | Expect::Deny, _) => self.judge_permission(spec, example, &binding),
        }
    }

    fn judge_permission(
        &self,
        spec: &Spec,
        example: &Example,
        binding: &Binding,
    ) -> Option<Problem> {
        let tool = spec.name.to_string();
        let grant = match &example.allow {
            None => Grant::unrestricted(),
            Some(entries) => match AllowList::load(entries, &self.known) {
                Ok(loaded) => Grant::from(loaded.list),
                Err(error) => {
                    let reason = error.to_string();
                    return Some(Problem::ExampleList { reason });
                }
            },
        };
        let decision = self.decide(spec, example, binding, &grant)?;
        match (example.expect, decision) {
            (Expect::Allow, Decision::Deny(denial)) => {
                let reason = denial.reason.to_string();
                Some(Problem::ExampleDenied { tool, reason })
            }
            (Expect::Deny, Decision::Allow(_)) => Some(Problem::ExampleAllowed { tool }),
            _ => None,
        }
    }

    /// The decision; none where it is up to a rule that is not here.
    fn decide(
        &self,
        spec: &Spec,
        example: &Example,
        binding: &Binding,
        grant: &Grant,
    ) -> Option<Decision> {
        let cwd = example.cwd.as_deref().map(Path::new);
        let asked = Asked::of(spec, &binding.subjects, cwd);
        if !spec.custom_rule || !binding.subjects.is_empty() {
            return Some(grant.decide(&asked));
        }
        let Some((linked, index)) = self
            .linked
            .and_then(|linked| Some((linked, linked.position(&spec.name)?)))
        else {
            let decision = grant.decide(&asked);
            let open = matches!(&decision, Decision::Deny(it) if it.reason == Deny::RuleAbsent);
            return (!open).then_some(decision);
        };
        let cx = match cwd {
            Some(cwd) => Context::builder().cwd(cwd).build(),
            None => Context::empty(),
        };
        let rule = |patterns: Patterns<'_>| {
            linked.ruling(
                index,
                Arguments::Value(example.input.clone()),
                patterns,
                &cx,
            )
        };
        Some(grant.decide(&asked.ruled(&rule)))
    }
}
