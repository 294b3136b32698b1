//! Structs and how they are bound: a tool's own, whose type is the tool, and those inside of others.

use super::super::model::{Kind, Param, Record, Tool, TypeId};
use super::super::{schema, settled};
use super::scope::Scope;
use super::{Code, FieldView, RecordView, StructView};
use super::{arms, expression};

/// A tool's own struct, and how it is bound.
pub(super) fn declared(scope: &Scope<'_>, tool: &Tool, id: TypeId) -> (StructView, RecordView) {
    let Kind::Record(record) = &scope.get(id).kind else {
        unreachable!("a tool's input is a record");
    };
    let structure = structure(scope, &tool.rust, tool.description.clone(), record);
    let binding = binding(scope, &tool.rust, "TABLE".into(), record);
    (structure, binding)
}

/// The struct of a tool whose schema is somebody else's: the arguments as they came.
pub(super) fn raw(tool: &Tool) -> (StructView, RecordView) {
    let structure = StructView {
        docs: tool.description.clone(),
        rust: tool.rust.as_str().into(),
        fields: vec![FieldView {
            docs: "The arguments, as the tool's schema describes them.".into(),
            rust: "arguments".into(),
            ty: "rt::Value".into(),
        }],
    };
    let binding = RecordView {
        rust: tool.rust.as_str().into(),
        visibility: "".into(),
        table: "TABLE".into(),
        value: "rt::Table::raw(SCHEMA)".into(),
        flat: true,
        arms: Vec::new(),
        last: Some(arms::json("arguments")),
        nested: false,
    };
    (structure, binding)
}

pub(super) fn structure(
    scope: &Scope<'_>,
    rust: &str,
    docs: String,
    record: &Record,
) -> StructView {
    let mut fields: Vec<FieldView> = record
        .fields
        .iter()
        .map(|param| FieldView {
            docs: field_docs(param),
            rust: param.rust.as_str().into(),
            ty: scope.field_type(param),
        })
        .collect();
    if record.open {
        fields.push(FieldView {
            docs: "Further keys.".into(),
            rust: "rest".into(),
            ty: "rt::BTreeMap<String, rt::Value>".into(),
        });
    }
    StructView {
        docs,
        rust: rust.into(),
        fields,
    }
}

/// What the model reads, and the name on the wire where the field has another.
fn field_docs(param: &Param) -> String {
    let mut docs = schema::description(param);
    if param.name != param.rust.trim_start_matches("r#") {
        let gap = schema::gap(&docs);
        docs.push_str(&format!("{gap}On the wire: `{}`.", param.name));
    }
    docs
}

pub(super) fn binding(scope: &Scope<'_>, rust: &str, table: Code, record: &Record) -> RecordView {
    let rows: Vec<Code> = record.fields.iter().map(|param| scope.row(param)).collect();
    let constructor = if record.open { "open" } else { "closed" };
    let mut arms = arms::of(scope, record);
    RecordView {
        rust: rust.into(),
        visibility: scope.visibility(),
        table,
        value: format!("rt::Table::{constructor}(&[{}])", expression::list(&rows)).into(),
        flat: settled::is_flat(arms.iter().map(|arm| (&arm.rust, &arm.blank))),
        last: arms.pop(),
        arms,
        nested: false,
    }
}
