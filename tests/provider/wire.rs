//! Recorded traffic: what providers really answered, and what they were really asked with.

use std::fmt::Write;

use insta::assert_snapshot;
use serde_json::{Value, json};
use toolc::bind::Arguments;
use toolc::executor::ToolCall;
use toolc::provider::{Definition, Provider, Target, Unreadable};
use toolc::tool::{Block, Content, ToolResult};

use crate::cases::records;

const RECORDINGS: [(&str, Target); 8] = [
    ("anthropic", Target::Anthropic),
    ("bedrock-converse", Target::Bedrock),
    ("cohere", Target::Openai),
    ("gemini", Target::GeminiJsonSchema),
    ("groq", Target::Openai),
    ("mistral", Target::Openai),
    ("openai-chat", Target::Openai),
    ("openai-responses", Target::OpenaiResponses),
];

fn nobody(target: Target) -> Provider {
    Provider::new(target, &[]).expect("no tools")
}

/// Every call in a response, found by its keys wherever it stands: ids, names and arguments.
fn held(value: &Value, calls: &mut Vec<(Option<String>, String, Value)>) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let parsed = |value: &Value| match value {
        Value::String(text) => serde_json::from_str(text).expect("recorded arguments are JSON"),
        other => other.clone(),
    };
    let mut call = |id: &Value, name: &Value, arguments: &Value| {
        calls.push((text(id), text(name).expect("a name"), parsed(arguments)));
    };
    match value {
        Value::Array(items) => items.iter().for_each(|item| held(item, calls)),
        Value::Object(object) => {
            let kind = &value["type"];
            if kind == "function_call" {
                call(&value["call_id"], &value["name"], &value["arguments"]);
            } else if kind == "tool_use" && value.get("id").is_some() {
                call(&value["id"], &value["name"], &value["input"]);
            } else if let Some(inner) = object.get("functionCall") {
                call(&inner["id"], &inner["name"], &inner["args"]);
            } else if let Some(inner) = object.get("toolUse") {
                if inner["type"] != "server_tool_use" {
                    call(&inner["toolUseId"], &inner["name"], &inner["input"]);
                }
            } else if let Some(inner) = object
                .get("function")
                .filter(|it| it["arguments"].is_string())
            {
                call(&value["id"], &inner["name"], &inner["arguments"]);
            } else {
                object.values().for_each(|inner| held(inner, calls));
            }
        }
        _ => {}
    }
}

/// The part of a response that a host keeps: the model's message.
fn message(target: Target, response: &Value) -> &Value {
    let inside = match target {
        Target::Openai => response
            .pointer("/choices/0/message")
            .or(response.get("message")),
        Target::OpenaiResponses => response.get("output"),
        Target::GeminiJsonSchema => response.pointer("/candidates/0/content"),
        Target::Bedrock => response.pointer("/output/message"),
        _ => None,
    };
    inside.unwrap_or(response)
}

/// The same calls, but for ids that are ours since the provider gave none.
fn same(some: &[ToolCall], others: &[ToolCall]) -> bool {
    let parts = |call: &ToolCall| (call.tool.clone(), call.arguments.clone());
    some.iter().map(parts).eq(others.iter().map(parts))
}

/// The functions of a recorded request: name, description, schema, and whether strict.
fn asked(tools: &Value, into: &mut Vec<(Definition, bool)>) {
    match tools {
        Value::Array(items) => items.iter().for_each(|item| asked(item, into)),
        Value::Object(object) => {
            let keys = [
                "input_schema",
                "parameters",
                "parametersJsonSchema",
                "parameters_json_schema",
                "inputSchema",
            ];
            let schema = keys.iter().find_map(|key| object.get(*key));
            match (object.get("name"), schema) {
                (Some(Value::String(name)), Some(schema)) => {
                    let description = object.get("description").and_then(Value::as_str);
                    let schema = schema.get("json").unwrap_or(schema).clone();
                    let tool = Definition::new(name, description.unwrap_or_default(), schema);
                    into.push((tool, object.get("strict") == Some(&Value::Bool(true))));
                }
                _ => object.values().for_each(|inner| asked(inner, into)),
            }
        }
        _ => {}
    }
}

#[test]
fn every_recorded_answer_is_read_to_the_calls_that_it_holds() {
    let mut table = String::from("provider | answers | calls | refusals\n");
    for (provider, usual) in RECORDINGS {
        let (mut answers, mut calls, mut refusals) = (0, 0, 0);
        for record in records(&format!("corpus/wire/{provider}.jsonl")) {
            let response = &record["response"];
            // One recording of a provider speaks the form of another.
            let target = match response.get("choices") {
                Some(_) => Target::Openai,
                None => usual,
            };
            answers += 1;
            let read = match nobody(target).calls(response) {
                Ok(read) => read,
                Err(Unreadable::Refused(_)) if record["status"] != 200 => {
                    refusals += 1;
                    continue;
                }
                Err(error) => panic!("{}: {error}", record["ref"]),
            };
            // Who has only the message has the same calls.
            let alone = nobody(target).calls(message(target, response));
            assert!(same(&read, &alone.expect("a message")), "{}", record["ref"]);
            let mut expected = Vec::new();
            held(response, &mut expected);
            assert_eq!(read.len(), expected.len(), "{}", record["ref"]);
            for (call, (id, name, arguments)) in read.iter().zip(expected) {
                assert_eq!(call.tool, name, "{}", record["ref"]);
                if let Some(id) = id {
                    assert_eq!(call.id, id, "{}", record["ref"]);
                }
                let own = match &call.arguments {
                    Arguments::Value(value) => value.clone(),
                    Arguments::Text(text) => serde_json::from_str(text).expect("JSON"),
                };
                assert_eq!(own, arguments, "{}", record["ref"]);
            }
            calls += read.len();
        }
        writeln!(table, "{provider} | {answers} | {calls} | {refusals}").expect("text");
    }
    if !records("corpus/wire/cohere.jsonl").is_empty() {
        assert_snapshot!(table);
    }
}

#[test]
fn recorded_definitions_are_made_again() {
    let mut table = String::from("provider | definitions | equal\n");
    let mut others = String::new();
    for (provider, usual) in RECORDINGS {
        let (mut all, mut equal) = (0, 0);
        for record in records(&format!("corpus/wire/{provider}.jsonl")) {
            let mut tools = Vec::new();
            asked(&record["tools"], &mut tools);
            asked(&record["toolConfig"]["tools"], &mut tools);
            for (tool, strict) in tools {
                let is_openapi = tool.schema["type"]
                    .as_str()
                    .is_some_and(|it| it == "OBJECT");
                let target = match usual {
                    Target::Openai if strict => Target::OpenaiStrict,
                    Target::GeminiJsonSchema if is_openapi => Target::Gemini,
                    usual => usual,
                };
                all += 1;
                let mut again = Vec::new();
                match Provider::new(target, std::slice::from_ref(&tool)) {
                    Ok(provider) => asked(provider.tools(), &mut again),
                    Err(refusal) => {
                        writeln!(others, "{provider} {}: {refusal}", tool.name).expect("text")
                    }
                }
                match again.first() {
                    Some((again, _)) if again.schema == tool.schema && again.name == tool.name => {
                        equal += 1
                    }
                    Some((again, _)) => writeln!(
                        others,
                        "{provider} {}: {} became {}",
                        tool.name, tool.schema, again.schema
                    )
                    .expect("text"),
                    None => {}
                }
            }
        }
        writeln!(table, "{provider} | {all} | {equal}").expect("text");
    }
    if others.is_empty() && table.contains("cohere | 0") {
        return;
    }
    let mut lines: Vec<&str> = others.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    assert_snapshot!(format!(
        "{table}\nnot equal, each once\n{}",
        lines.join("\n")
    ));
}

/// Results of two calls, one of them an error, as a host has them.
fn results() -> Vec<ToolResult> {
    let picture = Content::text("one picture").and(Block::Image {
        data: vec![1, 2, 3],
        mime_type: "image/png".to_owned(),
    });
    vec![
        ToolResult::success(picture).answering("call_1", "a.b"),
        ToolResult::error("no such file").answering("call_2", "a.b"),
    ]
}

#[test]
fn results_go_back_in_the_providers_own_shape_with_errors_flagged() {
    let tools = [Definition::new("a.b", "d", json!({"type": "object"}))];
    let mut page = String::new();
    for target in [
        Target::Anthropic,
        Target::Openai,
        Target::OpenaiResponses,
        Target::Gemini,
        Target::Bedrock,
        Target::Mcp,
    ] {
        let provider = Provider::new(target, &tools).expect("sendable");
        let answer = provider.answer(&results());
        writeln!(page, "{}\n{answer:#}\n", target.word()).expect("text");
    }
    assert_snapshot!(page);
}

#[test]
fn a_call_without_an_id_gets_one_and_is_answered_without() {
    let provider = nobody(Target::Gemini);
    let response = json!({"candidates": [{"content": {"parts": [
        {"functionCall": {"name": "x"}}, {"functionCall": {"name": "x", "args": {"a": 1}}},
    ]}}]});
    let calls = provider.calls(&response).expect("calls");
    assert_ne!(calls[0].id, calls[1].id);
    let results: Vec<ToolResult> = calls
        .iter()
        .map(|it| ToolResult::success("y").answering(&it.id, &it.tool))
        .collect();
    let answer = provider.answer(&results);
    assert_eq!(
        answer["parts"][1]["functionResponse"],
        json!({"name": "x", "response": {"output": "y"}})
    );
}

#[test]
fn what_is_no_answer_is_told_apart_from_an_answer_without_calls() {
    let said = json!({"content": [{"type": "text", "text": "hello"}]});
    assert_eq!(nobody(Target::Anthropic).calls(&said), Ok(Vec::new()));
    let nothing = nobody(Target::Anthropic).calls(&json!({}));
    assert_eq!(nothing, Err(Unreadable::NoMessage));
    let error = json!({"type": "error", "error": {"message": "overloaded"}});
    let refused = nobody(Target::Anthropic).calls(&error);
    assert_eq!(refused, Err(Unreadable::Refused("overloaded".to_owned())));
    let cut = json!({"choices": [{"message": {"tool_calls": [{"id": "1"}]}}]});
    let cut = nobody(Target::Openai).calls(&cut);
    assert_eq!(cut, Err(Unreadable::Incomplete("function")));
}
