//! Enums with one newtype per alternative: told apart by a tag, or tried in order.

use super::super::literal;
use super::super::model::{Alternative, Tagged, TypeId};
use super::expression;
use super::scope::Scope;
use super::{Code, UnionView, VariantView};

pub(super) fn tagged_union(
    scope: &Scope<'_>,
    id: TypeId,
    docs: String,
    tagged: &Tagged,
) -> UnionView {
    let variants = tagged.variants.iter().map(|variant| VariantView {
        docs: variant.description.clone(),
        rust: variant.rust.as_str().into(),
        ty: scope.path(variant.record),
        value: variant.value.clone(),
        pattern: "_".into(),
    });
    let rows: Vec<Code> = tagged
        .variants
        .iter()
        .map(|variant| scope.variant_row(&variant.value, variant.record))
        .collect();
    let tag = literal::string(&tagged.tag);
    UnionView {
        tag: Some(tagged.tag.clone()),
        value: format!("rt::tagged({tag}, &[{}])", expression::list(&rows)).into(),
        ..alternatives(scope, id, docs, variants.collect())
    }
}

pub(super) fn union(
    scope: &Scope<'_>,
    id: TypeId,
    docs: String,
    union: &[Alternative],
) -> UnionView {
    let variants = union.iter().map(|alternative| VariantView {
        docs: alternative.node.description.clone(),
        rust: alternative.rust.as_str().into(),
        ty: scope.rust_type(&alternative.node.ty),
        value: String::new(),
        pattern: "_".into(),
    });
    let rows: Vec<Code> = union
        .iter()
        .map(|alternative| scope.type_expression(&alternative.node.ty))
        .collect();
    UnionView {
        value: format!("rt::union(&[{}])", expression::list(&rows)).into(),
        ..alternatives(scope, id, docs, variants.collect())
    }
}

/// What all unions have in common. All patterns but the last become indexes.
fn alternatives(
    scope: &Scope<'_>,
    id: TypeId,
    docs: String,
    mut variants: Vec<VariantView>,
) -> UnionView {
    let last = variants.len().saturating_sub(1);
    for (index, variant) in variants.iter_mut().take(last).enumerate() {
        variant.pattern = index.to_string().into();
    }
    UnionView {
        docs,
        rust: scope.get(id).rust.as_str().into(),
        visibility: scope.visibility(),
        table: scope.table_name(id),
        value: "".into(),
        tag: None,
        first: variants[0].rust.clone(),
        variants,
    }
}
