//! Schemas that lead to further schemas for the same value (`$ref`, `allOf`, `anyOf`, `oneOf`, `not`), one behind the other.
//!
//! Each step costs stack when a value is checked. What people publish has few; a chain that goes on and on is cut where it
//! gets too long, and lets everything through there.

use super::Schema;
use crate::bind::plan::{Shape, Type, TypeId};

/// So many steps are followed.
const LONGEST: usize = 256;

/// Cuts the chains that are longer. Circles are none: they are met again, and end there.
pub(super) fn shorten(types: &mut [Option<Type>]) {
    let mut length = vec![Length::Unknown; types.len()];
    for start in 0..types.len() {
        let mut waiting = vec![start];
        while let Some(id) = waiting.last().copied() {
            match length[id] {
                Length::Known(_) => {
                    waiting.pop();
                }
                Length::Unknown => {
                    length[id] = Length::Open;
                    further(types[id].as_ref(), &mut |next| {
                        if matches!(length[next], Length::Unknown) {
                            waiting.push(next);
                        }
                    });
                }
                Length::Open => {
                    waiting.pop();
                    let mut longest = 0;
                    further(types[id].as_ref(), &mut |next| {
                        if let Length::Known(steps) = length[next] {
                            longest = longest.max(steps + 1);
                        }
                    });
                    if longest > LONGEST {
                        longest = 0;
                        cut(types[id].as_mut());
                    }
                    length[id] = Length::Known(longest);
                }
            }
        }
    }
}

/// How many steps there are from a schema on.
#[derive(Debug, Clone, Copy)]
enum Length {
    Unknown,
    /// It is being found out.
    Open,
    Known(usize),
}

/// Visits what else the same value is checked by.
fn further(ty: Option<&Type>, visit: &mut dyn FnMut(TypeId)) {
    match ty.map(|ty| &ty.shape) {
        Some(Shape::Union(alternatives)) => alternatives.iter().copied().for_each(visit),
        Some(Shape::Schema(schema)) => {
            let one = schema.one.iter().flatten();
            let all = schema.also.iter().chain(one).chain(&schema.not);
            all.copied().for_each(visit);
        }
        _ => {}
    }
}

fn cut(ty: Option<&mut Type>) {
    let Some(ty) = ty else { return };
    match &mut ty.shape {
        Shape::Schema(schema) => {
            schema.also.clear();
            schema.one.clear();
            schema.not = None;
            schema.lenient = true;
        }
        shape => {
            let anything = Schema {
                lenient: true,
                ..Schema::default()
            };
            *shape = Shape::Schema(Box::new(anything));
        }
    }
}
