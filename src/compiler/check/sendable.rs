//! Can what is declared be sent where `[toolset] targets` says? Judged by the limits that the runtime judges by too.
//!
//! Names are not judged: one that cannot travel gets an alias, and there always is one.

use super::super::super::provider::limits::{Finding, Objection, Target};
use super::super::diagnostic::Diagnostic;
use super::super::model::{Catalog, Input, Kind, Param, Tool, Type, TypeId};
use super::super::problem::Problem;
use super::super::schema;

/// Everything that some target refuses.
pub(super) fn judge(catalog: &Catalog) -> Vec<Diagnostic> {
    let limits = &catalog.limits;
    let mut diagnostics = Vec::new();
    for target in &catalog.targets {
        diagnostics.extend(count(catalog, *target));
    }
    if catalog.targets.is_empty() {
        return diagnostics;
    }
    for tool in &catalog.tools {
        let schema = schema::input(catalog, tool);
        for target in &catalog.targets {
            let findings = limits.judge(*target, &tool.description, &schema);
            diagnostics.extend(findings.iter().map(|finding| told(catalog, tool, finding)));
        }
    }
    diagnostics
}

fn count(catalog: &Catalog, target: Target) -> Option<Diagnostic> {
    let (most, limit) = catalog.limits.most_tools(target)?;
    let first = catalog.tools.get(most)?;
    let problem = Problem::UnsendableCount {
        target: target.word().to_owned(),
        count: catalog.tools.len().to_string(),
        most: most.to_string(),
        read: limit.read.to_string(),
        source: limit.source.to_string(),
    };
    Some(Diagnostic::new(problem, first.span))
}

fn told(catalog: &Catalog, tool: &Tool, finding: &Finding) -> Diagnostic {
    let target = finding.limit.target.word().to_owned();
    let read = finding.limit.read.to_string();
    let source = finding.limit.source.to_string();
    let tool_name = tool.name.clone();
    let parameter = parameter(catalog, tool, &finding.path);
    let what = match parameter {
        Some(parameter) => format!("`{}` of `{}`", parameter.name, tool.name),
        None => format!("the input of `{}`", tool.name),
    };
    let problem = match &finding.objection {
        Objection::LongDescription { count, most } => Problem::UnsendableDescription {
            target,
            tool: tool_name,
            count: count.to_string(),
            limit: most.to_string(),
            read,
            source,
        },
        Objection::RootKeyword(keyword) | Objection::Keyword(keyword) => {
            let at_root = matches!(finding.objection, Objection::RootKeyword(_));
            let place = if at_root { "at the root" } else { "anywhere" };
            Problem::UnsendableKeyword {
                target,
                what,
                keyword: keyword.clone(),
                place: place.to_owned(),
                read,
                source,
            }
        }
        Objection::Recursion => Problem::UnsendableRecursion {
            target,
            what,
            read,
            source,
        },
        Objection::Open => Problem::UnsendableOpen {
            target,
            what,
            read,
            source,
        },
        Objection::TooMany {
            what: unit,
            count,
            most,
        } => Problem::UnsendableSize {
            target,
            tool: tool_name,
            unit: (*unit).to_owned(),
            count: count.to_string(),
            most: most.to_string(),
            read,
            source,
        },
    };
    let span = parameter.map_or(tool.span, |parameter| parameter.span);
    Diagnostic::new(problem, span)
}

/// The innermost parameter or field on the way to what is refused.
fn parameter<'a>(catalog: &'a Catalog, tool: &Tool, path: &[String]) -> Option<&'a Param> {
    let Input::Record(mut record) = tool.input else {
        return None;
    };
    let mut found = None;
    for name in path {
        let Kind::Record(fields) = &catalog.get(record).kind else {
            break;
        };
        let Some(param) = fields.fields.iter().find(|param| param.name == *name) else {
            break;
        };
        found = Some(param);
        match definition(&param.ty) {
            Some(inner) => record = inner,
            None => break,
        }
    }
    found
}

/// The definition that a type leads to, through lists and maps.
fn definition(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::List(list) => definition(&list.item.ty),
        Type::Map(value) => definition(&value.ty),
        _ => None,
    }
}
