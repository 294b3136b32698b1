//! Names that cannot travel.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;
use toolc::provider::limits::{Aliases, Limits, NameRule};
use toolc::provider::{Definition, Provider, Target};

use crate::cases::records;

/// The rule of every target that has one, for tools and for parameters.
fn rules() -> Vec<NameRule> {
    let limits = Limits::default();
    let targets = Target::ALL.into_iter();
    let rules = targets.flat_map(|it| [limits.tool_names(it), limits.parameter_names(it)]);
    rules.flatten().collect()
}

fn texts(value: &serde_json::Value) -> Vec<&str> {
    let texts = value.as_array().into_iter().flatten();
    texts.filter_map(|text| text.as_str()).collect()
}

#[test]
fn every_case_of_the_bug_reports_travels_as_it_must() {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    for case in records("cases/names.json") {
        let (id, expect) = (&case["id"], &case["expect"]);
        let names = texts(&case["tools"]);
        for target in [Target::Anthropic, Target::Openai] {
            let rule = Limits::default().tool_names(target).expect("a rule");
            let aliases = Aliases::new(rule, names.iter().copied());
            let sent: Vec<&str> = names.iter().map(|name| aliases.to_wire(name)).collect();
            let valid = |name: &&str| (1..=64).contains(&name.len()) && name.chars().all(plain);
            assert!(sent.iter().all(valid), "{id}: {sent:?}");
            let distinct: BTreeSet<_> = sent.iter().collect();
            assert_eq!(distinct.len(), names.len(), "{id}: {sent:?}");
            for name in texts(&expect["unchanged"]) {
                assert_eq!(aliases.to_wire(name), name, "{id}");
            }
            for (name, alias) in names.iter().zip(&sent) {
                assert_eq!(aliases.canonical(alias), *name, "{id}");
            }
            let backwards = Aliases::new(rule, names.iter().rev().copied());
            assert_eq!(backwards, aliases, "{id}");
        }
    }
}

#[test]
fn a_call_by_an_alias_is_a_call_of_the_tool_itself() {
    let schema = json!({"type": "object", "properties": {
        "-i": {"type": "boolean"},
        "rows": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/row"}, {"type": "null"}]}},
        "free": {"type": "object", "additionalProperties": {"type": "integer"}},
    }, "required": ["-i"], "$defs": {"row": {"type": "object", "properties": {"a b": {"type": "string"}}}}});
    let tools = [
        Definition::new("stock.list", "", schema.clone()),
        Definition::new("stock_list", "", schema),
    ];
    let provider = Provider::new(Target::GeminiJsonSchema, &tools).expect("sendable");
    let sent = &provider.tools()[0]["functionDeclarations"];
    assert_eq!(sent[0]["name"], "stock.list", "Gemini takes dots");
    let parameters = &sent[0]["parametersJsonSchema"];
    assert_eq!(parameters["required"], json!(["i"]));
    assert!(parameters["properties"].get("-i").is_none());

    let arguments = json!({"i": true, "rows": [{"a_b": "x"}], "free": {"i": 1, "a_b": 2}});
    let response = json!({"candidates": [{"content": {"parts": [
        {"functionCall": {"name": "stock.list", "args": arguments}},
    ]}}]});
    let calls = provider.calls(&response).expect("calls");
    let own = json!({"-i": true, "rows": [{"a b": "x"}], "free": {"i": 1, "a_b": 2}});
    assert_eq!(
        calls[0].arguments,
        own.into(),
        "the keys of a map are nobody's names"
    );

    let provider = Provider::new(Target::Anthropic, &tools).expect("sendable");
    let alias = provider.tools()[0]["name"].as_str().expect("a name");
    assert_ne!(alias, "stock_list");
    let response =
        json!({"content": [{"type": "tool_use", "id": "1", "name": alias, "input": {}}]});
    assert_eq!(
        provider.calls(&response).expect("calls")[0].tool,
        "stock.list"
    );
}

#[test]
fn the_prefix_that_models_add_is_dropped_where_no_tool_is_called_so() {
    let schema = json!({"type": "object"});
    let tools = ["zero", "functions.one"].map(|name| Definition::new(name, "", schema.clone()));
    let provider = Provider::new(Target::GeminiJsonSchema, &tools).expect("sendable");
    for (called, tool) in [
        ("functions.zero", "zero"),
        ("functions.one", "functions.one"),
        ("functions.functions.one", "functions.one"),
    ] {
        let response = json!({"candidates": [{"content": {"parts": [
            {"functionCall": {"name": called, "args": {}}},
        ]}}]});
        assert_eq!(provider.calls(&response).expect("calls")[0].tool, tool);
    }
}

proptest! {
    #[test]
    fn the_way_there_and_back_loses_nobody(
        names in prop::collection::btree_set("[a-c._ /é-]{1,4}|[a-b.]{60,70}", 0..40),
        seed in any::<prop::sample::Index>(),
    ) {
        for rule in rules() {
            let mut order: Vec<&str> = names.iter().map(String::as_str).collect();
            let aliases = Aliases::new(rule, order.iter().copied());
            if !order.is_empty() {
                let middle = seed.index(order.len());
                order.rotate_left(middle);
            }
            prop_assert_eq!(&Aliases::new(rule, order.iter().copied()), &aliases);
            let sent: BTreeSet<&str> = names.iter().map(|name| aliases.to_wire(name)).collect();
            prop_assert_eq!(sent.len(), names.len());
            for name in &names {
                let alias = aliases.to_wire(name);
                prop_assert!(rule.fits(alias), "{} -> {}", name, alias);
                prop_assert_eq!(aliases.canonical(alias), name);
                prop_assert!(!rule.fits(name) || alias == name);
            }
        }
    }
}
