//! What a call knows of its surroundings: what every call has as methods, everything else under typed keys.
//!
//! A context is immutable and cheap to clone. What calls share and change lives in a value that is safe to share, under a
//! key; the context itself only carries it.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Signal;
use crate::permission::{Ceiling, Grant, NothingInCommon};

/// The surroundings of a call.
///
/// ```
/// use toolc::tool::{Context, Key};
///
/// const TENANT: Key<String> = Key::new("tenant");
///
/// let cx = Context::builder().cwd("/srv").put(&TENANT, "acme".to_owned()).build();
/// assert_eq!(cx.get(&TENANT).map(String::as_str), Some("acme"));
/// assert_eq!(cx.get(&Key::<u32>::new("tenant")), None); // of another type
/// ```
#[derive(Clone, Default)]
pub struct Context {
    inner: Arc<Inner>,
}

#[derive(Clone, Default)]
struct Inner {
    values: Arc<BTreeMap<&'static str, Arc<dyn Any + Send + Sync>>>,
    environment: Arc<BTreeMap<String, String>>,
    cwd: Option<Arc<Path>>,
    grant: Grant,
    ceiling: Ceiling,
    call_id: Arc<str>,
    invoker: Invoker,
    signal: Signal,
    progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
}

/// The name of a value in a context, and its type. Two keys with one name are the same key.
pub struct Key<T> {
    name: &'static str,
    of: PhantomData<fn() -> T>,
}

/// Who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Invoker {
    /// The agent that the user speaks with.
    #[default]
    MainAgent,
    /// An agent that another one started.
    Subagent,
    /// A skill.
    Skill,
    /// A command that the user typed.
    Command,
    /// A step of a workflow.
    Workflow,
    /// A client, over MCP.
    Client,
}

/// How far a call has come.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// The call.
    pub call_id: Arc<str>,
    /// How much is done, in the tool's own unit.
    pub done: u64,
    /// How much there is, where the tool knows.
    pub total: Option<u64>,
    /// What people may read beside it.
    pub message: String,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Key<T> {}

impl<T> Key<T> {
    /// A key with this name.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            of: PhantomData,
        }
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

impl Context {
    /// No surroundings: no working directory, no values, never interrupted.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Starts with no surroundings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Starts with these surroundings.
    pub fn to_builder(&self) -> Builder {
        Builder {
            inner: Inner::clone(&self.inner),
        }
    }

    /// The value under a key; nothing when it is absent or of another type.
    pub fn get<T: Send + Sync + 'static>(&self, key: &Key<T>) -> Option<&T> {
        self.inner.values.get(key.name)?.downcast_ref()
    }

    /// Is there a value under this name, of whatever type?
    pub fn contains(&self, name: &str) -> bool {
        self.inner.values.contains_key(name)
    }

    /// The names under which there are values.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.inner.values.keys().copied()
    }

    /// The folder that relative paths start from. Never the process's own unless the host says so.
    pub fn cwd(&self) -> Option<&Path> {
        self.inner.cwd.as_deref()
    }

    /// Environment variables for what the call starts.
    pub fn environment(&self) -> &BTreeMap<String, String> {
        &self.inner.environment
    }

    /// What the run may do that the call is part of. A tool that starts a run of its own starts it within this.
    pub fn grant(&self) -> &Grant {
        &self.inner.grant
    }

    /// The most that the run may leave behind.
    pub fn ceiling(&self) -> Ceiling {
        self.inner.ceiling
    }

    /// The id of the call; empty outside of one.
    pub fn call_id(&self) -> &str {
        &self.inner.call_id
    }

    /// Who calls.
    pub fn invoker(&self) -> Invoker {
        self.inner.invoker
    }

    /// The signal that asks the call to stop.
    pub fn signal(&self) -> &Signal {
        &self.inner.signal
    }

    /// Has the call been asked to stop?
    pub fn is_cancelled(&self) -> bool {
        self.inner.signal.is_tripped()
    }

    /// Waits until the call is asked to stop.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + use<> {
        self.inner.signal.tripped()
    }

    /// Tells whoever listens how far the call has come.
    pub fn progress(&self, done: u64, total: Option<u64>, message: impl Into<String>) {
        if let Some(listener) = &self.inner.progress {
            listener(Progress {
                call_id: self.inner.call_id.clone(),
                done,
                total,
                message: message.into(),
            });
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Values may be secrets: only their names are shown.
        f.debug_struct("Context")
            .field("call_id", &self.inner.call_id)
            .field("invoker", &self.inner.invoker)
            .field("cwd", &self.inner.cwd)
            .field("grant", &self.inner.grant)
            .field("ceiling", &self.inner.ceiling)
            .field("names", &self.inner.values.keys())
            .finish_non_exhaustive()
    }
}

/// Makes a [`Context`].
#[derive(Clone, Default)]
#[must_use]
pub struct Builder {
    inner: Inner,
}

impl Builder {
    /// Puts a value under a key; what was under its name is replaced.
    pub fn put<T: Send + Sync + 'static>(self, key: &Key<T>, value: T) -> Self {
        self.put_shared(key, Arc::new(value))
    }

    /// Puts a value under a key that others hold too.
    pub fn put_shared<T: Send + Sync + 'static>(mut self, key: &Key<T>, value: Arc<T>) -> Self {
        Arc::make_mut(&mut self.inner.values).insert(key.name, value);
        self
    }

    /// Sets the folder that relative paths start from.
    pub fn cwd(mut self, folder: impl Into<PathBuf>) -> Self {
        self.inner.cwd = Some(folder.into().into());
        self
    }

    /// Sets an environment variable for what the call starts.
    pub fn variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.inner.environment).insert(name.into(), value.into());
        self
    }

    /// Narrows what calls may do. There is no way to widen it again: what is made of a context exceeds that one nowhere.
    ///
    /// # Errors
    ///
    /// This grant and the one that is there name no tool in common.
    pub fn narrow(mut self, grant: &Grant) -> Result<Self, NothingInCommon> {
        self.inner.grant = grant.narrow(&self.inner.grant)?;
        Ok(self)
    }

    /// Lowers the most that calls may leave behind; a higher one than is there changes nothing.
    pub fn ceiling(mut self, ceiling: Ceiling) -> Self {
        self.inner.ceiling = self.inner.ceiling.min(ceiling);
        self
    }

    /// Sets the id of the call.
    pub fn call_id(mut self, id: impl Into<Arc<str>>) -> Self {
        self.inner.call_id = id.into();
        self
    }

    /// Sets who calls.
    pub fn invoker(mut self, invoker: Invoker) -> Self {
        self.inner.invoker = invoker;
        self
    }

    /// Sets the signal that asks calls to stop.
    pub fn signal(mut self, signal: Signal) -> Self {
        self.inner.signal = signal;
        self
    }

    /// Sets who listens to progress. It is called on the thread of the call and must not block.
    pub fn on_progress(mut self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.inner.progress = Some(Arc::new(listener));
        self
    }

    /// The context.
    pub fn build(self) -> Context {
        Context {
            inner: Arc::new(self.inner),
        }
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clone().build().fmt(f)
    }
}

/// The keys that hosts and tools agree on.
pub mod keys {
    use super::Key;

    /// The session (conversation) that the call is part of.
    pub const SESSION: Key<String> = Key::new("conversationId");
    /// The session that started this one.
    pub const INVOKING_SESSION: Key<String> = Key::new("invokingConversationId");
    /// The execution (turn, or fork) that the call is part of.
    pub const EXECUTION: Key<String> = Key::new("executionId");
    /// The request of the host that led to the call.
    pub const REQUEST: Key<String> = Key::new("requestId");
    /// On whose behalf the call is made.
    pub const PRINCIPAL: Key<String> = Key::new("principal");
}
