//! Under an editor the build script succeeds, and the mistakes are errors of the generated code.

use std::fs;

use toolc::compiler::Config;
use toolc::compiler::emit::{Audience, script};

fn run(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config::in_memory("tools.toml", text).with_out_dir(folder.path());
    let mut directives = Vec::new();
    assert!(script(
        &config,
        Audience::Editor,
        &mut directives,
        &mut std::io::sink()
    ));
    (folder, String::from_utf8(directives).expect("text"))
}

#[test]
fn the_tools_that_are_fine_are_there_beside_the_errors() {
    let (folder, _) =
        run("[tools.fine]\ndescription = \"\"\n\n[tools.broken]\ndescripton = \"\"\n");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
    let index = read("mod.rs");
    assert!(index.contains("pub mod fine;"), "{index}");
    assert!(!index.contains("pub mod broken;"), "{index}");
    assert!(
        index.contains("::std::compile_error!(::std::include_str!(\"e1.txt\"));"),
        "{index}"
    );
    let error = read("e1.txt");
    assert!(error.contains("tools.toml:"), "{error}");
    assert!(
        !error.contains('\u{1b}'),
        "an editor shows no colours: {error}"
    );
}

#[test]
fn errors_that_are_mended_leave_nothing_behind() {
    let (folder, _) = run("[tools.broken]\n");
    assert!(folder.path().join("e1.txt").exists());
    let config = Config::in_memory("tools.toml", "[tools.broken]\ndescription = \"\"\n");
    let config = config.with_out_dir(folder.path());
    assert!(script(
        &config,
        Audience::Editor,
        &mut std::io::sink(),
        &mut std::io::sink()
    ));
    assert!(!folder.path().join("e1.txt").exists());
    assert!(folder.path().join("broken.rs").exists());
}
