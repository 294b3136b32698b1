//! What the tests of this binary share: toolsets, by hand and dynamic, and what watches them.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use toolc::bind::Arguments;
use toolc::executor::ToolCall;
use toolc::tool::{
    Binding, Content, Context, DynamicCall, DynamicToolset, Spec, ToolError, ToolResult, Toolset,
};

pub(crate) type Run = Pin<Box<dyn Future<Output = Result<Content, ToolError>> + Send>>;

type Make = Arc<dyn Fn(Arguments, Context) -> Run + Send + Sync>;

/// Tools, each a spec and a closure.
#[derive(Default)]
pub(crate) struct Tools {
    name: String,
    tools: Vec<(Spec, Make)>,
}

impl Tools {
    pub(crate) fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            tools: Vec::new(),
        }
    }

    pub(crate) fn with<F, Fut>(mut self, spec: Spec, make: F) -> Self
    where
        F: Fn(Arguments, Context) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Content, ToolError>> + Send + 'static,
    {
        let make: Make = Arc::new(move |arguments, cx| Box::pin(make(arguments, cx)));
        self.tools.push((spec, make));
        self
    }
}

impl Toolset for Tools {
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
    fn bind(&self, index: usize, arguments: Arguments, cx: Context) -> Binding {
        Binding {
            subjects: Vec::new(),
            keys: Vec::new(),
            repairs: Vec::new(),
            outcome: Ok((self.tools[index].1)(arguments, cx)),
            doubts: None,
        }
    }
}

/// A tool that says its name.
pub(crate) fn echo(name: &'static str) -> Tools {
    Tools::named(name).with(
        Spec::new(name, "{}"),
        move |_, _| async move { Ok(name.into()) },
    )
}

/// Tools by name, each run by its own function.
#[derive(Default)]
pub(crate) struct Acts {
    specs: Vec<Spec>,
    acts: HashMap<String, Arc<dyn Fn(DynamicCall) -> Run + Send + Sync>>,
}

impl Acts {
    pub(crate) fn with<F, Fut>(mut self, spec: Spec, act: F) -> Self
    where
        F: Fn(DynamicCall) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Content, ToolError>> + Send + 'static,
    {
        let act = Arc::new(move |call| -> Run { Box::pin(act(call)) });
        self.acts.insert(spec.name.to_string(), act);
        self.specs.push(spec);
        self
    }

    /// A tool that says its name.
    pub(crate) fn saying(self, spec: Spec) -> Self {
        self.with(spec, |call| async move { Ok(call.tool.into()) })
    }

    pub(crate) fn toolset(self) -> DynamicToolset {
        let acts = self.acts;
        DynamicToolset::new("acts", self.specs, move |call| acts[&call.tool](call))
    }
}

/// Counts how many are inside at the same time.
#[derive(Clone, Default)]
pub(crate) struct Gauge(Arc<(AtomicUsize, AtomicUsize)>);

impl Gauge {
    pub(crate) fn enter(&self) -> Inside {
        let now = self.0.0.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.1.fetch_max(now, Ordering::SeqCst);
        Inside(self.clone())
    }
    /// How many there were at most.
    pub(crate) fn most(&self) -> usize {
        self.0.1.load(Ordering::SeqCst)
    }
    pub(crate) fn now(&self) -> usize {
        self.0.0.load(Ordering::SeqCst)
    }
}

/// Inside, until it is dropped.
pub(crate) struct Inside(Gauge);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// What happened, in order.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn add(&self, what: impl Into<String>) {
        self.0.lock().unwrap().push(what.into());
    }
    pub(crate) fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// Calls of these tools, with the ids `1`, `2`, … and one key.
pub(crate) fn calls<'a>(tools: impl IntoIterator<Item = &'a str>) -> Vec<ToolCall> {
    let numbered = tools.into_iter().enumerate();
    numbered
        .map(|(index, tool)| {
            ToolCall::new(tool, r#"{"k": "one key"}"#).with_id((index + 1).to_string())
        })
        .collect()
}

/// The texts of results.
pub(crate) fn texts(results: &[ToolResult]) -> Vec<String> {
    results.iter().map(ToolResult::text).collect()
}

/// Panics that a test wants are not shown; the others still fail it.
pub(crate) fn quiet() {
    std::panic::set_hook(Box::new(|_| {}));
}
