//! One call, two forms: arguments that arrive as text and as a value are read by different code, and come to the same.
//!
//! Random arguments are drawn from the published schema of every golden tool, mostly right and now and then wrong.

use std::fmt::Debug;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolc::bind::{Arguments, bind_record};
use toolc::tool::Tool;

use crate::golden::{
    a_recursive_type_is_published_once as recursive,
    a_tagged_union_is_an_enum_of_records as tagged,
    an_untagged_union_is_tried_in_order as untagged, defaults_are_published_and_plain as defaults,
    enums_have_words_or_integers as enums, every_key_of_a_tool_reaches_its_spec as keys,
    limits_of_every_scalar as limits, lists_and_maps_nest as collections,
    nested_records_open_and_closed as nested, null_is_a_value_only_where_it_says_so as nulls,
    rust_names_differ_where_they_must as names,
};

/// Numbers to decide by; when they are used up, the simplest is drawn.
struct Draw<'a>(std::slice::Iter<'a, u8>);

impl Draw<'_> {
    fn below(&mut self, end: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % end
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    fn value(&mut self, schema: &Value, root: &Value) -> Value {
        if self.one_in(24) {
            return self.anything();
        }
        if let Some(target) = schema["$ref"].as_str() {
            let target = root.pointer(&target[1..]).expect("it is there");
            return self.value(target, root);
        }
        for composed in ["oneOf", "anyOf", "enum"] {
            if let Some(choices) = schema[composed].as_array() {
                let choice = &choices[self.below(choices.len())];
                return match composed {
                    "enum" => choice.clone(),
                    _ => self.value(choice, root),
                };
            }
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => &kinds[self.below(kinds.len())],
            kind => kind,
        };
        match kind.as_str() {
            Some("string") => self.text(),
            Some("integer") => self.number(true),
            Some("number") => self.number(false),
            Some("boolean") => self.one_in(2).into(),
            Some("null") => Value::Null,
            Some("array") => {
                let count = self.below(4);
                (0..count)
                    .map(|_| self.value(&schema["items"], root))
                    .collect()
            }
            Some("object") => self.object(schema, root),
            _ => self.anything(),
        }
    }

    fn object(&mut self, schema: &Value, root: &Value) -> Value {
        let mut members = Map::new();
        let required = schema["required"].as_array();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            let is_required = required.is_some_and(|names| names.contains(&json!(name)));
            let is_given = match is_required {
                true => !self.one_in(16),
                false => self.one_in(2),
            };
            if is_given {
                members.insert(name.clone(), self.value(schema, root));
            }
        }
        if self.one_in(4) && members.len() > 1 {
            let (name, value) = members
                .shift_remove_entry(&members.keys().next().cloned().expect("one"))
                .expect("it is there");
            members.insert(name, value);
        }
        if schema["additionalProperties"] != json!(false) || self.one_in(12) {
            for name in ["k", "unknown"].into_iter().take(self.below(3)) {
                members.insert(
                    name.into(),
                    self.value(&schema["additionalProperties"], root),
                );
            }
        }
        members.into()
    }

    fn text(&mut self) -> Value {
        let texts = [
            "",
            "a",
            "ab",
            "abcdef",
            "1",
            "2026-01-31",
            "ü",
            "a@b.example",
            "/x",
            "true",
        ];
        texts[self.below(texts.len())].into()
    }

    fn number(&mut self, whole: bool) -> Value {
        let integers = [0, 1, 2, 3, -1, 7, 10, 100, i64::MAX, i64::MIN];
        match self.below(if whole { 8 } else { 2 }) {
            0 if !whole => json!([0.5, -1.5, 2.0, 1e300][self.below(4)]),
            7 => json!([3.0, 2.5, 1e19, 9.3e18][self.below(4)]),
            _ => integers[self.below(integers.len())].into(),
        }
    }

    fn anything(&mut self) -> Value {
        match self.below(7) {
            0 => Value::Null,
            1 => self.text(),
            2 => self.number(false),
            3 => true.into(),
            4 => json!([]),
            5 => json!([null, {"a": [1]}]),
            _ => json!({"a": 1}),
        }
    }
}

/// What it is bound to, or what is told.
fn bound<T: Tool + Debug>(arguments: &Arguments) -> (Result<String, String>, Vec<String>, usize) {
    let mut input = T::blank();
    let found = bind_record(&mut input, arguments, &[]);
    let repairs = found.repairs.iter().map(ToString::to_string).collect();
    match found.outcome {
        Ok(()) => (Ok(format!("{input:?}")), repairs, 0),
        Err(violations) => (Err(violations.to_string()), Vec::new(), violations.len()),
    }
}

fn agree<T: Tool + Debug>(draws: &[u8]) -> Result<bool, TestCaseError> {
    let schema: Value = serde_json::from_str(&T::SPEC.input_schema).expect("a schema is JSON");
    let value = Draw(draws.iter()).object(&schema, &schema);
    let text = value.to_string();
    let by_text = bound::<T>(&Arguments::Text(text.clone()));
    prop_assert_eq!(&bound::<T>(&Arguments::Value(value)), &by_text, "{}", text);
    Ok(by_text.0.is_ok())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_and_value_come_to_the_same(draws in prop::collection::vec(any::<u8>(), 0..80)) {
        agree::<recursive::Grow>(&draws)?;
        agree::<tagged::CreateIndex>(&draws)?;
        agree::<untagged::Remind>(&draws)?;
        agree::<defaults::Defaults>(&draws)?;
        agree::<enums::React>(&draws)?;
        agree::<keys::Look>(&draws)?;
        agree::<limits::Measure>(&draws)?;
        agree::<collections::Collect>(&draws)?;
        agree::<nested::Configure>(&draws)?;
        agree::<nulls::Nulls>(&draws)?;
        agree::<keys::Move>(&draws)?;
        agree::<keys::Put>(&draws)?;
        agree::<names::SearchIssues>(&draws)?;
    }
}

/// Without arguments that bind, agreement would be cheap.
#[test]
fn many_of_them_bind() {
    let draws = |seed: u8| {
        (0..80_u8)
            .map(|at| at.wrapping_mul(seed).wrapping_add(seed))
            .collect::<Vec<_>>()
    };
    let bind = |agree: fn(&[u8]) -> Result<bool, TestCaseError>| {
        (0..=u8::MAX)
            .filter(|seed| agree(&draws(*seed)).expect("they agree"))
            .count()
    };
    assert!(bind(agree::<defaults::Defaults>) > 20);
    assert!(bind(agree::<collections::Collect>) > 20);
    assert!(bind(agree::<nested::Configure>) > 20);
}
