//! What others published, declared here.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};
use toolc::compiler::source::Sources;
use toolc::compiler::{Checked, Config, declare, generate, schema};
use toolc::import::{Fidelity, Format, NoteKind, Options, Status, import};
use toolc::provider::{Definition, Provider, Target};

use crate::cases::{records, shared};

fn checked(toml: &str) -> Checked {
    declare(&Sources::from_text("tools.toml", toml), &|_| true)
}

fn imported(published: &Value) -> toolc::import::Imported {
    import(&published.to_string(), &Options::default()).expect("definitions")
}

/// A definition of the corpus as MCP lists it.
fn listed(record: &Value) -> Option<Value> {
    let schema = record.get("input_schema").filter(|it| !it.is_null())?;
    let mut tool = json!({"name": record["name"], "inputSchema": schema});
    for (from, to) in [
        ("description", "description"),
        ("title", "title"),
        ("annotations", "annotations"),
        ("output_schema", "outputSchema"),
    ] {
        if let Some(value) = record.get(from).filter(|it| !it.is_null()) {
            tool[to] = value.clone();
        }
    }
    Some(tool)
}

/// The corpus, by source.
fn corpus() -> BTreeMap<String, Vec<Value>> {
    let Some(folder) = shared("corpus/definitions") else {
        return BTreeMap::new();
    };
    let files = fs::read_dir(folder).expect("a folder");
    let names = files.map(|file| {
        file.expect("a file")
            .file_name()
            .into_string()
            .expect("a name")
    });
    let sources = names.filter(|name| name.ends_with(".json")).map(|name| {
        let tools = records(&format!("corpus/definitions/{name}"));
        let tools = tools.iter().filter_map(listed).collect();
        (name.trim_end_matches(".json").to_owned(), tools)
    });
    sources.collect()
}

#[test]
fn everything_that_was_published_is_declared_without_a_mistake() {
    let corpus = corpus();
    if corpus.is_empty() {
        return;
    }
    let mut table = String::from("source | typed | partly raw | raw\n");
    let mut reasons = String::from("\nkept as published: source, how often, why\n");
    let mut all = [0; 3];
    for (source, tools) in &corpus {
        let mut counts = [0; 3];
        let mut raw: BTreeMap<String, usize> = BTreeMap::new();
        for tool in tools {
            let imported = imported(&json!({ "tools": [tool] }));
            let report = &imported.report;
            assert_eq!(report.tools.len(), 1, "{source}: {tool}");
            counts[report.tools[0].status as usize] += 1;
            let notes = report.tools[0].notes.iter();
            for note in notes.filter(|it| it.kind == NoteKind::Raw) {
                *raw.entry(note.what.clone()).or_default() += 1;
            }
            let checked = checked(&imported.toml);
            assert!(
                checked.problems.is_empty(),
                "{source}: {tool:#}\n{}\n{}",
                imported.toml,
                checked.problems
            );
            assert_eq!(checked.catalog.tools[0].name, tool["name"]);
        }
        let [typed, partly, whole] = counts;
        writeln!(table, "{source} | {typed} | {partly} | {whole}").expect("text");
        for (reason, count) in raw {
            writeln!(reasons, "{source} | {count} | {reason}").expect("text");
        }
        all = std::array::from_fn(|at| all[at] + counts[at]);
    }
    let [typed, partly, whole] = all;
    writeln!(table, "all | {typed} | {partly} | {whole}").expect("text");
    table.push_str(&reasons);
    assert_snapshot!(table);
}

#[test]
fn what_is_kept_exactly_is_published_again_as_an_equal_value() {
    let corpus = corpus();
    let count: usize = corpus.values().map(Vec::len).sum();
    // 6,714 definitions, of which 48 were published without a schema.
    assert!(corpus.is_empty() || count == 6666, "{count}");
    for (source, tools) in corpus {
        for tool in tools {
            let options = Options {
                fidelity: Fidelity::Exact,
                ..Options::default()
            };
            let imported = import(&json!({ "tools": [tool] }).to_string(), &options);
            let imported = imported.expect("a definition");
            let checked = checked(&imported.toml);
            assert!(
                checked.problems.is_empty(),
                "{source}: {}",
                checked.problems
            );
            let declared = &checked.catalog.tools[0];
            let again = schema::input(&checked.catalog, declared);
            // What `export --for json-schema` prints.
            let again = [Definition::new(&declared.name, "", again)];
            let again = Provider::new(Target::JsonSchema, &again).expect("sendable");
            let name = tool["name"].as_str().expect("a name");
            assert_eq!(again.tools()[name], tool["inputSchema"], "{source}: {name}");
        }
    }
}

#[test]
fn whole_servers_are_declared_in_one_file() {
    for (source, tools) in corpus() {
        if source == "bfcl" || source == "acebench" {
            continue;
        }
        let published = json!({ "tools": tools });
        let imported = imported(&published);
        assert_eq!(
            self::imported(&published).toml,
            imported.toml,
            "the same every time"
        );
        let checked = checked(&imported.toml);
        assert!(
            checked.problems.is_empty(),
            "{source}: {}",
            checked.problems
        );
        // What is generated from it parses.
        let output = generate(&Config::in_memory("tools.toml", &imported.toml));
        assert!(output.is_ok(), "{source}");
        let report = imported.report;
        assert_eq!(checked.catalog.tools.len(), report.tools.len(), "{source}");
        assert_eq!(
            report.tools.len() + report.left_out.len(),
            tools.len(),
            "{source}"
        );
    }
}

#[test]
fn a_server_reads_as_if_written_by_hand() {
    let range = json!({"type": "object", "properties": {
        "start": {"type": "int", "minimum": 1, "description": "First line."},
        "end": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": null},
    }, "required": ["start"]});
    let published = json!({"tools": [
        {
            "name": "read-file",
            "title": "Read",
            "description": "Reads a file.\nOr \"part\" of it.",
            "annotations": {"readOnlyHint": true, "openWorldHint": false},
            "inputSchema": {"type": "object", "$schema": "x", "properties": {
                "path": {"type": "string", "minLength": 1},
                "type": {"enum": ["+1", "-1"], "default": "+1"},
                "range": range,
                "rest": {"type": "array", "items": range},
                "size": {"type": "number", "default": "big", "format": "float"},
                "tuple": {"type": "array", "prefixItems": [{}]},
            }, "required": ["path", "cursor"]},
        },
        {
            "name": "read_file",
            "inputSchema": {"type": "object", "properties": {
                "at": {"oneOf": [
                    {"type": "object", "properties": {"kind": {"const": "line"}, "line": {"type": "integer"}}, "required": ["kind", "line"]},
                    {"type": "object", "properties": {"kind": {"const": "mark"}}, "required": ["kind"]},
                ]},
                "when": {"type": ["string", "integer"]},
            }},
        },
        {"name": "any", "inputSchema": {"type": "object", "additionalProperties": true}},
        {"name": "ANY", "inputSchema": {"type": "object"}},
    ]});
    let imported = imported(&published);
    assert!(
        checked(&imported.toml).problems.is_empty(),
        "{}",
        checked(&imported.toml).problems
    );
    assert_snapshot!(format!(
        "{}\n--- the report\n{}",
        imported.toml, imported.report
    ));
}

#[test]
fn every_format_is_found_out() {
    let schema = json!({"type": "object", "properties": {"x": {"type": "string"}}});
    let cases = [
        (
            Format::Mcp,
            json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "t", "inputSchema": schema}]}}),
        ),
        (
            Format::Mcp,
            json!({"tools": [{"toolSpec": {"name": "t", "inputSchema": {"json": schema}}}]}),
        ),
        (
            Format::Openai,
            json!([{"type": "function", "function": {"name": "t", "parameters": schema}}]),
        ),
        (
            Format::Openai,
            json!({"tools": [{"type": "function", "name": "t", "parameters": schema}, {"type": "web_search"}]}),
        ),
        (
            Format::Anthropic,
            json!([{"name": "t", "input_schema": schema}]),
        ),
        (
            Format::Gemini,
            json!([{"functionDeclarations": [{"name": "t", "parameters": {"type": "OBJECT", "properties": {"x": {"type": "STRING"}}}}]}]),
        ),
        (
            Format::Gemini,
            json!([{"functionDeclarations": [{"name": "t", "parametersJsonSchema": schema}]}]),
        ),
        (Format::JsonSchema, json!({"t": schema})),
        (
            Format::JsonSchema,
            json!({"title": "t", "type": "object", "properties": {"x": {"type": "string"}}}),
        ),
    ];
    for (format, published) in cases {
        let imported = imported(&published);
        assert_eq!(imported.report.format, format, "{published}");
        assert_eq!(imported.report.count(Status::Typed), 1, "{published}");
        let catalog = checked(&imported.toml).catalog;
        assert_eq!(catalog.tools[0].name, "t");
    }
    for nothing in ["", "{", "3", "{\"a\": 1}", "[{\"name\": 1}]"] {
        assert!(import(nothing, &Options::default()).is_err(), "{nothing}");
    }
}

/// The type of the first parameter of the first tool, as the declaration publishes it again.
fn first_parameter(schema: Value) -> (Status, Value) {
    let imported = imported(&json!([{"name": "it", "inputSchema": schema}]));
    let checked = checked(&imported.toml);
    assert!(checked.problems.is_empty(), "{}", checked.problems);
    let published = schema::input(&checked.catalog, &checked.catalog.tools[0]);
    let status = imported.report.tools[0].status;
    (status, published["properties"]["p"].clone())
}

#[test]
fn what_is_no_tool_is_left_out_and_told() {
    let imported = imported(&json!({"tools": [
        {"name": "a", "inputSchema": true},
        {"name": "b", "inputSchema": false},
        {"name": "c", "inputSchema": [1]},
        {"name": 5, "inputSchema": {}},
        {"type": "web_search"},
    ]}));
    let told = |all: &[toolc::import::LeftOut]| {
        let told = all.iter().map(|it| format!("{}: {}", it.name, it.reason));
        told.collect::<Vec<_>>()
    };
    let tools: Vec<_> = imported.report.tools.iter().map(|it| &it.name).collect();
    assert_eq!(tools, ["a", "b"]);
    assert_eq!(
        told(&imported.report.left_out),
        [
            "c: its schema is neither an object nor a boolean",
            ": it has no name"
        ]
    );
    assert_eq!(
        told(&imported.report.passed_over),
        ["web_search: it is no definition: the provider's own, or without a schema"]
    );
}

#[test]
fn a_reference_that_leads_to_nothing_but_itself_stays_as_it_was() {
    for schema in [
        json!({"type": "object", "properties": {"p": {"$ref": "#/properties/p"}}}),
        json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/A"}},
            "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}),
    ] {
        let (status, parameter) = first_parameter(schema.clone());
        assert_eq!(status, Status::Raw, "{schema}");
        assert_eq!(parameter, schema["properties"]["p"]);
    }
}

#[test]
fn an_all_of_one_is_that_one_unless_both_say_something_of_one_thing() {
    let (status, parameter) = first_parameter(json!({
        "type": "object",
        "properties": {"p": {"allOf": [{"$ref": "#/$defs/Unit"}], "description": "Which."}},
        "$defs": {"Unit": {"enum": ["m", "ft"], "description": "A unit."}},
    }));
    assert_eq!(status, Status::Typed);
    assert_eq!(
        parameter,
        json!({"type": "string", "enum": ["m", "ft"], "description": "Which."})
    );
    let twice = json!({"allOf": [{"minLength": 2}], "type": "string", "minLength": 1});
    let (status, parameter) =
        first_parameter(json!({"type": "object", "properties": {"p": twice}}));
    assert_eq!(status, Status::PartlyRaw);
    assert_eq!(parameter["allOf"], json!([{"minLength": 2}]));
}

#[test]
fn what_was_exported_is_imported_again() {
    let schema = json!({
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Where."}},
        "required": ["city"],
        "additionalProperties": false,
    });
    let tools = [Definition::new("weather", "The weather.", schema.clone())];
    for target in Target::ALL.into_iter().filter(|it| *it != Target::Gemini) {
        let provider = Provider::new(target, &tools).expect("sendable");
        let imported = imported(provider.tools());
        let catalog = checked(&imported.toml).catalog;
        let again = schema::input(&catalog, &catalog.tools[0]);
        assert_eq!(again, schema, "{}", target.word());
    }
}
