//! Types that are fine one by one, and too much together.

use toolc::compiler::source::Sources;
use toolc::compiler::{Checked, declare};

fn check(text: &str) -> Checked {
    declare(&Sources::from_text("tools.toml", text), &|_| true)
}

fn codes(text: &str) -> Vec<&'static str> {
    let checked = check(text);
    let diagnostics = checked.problems.diagnostics().iter();
    diagnostics
        .map(|diagnostic| diagnostic.problem.code())
        .collect()
}

/// A tool with one parameter, and types that lead from one to the next, in this order.
fn chain(numbers: impl Iterator<Item = usize>, last: usize, link: fn(usize) -> String) -> String {
    let mut text = "[tools.X]\ndescription = \"\"\n[tools.X.input]\nx = { type = \"T1\", description = \"\" }\n"
        .to_owned();
    for number in numbers {
        let body = match number == last {
            true => "type = \"string\"".to_owned(),
            false => link(number + 1),
        };
        text += &format!("[types.T{number}]\n{body}\n");
    }
    text
}

fn field(next: usize) -> String {
    format!("fields = {{ x = {{ type = \"T{next}\", required = true, description = \"\" }} }}")
}

fn item(next: usize) -> String {
    format!("items = \"T{next}\"")
}

fn twice(next: usize) -> String {
    format!(
        "fields = {{ a = {{ type = \"T{next}\", description = \"\" }}, b = {{ type = \"T{next}\", description = \"\" }} }}"
    )
}

#[test]
fn thirty_two_levels_are_taken_and_one_more_is_not() {
    // The input is a level of its own, and so is the text at the end.
    for link in [field, item] {
        assert_eq!(codes(&chain(1..=31, 31, link)), Vec::<&str>::new());
        assert_eq!(codes(&chain(1..=32, 32, link)), ["too-deep"]);
    }
}

#[test]
fn a_chain_of_any_length_is_refused_and_not_followed_to_its_end() {
    let length = 5_000;
    for link in [field, item] {
        assert!(codes(&chain(1..=length, length, link)).contains(&"too-deep"));
        assert!(codes(&chain((1..=length).rev(), length, link)).contains(&"too-deep"));
    }
}

#[test]
fn what_doubles_at_every_step_is_refused_before_it_is_written_out() {
    assert_eq!(codes(&chain(1..=30, 30, twice)), ["too-large"]);
    assert_eq!(codes(&chain(1..=10, 10, twice)), Vec::<&str>::new());
}

#[test]
fn an_output_and_a_type_that_contains_itself_are_looked_into() {
    let types = chain(1..=30, 30, twice);
    let types = &types[types.find("[types").expect("types")..];
    let output = format!("[tools.X]\ndescription = \"\"\noutput = \"T1\"\n{types}");
    assert_eq!(codes(&output), ["too-large"]);
    let around = "[types.Node.fields]\nnext = { type = \"Node\", description = \"\" }\nrest = { type = \"T1\", description = \"\" }\n";
    let input = "[tools.X]\ndescription = \"\"\n[tools.X.input]\nx = { type = \"Node\", description = \"\" }\n";
    assert_eq!(codes(&format!("{input}{around}{types}")), ["too-large"]);
}

#[test]
fn only_the_tool_that_is_too_much_is_left_out() {
    let text = format!(
        "{}[tools.Y]\ndescription = \"\"\n",
        chain(1..=30, 30, twice)
    );
    let checked = check(&text);
    let tools: Vec<_> = checked
        .catalog
        .tools
        .iter()
        .map(|tool| &tool.name)
        .collect();
    assert_eq!(tools, ["Y"]);
}
