//! Binding accepts exactly what the published schema accepts, in both input forms.
//!
//! `jsonschema` judges the published schema of random declarations on random arguments. Exempt, and not generated here:
//! null as absent (null stands only where it is a value or plainly wrong), integers beyond `i64`, names given twice, clamp,
//! coerce, formats, and regular expressions beyond what both dialects share. Raw parameters are the gate's business.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolc::bind::{Arguments, Bound as Result, Plan};
use toolc::compiler::model::{Catalog, Kind, Presence, Record, Type};
use toolc::compiler::render::{Renderer, laid_out};
use toolc::compiler::{schema, view};

use crate::author::{Author, NAMES, WORDS};
use crate::tape::{Tape, cases};

/// Random arguments that mostly fit.
struct Caller<'t, 'c> {
    tape: &'t mut Tape,
    catalog: &'c Catalog,
}

impl Caller<'_, '_> {
    fn record(&mut self, record: &Record) -> Map<String, Value> {
        let mut members = Vec::new();
        for param in &record.fields {
            let wanted = param.presence == Presence::Required;
            if self.tape.below(5) == 4 || (!wanted && self.tape.once_in(2)) {
                continue;
            }
            let value = if param.nullable && self.tape.once_in(3) {
                Value::Null
            } else {
                self.present(&param.ty)
            };
            members.push((param.name.clone(), value));
        }
        if self.tape.once_in(if record.open { 2 } else { 8 }) {
            members.push(("zz".into(), self.junk_present()));
        }
        if self.tape.once_in(3) {
            members.reverse();
        }
        members.into_iter().collect()
    }

    /// A value that is not null, since null would be absent.
    fn present(&mut self, ty: &Type) -> Value {
        match self.value(ty) {
            Value::Null => json!("null"),
            value => value,
        }
    }

    fn junk_present(&mut self) -> Value {
        match self.junk() {
            Value::Null => json!(0),
            value => value,
        }
    }

    fn junk(&mut self) -> Value {
        match self.tape.below(10) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(-7),
            3 => json!(2.0),
            4 => json!(0.5),
            5 => json!("x"),
            6 => json!(["x", null]),
            7 => json!({"a": 1, "b": "x"}),
            8 => json!({"kind": "x"}),
            _ => json!({}),
        }
    }

    fn value(&mut self, ty: &Type) -> Value {
        if self.tape.below(8) == 7 {
            return self.junk();
        }
        match ty {
            Type::Text(_) => json!(*self.tape.pick(&["xe", "", "ö", "xyze"].each_ref())),
            Type::Integer(_) => match self.tape.below(4) {
                0 => json!(2.0),
                1 => json!(0),
                2 => json!(-1),
                _ => json!(3),
            },
            Type::Number(_) => json!(*self.tape.pick(&[&0.0, &2.5, &-1.5, &7.25])),
            Type::Boolean => json!(self.tape.once_in(2)),
            Type::Any => self.junk(),
            Type::List(list) => (0..self.tape.below(4))
                .map(|_| self.value(&list.item.ty))
                .collect(),
            Type::Map(value) => {
                let names = NAMES.iter().take(self.tape.below(3));
                let members = names.map(|name| ((*name).to_owned(), self.value(&value.ty)));
                Value::Object(members.collect())
            }
            Type::Named(id) => match &self.catalog.get(*id).kind {
                Kind::Record(record) => self.record(record).into(),
                Kind::Choice(_) => json!(*self.tape.pick(&WORDS.each_ref())),
                Kind::Union(alternatives) => {
                    let at = self.tape.below(alternatives.len());
                    self.value(&alternatives[at].node.ty)
                }
                Kind::Tagged(tagged) => {
                    let variant = &tagged.variants[self.tape.below(tagged.variants.len())];
                    let Kind::Record(record) = &self.catalog.get(variant.record).kind else {
                        unreachable!("a variant holds a record");
                    };
                    let mut members = self.record(record);
                    members.insert("kind".into(), variant.value.as_str().into());
                    members.into()
                }
            },
            Type::Raw(_) => Value::Null,
        }
    }
}

/// What came of it: the value, or what is told.
pub(crate) fn told(bound: Result<'_>) -> std::result::Result<Value, String> {
    let value = bound.value.into_owned();
    bound
        .found
        .outcome
        .map(|()| value)
        .map_err(|violations| violations.to_string())
}

/// A generator whose arguments are all refused, or all accepted, would prove nothing.
#[test]
fn random_arguments_are_accepted_and_refused() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u16::try_from(state >> 16).unwrap_or_default()
    };
    let accepted = (0..1000)
        .filter(|_| {
            let mut tape = Tape::new((0..160).map(|_| next()).collect());
            let catalog = Author::catalog(&mut tape);
            let Some(Kind::Record(root)) = catalog.types.last().map(|root| &root.kind) else {
                unreachable!("the root is made last");
            };
            let caller = &mut Caller {
                tape: &mut tape,
                catalog: &catalog,
            };
            let arguments = Value::Object(caller.record(root));
            told(Plan::from_declaration(&catalog, 0).bind(&arguments.into(), &[])).is_ok()
        })
        .count();
    assert!((250..750).contains(&accepted), "{accepted} of 1000");
}

/// With names in Rust, and texts, of many lengths.
fn in_rust(mut catalog: Catalog, length: usize) -> Catalog {
    let name = |kind: &str, index: usize| {
        let more = "_and_more".repeat((index * 3 + length) % 9);
        format!("{kind}{index}{more}")
    };
    catalog.tools[0].description = "é".repeat(length % 128);
    catalog.tools[0].title = length.is_multiple_of(3).then(|| "t".repeat(length));
    catalog.tools[0].defer = length.is_multiple_of(2);
    for ty in &mut catalog.types {
        match &mut ty.kind {
            Kind::Record(record) => (0..).zip(&mut record.fields).for_each(|(index, field)| {
                field.rust = name("f", index);
                field.name += &"\"n".repeat(length % 19 * (index % 2));
                field.description = "d /".repeat(index);
                if let Type::Integer(integer) = &mut field.ty
                    && !integer.allowed.is_empty()
                {
                    let end = i64::try_from(length).unwrap_or_default();
                    integer.allowed = (end % 3 - 1..end).collect();
                }
            }),
            Kind::Choice(words) => (0..)
                .zip(words)
                .for_each(|(index, word)| word.rust = name("W", index)),
            Kind::Tagged(tagged) => (0..)
                .zip(&mut tagged.variants)
                .for_each(|(index, variant)| variant.rust = name("V", index)),
            Kind::Union(all) => (0..)
                .zip(all)
                .for_each(|(index, one)| one.rust = name("A", index)),
        }
    }
    catalog
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn binding_accepts_what_the_published_schema_accepts(choices in prop::collection::vec(any::<u16>(), 0..160)) {
        let mut tape = Tape::new(choices);
        let catalog = Author::catalog(&mut tape);
        let schema = schema::input(&catalog, &catalog.tools[0]);
        let oracle = jsonschema::draft202012::new(&schema).expect("published schemas are schemas");
        let plan = Plan::from_declaration(&catalog, 0);
        let Kind::Record(root) = &catalog.types[catalog.types.len() - 1].kind else {
            unreachable!("the root is made last");
        };
        for _ in 0..4 {
            let arguments = Value::Object(Caller { tape: &mut tape, catalog: &catalog }.record(root));
            let by_value = told(plan.bind(&arguments.clone().into(), &[]));
            let by_text = told(plan.bind(&Arguments::Text(arguments.to_string()), &[]));
            prop_assert_eq!(&by_value, &by_text, "{} {}", schema, arguments);
            prop_assert_eq!(
                by_value.is_ok(), oracle.is_valid(&arguments), "{} {} {:?}", schema, arguments, by_value
            );
            if let Ok(value) = by_value {
                prop_assert!(oracle.is_valid(&value), "{} {}", schema, value);
                prop_assert_eq!(told(plan.bind(&value.clone().into(), &[])), Ok(value));
            }
            if tape.is_over() {
                break;
            }
        }
    }
}

proptest! {
    // Reading back what was generated is slow.
    #![proptest_config(cases(100))]

    /// Of any declaration: what is printed as it is to stand stands as the printer would have it.
    #[test]
    fn generated_files_look_as_the_printer_would_have_them(choices in prop::collection::vec(any::<u16>(), 0..160)) {
        let length = choices.len();
        let catalog = in_rust(Author::catalog(&mut Tape::new(choices)), length);
        let renderer = Renderer::new().expect("the templates are templates");
        for page in view::pages(&catalog, &["tools.toml".to_owned()], "::toolc") {
            let file = renderer.file(&page).map_err(|broken| TestCaseError::fail(broken.to_string()))?;
            let (_, text) = file.split_once('\n').expect("it has a header");
            prop_assert_eq!(laid_out(text), Ok(text.to_owned()), "{}", page.path);
        }
    }
}
