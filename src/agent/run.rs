//! A definition that was started: what it is offered, what it may run, what it hands on.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Definition, Surface};
use crate::executor::{Executor, Offered, ToolCall};
use crate::permission::{AllowList, Ceiling, Grant, Known, ListError, NothingInCommon};
use crate::tool::{Context, Invoker, ToolResult};

/// A run. Clones are the same run.
///
/// There is one door for all of them: whoever starts one (a main agent, a subagent, a workflow's step, a skill's fork, a
/// `/command` that a user types into a conversation) gives the context it acts in, and the run never exceeds that.
///
/// ```
/// use toolc::agent::{Definition, Run, Surface};
/// use toolc::executor::Executor;
/// use toolc::permission::Known;
/// use toolc::tool::Context;
///
/// let (executor, known) = (Executor::builder().build()?, Known::new());
/// let agent = Definition::builder(Surface::Agent).tools(["Read", "Bash(git:*)"]).build(&known)?.0;
/// let main = Run::builder().definition(agent).start(&executor, &Context::empty())?;
///
/// let helper = Definition::builder(Surface::Subagent).tools(["Bash", "Write"]).build(&known)?.0;
/// let helper = Run::builder().definition(helper).start(&executor, main.context())?;
/// assert_eq!(helper.grant().names().collect::<Vec<_>>(), ["Bash"]); // and of that, git only
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Run {
    executor: Executor,
    cx: Context,
    offered_nothing: Arc<AtomicBool>,
}

impl Run {
    /// Starts without a definition, a list or a ceiling of its own.
    pub fn builder() -> RunBuilder {
        RunBuilder::default()
    }

    /// What calls of this run act in. Runs that it starts are started with this, or with the context of a call.
    pub fn context(&self) -> &Context {
        &self.cx
    }

    /// What it may do: its own list within its callers'. The offer and the execution read this one value.
    pub fn grant(&self) -> &Grant {
        self.cx.grant()
    }

    /// The most that it may leave behind.
    pub fn ceiling(&self) -> Ceiling {
        self.cx.ceiling()
    }

    /// The tools to tell the model of, now. The registry is not narrowed: naming another tool is "not allowed".
    ///
    /// Offering nothing is logged as a warning with its likely causes, once.
    pub fn offer(&self) -> Vec<Offered> {
        let offered = self.executor.offered(&self.cx);
        if offered.is_empty()
            && let Some(empty) = self.executor.empty_offer(&self.cx)
            && !self.offered_nothing.swap(true, Ordering::Relaxed)
        {
            empty.log();
        }
        offered
    }

    /// Runs one call of this run.
    pub async fn call(&self, call: ToolCall) -> ToolResult {
        self.executor.run(call, &self.cx).await
    }

    /// Runs the calls of one turn of this run.
    pub async fn batch(&self, calls: Vec<ToolCall>) -> Vec<ToolResult> {
        self.executor.batch(calls, &self.cx).await
    }
}

/// Starts a [`Run`].
#[derive(Debug, Default)]
#[must_use]
pub struct RunBuilder {
    definition: Option<Definition>,
    tools: Option<(Vec<String>, Known)>,
    ceiling: Ceiling,
    invoker: Option<Invoker>,
}

impl RunBuilder {
    /// Runs a ready definition, which brings its own list.
    pub fn definition(mut self, definition: Definition) -> Self {
        self.definition = Some(definition);
        self
    }

    /// Its list, for a run without a definition; the entries are not split.
    pub fn tools<I>(mut self, entries: I, known: &Known) -> Self
    where
        I: IntoIterator<Item: Into<String>>,
    {
        let entries = entries.into_iter().map(Into::into).collect();
        self.tools = Some((entries, known.clone()));
        self
    }

    /// The most that it may leave behind; never more than its caller.
    pub fn ceiling(mut self, ceiling: Ceiling) -> Self {
        self.ceiling = ceiling;
        self
    }

    /// Who makes its calls; else what it is says so, and without a definition it is whoever starts it. For a run that is none
    /// of the four kinds: a step of a workflow.
    pub fn invoker(mut self, invoker: Invoker) -> Self {
        self.invoker = Some(invoker);
        self
    }

    /// Starts it for somebody: a host's own context for the first run of all, else that of the run or the call that asks.
    ///
    /// # Errors
    ///
    /// There is a definition and a second list beside it; the list cannot be loaded; or it names no tool that its caller may
    /// use.
    pub fn start(self, executor: &Executor, caller: &Context) -> Result<Run, StartError> {
        let (surface, name, grant) = match (self.definition, self.tools) {
            (Some(_), Some(_)) => return Err(StartError::TwoLists),
            (Some(it), None) => (Some(it.surface), it.name, it.grant),
            (None, Some((entries, known))) => {
                let loaded = AllowList::load(entries, &known).map_err(StartError::List)?;
                (None, None, loaded.list.into())
            }
            (None, None) => (None, None, Grant::unrestricted()),
        };
        let mut cx = caller
            .to_builder()
            .narrow(&grant)
            .map_err(|refusal| StartError::NothingInCommon {
                surface,
                name,
                refusal,
            })?
            .ceiling(self.ceiling);
        if let Some(invoker) = self.invoker.or(surface.map(Surface::invoker)) {
            cx = cx.invoker(invoker);
        }
        Ok(Run {
            executor: executor.clone(),
            cx: executor.begin(&cx.build()),
            offered_nothing: Arc::default(),
        })
    }
}

/// Why a run was not started.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// A ready definition and a second list: one of the two would silently lose.
    TwoLists,
    /// The list cannot be loaded.
    List(ListError),
    /// It would be allowed nothing.
    NothingInCommon {
        /// What was to be started.
        surface: Option<Surface>,
        /// What it is called.
        name: Option<String>,
        /// Both lists.
        refusal: NothingInCommon,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoLists => f.write_str(
                "the definition brings its own allow-list, so there can be no second one beside it",
            ),
            Self::List(error) => error.fmt(f),
            Self::NothingInCommon {
                surface,
                name,
                refusal,
            } => {
                match surface {
                    Some(surface) => write!(f, "the {surface}")?,
                    None => f.write_str("the run")?,
                }
                if let Some(name) = name {
                    write!(f, " '{name}'")?;
                }
                write!(f, " was not started: {refusal}")
            }
        }
    }
}

impl std::error::Error for StartError {}
