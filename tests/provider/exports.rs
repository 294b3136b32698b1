//! Schemas on the way out: what providers refuse is put right, or refused before they do.

use serde_json::{Value, json};
use toolc::provider::{Definition, Provider, Target};

use crate::cases::records;

/// The schema of the only tool, as a target is sent it.
fn sent(target: Target, tool: &Definition) -> Value {
    let provider = Provider::new(target, std::slice::from_ref(tool)).expect("sendable");
    let tools = provider.tools();
    let pointer = match target {
        Target::Mcp => "/tools/0/inputSchema",
        Target::Anthropic => "/0/input_schema",
        Target::Openai | Target::OpenaiStrict => "/0/function/parameters",
        Target::OpenaiResponses => "/0/parameters",
        Target::Gemini => "/0/functionDeclarations/0/parameters",
        Target::GeminiJsonSchema => "/0/functionDeclarations/0/parametersJsonSchema",
        Target::Bedrock => "/tools/0/toolSpec/inputSchema/json",
        Target::JsonSchema => "/t",
    };
    tools.pointer(pointer).unwrap_or(&Value::Null).clone()
}

fn with(schema: Value) -> Definition {
    Definition::new("t", "d", schema)
}

#[test]
fn every_case_of_the_bug_reports_is_put_right() {
    for case in records("cases/exports.json") {
        let id = &case["id"];
        let target = case["provider"].as_str().and_then(Target::from_word);
        let tool = &case["tool"];
        let tool = Definition::new(
            tool["name"].as_str().expect("a name"),
            tool["description"].as_str().expect("a description"),
            tool["parameters"].clone(),
        );
        let schema = sent(target.expect("a target"), &tool);
        for expect in case["expect"].as_array().expect("expectations") {
            let path = expect["path"].as_str().expect("a path");
            let (found, value) = (schema.pointer(path), &expect["value"]);
            let lower = |value: &Value| value.as_str().map(str::to_lowercase);
            let fits = match expect["op"].as_str().expect("an operation") {
                "has" => found.is_some(),
                "absent" => found.is_none(),
                "equals" => found == Some(value),
                "equals_ci" => found.and_then(lower) == lower(value),
                "is_object" => found.is_some_and(Value::is_object),
                other => panic!("{id}: {other} is not known here"),
            };
            assert!(fits, "{id}: {expect}\n{schema:#}");
        }
    }
}

#[test]
fn a_node_is_an_object_for_everybody() {
    let tool = with(json!({"properties": {
        "any": true,
        "none": false,
        "list": {"type": "array", "items": true},
    }}));
    for target in [
        Target::Mcp,
        Target::Anthropic,
        Target::Openai,
        Target::OpenaiResponses,
        Target::Bedrock,
    ] {
        let schema = sent(target, &tool);
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["properties"]["any"], json!({}));
        assert_eq!(schema["properties"]["none"], json!({"not": {}}));
        assert_eq!(schema["properties"]["list"]["items"], json!({}));
    }
    assert_eq!(
        sent(Target::JsonSchema, &tool),
        tool.schema,
        "as it was written"
    );
}

#[test]
fn strict_mode_requires_everything_and_admits_null_instead() {
    let tool = with(json!({"type": "object", "properties": {
        "path": {"type": "string", "minLength": 1},
        "kind": {"type": "string", "enum": ["a", "b"], "default": "a"},
        "at": {"anyOf": [{"type": "integer"}, {"type": "string", "format": "uri"}]},
        "inner": {"type": "object", "properties": {"x": {"type": "number"}}, "additionalProperties": false},
    }, "required": ["path"], "additionalProperties": false}));
    assert_eq!(
        sent(Target::OpenaiStrict, &tool),
        json!({"type": "object", "properties": {
            "path": {"type": "string", "description": "At least 1 character."},
            "kind": {"type": ["string", "null"], "enum": ["a", "b", null]},
            "at": {"anyOf": [
                {"type": "integer"},
                {"type": "string", "description": "Format: uri."},
                {"type": "null"},
            ]},
            "inner": {
                "type": ["object", "null"],
                "properties": {"x": {"type": ["number", "null"]}},
                "additionalProperties": false,
                "required": ["x"],
            },
        }, "required": ["path", "kind", "at", "inner"], "additionalProperties": false})
    );
    let provider = Provider::new(Target::OpenaiStrict, &[tool]).expect("sendable");
    assert_eq!(provider.tools()[0]["function"]["strict"], true);
}

#[test]
fn what_gemini_does_not_take_is_said_in_words() {
    let tool = with(json!({"type": "object", "properties": {
        "above": {"type": "number", "exclusiveMinimum": 0, "description": "How far."},
        "level": {"type": "integer", "enum": [1, 2]},
        "one": {"oneOf": [{"type": "string", "const": "x"}, {"type": "null"}]},
        "either": {"type": ["string", "integer"]},
        "used": {"$ref": "#/$defs/deep"},
    }, "$defs": {"deep": {"type": "object", "properties": {"y": {"type": "boolean"}}}}}));
    assert_eq!(
        sent(Target::Gemini, &tool),
        json!({"type": "OBJECT", "properties": {
            "above": {"type": "NUMBER", "description": "How far. Greater than 0."},
            "level": {"type": "INTEGER", "description": "One of: 1, 2."},
            "one": {"nullable": true, "type": "STRING", "enum": ["x"]},
            "either": {"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]},
            "used": {"type": "OBJECT", "properties": {"y": {"type": "BOOLEAN"}}},
        }})
    );
}

#[test]
fn what_cannot_be_put_right_is_refused_with_all_reasons() {
    let open = with(json!({"type": "object", "properties": {
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
    }}));
    let nested = with(json!({"type": "object", "properties": {"next": {"$ref": "#"}}}));
    let union = with(json!({"type": "object", "anyOf": [{}]}));
    let refused = |target, tool: &Definition| {
        let tools = [tool.clone(), Definition::new("t", "d", json!({}))];
        let reasons = Provider::new(target, &tools)
            .expect_err("refused")
            .to_string();
        reasons.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        refused(Target::OpenaiStrict, &open),
        [
            "there are two tools `t`",
            "the tool `t` cannot be sent to `openai-strict`: a value's keys or type are not said in `map`",
        ]
    );
    assert_eq!(
        refused(Target::Gemini, &nested)[1],
        "the tool `t` cannot be sent to `gemini`: a type contains itself in `next`"
    );
    assert_eq!(
        refused(Target::Anthropic, &union)[1],
        "the tool `t` cannot be sent to `anthropic`: `anyOf` stands at the root"
    );
}
