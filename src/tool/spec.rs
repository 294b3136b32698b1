//! What is known of a tool before any call: the declaration as the runtime sees it.
//!
//! Generated code makes it in `const` context with the setters; tools that are known only at run time with the same
//! setters' owned twins. It is never narrowed or rewritten by a run: what a run offers is the run's business.

use std::borrow::Cow;
use std::time::Duration;

/// What is known of a tool.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Spec {
    /// The name on the wire.
    pub name: Cow<'static, str>,
    /// A name for people.
    pub title: Option<Cow<'static, str>>,
    /// What the model reads; may be empty.
    pub description: Cow<'static, str>,
    /// The input schema, JSON text in declared order.
    pub input_schema: Cow<'static, str>,
    /// The output schema, JSON text, of a tool with structured output.
    pub output_schema: Option<Cow<'static, str>>,
    /// May it run beside others?
    pub concurrency: Concurrency,
    /// How it can be stopped.
    pub interrupt: Interrupt,
    /// What it leaves behind.
    pub side_effect: SideEffect,
    /// Does it reach beyond what the host controls?
    pub open_world: bool,
    /// The kind of its permission subject, and the parameters that hold it.
    pub subject: Option<(SubjectKind, Cow<'static, [&'static str]>)>,
    /// A rule in code decides too.
    pub custom_rule: bool,
    /// The longest it may run.
    pub timeout: Option<Duration>,
    /// Names it had.
    pub renamed_from: Cow<'static, [&'static str]>,
    /// Found through `ToolSearch` only.
    pub defer: bool,
    /// The handler appends to the description when tools are offered.
    pub describe: bool,
}

/// May a call run beside others of the same batch?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Concurrency {
    /// Never. The default.
    Sequential,
    /// Beside other safe calls.
    ConcurrentSafe,
    /// Beside calls with another key; calls with one key run in input order.
    Exclusive(Cow<'static, str>),
    /// As `Exclusive`, but shared calls with one key run together.
    Shared(Cow<'static, str>),
}

/// How a running call can be stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupt {
    /// Not at all; honoured at the next boundary. The default.
    NonInterruptible,
    /// It watches the token in its context.
    Cooperative,
    /// Its future is dropped.
    ThreadInterrupt,
    /// It registers what terminates it.
    ExternallyTerminated,
}

/// What a call leaves behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideEffect {
    /// Nothing that an outside observer could notice.
    ReadOnly,
    /// Something. The default.
    Mutating {
        /// May destroy what was there.
        destructive: bool,
        /// Calling again with the same arguments changes nothing more.
        idempotent: bool,
    },
}

/// Which matcher judges a permission subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectKind {
    /// A shell command line.
    Command,
    /// A path.
    Path,
    /// The root of a walk.
    Tree,
}

/// Assigns in `const` context, where a destructor cannot run: what was there is a constant's default and owns nothing.
const fn put<T>(place: &mut T, value: T) {
    std::mem::forget(std::mem::replace(place, value));
}

impl Spec {
    /// A tool with the conservative defaults: sequential, non-interruptible, mutating, destructive, open world.
    pub const fn new(name: &'static str, input_schema: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            title: None,
            description: Cow::Borrowed(""),
            input_schema: Cow::Borrowed(input_schema),
            output_schema: None,
            concurrency: Concurrency::Sequential,
            interrupt: Interrupt::NonInterruptible,
            side_effect: SideEffect::Mutating {
                destructive: true,
                idempotent: false,
            },
            open_world: true,
            subject: None,
            custom_rule: false,
            timeout: None,
            renamed_from: Cow::Borrowed(&[]),
            defer: false,
            describe: false,
        }
    }

    /// A tool that is known only at run time, with the same defaults. Its fields can be set.
    pub fn dynamic(
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: impl Into<String>,
    ) -> Self {
        Self {
            name: Cow::Owned(name.into()),
            description: Cow::Owned(description.into()),
            input_schema: Cow::Owned(input_schema.into()),
            ..Self::new("", "")
        }
    }

    /// Sets the name for people.
    pub const fn title(mut self, title: &'static str) -> Self {
        put(&mut self.title, Some(Cow::Borrowed(title)));
        self
    }

    /// Sets what the model reads.
    pub const fn description(mut self, description: &'static str) -> Self {
        put(&mut self.description, Cow::Borrowed(description));
        self
    }

    /// Sets the output schema.
    pub const fn output_schema(mut self, schema: &'static str) -> Self {
        put(&mut self.output_schema, Some(Cow::Borrowed(schema)));
        self
    }

    /// May run beside other safe calls.
    pub const fn concurrent_safe(mut self) -> Self {
        put(&mut self.concurrency, Concurrency::ConcurrentSafe);
        self
    }

    /// May run beside calls with another key.
    pub const fn exclusive(mut self, key: &'static str) -> Self {
        put(
            &mut self.concurrency,
            Concurrency::Exclusive(Cow::Borrowed(key)),
        );
        self
    }

    /// May run beside calls with another key, and beside shared calls with the same.
    pub const fn shared(mut self, key: &'static str) -> Self {
        put(
            &mut self.concurrency,
            Concurrency::Shared(Cow::Borrowed(key)),
        );
        self
    }

    /// Watches the token in its context.
    pub const fn cooperative(mut self) -> Self {
        self.interrupt = Interrupt::Cooperative;
        self
    }

    /// Is interrupted by dropping its future.
    pub const fn thread_interrupt(mut self) -> Self {
        self.interrupt = Interrupt::ThreadInterrupt;
        self
    }

    /// Registers what terminates it.
    pub const fn externally_terminated(mut self) -> Self {
        self.interrupt = Interrupt::ExternallyTerminated;
        self
    }

    /// Leaves nothing behind.
    pub const fn read_only(mut self) -> Self {
        self.side_effect = SideEffect::ReadOnly;
        self
    }

    /// Leaves something behind.
    pub const fn mutating(mut self, effect: Effect) -> Self {
        self.side_effect = SideEffect::Mutating {
            destructive: matches!(effect, Effect::Destructive | Effect::DestructiveIdempotent),
            idempotent: matches!(effect, Effect::Idempotent | Effect::DestructiveIdempotent),
        };
        self
    }

    /// Reaches nothing beyond what the host controls.
    pub const fn closed_world(mut self) -> Self {
        self.open_world = false;
        self
    }

    /// Sets what an allow-list's pattern is compared with.
    pub const fn subject(mut self, kind: SubjectKind, parameters: &'static [&'static str]) -> Self {
        put(&mut self.subject, Some((kind, Cow::Borrowed(parameters))));
        self
    }

    /// A rule in code decides too.
    pub const fn custom_rule(mut self) -> Self {
        self.custom_rule = true;
        self
    }

    /// Sets the longest it may run.
    pub const fn timeout_ms(mut self, milliseconds: u64) -> Self {
        self.timeout = Some(Duration::from_millis(milliseconds));
        self
    }

    /// Sets the names it had.
    pub const fn renamed_from(mut self, names: &'static [&'static str]) -> Self {
        put(&mut self.renamed_from, Cow::Borrowed(names));
        self
    }

    /// Found through `ToolSearch` only.
    pub const fn defer(mut self) -> Self {
        self.defer = true;
        self
    }

    /// The handler appends to the description when tools are offered.
    pub const fn describe(mut self) -> Self {
        self.describe = true;
        self
    }
}

/// How a mutating tool mutates, for [`Spec::mutating`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Adds, destroys nothing.
    Additive,
    /// Adds, and calling again changes nothing more.
    Idempotent,
    /// May destroy.
    Destructive,
    /// May destroy, and calling again changes nothing more.
    DestructiveIdempotent,
}
