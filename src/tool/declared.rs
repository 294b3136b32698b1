//! A toolset that was declared: generated tools on the state that handles them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::output::texts;
use super::{
    Binding, Concurrency, Content, Context, Describe, Handler, IntoContent, Spec, Tool, ToolError,
    Toolset,
};
use crate::bind::{Arguments, Record, Repair, bind_record};
use crate::permission::{Patterns, Rule, Ruling};

/// The static half of a generated toolset.
#[derive(Debug)]
pub struct Index {
    /// `[toolset] name`.
    pub name: &'static str,
    /// The tools, in declared order.
    pub specs: &'static [&'static Spec],
    /// The index of a tool by its name.
    pub position: fn(&str) -> Option<usize>,
}

/// How one tool is reached on a state.
pub struct Call<S> {
    bind: fn(&Arc<S>, Arguments, Context) -> Binding,
    describe: Option<fn(&S, &Context) -> String>,
    ruling: Option<Judge<S>>,
}

/// The rule of a tool, on a state.
type Judge<S> = fn(&Arc<S>, Arguments, Patterns<'_>, &Context) -> Ruling;

impl<S: Send + Sync + 'static> Call<S> {
    /// Through its handler.
    pub const fn of<T: Tool>() -> Self
    where
        S: Handler<T>,
    {
        Self {
            bind: bind::<S, T>,
            describe: None,
            ruling: None,
        }
    }

    /// Its description is appended to by the handler.
    pub const fn described<T: Tool>(mut self) -> Self
    where
        S: Describe<T>,
    {
        self.describe = Some(<S as Describe<T>>::describe);
        self
    }

    /// Its calls are judged by a rule on the state (`permission = { custom = true }`).
    pub const fn ruled<T: Tool>(mut self) -> Self
    where
        S: Rule<T>,
    {
        self.ruling = Some(ruling::<S, T>);
        self
    }
}

/// All that differs from one tool to the next, and nothing else: it is compiled for each of them, in the crate that has them.
fn bind<S: Handler<T>, T: Tool>(state: &Arc<S>, arguments: Arguments, cx: Context) -> Binding {
    let mut input = T::blank();
    let fitting = match Fitting::look(&mut input, T::SPEC, &arguments) {
        Ok(fitting) => fitting,
        Err(refused) => return refused,
    };
    let state = Arc::clone(state);
    fitting.ready(Box::new(async move {
        match S::call(&state, input, &cx).await {
            Ok(output) => Ok(output.into_content()),
            Err(error) => Err(error),
        }
    }))
}

/// What one pass over arguments found that fit.
struct Fitting {
    subjects: Vec<String>,
    keys: Vec<String>,
    repairs: Vec<Repair>,
}

impl Fitting {
    fn look(input: &mut dyn Record, spec: &Spec, arguments: &Arguments) -> Result<Self, Binding> {
        let parameters = spec.subject.as_ref().map_or(&[][..], |(_, names)| names);
        let found = bind_record(input, arguments, parameters);
        if let Err(violations) = found.outcome {
            return Err(Binding {
                subjects: found.subjects,
                keys: Vec::new(),
                repairs: found.repairs,
                outcome: Err(violations),
                doubts: None,
            });
        }
        let keys = match &spec.concurrency {
            Concurrency::Exclusive(key) | Concurrency::Shared(key) => texts(input, key),
            _ => Vec::new(),
        };
        Ok(Self {
            subjects: found.subjects,
            keys,
            repairs: found.repairs,
        })
    }

    fn ready(self, run: Box<dyn Future<Output = Result<Content, ToolError>> + Send>) -> Binding {
        Binding {
            subjects: self.subjects,
            keys: self.keys,
            repairs: self.repairs,
            outcome: Ok(Box::into_pin(run)),
            doubts: None,
        }
    }
}

/// Asks the rule about a call. Whatever keeps it from answering is a denial.
fn ruling<S: Rule<T>, T: Tool>(
    state: &Arc<S>,
    arguments: Arguments,
    patterns: Patterns<'_>,
    cx: &Context,
) -> Ruling {
    let Ok(input) = T::bind(arguments) else {
        return Ruling::Deny(Some("its arguments do not fit".to_owned()));
    };
    catch_unwind(AssertUnwindSafe(|| S::judge(state, &input, patterns, cx)))
        .unwrap_or_else(|_| Ruling::Deny(Some("its rule failed".to_owned())))
}

/// Generated tools on the state that handles them.
pub struct Declared<S: 'static> {
    index: &'static Index,
    calls: &'static [Call<S>],
    state: Arc<S>,
}

impl<S: Send + Sync + 'static> Declared<S> {
    /// What the generated `toolset(state)` calls.
    pub fn new(state: S, index: &'static Index, calls: &'static [Call<S>]) -> Self {
        Self {
            index,
            calls,
            state: Arc::new(state),
        }
    }
}

impl<S: Send + Sync + 'static> Toolset for Declared<S> {
    fn name(&self) -> &str {
        self.index.name
    }
    fn len(&self) -> usize {
        self.index.specs.len()
    }
    fn spec(&self, index: usize) -> &Spec {
        self.index.specs[index]
    }
    fn position(&self, name: &str) -> Option<usize> {
        (self.index.position)(name)
    }
    fn bind(&self, index: usize, arguments: Arguments, cx: Context) -> Binding {
        (self.calls[index].bind)(&self.state, arguments, cx)
    }
    fn describe(&self, index: usize, cx: &Context) -> Option<String> {
        self.calls[index]
            .describe
            .map(|describe| describe(&self.state, cx))
    }
    fn ruling(
        &self,
        index: usize,
        arguments: Arguments,
        patterns: Patterns<'_>,
        cx: &Context,
    ) -> Ruling {
        match self.calls[index].ruling {
            Some(ruling) => ruling(&self.state, arguments, patterns, cx),
            None => Ruling::Deny(None),
        }
    }
}
