//! The accessors of `ToolInput`: every row of the guide's table, and of the reference's table of failures.

use serde_json::{Value, json};
use toolc::tool::{InputError, ToolError, ToolInput};

fn input(value: Value) -> ToolInput {
    match value {
        Value::Object(map) => map.into(),
        _ => panic!("a test gives an object"),
    }
}

fn sentence<T: std::fmt::Debug>(outcome: Result<T, InputError>) -> String {
    outcome.unwrap_err().to_string()
}

#[test]
fn what_is_there_is_returned() {
    let input = input(json!({"text": "a", "count": 3, "big": 5_000_000_000_i64, "flag": true}));
    assert_eq!(input.required_string("text"), Ok("a"));
    assert_eq!(input.required_integer("count"), Ok(3));
    assert_eq!(input.required_boolean("flag"), Ok(true));
    assert_eq!(input.string("text", "b"), Ok("a"));
    assert_eq!(input.integer("count", 9), Ok(3));
    assert_eq!(input.long("big", 9), Ok(5_000_000_000));
    assert_eq!(input.boolean("flag", false), Ok(true));
    assert_eq!(input.string_or_none("text"), Ok(Some("a")));
    assert_eq!(input.integer_or_none("count"), Ok(Some(3)));
    assert_eq!(input.long_or_none("count"), Ok(Some(3)));
    assert_eq!(input.boolean_or_none("flag"), Ok(Some(true)));
}

#[test]
fn what_is_absent_is_the_default_or_nothing() {
    let input = ToolInput::new();
    assert_eq!(input.string("x", "default"), Ok("default"));
    assert_eq!(input.integer("x", 100), Ok(100));
    assert_eq!(input.long("x", 1000), Ok(1000));
    assert_eq!(input.boolean("x", true), Ok(true));
    assert_eq!(input.string_or_none("x"), Ok(None));
    assert_eq!(input.integer_or_none("x"), Ok(None));
    assert_eq!(input.long_or_none("x"), Ok(None));
    assert_eq!(input.boolean_or_none("x"), Ok(None));
}

#[test]
fn what_is_required_and_absent_is_named() {
    let input = input(json!({"x": null}));
    let missing = "Missing required parameter: x";
    assert_eq!(sentence(input.required_string("x")), missing);
    assert_eq!(sentence(input.required_integer("x")), missing);
    assert_eq!(sentence(input.required_boolean("x")), missing);
}

#[test]
fn a_wrong_type_is_an_error_and_never_the_default() {
    let cases = [
        (json!(1), "integer"),
        (json!(1.5), "number"),
        (json!(true), "boolean"),
        (json!([]), "array"),
        (json!({}), "object"),
    ];
    for (value, actual) in cases {
        let input = input(json!({ "x": value }));
        let expected = format!("Parameter 'x' must be a string, but was: {actual}");
        assert_eq!(sentence(input.required_string("x")), expected);
        assert_eq!(sentence(input.string("x", "default")), expected);
        assert_eq!(sentence(input.string_or_none("x")), expected);
    }
    for (value, actual) in [
        (json!(true), "boolean"),
        (json!([1]), "array"),
        (json!({}), "object"),
    ] {
        let input = input(json!({ "x": value }));
        let expected = format!("Parameter 'x' must be an integer, but was: {actual}");
        assert_eq!(sentence(input.required_integer("x")), expected);
        assert_eq!(sentence(input.integer("x", 1)), expected);
        assert_eq!(sentence(input.long("x", 1)), expected);
    }
    for (value, actual) in [(json!("true"), "string"), (json!(1), "integer")] {
        let input = input(json!({ "x": value }));
        let expected = format!("Parameter 'x' must be a boolean, but was: {actual}");
        assert_eq!(sentence(input.required_boolean("x")), expected);
        assert_eq!(sentence(input.boolean("x", true)), expected);
    }
}

#[test]
fn numbers_are_truncated_towards_zero() {
    for (number, whole) in [(3.9, 3), (-3.9, -3), (0.5, 0), (3.0, 3)] {
        let input = input(json!({ "x": number }));
        assert_eq!(input.required_integer("x"), Ok(whole));
        assert_eq!(input.long("x", 0), Ok(i64::from(whole)));
    }
}

#[test]
fn an_integer_out_of_32_bits_is_refused_and_never_wrapped() {
    for (value, shown) in [
        (json!(2_147_483_648_i64), "2147483648"),
        (json!(-2_147_483_649_i64), "-2147483649"),
        (json!(u64::MAX), "18446744073709551615"),
        (json!(1e300), "1e+300"),
    ] {
        let input = input(json!({ "x": value }));
        let expected = format!("Parameter 'x' value {shown} is out of integer range");
        assert_eq!(sentence(input.required_integer("x")), expected);
    }
    assert_eq!(input(json!({"x": i32::MIN})).integer("x", 0), Ok(i32::MIN));
}

#[test]
fn an_integer_out_of_64_bits_is_refused_and_never_saturated() {
    for value in [
        json!(u64::MAX),
        json!(9_223_372_036_854_775_808.0),
        json!(-1e19),
    ] {
        let input = input(json!({ "x": value }));
        assert!(sentence(input.long("x", 0)).ends_with("is out of integer range"));
    }
    assert_eq!(input(json!({"x": i64::MAX})).long("x", 0), Ok(i64::MAX));
    assert_eq!(
        input(json!({"x": -9_223_372_036_854_775_808.0})).long("x", 0),
        Ok(i64::MIN)
    );
}

#[test]
fn the_text_of_an_integer_is_parsed_strictly() {
    for (text, number) in [("10", 10), ("-7", -7), ("+5", 5), ("007", 7)] {
        let input = input(json!({ "x": text }));
        assert_eq!(input.required_integer("x"), Ok(number));
        assert_eq!(input.long("x", 0), Ok(i64::from(number)));
    }
    for text in [
        "10.0",
        " 10",
        "10 ",
        "",
        "ten",
        "0x10",
        "99999999999999999999",
    ] {
        let input = input(json!({ "x": text }));
        let expected = format!("Parameter 'x' must be an integer, but was: '{text}'");
        assert_eq!(sentence(input.required_integer("x")), expected);
        assert_eq!(sentence(input.long("x", 0)), expected);
    }
    let beyond_32_bits = input(json!({"x": "2147483648"}));
    assert_eq!(
        sentence(beyond_32_bits.required_integer("x")),
        "Parameter 'x' must be an integer, but was: '2147483648'"
    );
}

#[test]
fn nulls_are_dropped_at_the_top_and_nowhere_else() {
    let input = input(json!({"b": 1, "gone": null, "a": {"kept": null}, "c": [null]}));
    assert_eq!(input.keys().collect::<Vec<_>>(), ["b", "a", "c"]);
    assert_eq!(input.len(), 3);
    assert!(!input.has("gone"));
    assert_eq!(input.get("a"), Some(&json!({"kept": null})));
    assert_eq!(input.get("c"), Some(&json!([null])));
}

#[test]
fn pairs_make_an_input_and_a_name_given_twice_does_not() {
    let pairs = ToolInput::of([
        ("path", json!("/dir")),
        ("recursive", json!(true)),
        ("n", Value::Null),
    ]);
    let map = input(json!({"path": "/dir", "recursive": true}));
    assert_eq!(pairs, Ok(map));
    let twice = ToolInput::of([("a", json!(1)), ("a", Value::Null)]);
    assert_eq!(sentence(twice), "Duplicate parameter: a");
    assert!(ToolInput::of::<&str>([]).is_ok_and(|input| input.is_empty()));
}

#[test]
fn inputs_are_equal_by_content() {
    assert_eq!(input(json!({"a": 1, "b": null})), input(json!({"a": 1})));
    assert_ne!(input(json!({"a": 1})), input(json!({"a": 2})));
}

#[test]
fn a_handler_hands_a_failure_on_as_an_invalid_parameter() {
    fn handler(input: &ToolInput) -> Result<i32, ToolError> {
        Ok(input.required_integer("count")?)
    }
    let error = handler(&ToolInput::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Invalid parameter: Missing required parameter: count"
    );
}
