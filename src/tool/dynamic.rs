//! Tools that are known only at run time: definitions as data, and one function that runs them all.
//!
//! Their arguments are not bound to a type: the handler gets a [`ToolInput`]. Their schemas may be somebody else's, so they
//! are looked at by the run-time gate (shape only, one level deep), and what it finds is judged by the executor's
//! [`SchemaMode`](crate::executor::SchemaMode).

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;

use super::output::texts_of;
use super::{Binding, Concurrency, Content, Context, Run, Spec, ToolError, ToolInput, Toolset};
use crate::bind::{Arguments, Kind, Plan};

/// Tools that are known only at run time.
///
/// ```
/// use toolc::tool::{Content, DynamicToolset, Spec};
///
/// let schema = r#"{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}"#;
/// let greet = Spec::dynamic("greet", "Greets somebody.", schema);
/// let tools = DynamicToolset::new("people", [greet], |call| async move {
///     let name = call.input.required_string("name")?;
///     Ok(Content::text(format!("Hello, {name}!")))
/// });
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// let result = runtime.block_on(toolc::testing::call(tools, "greet", r#"{"name": "Ada"}"#))?;
/// assert_eq!(result.text(), "Hello, Ada!");
/// # Ok::<(), toolc::executor::DuplicateTool>(())
/// ```
pub struct DynamicToolset {
    name: String,
    tools: Vec<(Spec, Plan)>,
    positions: HashMap<String, usize>,
    run: Arc<dyn Fn(DynamicCall) -> Run + Send + Sync>,
}

/// One call of a tool that is known only at run time.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DynamicCall {
    /// The name of the tool.
    pub tool: String,
    /// The arguments.
    pub input: ToolInput,
    /// The surroundings.
    pub cx: Context,
}

impl DynamicToolset {
    /// Tools with these definitions, all run by one function. Of two with one name the first is reached.
    pub fn new<F, Fut>(
        name: impl Into<String>,
        tools: impl IntoIterator<Item = Spec>,
        run: F,
    ) -> Self
    where
        F: Fn(DynamicCall) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Content, ToolError>> + Send + 'static,
    {
        let tools: Vec<(Spec, Plan)> = tools
            .into_iter()
            .map(|spec| {
                // A schema that is no JSON checks nothing, like any other that the gate does not understand.
                let schema = serde_json::from_str(&spec.input_schema).unwrap_or_default();
                (spec, Plan::gate(&schema))
            })
            .collect();
        let mut positions = HashMap::new();
        for (index, (spec, _)) in tools.iter().enumerate() {
            positions.entry(spec.name.to_string()).or_insert(index);
        }
        Self {
            name: name.into(),
            tools,
            positions,
            run: Arc::new(move |call| -> Pin<Box<_>> { Box::pin(run(call)) }),
        }
    }
}

impl Toolset for DynamicToolset {
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
        self.positions.get(name).copied()
    }
    fn bind(&self, index: usize, arguments: Arguments, cx: Context) -> Binding {
        let (spec, plan) = &self.tools[index];
        let parameters = spec.subject.as_ref().map_or(&[][..], |(_, names)| names);
        let bound = plan.bind(&arguments, parameters);
        let malformed = |violations: &crate::bind::Violations| {
            violations.iter().any(|it| it.kind() == Kind::Malformed)
        };
        let found = bound.found;
        // What arrived as a value and was not repaired is moved on, not copied.
        let rebuilt = match bound.value {
            Cow::Owned(value) => Some(value),
            Cow::Borrowed(_) => None,
        };
        let value = match (rebuilt, arguments) {
            (Some(value), _) | (None, Arguments::Value(value)) => value,
            (None, Arguments::Text(_)) => Value::Null,
        };
        let (outcome, doubts) = match (found.outcome, value) {
            (Err(violations), _) if malformed(&violations) => (Err(violations), None),
            (found, Value::Object(arguments)) => (Ok(ToolInput::from(arguments)), found.err()),
            (found, _) => (Ok(ToolInput::new()), found.err()),
        };
        let keys = match (&spec.concurrency, &outcome) {
            (Concurrency::Exclusive(key) | Concurrency::Shared(key), Ok(input)) => {
                input.get(key).cloned().map(texts_of).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let (run, tool) = (self.run.clone(), spec.name.to_string());
        Binding {
            subjects: found.subjects,
            keys,
            repairs: found.repairs,
            outcome: outcome.map(|input| -> Run {
                // Called inside, so that binding runs nothing of the tool's.
                Box::pin(async move { run(DynamicCall { tool, input, cx }).await })
            }),
            doubts,
        }
    }
}

impl fmt::Debug for DynamicToolset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicToolset")
            .field("name", &self.name)
            .field("tools", &self.positions.keys())
            .finish_non_exhaustive()
    }
}
