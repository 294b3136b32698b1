//! The material that lies beside the repository. Where it is absent, the tests that need it say so and pass.

use std::fs;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

#[allow(clippy::print_stderr, reason = "a test that skips says so")]
pub(crate) fn path(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")).join(name);
    if !path.exists() {
        eprintln!("skipped: {name} is not there");
        return None;
    }
    Some(path)
}

pub(crate) fn read(name: &str) -> Option<String> {
    Some(fs::read_to_string(path(name)?).expect("it is readable"))
}

pub(crate) fn json(name: &str) -> Option<Value> {
    Some(serde_json::from_str(&read(name)?).expect("it is JSON"))
}

/// The sources that have calls.
pub(crate) const SOURCES: [&str; 7] = [
    "acebench",
    "bfcl",
    "glaive",
    "livemcpbench",
    "pydantic-ai-cassettes",
    "tau-bench",
    "toolbench",
];

/// One published call with its tool's schema, spelled as the oracle read it.
pub(crate) struct Call {
    pub(crate) tool: String,
    pub(crate) arguments: Value,
    pub(crate) schema: Value,
    /// The definition as it was published.
    #[cfg_attr(not(feature = "compiler"), allow(dead_code, reason = "for imports"))]
    pub(crate) definition: Value,
    pub(crate) record: Value,
}

/// The calls of a source that the oracle judged.
pub(crate) fn calls(source: &str) -> Option<Vec<Call>> {
    let definitions = json(&format!("corpus/definitions/{source}.json"))?;
    let definitions: Map<String, Value> = definitions
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| (it["id"].as_str().unwrap_or_default().to_owned(), it.clone()))
        .collect();
    let lines = read(&format!("corpus/calls/{source}.jsonl"))?;
    let calls = lines.lines().filter_map(|line| {
        let record: Value = serde_json::from_str(line).expect("a record");
        let judged = matches!(record["oracle"]["result"].as_str(), Some("pass" | "fail"));
        let definition = definitions
            .get(record["tool_id"].as_str()?)
            .filter(|_| judged)?;
        let mut schema = respelled(&definition["input_schema"]);
        if record["partial"] == json!(true)
            && let Value::Object(schema) = &mut schema
        {
            schema.remove("required");
        }
        Some(Call {
            tool: record["tool"].as_str()?.to_owned(),
            arguments: record["arguments"].clone(),
            schema,
            definition: definition.clone(),
            record,
        })
    });
    Some(calls.collect())
}

/// The type spellings of languages and of other drafts, mapped as they were mapped for the oracle (see the corpus' page).
fn respelled(schema: &Value) -> Value {
    let Value::Object(keywords) = schema else {
        return schema.clone();
    };
    let mut all = Map::new();
    for (keyword, value) in keywords {
        let value = match (keyword.as_str(), value) {
            ("type", Value::String(word)) => match word.as_str() {
                "dict" | "HashMap" | "Hashtable" | "OBJECT" => json!("object"),
                "float" | "double" | "NUMBER" => json!("number"),
                "long" | "byte" | "short" | "int" | "Bigint" | "INTEGER" => json!("integer"),
                "tuple" | "list" | "Array" | "ArrayList" | "Queue" | "Stack" | "Set" | "ARRAY" => {
                    json!("array")
                }
                "String" | "char" | "str" | "STRING" => json!("string"),
                "Boolean" | "bool" | "BOOLEAN" => json!("boolean"),
                _ => value.clone(),
            },
            ("properties" | "$defs" | "definitions" | "patternProperties", Value::Object(all)) => {
                let all = all
                    .iter()
                    .map(|(name, schema)| (name.clone(), respelled(schema)));
                Value::Object(all.collect())
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems" | "items", Value::Array(all)) => {
                all.iter().map(respelled).collect()
            }
            ("items" | "additionalProperties" | "not", schema) => respelled(schema),
            _ => value.clone(),
        };
        all.insert(keyword.clone(), value);
    }
    Value::Object(all)
}
