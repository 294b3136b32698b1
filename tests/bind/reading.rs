//! JSON text is read as `serde_json` reads it. Exempt: names given twice (an error here), and numbers beyond `f64` in
//! places that nobody reads (an error here).

use proptest::prelude::*;
use serde_json::Value;
use toolc::bind::{Arguments, Plan};
use toolc::compiler::model::{Home, Kind, Record, TypeDef, TypeId};

use crate::author::tool;
use crate::tape::cases;

/// Takes every object as it is.
fn open() -> Plan {
    let root = TypeDef {
        rust: "T".into(),
        home: Home::Types,
        wire: None,
        description: String::new(),
        kind: Kind::Record(Record {
            fields: Vec::new(),
            open: true,
        }),
        recursive: false,
    };
    Plan::from_declaration(&tool(vec![root], TypeId(0)), 0)
}

fn compare(plan: &Plan, text: &str) -> Result<(), TestCaseError> {
    let arguments = Arguments::Text(text.to_owned());
    let ours = plan.bind(&arguments, &[]);
    let theirs = serde_json::from_str::<Value>(text);
    match ours.found.outcome {
        Ok(()) if text.trim().is_empty() => {}
        Ok(()) => match theirs.map_err(|error| TestCaseError::fail(format!("{text}: {error}")))? {
            Value::Null => prop_assert_eq!(
                ours.value.into_owned(),
                Value::Object(serde_json::Map::new())
            ),
            theirs => prop_assert_eq!(ours.value.into_owned(), theirs, "{}", text),
        },
        Err(violations) => {
            let told = violations.to_string();
            let twice = told.contains("given twice");
            prop_assert!(
                twice || !theirs.is_ok_and(|it| it.is_object()),
                "refused {}: {}",
                text,
                told
            );
        }
    }
    Ok(())
}

/// Pieces that JSON is made of, and that it is broken with.
const PIECES: [&str; 44] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    " ",
    "\n",
    "\"a\"",
    "\"b\"",
    "\"a\":",
    "\"b\":1",
    "null",
    "true",
    "false",
    "nul",
    "0",
    "-",
    "1",
    "-0",
    "1.5",
    "1e3",
    "1E-2",
    "01",
    "1.",
    ".5",
    "123456789012345678",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "-9223372036854775808",
    "0.1",
    "3.0",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\ude00",
    "\\n",
    "\u{0}",
    "é😀",
    "\u{7f}",
    "\t",
];

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn pieces_of_json(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..24), whole in any::<bool>()) {
        let inside = pieces.concat();
        let text = if whole { format!("{{\"q\":{inside}}}") } else { inside };
        compare(&open(), &text)?;
    }

    #[test]
    fn any_text(text in any::<String>()) {
        compare(&open(), &text)?;
    }

    #[test]
    fn damaged_json(value in json(), at in any::<prop::sample::Index>(), piece in prop::sample::select(&PIECES[..]), cut in 0_usize..3) {
        let mut text = serde_json::json!({"q": value}).to_string();
        compare(&open(), &text)?;
        let at = text.floor_char_boundary(at.index(text.len() + 1));
        let end = text.floor_char_boundary((at + cut).min(text.len())).max(at);
        text.replace_range(at..end, piece);
        compare(&open(), &text)?;
    }

    #[test]
    fn floats(float in any::<f64>().prop_filter("JSON has no other", |float| float.is_finite()), digits in 0_usize..17) {
        for text in [format!("{float:e}"), format!("{:.*}", digits, float % 1e6)] {
            let arguments = Arguments::Text(format!("{{\"q\":{text}}}"));
            let bound = open().bind(&arguments, &[]);
            prop_assert!(bound.found.outcome.is_ok());
            prop_assert_eq!(bound.value["q"].as_f64(), text.parse().ok(), "{}", text);
        }
    }
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e6..1e6).prop_map(|float: f64| Value::from((float * 8.0).round() / 8.0)),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
