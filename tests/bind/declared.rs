//! By a declaration that is known only at run time: repairs, clamps, defaults.

use serde_json::{Value, json};
use toolc::bind::{Arguments, Plan};
use toolc::compiler::model::{
    Bound, Catalog, Home, Integer, Kind, List, Node, Number, Param, Presence, Record, Span, Text,
    Type, TypeDef, TypeId,
};

use crate::agreement::told;
use crate::author::tool;

/// A tool with one optional parameter, `it`.
pub(crate) fn parameter(ty: Type, coerce: bool) -> Catalog {
    let param = Param {
        name: "it".into(),
        rust: "it".into(),
        span: Span::default(),
        description: String::new(),
        presence: Presence::Optional,
        nullable: false,
        coerce,
        boxed: false,
        ty,
    };
    let root = TypeDef {
        rust: "T".into(),
        home: Home::Types,
        wire: None,
        description: String::new(),
        kind: Kind::Record(Record {
            fields: vec![param],
            open: false,
        }),
        recursive: false,
    };
    tool(vec![root], TypeId(0))
}

/// What `it` is taken as, and the repairs; or what is told.
fn bound(catalog: &Catalog, it: &Value) -> (Result<Value, String>, Vec<String>) {
    let plan = Plan::from_declaration(catalog, 0);
    let text = Arguments::Text(json!({"it": it}).to_string());
    let value = json!({"it": it}).into();
    let (text, value) = (plan.bind(&text, &[]), plan.bind(&value, &[]));
    let repairs = |bound: &toolc::bind::Bound<'_>| -> Vec<String> {
        bound
            .found
            .repairs
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert_eq!(repairs(&text), repairs(&value));
    let repairs = repairs(&value);
    let told_of = |bound| told(bound).map(|mut value| value["it"].take());
    let text = told_of(text);
    assert_eq!(text, told_of(value));
    (text, repairs)
}

fn list(item: Type) -> Type {
    Type::List(Box::new(List {
        item: Node {
            ty: item,
            description: String::new(),
        },
        min_items: None,
        max_items: None,
    }))
}

#[test]
fn text_is_repaired_where_that_loses_nothing() {
    let integer = || Type::Integer(Integer::default());
    let number = || Type::Number(Number::default());
    let text = || Type::Text(Text::default());
    let takes = [
        (integer(), "3", json!(3)),
        (integer(), "-3.0", json!(-3)),
        (number(), "1.5", json!(1.5)),
        (Type::Boolean, "true", json!(true)),
        (Type::Boolean, "false", json!(false)),
        (list(text()), r#"["a", "b"]"#, json!(["a", "b"])),
        (list(integer()), r#" ["1", 2] "#, json!([1, 2])),
        (
            Type::Map(Box::new(Node {
                ty: text(),
                description: String::new(),
            })),
            r#"{"a":"b"}"#,
            json!({"a": "b"}),
        ),
    ];
    for (ty, given, taken) in takes {
        let (value, repairs) = bound(&parameter(ty.clone(), true), &json!(given));
        assert_eq!(value, Ok(taken), "{given}");
        assert!(repairs[0].starts_with("Parameter 'it' was "), "{repairs:?}");
        let (refused, repairs) = bound(&parameter(ty, false), &json!(given));
        assert!(
            refused.unwrap_err().contains("must be a"),
            "not without coerce: {given}"
        );
        assert!(repairs.is_empty());
    }
    let refuses = [
        (integer(), json!("3.5")),
        (integer(), json!(" 3")),
        (integer(), json!("0x10")),
        (integer(), json!("9223372036854775808")),
        (integer(), json!("")),
        (integer(), json!(true)),
        (Type::Boolean, json!("True")),
        (Type::Boolean, json!("1")),
        (Type::Boolean, json!(1)),
        (text(), json!(3)),
        (list(text()), json!("a")),
        (list(text()), json!(r#"{"a":1}"#)),
        (list(text()), json!(r#"["a""#)),
    ];
    for (ty, given) in refuses {
        let (told, repairs) = bound(&parameter(ty, true), &given);
        assert!(
            told.unwrap_err().contains("Parameter 'it' must be"),
            "{given}"
        );
        assert!(repairs.is_empty(), "{given}");
    }
}

#[test]
fn what_is_wrong_inside_repaired_text_is_told_in_place() {
    let catalog = parameter(list(Type::Text(Text::default())), true);
    let (told, _) = bound(&catalog, &json!("[\"a\", 1]"));
    assert_eq!(
        told.unwrap_err(),
        "Parameter 'it[1]' must be a string. The tool was not executed."
    );
}

#[test]
fn text_in_text_is_nested_no_deeper_than_everything_else() {
    let catalog = parameter(list(Type::Any), true);
    let (told, _) = bound(&catalog, &json!("[".repeat(10_000) + &"]".repeat(10_000)));
    assert_eq!(
        told.unwrap_err(),
        "Parameter 'it' must be an array. The tool was not executed."
    );
}

#[test]
fn out_of_range_is_clamped_and_recorded() {
    let ty = Type::Integer(Integer {
        lower: Some(Bound::Inclusive(0)),
        upper: Some(Bound::Exclusive(10)),
        clamp: true,
        allowed: Vec::new(),
    });
    let catalog = parameter(ty, false);
    assert_eq!(bound(&catalog, &json!(5)), (Ok(json!(5)), vec![]));
    let repairs = vec!["Parameter 'it' was 99, taken as 9.".to_owned()];
    assert_eq!(bound(&catalog, &json!(99)), (Ok(json!(9)), repairs));
    let repairs = vec!["Parameter 'it' was -1, taken as 0.".to_owned()];
    assert_eq!(bound(&catalog, &json!(-1)), (Ok(json!(0)), repairs));
    let ty = Type::Number(Number {
        lower: None,
        upper: Some(Bound::Inclusive(0.5)),
        clamp: true,
    });
    let repairs = vec!["Parameter 'it' was 2, taken as 0.5.".to_owned()];
    assert_eq!(
        bound(&parameter(ty, false), &json!(2)),
        (Ok(json!(0.5)), repairs)
    );
}

#[test]
fn a_huge_enum_makes_neither_a_huge_message_nor_a_slow_answer() {
    let words = (0..100_000).map(|at| toolc::compiler::model::Choice {
        value: format!("word_{at}"),
        rust: format!("Word{at}"),
    });
    let mut catalog = parameter(list(Type::Named(TypeId(1))), false);
    catalog.types.push(TypeDef {
        rust: "Word".into(),
        home: Home::Types,
        wire: None,
        description: String::new(),
        kind: Kind::Choice(words.collect()),
        recursive: false,
    });
    let plan = Plan::from_declaration(&catalog, 0);
    let fitting: Vec<_> = (0..100_000).map(|at| format!("word_{at}")).collect();
    assert!(
        plan.bind(&json!({"it": fitting}).into(), &[])
            .found
            .outcome
            .is_ok()
    );
    let wrong: Vec<_> = (0..10_000).map(|at| format!("wrod_{at}")).collect();
    let told = plan
        .bind(&json!({"it": wrong}).into(), &[])
        .found
        .outcome
        .unwrap_err();
    assert_eq!(told.len(), 10_000);
    assert!(
        told.iter()
            .all(|violation| violation.to_string().len() < 600)
    );
}

/// Three records that hold each other, told apart by the type of `a` only.
fn nested_unions() -> Catalog {
    let all = Type::Named(TypeId(1));
    let types = [
        Type::Text(Text::default()),
        Type::Integer(Integer::default()),
        Type::Boolean,
    ];
    let mut catalog = parameter(all.clone(), false);
    let definition = |kind| TypeDef {
        rust: "T".into(),
        home: Home::Types,
        wire: None,
        description: String::new(),
        kind,
        recursive: true,
    };
    let Kind::Record(root) = catalog.types[0].kind.clone() else {
        unreachable!("the root is a record");
    };
    let field = |name: &str, ty: &Type| Param {
        name: name.into(),
        ty: ty.clone(),
        ..root.fields[0].clone()
    };
    let alternatives = (2..5).map(|id| toolc::compiler::model::Alternative {
        rust: String::new(),
        node: Node {
            ty: Type::Named(TypeId(id)),
            description: String::new(),
        },
    });
    catalog
        .types
        .push(definition(Kind::Union(alternatives.collect())));
    for ty in &types {
        let fields = vec![field("l", &all), field("a", ty)];
        catalog.types.push(definition(Kind::Record(Record {
            fields,
            open: false,
        })));
    }
    catalog
}

#[test]
fn unions_inside_of_unions_are_judged_once_and_on_little_stack() {
    let judge = || {
        let plan = Plan::from_declaration(&nested_unions(), 0);
        for (core, fits) in [(json!({"a": true}), true), (json!({"a": []}), false)] {
            let it = (0..120).fold(core, |inner, _| json!({"l": inner, "a": true}));
            let text = Arguments::Text(json!({"it": it}).to_string());
            for arguments in [text, json!({"it": it}).into()] {
                assert_eq!(plan.bind(&arguments, &[]).found.outcome.is_ok(), fits);
            }
        }
    };
    // Less than a worker thread has, and this is code without optimisation.
    let thread = std::thread::Builder::new().stack_size(3 << 19).spawn(judge);
    thread.expect("a thread").join().expect("no overflow");
}
