//! Text that anybody may write, as Rust source: no content leaves its literal, its comment, or becomes a test.

use std::fs;
use std::process::Command;

use proptest::prelude::*;
use toolc::compiler::literal;

const HOSTILE: [&str; 14] = [
    "",
    "\"; panic!(); \"",
    "r#\"#\"#",
    "\\u{41}\\",
    "\0\u{7}\u{1b}[31m\u{7f}\u{85}",
    "\u{202e}\u{2066}\u{200f}\u{feff}\u{2028}\u{2029}",
    "a\r\nb\rc\n\n",
    "*/ /* // /// //! #![doc = \"x\"]",
    "{{ x }} {% if %} {# c #}",
    "```\npanic!()\n```",
    "````rust\npanic!()\n````",
    "~~~\npanic!()\n~~~",
    "    panic!()\n\n\tpanic!()\n-     panic!()\n>     panic!()\n1. a\n\n       panic!()",
    "👨‍👩‍👧 e\u{301} ключ 鍵",
];

/// What Rust makes of a literal.
fn read(literal: &str) -> String {
    syn::parse_str::<syn::LitStr>(literal)
        .unwrap_or_else(|error| panic!("{literal}: {error}"))
        .value()
}

#[test]
fn a_literal_reads_back_as_the_text() {
    for text in HOSTILE {
        assert_eq!(read(&literal::string(text)), text);
    }
}

#[test]
fn a_literal_shows_no_character_that_hides() {
    for text in HOSTILE {
        let literal = literal::string(text);
        assert!(!literal.contains(|c: char| c.is_control()), "{literal:?}");
        assert!(
            !literal.contains(['\u{202e}', '\u{2066}', '\u{200f}', '\u{feff}']),
            "{literal:?}"
        );
    }
}

proptest! {
    #[test]
    fn any_literal_reads_back_as_the_text(text in any::<String>()) {
        prop_assert_eq!(read(&literal::string(&text)), text);
    }

    #[test]
    fn any_doc_comment_is_lines_without_ends(text in any::<String>()) {
        for line in literal::doc(&text) {
            prop_assert!(!line.contains(['\n', '\r']));
            prop_assert!(line.is_empty() || line.starts_with(' '));
        }
    }
}

/// Rustdoc itself says how many tests it finds.
#[test]
fn no_description_becomes_a_doctest() {
    let mut source = String::from("#![allow(rustdoc::all)]\n");
    for (index, text) in HOSTILE.iter().enumerate() {
        for line in literal::doc(text) {
            source.push_str(&format!("#[doc = {}]\n", literal::string(&line)));
        }
        source.push_str(&format!("pub struct S{index};\n"));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("docs.rs");
    fs::write(&file, source).expect("it can be written");
    let run = Command::new("rustdoc")
        .args(["--test", "--edition=2024"])
        .arg(&file)
        .output()
        .expect("rustdoc comes with the toolchain");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(
        said.contains("running 0 tests"),
        "{said}{}",
        String::from_utf8_lossy(&run.stderr)
    );
}
