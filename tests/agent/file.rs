//! The files of the four surfaces.

use std::path::Path;

use toolc::agent::{Definition, Execution, Problem, Report, Source, Surface};

use super::known;

fn read(path: &str, text: &str) -> Result<(Definition, Report), Report> {
    let source = Source::new(path, text);
    Definition::read(&source, Surface::of(Path::new(path)), &known())
}

fn case(name: &str) -> Source {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agent/cases");
    let text = std::fs::read_to_string(folder.join(name)).expect(name);
    Source::new(name, text)
}

fn definition(name: &str) -> Definition {
    let surface = Surface::of(Path::new(name));
    Definition::read(&case(name), surface, &known())
        .unwrap_or_else(|report| panic!("{report}"))
        .0
}

fn codes(result: Result<(Definition, Report), Report>) -> Vec<&'static str> {
    let report = match result {
        Ok((_, report)) | Err(report) => report,
    };
    report
        .problems()
        .map(|(problem, _)| problem.code())
        .collect()
}

#[test]
fn every_mistake_of_a_file_is_told_with_its_place() {
    insta::glob!("cases/bad/*.md", |path| {
        let text = std::fs::read_to_string(path).expect("a case");
        let name = path.file_name().expect("a name");
        let source = Source::new(name, text.as_str());
        let report = Definition::read(&source, Surface::Agent, &known()).expect_err("a mistake");
        insta::with_settings!({ description => text, omit_expression => true }, {
            insta::assert_snapshot!(report.to_string());
        });
    });
}

#[test]
fn each_surface_reads_its_keys() {
    let agent = definition("agent.md");
    assert_eq!(agent.name.as_deref(), Some("main"));
    assert_eq!(
        (agent.model.as_deref(), agent.max_iterations),
        (Some("large"), Some(20))
    );
    assert_eq!(
        agent.grant.to_string(),
        "[Read(/srv/**), Grep, Bash(git log:*), Bash(git diff:*)]"
    );
    assert_eq!(agent.body, "Be brief.\n");

    let helper = definition("agents/helper.md");
    assert_eq!(helper.surface, Surface::Subagent);
    assert_eq!(helper.grant.to_string(), "[Read, Edit(/srv/{a,b}/**)]");

    let command = definition("commands/todo.md");
    assert_eq!(command.argument_hint.as_deref(), Some("[topic]"));

    let skill = definition("tidy-up/SKILL.md");
    let own = skill.skill.expect("what only a skill has");
    assert_eq!(
        own.compatibility.as_deref(),
        Some("1.0"),
        "the text that is written"
    );
    assert_eq!(own.metadata["version"], "2");
    assert_eq!((own.for_model, own.for_user), (false, true));
    let agent = Some("helper".to_owned());
    assert_eq!(own.execution, Execution::Fork { agent });
}

#[test]
fn no_list_is_unrestricted_and_no_other_file_is() {
    let (agent, _) = read("agent.md", "---\nname: x\n---\n").expect("reads");
    assert!(agent.grant.is_unrestricted());
    let (agent, _) = read("agent.md", "Be brief.\n\n---\n\nA rule above.\n").expect("reads");
    assert!(agent.grant.is_unrestricted());
    for list in ["", " []", " ''", " ' , '", " null", " ~"] {
        let text = format!("---\nname: x\nallowed-tools:{list}\n---\n");
        assert_eq!(codes(read("agent.md", &text)), ["empty-list"], "{list:?}");
    }
}

/// Whatever its author took for front matter: what is not read must not pass for "no list".
#[test]
fn a_list_outside_of_the_front_matter_is_no_list_that_is_missing() {
    for text in [
        "---\rallowed-tools: Read\r---\rBe brief.\r",
        "---\n---\nallowed-tools: Read\n---\n",
        "----\nallowed-tools: Read\n----\n",
        " ---\n allowed-tools: Read\n ---\n",
        "\u{c}---\nallowed-tools: Read\n---\n",
        "+++\nallowed-tools = [\"Read\"]\n+++\n",
        "<!-- mine -->\n---\nallowedTools: Read\n---\n",
        "---\nname: x\n---\n\"allowed_tools\": Read\n",
    ] {
        assert_eq!(
            codes(read("agent.md", text)),
            ["stray-allowed-tools"],
            "{text:?}"
        );
    }
    for text in [
        "---\nname: x\nallowed-tools: Read\n---\nallowed-tools: Bash\n",
        "Write this:\n```yaml\nallowed-tools: Read\n```\n",
        "The allowed-tools key: a list.\n",
        "Allowed tools: those that are offered.\n",
        "- `allowed-tools`: a list.\n",
        "**allowed-tools**: a list.\n",
        "Tools: Read\n",
    ] {
        assert!(codes(read("agent.md", text)).is_empty(), "{text:?}");
    }
}

#[test]
fn one_separator_rule_holds_everywhere() {
    let entries = "[Read, Bash(npm install), Edit(/a/{b,c}/**)]";
    for path in ["agent.md", "agents/x.md", "commands/x.md", "x/SKILL.md"] {
        for list in [
            "Read Bash(npm install) Edit(/a/{b,c}/**)",
            "Read, Bash(npm install), Edit(/a/{b,c}/**)",
            "[Read, Bash(npm install), \"Edit(/a/{b,c}/**)\"]",
            "\n  - Read\n  - Bash(npm install)\n  - Edit(/a/{b,c}/**)",
            ">\n  Read\n  Bash(npm install)\n  Edit(/a/{b,c}/**)",
        ] {
            let keys = match Surface::of(Path::new(path)) {
                Surface::Command => "",
                _ => "name: x\n",
            };
            let text = format!("---\n{keys}description: x\nallowed-tools: {list}\n---\n");
            let (definition, report) = read(path, &text).unwrap_or_else(|it| panic!("{it}"));
            assert_eq!(definition.grant.to_string(), entries, "{path} {list}");
            assert!(report.is_empty(), "{report}");
        }
    }
}

#[test]
fn a_key_of_another_surface_is_ignored_with_a_warning() {
    let text = "---\nname: x\ndescription: y\nargument-hint: z\ncolor: red\n---\n";
    let (_, report) = read("agents/x.md", text).expect("reads");
    let lines: Vec<_> = report
        .problems()
        .map(|(problem, at)| (problem.code(), report.line(at.start)))
        .collect();
    assert_eq!(lines, [("unknown-key", 4), ("unknown-key", 5)]);
    let (command, report) = read("commands/x.md", "---\nname: x\n---\n").expect("reads");
    assert_eq!((command.name, report.problems().count()), (None, 1));
}

#[test]
fn what_an_entry_says_by_accident_is_a_warning_at_its_place() {
    let (_, report) = read(
        "agent.md",
        "---\nallowed-tools: Read, Raed, Read(~/x)\n---\n",
    )
    .expect("reads");
    let text = "---\nallowed-tools: Read, Raed, Read(~/x)\n---\n";
    let places: Vec<_> = report
        .problems()
        .map(|(problem, at)| (problem.code(), &text[at]))
        .collect();
    assert_eq!(
        places,
        [
            ("bare-beside-pattern", "Read"),
            ("unknown-tool", "Raed"),
            ("tilde", "Read(~/x)"),
        ]
    );
}

#[test]
fn subagents_and_skills_need_a_name_and_a_description() {
    for path in ["agents/x.md", "x/SKILL.md"] {
        assert_eq!(codes(read(path, "Be brief.\n")), ["no-front-matter"]);
        assert_eq!(
            codes(read(path, "---\nallowed-tools: Read\n---\n")),
            ["missing-key"; 2]
        );
        let blank = "---\nname: x\ndescription: ' '\n---\n";
        assert_eq!(codes(read(path, blank)), ["blank-value"]);
    }
}

#[test]
fn a_skill_is_named_as_the_specification_says() {
    for (name, expected) in [
        ("x", None),
        ("pdf-2-text", None),
        ("é", None),
        ("X", Some("skill-name")),
        ("-x", Some("skill-name")),
        ("x-", Some("skill-name")),
        ("x--y", Some("skill-name")),
        ("x_y", Some("skill-name")),
        ("x y", Some("skill-name")),
    ] {
        let text = format!("---\nname: {name}\ndescription: y\n---\n");
        let found = codes(read(&format!("{name}/SKILL.md"), &text));
        assert_eq!(found, Vec::from_iter(expected), "{name}");
    }
    let long = format!(
        "---\nname: {}\ndescription: {}\n---\n",
        "x".repeat(65),
        "y".repeat(1025)
    );
    let found = codes(read("SKILL.md", &long));
    assert_eq!(found, ["too-long", "too-long"]);
    let elsewhere = read("other/SKILL.md", "---\nname: x\ndescription: y\n---\n").expect("reads");
    let folder = elsewhere
        .1
        .problems()
        .map(|(problem, _)| problem.clone())
        .collect::<Vec<_>>();
    assert_eq!(folder, [Problem::SkillFolder("other".to_owned())]);
}

#[test]
fn unknown_keys_inside_a_skills_tables_are_errors() {
    for table in ["invoke: { modle: false }", "execution: { mode: spoon }"] {
        let text = format!("---\nname: x\ndescription: y\n{table}\n---\n");
        assert_eq!(codes(read("x/SKILL.md", &text)), ["yaml"], "{table}");
    }
}
