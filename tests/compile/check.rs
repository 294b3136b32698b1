//! What a declaration means: the model that comes of it.

use proptest::prelude::*;
use toolc::compiler::model::{Concurrency, Home, Kind, Presence, Type, TypeId};
use toolc::compiler::source::Sources;
use toolc::compiler::{Checked, declare};

fn check(text: &str) -> Checked {
    declare(&Sources::from_text("tools.toml", text), &|_| true)
}

/// The example of everything, as the format's design shows it.
const EVERYTHING: &str = include_str!("cases/everything.toml");

#[test]
fn the_example_of_everything_is_fine() {
    let checked = check(EVERYTHING);
    assert!(checked.problems.is_empty(), "{}", checked.problems);
    let names: Vec<_> = checked
        .catalog
        .tools
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    assert_eq!(names, ["Grep", "move_file", "legacy"]);
}

#[test]
fn a_call_may_concern_several_things() {
    let checked = check(
        r#"
        [tools.move_files]
        description = ""
        concurrency = { mode = "exclusive", key = "paths" }
        permission  = { path = "paths" }
        [tools.move_files.input]
        paths = { items = "string", required = true, description = "" }
    "#,
    );
    assert!(checked.problems.is_empty(), "{}", checked.problems);
    let key = "paths".to_owned();
    assert_eq!(
        checked.catalog.tools[0].concurrency,
        Concurrency::Exclusive { key }
    );
}

#[test]
fn names_in_rust_are_derived_where_nothing_is_lost() {
    let text = r#"
        [tools.move-file]
        description = ""
        [tools.move-file.input]
        filePath = { type = "string", description = "" }
        type = { type = "string", description = "" }
        "page.size" = { type = "integer", description = "" }
        HTTPMethod = { enum = ["GET", "not-found", "in_progress"], description = "" }
    "#;
    let catalog = check(text).catalog;
    let tool = &catalog.tools[0];
    assert_eq!(
        (tool.rust.as_str(), tool.module.as_str()),
        ("MoveFile", "move_file")
    );
    let Kind::Record(record) = &catalog.types[0].kind else {
        panic!("the parameters are a record");
    };
    let rust: Vec<_> = record
        .fields
        .iter()
        .map(|field| field.rust.as_str())
        .collect();
    assert_eq!(rust, ["file_path", "r#type", "page_size", "http_method"]);
    let Kind::Choice(choices) = &catalog.types[1].kind else {
        panic!("an enum");
    };
    assert_eq!(catalog.types[1].rust, "HttpMethod");
    let variants: Vec<_> = choices.iter().map(|choice| choice.rust.as_str()).collect();
    assert_eq!(variants, ["Get", "NotFound", "InProgress"]);
}

#[test]
fn two_tools_never_share_a_file() {
    let text = "[tools.HttpGet]\ndescription = \"\"\n[tools.fetch]\ndescription = \"\"\nrust = \"HTTPGet\"\n";
    let report = check(text).problems;
    let codes: Vec<_> = report
        .diagnostics()
        .iter()
        .map(|diagnostic| diagnostic.problem.code())
        .collect();
    assert_eq!(codes, ["rust-collision"], "{report}");
}

#[test]
fn a_broken_tool_is_left_out_and_the_others_go_on() {
    let text = r#"
        [tools.Broken]
        [tools.NeedsBroken]
        description = ""
        input.x = { type = "Bad", description = "" }
        [tools.Fine]
        description = ""
        input.x = { type = "Good", description = "" }
        [types.Bad]
        enum = []
        [types.Good]
        enum = ["a"]
    "#;
    let checked = check(text);
    assert_eq!(
        checked.problems.diagnostics().len(),
        2,
        "{}",
        checked.problems
    );
    let catalog = checked.catalog;
    assert_eq!(catalog.tools.len(), 1);
    assert_eq!(catalog.tools[0].name, "Fine");
    let homes: Vec<_> = catalog
        .types
        .iter()
        .map(|definition| definition.home)
        .collect();
    assert_eq!(homes, [Home::Types, Home::Tool(0)]);
    let Kind::Record(record) = &catalog.types[1].kind else {
        panic!("the parameters are a record");
    };
    assert_eq!(record.fields[0].ty, Type::Named(TypeId(0)));
}

#[test]
fn a_tool_of_a_feature_that_is_off_is_checked_and_left_out() {
    let text = "[tools.X]\nfeature = \"search\"\n[tools.Y]\ndescription = \"\"\n";
    let checked = declare(&Sources::from_text("tools.toml", text), &|name| {
        name != "search"
    });
    assert_eq!(
        checked.problems.diagnostics().len(),
        1,
        "no description: {}",
        checked.problems
    );
    assert_eq!(checked.catalog.tools.len(), 1);
}

#[test]
fn defaults_are_hints_for_the_tools_of_their_file() {
    let first = "[defaults]\nside-effect = \"read-only\"\nconcurrency = \"concurrent-safe\"\n[tools.X]\ndescription = \"\"\n[tools.Y]\ndescription = \"\"\nconcurrency = \"sequential\"\n";
    let second = "[tools.Z]\ndescription = \"\"\n";
    let sources = Sources::from_text("tools.toml", first).with_text("more.toml", second);
    let checked = declare(&sources, &|_| true);
    assert!(checked.problems.is_empty(), "{}", checked.problems);
    let concurrency: Vec<_> = checked
        .catalog
        .tools
        .iter()
        .map(|tool| tool.concurrency.clone())
        .collect();
    let expected = [
        Concurrency::ConcurrentSafe,
        Concurrency::Sequential,
        Concurrency::Sequential,
    ];
    assert_eq!(concurrency, expected);
}

#[test]
fn recursion_through_an_optional_field_is_boxed() {
    let text = "[types.Node.fields]\nnext = { type = \"Node\", description = \"\" }\nall = { items = \"Node\", description = \"\" }\n[types.Leaf.fields]\nx = { type = \"string\", description = \"\" }\n";
    let checked = check(text);
    assert!(checked.problems.is_empty(), "{}", checked.problems);
    let Kind::Record(record) = &checked.catalog.types[0].kind else {
        panic!("a record");
    };
    let boxed: Vec<_> = record.fields.iter().map(|field| field.boxed).collect();
    assert_eq!(boxed, [true, false]);
    let recursive: Vec<_> = checked
        .catalog
        .types
        .iter()
        .map(|definition| definition.recursive)
        .collect();
    assert_eq!(recursive, [true, false]);
}

#[test]
fn a_whole_default_of_a_number_is_a_number() {
    let text = "[tools.X]\ndescription = \"\"\ninput.x = { type = \"number\", default = 1, description = \"\" }\n";
    let catalog = check(text).catalog;
    let Kind::Record(record) = &catalog.types[0].kind else {
        panic!("a record");
    };
    assert_eq!(record.fields[0].presence, Presence::Default(1.0.into()));
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    let windows = format!("\u{feff}{}", EVERYTHING.replace('\n', "\r\n"));
    let (unix, windows) = (check(EVERYTHING), check(&windows));
    assert!(windows.problems.is_empty(), "{}", windows.problems);
    let names = |checked: &Checked| -> Vec<String> {
        let tools = checked.catalog.tools.iter();
        tools
            .map(|tool| format!("{} {}", tool.name, tool.description))
            .collect()
    };
    assert_eq!(names(&unix), names(&windows));
    let broken = "\u{feff}[tools.X]\r\ndescription = \"äöü\" \r\nzzz = 1\r\n";
    let report = check(broken).problems.to_json();
    assert_eq!(
        (&report[0]["line"], &report[0]["column"]),
        (&3.into(), &1.into())
    );
}

#[test]
fn a_large_toolset_is_no_trouble() {
    let tool = |n: usize| {
        format!(
            "[tools.tool_{n}]\ndescription = \"\"\n[tools.tool_{n}.input]\nx = {{ enum = [\"a\", \"b\"], description = \"\" }}\n"
        )
    };
    let text: String = (0..1000).map(tool).collect();
    let checked = check(&text);
    assert!(checked.problems.is_empty());
    assert_eq!(checked.catalog.tools.len(), 1000);
}

#[test]
fn what_is_nested_without_end_is_a_mistake_and_no_stack_overflow() {
    for (open, head) in [
        ("[", "x = "),
        ("{ a = ", "x = "),
        ("a.", "[tools."),
        ("[[", ""),
    ] {
        let text = format!("{head}{}", open.repeat(100_000));
        assert!(check(&text).problems.has_errors(), "{open}");
    }
    let types = format!("[types.A]\ntype = {}\"string\"", "{ type = ".repeat(70));
    check(&format!("{types}{}", " }".repeat(70)));
}

#[test]
fn files_are_read_in_the_order_of_their_paths_and_all_inputs_are_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    write(
        "tools.toml",
        "[toolset]\ninclude = [\"tools/*.toml\", \"more/a.toml\", \"tools/a.toml\"]\n",
    );
    write(
        "tools/b.toml",
        "[tools.B]\ndescription = { file = \"b.md\" }\n",
    );
    write("tools/a.toml", "[tools.A]\ndescription = \"\"\n");
    write("tools/b.md", "One.\r\nTwo.\r\n");
    write("tools/.hidden.toml", "[tools.Hidden]\n");
    write("more/a.toml", "[tools.More]\ndescription = \"\"\n");
    let sources = Sources::load(folder.path().join("tools.toml")).expect("readable");
    let checked = declare(&sources, &|_| true);
    assert!(checked.problems.is_empty(), "{}", checked.problems);
    let tools = checked.catalog.tools;
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["More", "A", "B"]);
    assert_eq!(tools[2].description, "One.\nTwo.");
    let mut inputs: Vec<_> = sources
        .inputs()
        .iter()
        .map(|path| {
            path.strip_prefix(folder.path())
                .expect("inside")
                .to_string_lossy()
                .replace('\\', "/")
        })
        .collect();
    inputs.sort();
    assert_eq!(
        inputs,
        [
            "more/a.toml",
            "tools",
            "tools.toml",
            "tools/a.toml",
            "tools/b.md",
            "tools/b.toml"
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn any_text_gets_a_report_and_no_panic(text in "\\PC{0,200}") {
        check(&text).problems.to_string();
    }

    #[test]
    fn a_torn_declaration_gets_a_report_and_no_panic(
        at in 0..EVERYTHING.len(),
        length in 0_usize..40,
        instead in "[\\[\\]{}\"'=,.\\n a-z0-9#-]{0,8}",
    ) {
        let floor = |at: usize| (0..=at.min(EVERYTHING.len())).rev().find(|at| EVERYTHING.is_char_boundary(*at)).unwrap_or(0);
        let (start, end) = (floor(at), floor(at + length));
        let torn = format!("{}{instead}{}", &EVERYTHING[..start], &EVERYTHING[end..]);
        let checked = check(&torn);
        checked.problems.to_string();
        checked.problems.to_json();
    }
}
