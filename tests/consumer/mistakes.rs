//! What the author of a crate sees after a mistake; where the README shows it, it is the one shown there.

use super::workshop::{Workshop, root};

#[test]
fn a_tool_without_a_handler_does_not_compile() {
    let workshop = Workshop::example("weather");
    let handler = "impl Handler<tools::RecordReading> for Station";
    workshop.edit("src/lib.rs", handler, "impl Station");
    shows_what_the_readme_shows(&workshop, "missing-handler");
}

#[test]
fn a_declared_type_that_the_handler_does_not_expect_does_not_compile() {
    let workshop = Workshop::example("weather");
    let number =
        r#"temperature = { type = "number", required = true, minimum = -90, maximum = 60,"#;
    let text = r#"temperature = { type = "string", required = true,"#;
    workshop.edit("tools.toml", number, text);
    shows_what_the_readme_shows(&workshop, "wrong-type");
}

#[test]
fn every_mistake_of_a_declaration_fails_the_build_at_once() {
    let workshop = Workshop::example("weather");
    workshop.edit(
        "tools.toml",
        "days  = { type = \"integer\", minimum",
        "days  = { type = \"int\", minimun",
    );
    workshop.edit(
        "tools.toml",
        "default = \"celsius\"",
        "default = \"kelvin\"",
    );
    shows_what_the_readme_shows(&workshop, "broken-declaration");
}

#[test]
fn a_crate_that_does_not_compile_its_declaration_is_told_how() {
    let workshop = Workshop::example("weather");
    std::fs::remove_file(workshop.folder().join("build.rs")).expect("a build script");
    let ran = workshop.cargo(&["check"]);
    assert!(!ran.ok, "it compiles");
    let sentence = "error: `include_tools!` mounts what the build makes: \
        a `build.rs` has to call `toolc::compiler::compile(\"tools.toml\")`";
    assert!(ran.stderr.contains(sentence), "{}", ran.stderr);
}

/// Every line of the README's block is a line of what Cargo says, in the same order.
fn shows_what_the_readme_shows(workshop: &Workshop, mistake: &str) {
    let block = readme_block(mistake);
    let ran = workshop.cargo(&["check"]);
    assert!(!ran.ok, "it compiles");
    let mut said = ran.stderr.lines().map(str::trim);
    for line in block.lines().map(str::trim) {
        assert!(
            said.any(|it| it == line),
            "the README shows a line that is not there, or not in this order: {line}\n{}",
            ran.stderr
        );
    }
}

/// The fenced block below the comment that names it.
fn readme_block(name: &str) -> String {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a README");
    let marker = format!("<!-- shown: {name} -->\n```text\n");
    let (_, rest) = readme.split_once(&marker).expect("a marked block");
    let (block, _) = rest.split_once("```").expect("its end");
    assert!(block.lines().count() > 1);
    block.to_owned()
}
