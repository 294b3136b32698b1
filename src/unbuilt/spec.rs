//! A declared tool that is not linked, as the runtime would know it.

use std::borrow::Cow;

use crate::compiler::model::{self, Catalog};
use crate::compiler::schema;
use crate::tool::{Concurrency, Interrupt, SideEffect, Spec, SubjectKind};

/// What generated code would say of a tool.
pub(crate) fn declared(catalog: &Catalog, tool: &model::Tool) -> Spec {
    let mut spec = Spec::new("", "");
    spec.name = Cow::Owned(tool.name.clone());
    spec.title = tool.title.clone().map(Cow::Owned);
    spec.description = Cow::Owned(tool.description.clone());
    spec.input_schema = Cow::Owned(schema::input(catalog, tool).to_string());
    if let model::Output::Typed(node) = &tool.output {
        let schema = schema::output(catalog, node).to_string();
        spec.output_schema = Some(Cow::Owned(schema));
    }
    spec.concurrency = match &tool.concurrency {
        model::Concurrency::Sequential => Concurrency::Sequential,
        model::Concurrency::ConcurrentSafe => Concurrency::ConcurrentSafe,
        model::Concurrency::Exclusive { key } => Concurrency::Exclusive(Cow::Owned(key.clone())),
        model::Concurrency::Shared { key } => Concurrency::Shared(Cow::Owned(key.clone())),
    };
    spec.interrupt = match tool.interrupt {
        model::Interrupt::NonInterruptible => Interrupt::NonInterruptible,
        model::Interrupt::Cooperative => Interrupt::Cooperative,
        model::Interrupt::ThreadInterrupt => Interrupt::ThreadInterrupt,
        model::Interrupt::ExternallyTerminated => Interrupt::ExternallyTerminated,
    };
    spec.side_effect = match tool.side_effect {
        model::SideEffect::ReadOnly => SideEffect::ReadOnly,
        model::SideEffect::Mutating {
            destructive,
            idempotent,
        } => SideEffect::Mutating {
            destructive,
            idempotent,
        },
    };
    spec.open_world = tool.open_world;
    spec.subject = tool.permission.subject.as_ref().map(|(kind, parameters)| {
        let kind = match kind {
            model::SubjectKind::Command => SubjectKind::Command,
            model::SubjectKind::Path => SubjectKind::Path,
            model::SubjectKind::Tree => SubjectKind::Tree,
        };
        (kind, names(parameters))
    });
    spec.custom_rule = tool.permission.custom;
    spec.timeout = tool.timeout;
    spec.renamed_from = names(&tool.renamed_from);
    spec.defer = tool.defer;
    spec.describe = tool.describe;
    spec
}

/// Names for as long as the program runs: it lists them once and ends.
fn names(names: &[String]) -> Cow<'static, [&'static str]> {
    let names = names.iter().map(|name| &*name.clone().leak());
    Cow::Owned(names.collect())
}
