//! Definitions that others published, imported, built as a crate, and called as they were called: what is compiled decides, word
//! for word, as the plan of the same declaration does, by which `tests/gate/imported.rs` judges all published calls.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use toolc::bind::{Arguments, Plan};
use toolc::compiler::declare;
use toolc::compiler::source::Sources;
use toolc::import::{Options, import};

use super::workshop::{Workshop, root};

/// What a handler of the crate answers: its call was bound.
const BOUND: &str = "bound";

/// The sources, and each how many-th definition is taken.
const SAMPLE: [(&str, usize); 16] = [
    ("acebench", 60),
    ("bfcl", 90),
    ("docker-mcp-registry", 20),
    ("gemini-cli", 5),
    ("github-mcp-server", 10),
    ("glaive", 20),
    ("livemcpbench", 40),
    ("mcp-live", 12),
    ("mcp-spec", 3),
    ("opencode", 2),
    ("pydantic-ai-cassettes", 10),
    ("rmcp-fixtures", 1),
    ("tau-bench", 1),
    ("toolbench", 4),
    ("tooluniverse", 20),
    ("vscode-copilot-chat", 4),
];

#[allow(clippy::print_stderr, reason = "a test that skips says so")]
fn corpus() -> Option<PathBuf> {
    let folder = root().join("../shared/corpus");
    if !folder.exists() {
        eprintln!("skipped: {} is not here", folder.display());
        return None;
    }
    Some(folder)
}

/// Some definitions of every source, and all whose names are not ASCII; of those with one name, the first.
fn definitions() -> Option<Vec<Value>> {
    let folder = corpus()?.join("definitions");
    let mut names = HashSet::new();
    let mut sample = Vec::new();
    for (source, each) in SAMPLE {
        let text = fs::read_to_string(folder.join(format!("{source}.json"))).expect("a source");
        let all: Vec<Value> = serde_json::from_str(&text).expect("definitions");
        let with_schema = all.into_iter().filter(|it| !it["input_schema"].is_null());
        for (at, definition) in with_schema.enumerate() {
            let name = definition["name"].as_str().expect("a name");
            let taken = at % each == 0 || !name.is_ascii();
            if taken && names.insert(name.to_lowercase()) {
                sample.push(definition);
            }
        }
    }
    Some(sample)
}

/// The recorded calls of these definitions.
fn calls(definitions: &[Value]) -> Vec<Value> {
    let ids: HashSet<&str> = definitions
        .iter()
        .filter_map(|it| it["id"].as_str())
        .collect();
    let folder = corpus().expect("it was there").join("calls");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("calls"));
    let calls = texts.flat_map(|text| {
        let lines = text.lines();
        let calls = lines.map(|line| serde_json::from_str::<Value>(line).expect("a call"));
        calls.collect::<Vec<_>>()
    });
    calls
        .filter(|call| call["tool_id"].as_str().is_some_and(|id| ids.contains(id)))
        .collect()
}

/// A call, the same with its first argument misspelt, and with a value of another type there: few were published that are refused.
fn with_mistakes(call: &Value) -> Vec<Value> {
    let mut all = vec![call.clone()];
    if let Value::Object(arguments) = &call["arguments"]
        && let Some((name, value)) = arguments.iter().next()
    {
        let mut misspelt = arguments.clone();
        misspelt.shift_remove(name);
        misspelt.insert(format!("{name}x"), value.clone());
        let mut mistyped = arguments.clone();
        let other = if value.is_array() {
            json!({"x": 1})
        } else {
            json!([1])
        };
        mistyped.insert(name.clone(), other);
        for arguments in [misspelt, mistyped] {
            let mut call = call.clone();
            call["arguments"] = arguments.into();
            all.push(call);
        }
    }
    all
}

const MANIFEST: &str = "[package]
name = \"imported\"
version = \"0.1.0\"
edition = \"2024\"

[dependencies]
toolc = { path = ROOT, default-features = false, features = [\"cli\"] }

[build-dependencies]
toolc = { path = ROOT, default-features = false, features = [\"compiler\"] }
";

/// Every tool of the crate has the same handler.
const MAIN: &str = "//! Binds calls.
use toolc::tool::{Context, Handler, Tool, ToolError};

toolc::include_tools!();

struct Anyone;

impl<T: Tool> Handler<T> for Anyone {
    async fn call(&self, _: T, _: &Context) -> Result<T::Output, ToolError> {
        Err(ToolError::anticipated(\"bound\"))
    }
}

fn main() -> std::process::ExitCode {
    toolc::cli::run(tools::toolset(Anyone))
}
";

#[test]
fn what_is_compiled_decides_as_the_plan_of_the_declaration() {
    let Some(definitions) = definitions() else {
        return;
    };
    let tools = definitions.iter().map(|it| {
        let mut tool = json!({"name": it["name"], "inputSchema": it["input_schema"]});
        tool["description"] = it["description"].as_str().unwrap_or_default().into();
        if it["output_schema"].is_object() {
            tool["outputSchema"] = it["output_schema"].clone();
        }
        tool
    });
    let published = json!({"tools": tools.collect::<Value>()}).to_string();
    let imported = import(&published, &Options::default()).expect("definitions");
    assert_eq!(imported.report.tools.len(), definitions.len());

    let workshop = Workshop::empty();
    let write = |file: &str, text: &str| {
        let path = workshop.folder().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file of the crate");
    };
    let path = format!("{:?}", root().to_string_lossy());
    write("Cargo.toml", &MANIFEST.replace("ROOT", &path));
    write(
        "build.rs",
        "fn main() { toolc::compiler::compile(\"tools.toml\"); }\n",
    );
    write("src/main.rs", MAIN);
    write("tools.toml", &imported.toml);
    workshop.lock(".");
    let built = workshop.cargo(&["build", "--message-format=json"]);
    assert!(built.ok, "{}", built.stderr);
    let messages = built
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let mut program = messages.filter_map(|it: Value| it["executable"].as_str().map(str::to_owned));
    let program = program.next_back().expect("a program");

    let checked = declare(&Sources::from_text("tools.toml", &imported.toml), &|_| true);
    let tools = checked.catalog.tools.iter().enumerate();
    let plan = |(at, _)| Plan::from_declaration(&checked.catalog, at);
    let plans: Vec<Plan> = tools.map(plan).collect();
    let position = |name: &Value| {
        let mut tools = checked.catalog.tools.iter();
        tools
            .position(|tool| tool.name == *name)
            .expect("a tool of the sample")
    };

    let calls: Vec<Value> = calls(&definitions).iter().flat_map(with_mistakes).collect();
    let (mut lines, mut expected, mut refused) = (String::new(), Vec::new(), 0);
    for (at, call) in calls.iter().enumerate() {
        let (key, arguments) = match &call["arguments"] {
            Value::String(text) => ("raw_arguments", Arguments::Text(text.clone())),
            value => ("arguments", Arguments::Value(value.clone())),
        };
        let line = json!({"id": at, "tool": call["tool"], key: call["arguments"]});
        writeln!(lines, "{line}").expect("text");
        let told = plans[position(&call["tool"])]
            .bind(&arguments, &[])
            .found
            .outcome;
        refused += usize::from(told.is_err());
        let name = call["tool"].as_str().expect("a name");
        expected.push(told.map_or_else(|told| told.answer(name), |()| BOUND.to_owned()));
    }
    assert!(
        expected.len() > 1000 && refused > 10,
        "{refused} of {}",
        expected.len()
    );
    write("calls.jsonl", &lines);

    let ran = Command::new(program)
        .args(["batch", "calls.jsonl"])
        .current_dir(workshop.folder())
        .output()
        .expect("the program runs");
    assert!(ran.status.success(), "{ran:?}");
    let answers = String::from_utf8(ran.stdout).expect("text");
    let answers = answers
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut count = 0;
    for ((answer, expected), call) in answers.zip(&expected).zip(&calls) {
        assert_eq!(answer["id"], count, "{call}");
        assert_eq!(answer["content"][0]["text"], **expected, "{call}");
        count += 1;
    }
    assert_eq!(count, expected.len());
}
