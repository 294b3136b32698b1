//! A toolset by hand: each tool is a spec and a closure that makes the future.

use std::pin::Pin;
use std::sync::Arc;

use toolc::bind::Arguments;
use toolc::tool::{Binding, Content, Context, Spec, ToolError, Toolset};

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
