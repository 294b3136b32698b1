//! Names in Rust for whatever name a tool, a parameter or a value has: what a complaint proposes is never refused.

use proptest::prelude::*;
use toolc::compiler::check::names::{Role, Scope, module};
use toolc::compiler::declare;
use toolc::compiler::model::Span;
use toolc::compiler::problem::Problem;
use toolc::compiler::source::Sources;

const ROLES: [Role; 3] = [Role::Field, Role::Type, Role::Variant];

/// The name that a complaint proposes.
fn proposed(problem: Problem) -> String {
    match problem {
        Problem::NeedsRustName { proposal, .. }
        | Problem::BadRustName { proposal, .. }
        | Problem::RustCollision { proposal, .. }
        | Problem::ReservedRustName { proposal, .. } => proposal,
        other => panic!("{other:?}"),
    }
}

/// Whoever follows the proposal, once, has a name.
fn follow(scope: &mut Scope, name: &str, said: Option<&str>) -> String {
    let nowhere = Span::default();
    let (rust, problem) = scope.name(name, nowhere, said.map(|said| (said, nowhere)));
    let Some(problem) = problem else { return rust };
    let proposal = proposed(problem.problem);
    let (rust, again) = scope.name(name, nowhere, Some((&proposal, nowhere)));
    assert!(
        again.is_none(),
        "{name:?}, {said:?}: {proposal:?} is refused"
    );
    rust
}

fn hold(name: &str) {
    for role in ROLES {
        let mut scope = Scope::new(role);
        let mut all = vec![
            follow(&mut scope, name, None),
            follow(&mut scope, name, Some(name)),
            follow(&mut scope, name, None),
        ];
        all.push(follow(&mut scope, "other", Some(&format!("r#{name}"))));
        for rust in &mut all {
            assert!(syn::parse_str::<syn::Ident>(rust).is_ok(), "{rust:?}");
            *rust = rust.trim_start_matches("r#").to_owned();
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4, "{name:?} as a {role:?}: {all:?}");
    }
    let mut scope = Scope::new(Role::Type);
    let rust = follow(&mut scope, name, None);
    let module = module(&rust);
    assert!(
        module.is_ascii(),
        "{module:?} is a file that rustc looks for"
    );
    assert!(syn::parse_str::<syn::Ident>(&module).is_ok(), "{module:?}");
    assert_ne!(module, rust);
}

#[test]
fn names_of_every_kind() {
    let kinds = [
        "",
        "_",
        "__",
        "x_",
        "self",
        "Self",
        "gen",
        "type",
        "String",
        "None",
        "r#type",
        "2",
        "+1",
        "-1",
        "x²",
        "²",
        "½x",
        "①",
        "查询",
        "饮品质量监控工具",
        "größe",
        "ß",
        "ª",
        "ŉa",
        "İ",
        "𝐀b",
        "ǅ",
        "e\u{301}",
        "\u{301}",
        "ำ",
        "٣",
        "ⅷ",
        "👍",
        "a\u{200d}b",
    ];
    kinds.into_iter().for_each(hold);
}

#[test]
fn a_script_without_capitals_needs_none() {
    let text = "[tools.\"查询\"]\ndescription = \"\"\nrust = \"查询\"\n\
        [tools.\"查询\".input]\n\"状态\" = { enum = [\"成功\", { value = \"败\", rust = \"失败\" }], description = \"\" }\n";
    let checked = declare(&Sources::from_text("tools.toml", text), &|_| true);
    assert!(checked.problems.is_empty(), "{}", checked.problems);
    let tool = &checked.catalog.tools[0];
    assert_eq!(tool.rust, "查询");
    assert_eq!(tool.module, "u67e5u8be2");
}

proptest! {
    #[test]
    fn any_name(name in any::<String>()) {
        hold(&name);
    }

    #[test]
    fn any_short_name(name in "[\\pL\\pN\\pM_r#]{1,4}") {
        hold(&name);
    }
}

/// rustc compares names after NFC. The pairs are canonical equivalents of Unicode's own tables: an ideograph and its
/// compatibility form, and a syllable and its letters.
#[test]
fn names_that_rustc_takes_for_one_collide() {
    let toml = |one: &str, other: &str| {
        format!(
            "[tools.x]\ndescription = \"\"\n[tools.x.input]\n\
             a = {{ type = \"string\", rust = \"{one}\", description = \"\" }}\n\
             b = {{ type = \"string\", rust = \"{other}\", description = \"\" }}\n"
        )
    };
    for (one, other) in [
        ("\u{f900}", "\u{8c48}"),
        ("\u{1100}\u{1161}", "\u{ac00}"),
        ("e\u{301}x", "\u{e9}x"),
    ] {
        let sources = Sources::from_text("tools.toml", &toml(one, other));
        let problems = declare(&sources, &|_| true).problems;
        let [problem] = problems.diagnostics() else {
            panic!("{one} {other}: {problems}");
        };
        assert!(
            matches!(problem.problem, Problem::RustCollision { .. }),
            "{problems}"
        );
    }
}
