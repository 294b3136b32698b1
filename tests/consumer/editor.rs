//! What an editor shows of a broken declaration: rust-analyzer sets `RA_RUSTC_WRAPPER` for build scripts and shows what
//! rustc says, nothing of what a script says.

use super::workshop::Workshop;

#[test]
fn mistakes_are_compile_errors_beside_the_tools_that_are_fine() {
    let workshop = Workshop::example("weather");
    workshop.edit("tools.toml", "minimum", "minimun");
    let ran = workshop.cargo_with(&["check", "--lib"], &[("RA_RUSTC_WRAPPER", "1")]);
    assert!(!ran.ok, "it compiles");
    let said = &ran.stderr;
    assert!(
        !said.contains("failed to run custom build command"),
        "{said}"
    );
    assert!(said.contains("minimun"), "the mistake is named: {said}");
    assert!(said.contains("tools.toml:"), "its place is shown: {said}");
    assert!(
        said.contains("compile_error!"),
        "rustc is who says it: {said}"
    );

    // As an editor sees it: the text whole, in rustc's own messages.
    let ran = workshop.cargo_with(
        &["check", "--lib", "--message-format=json"],
        &[("RA_RUSTC_WRAPPER", "1")],
    );
    let messages = ran
        .stdout
        .lines()
        .filter(|line| line.contains("\"compiler-message\""));
    assert!(
        messages.clone().any(|line| line.contains("minimun")),
        "{}",
        ran.stdout
    );
}
