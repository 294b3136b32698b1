//! Every file of `cases/ok` is one idea. What is generated from it is committed in `golden`, where it is compiled into
//! this very binary, and must be what is generated now.
//!
//! After a wanted change: `GOLDEN=write cargo test --test compile`, and look at the difference.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use toolc::compiler::model::{Catalog, Home, Input, Kind, Tool};
use toolc::compiler::render::laid_out;
use toolc::compiler::{Config, Output, generate};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compile/cases/ok");
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compile/golden");

/// The cases' names and files, sorted.
pub(crate) fn cases() -> Vec<(String, PathBuf)> {
    let mut cases: Vec<(String, PathBuf)> = fs::read_dir(CASES)
        .expect("the cases are there")
        .map(|entry| entry.expect("a case can be read").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .map(|path| {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            (name.into_owned(), path)
        })
        .collect();
    cases.sort();
    assert!(cases.len() > 10, "the cases are found");
    cases
}

pub(crate) fn compiled(path: &Path) -> Output {
    generate(&Config::new(path)).unwrap_or_else(|report| panic!("{report}"))
}

#[test]
fn the_committed_output_is_what_is_generated() {
    let write = std::env::var_os("GOLDEN").is_some_and(|value| value == "write");
    let mut stale = Vec::new();
    for (name, path) in cases() {
        let folder = Path::new(GOLDEN).join(&name);
        let output = compiled(&path);
        if write {
            output.write_to(&folder).expect("the folder can be written");
        }
        for file in output.stale(&folder).expect("the folder can be read") {
            stale.push(format!("{name}/{}: {:?}", file.path, file.difference));
        }
    }
    assert!(
        stale.is_empty(),
        "{stale:#?}: look at it, then GOLDEN=write"
    );
}

#[test]
fn every_case_is_compiled_into_this_binary() {
    let mounts = include_str!("golden/mod.rs");
    let missing: Vec<String> = cases()
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| !mounts.contains(&format!("pub(crate) mod {name};")))
        .collect();
    assert!(
        missing.is_empty(),
        "tests/compile/golden/mod.rs lacks {missing:#?}"
    );
}

/// Schemas are generated on one line; here they can be read.
#[test]
fn schemas_are_as_reviewed() {
    for (name, path) in cases() {
        let schemas: serde_json::Map<String, Value> = compiled(&path)
            .files
            .into_iter()
            .filter(|file| file.path.ends_with(".json"))
            .map(|file| {
                let schema = serde_json::from_str(&file.text).expect("a schema is JSON");
                (file.path, schema)
            })
            .collect();
        insta::assert_json_snapshot!(name, schemas);
    }
}

#[test]
fn every_schema_is_one() {
    for (name, path) in cases() {
        for file in compiled(&path).files {
            if file.path.ends_with(".json") {
                let schema: Value = serde_json::from_str(&file.text).expect("a schema is JSON");
                assert!(jsonschema::meta::is_valid(&schema), "{name}/{}", file.path);
                assert!(
                    !file.text.contains('\n'),
                    "one line, for transports that end a message with one"
                );
                assert_eq!(file.text, schema.to_string());
            }
        }
    }
}

/// An object says what else it may hold, without exception: nothing, anything (`open`), or values of one type.
#[test]
fn every_object_is_closed_or_says_how_open_it_is() {
    fn walk(schema: &Value, place: &str) {
        if let Value::Object(object) = schema {
            let kinds = object.get("type").unwrap_or(&Value::Null);
            let is_object = kinds == "object"
                || kinds
                    .as_array()
                    .is_some_and(|kinds| kinds.contains(&json!("object")));
            assert!(
                !is_object || object.contains_key("additionalProperties"),
                "{place}: {schema}"
            );
            object.values().for_each(|value| walk(value, place));
        } else if let Value::Array(list) = schema {
            list.iter().for_each(|value| walk(value, place));
        }
    }
    for (name, path) in cases() {
        if name == "somebody_elses_schema_is_kept" {
            continue;
        }
        for file in compiled(&path).files {
            if file.path.ends_with(".json") {
                walk(
                    &serde_json::from_str(&file.text).expect("a schema is JSON"),
                    &name,
                );
            }
        }
    }
}

/// Generated code stays as small as a person would write it: 38 lines a tool, 5 a parameter, 4 an enum, 1 a value.
///
/// Two allowances more. An enum's `impl` blocks are 12 lines that the 4 do not hold: rustfmt writes one line of a function's
/// body as three. And a field whose row does not fit into 89 columns (its limits and default are long) breaks at the dots.
#[test]
fn generated_code_stays_in_its_budget() {
    for (name, path) in cases() {
        let output = compiled(&path);
        for (index, tool) in output.catalog.tools.iter().enumerate() {
            let Some(budget) = budget(&output.catalog, index, tool) else {
                continue;
            };
            let file = format!("{}.rs", tool.module);
            let file = output
                .files
                .iter()
                .find(|other| other.path == file)
                .expect("it is generated");
            let lines = file.text.lines().filter(|line| !line.trim().is_empty());
            let broken = lines
                .clone()
                .filter(|line| line.trim_start().starts_with('.'));
            let spent = lines.clone().count() - broken.count();
            assert!(
                spent <= budget,
                "{name}/{}: {spent} lines, {budget} allowed",
                file.path
            );
        }
    }
}

/// Of tools that hold nothing but scalars, lists and enums; nested records are tools of their own in size.
fn budget(catalog: &Catalog, index: usize, tool: &Tool) -> Option<usize> {
    let Input::Record(input) = tool.input else {
        return None;
    };
    let mut lines = 38;
    let own = catalog
        .types
        .iter()
        .filter(|ty| ty.home == Home::Tool(index));
    for ty in own
        .chain([catalog.get(input)])
        .filter(|ty| ty.home == Home::Tool(index))
    {
        match &ty.kind {
            Kind::Choice(words) => lines += 4 + 12 + words.len(),
            Kind::Record(record) if ty.rust == tool.rust => lines += 5 * record.fields.len(),
            _ => return None,
        }
    }
    Some(lines)
}

/// Beyond what a `match` finds quickly, a table does. It is the only difference.
#[test]
fn many_tools_are_found_by_a_table() {
    let position = |tools: usize| {
        let declaration: String = (0..tools)
            .map(|tool| format!("[tools.t{tool}]\nrust = \"T{tool}\"\ndescription = \"One.\"\n"))
            .collect();
        let output = generate(&Config::in_memory("tools.toml", &declaration))
            .unwrap_or_else(|report| panic!("{report}"));
        let index = output.files.into_iter().find(|file| file.path == "mod.rs");
        let text = index.expect("there is an index").text;
        let start = text.find("pub fn position").expect("it finds names");
        let end = start + text[start..].find("\n}\n").expect("it ends");
        text[start..end].to_owned()
    };
    let few = position(64);
    assert_eq!(few.matches("::NAME => Some(").count(), 64);
    assert_eq!(
        position(65),
        "pub fn position(name: &str) -> Option<usize> {
    static LOOKUP: rt::Lookup<256> = rt::Lookup::new(SPECS);
    LOOKUP.position(name)"
    );
    assert!(position(129).contains("rt::Lookup<512>"));
}

/// Most items are printed by their templates as they are to stand: they must stand as the printer would have them.
#[test]
fn everything_is_laid_out_by_the_printer_or_as_if() {
    let page = |catalog: &Path| compiled(catalog).files;
    for file in cases().iter().flat_map(|(_, path)| page(path)) {
        if let Some((_, text)) = file.text.split_once('\n')
            && file.path.ends_with(".rs")
        {
            let again = laid_out(text).unwrap_or_else(|reason| panic!("{}: {reason}", file.path));
            assert_eq!(again, text, "{}", file.path);
        }
    }
}
