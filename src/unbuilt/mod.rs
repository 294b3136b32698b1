//! A declaration before anything was built of it: its tools as a toolset, and its examples.
//!
//! Calls are bound as generated code would bind them, and decided as the executor would decide them. None can be run: there
//! are no handlers, and no rules in code, unless somebody brings them.

mod examples;
mod spec;

pub(crate) use examples::Examples;
pub(crate) use spec::declared;

use crate::bind::{Arguments, Plan};
use crate::compiler::model::Catalog;
use crate::permission::{Patterns, Ruling};
use crate::tool::{Binding, Context, Run, Spec, ToolError, Toolset};

/// Declared tools without handlers.
pub(crate) struct Unbuilt {
    name: String,
    tools: Vec<(Spec, Plan)>,
}

impl Unbuilt {
    /// The tools of a checked declaration.
    pub(crate) fn new(catalog: &Catalog) -> Self {
        let tools = catalog.tools.iter().enumerate();
        let tools = tools.map(|(index, tool)| {
            let plan = Plan::from_declaration(catalog, index);
            (declared(catalog, tool), plan)
        });
        Self {
            tools: tools.collect(),
            name: catalog.name.clone(),
        }
    }
}

impl Toolset for Unbuilt {
    fn name(&self) -> &str {
        &self.name
    }

    fn len(&self) -> usize {
        self.tools.len()
    }

    fn spec(&self, index: usize) -> &Spec {
        &self.tools[index].0
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.tools.iter().position(|(spec, _)| spec.name == name)
    }

    fn bind(&self, index: usize, arguments: Arguments, _cx: Context) -> Binding {
        let (spec, plan) = &self.tools[index];
        let parameters = spec.subject.as_ref().map_or(&[][..], |(_, names)| names);
        let found = plan.bind(&arguments, parameters).found;
        let name = spec.name.clone();
        Binding {
            subjects: found.subjects,
            keys: Vec::new(),
            repairs: found.repairs,
            outcome: found.outcome.map(|()| -> Run {
                Box::pin(async move {
                    Err(ToolError::unexpected(format!(
                        "tool `{name}` is only declared here"
                    )))
                })
            }),
            doubts: None,
        }
    }

    fn ruling(&self, _: usize, _: Arguments, _: Patterns<'_>, _: &Context) -> Ruling {
        Ruling::Deny(Some("its rule is in code that is not here".to_owned()))
    }
}
