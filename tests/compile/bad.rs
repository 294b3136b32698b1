//! Declarations with mistakes. A case is a file in `cases/bad`, its name is the sentence that it proves, and its snapshot is
//! the report as an author sees it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use insta::{assert_json_snapshot, assert_snapshot};
use toolc::compiler::diagnostic::Style;
use toolc::compiler::problem::{Entry, Problem, Severity};
use toolc::compiler::source::Sources;
use toolc::compiler::{Checked, declare};

/// The cases, in the order of their names.
pub(crate) fn cases() -> Vec<PathBuf> {
    let folder = Path::new("tests/compile/cases/bad");
    let entries = std::fs::read_dir(folder).expect("the folder of cases");
    let paths = entries.map(|entry| folder.join(entry.expect("an entry").file_name()));
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|ext| ext == "toml"))
        .collect();
    paths.sort();
    paths
}

pub(crate) fn judged(case: &Path) -> Checked {
    let sources = Sources::load(case).expect("a case is readable");
    declare(&sources, &|_| true)
}

pub(crate) fn codes(checked: &Checked) -> BTreeSet<&'static str> {
    let diagnostics = checked.problems.diagnostics().iter();
    diagnostics
        .map(|diagnostic| diagnostic.problem.code())
        .collect()
}

#[test]
fn every_mistake_is_told_as_the_snapshot_says() {
    for case in cases() {
        let checked = judged(&case);
        let name = case
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        insta::with_settings!({ snapshot_path => "snapshots/bad", prepend_module_to_snapshot => false, omit_expression => true }, {
            assert_snapshot!(name, checked.problems);
        });
    }
}

#[test]
fn every_code_has_a_case() {
    let mut proven = BTreeSet::new();
    for case in cases() {
        let codes = codes(&judged(&case));
        assert!(!codes.is_empty(), "{} proves nothing", case.display());
        // The case of one mistake shows that mistake, and nothing else.
        if codes.len() == 1 {
            proven.extend(codes);
        }
    }
    let unproven: Vec<_> = Problem::INDEX
        .iter()
        .map(|entry: &Entry| entry.code)
        // A bug of the compiler, and a disk that refuses, cannot be written down as a case.
        .filter(|code| !["compiler-bug", "unreadable", "unwritable"].contains(code))
        // The compiler checks what an example says; `toolc check` runs it, and tests/cli proves that.
        .filter(|code| !code.starts_with("example-"))
        .filter(|code| !proven.contains(code))
        .collect();
    assert_eq!(
        unproven,
        Vec::<&str>::new(),
        "codes without a case of their own"
    );
}

#[test]
fn codes_are_kebab_case_and_unique() {
    let codes: BTreeSet<_> = Problem::INDEX.iter().map(|entry| entry.code).collect();
    assert_eq!(codes.len(), Problem::INDEX.len());
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(codes.iter().all(|code| code.chars().all(allowed)));
}

#[test]
fn a_sentence_ends_without_a_full_stop() {
    for entry in Problem::INDEX {
        assert!(!entry.sentence.ends_with('.'), "{}", entry.code);
        assert!(!entry.help.ends_with('.'), "{}", entry.code);
    }
}

#[test]
fn a_dozen_mistakes_in_one_file_are_all_told_in_one_run() {
    let case = Path::new("tests/compile/cases/bad/a_dozen_mistakes_are_a_dozen_complaints.toml");
    let report = judged(case).problems;
    assert!(report.count(Severity::Error) >= 12, "{report}");
    let places: Vec<_> = report
        .diagnostics()
        .iter()
        .filter_map(|diagnostic| diagnostic.span)
        .map(|span| span.start)
        .collect();
    assert!(places.is_sorted(), "in file order");
}

#[test]
fn the_json_of_a_report_is_the_contract_of_the_command_line() {
    let text = "[tools.X]\ndescription = \"ä\" # two bytes\n[tools.X.input]\nx = { type = \"string\", description = \"äöü\", minLength = 1 }\n";
    let report = declare(&Sources::from_text("tools.toml", text), &|_| true).problems;
    assert_json_snapshot!(report.to_json());
}

#[test]
fn a_fix_mends_what_it_is_offered_for() {
    for case in cases() {
        let report = judged(&case).problems;
        for diagnostic in report.diagnostics() {
            let (Some(span), Some(fix)) = (diagnostic.span, &diagnostic.fix) else {
                continue;
            };
            let mut text = report.sources().files()[span.file].text().to_owned();
            text.replace_range(span.start..span.end, fix);
            let mended = declare(&Sources::from_text("tools.toml", &text), &|_| true).problems;
            let still = mended
                .diagnostics()
                .iter()
                .find(|other| other.problem == diagnostic.problem);
            assert!(still.is_none(), "{}: {fix}\n{mended}", case.display());
        }
    }
}

#[test]
fn colours_are_only_colours() {
    let report = judged(&cases()[0]).problems;
    let coloured = report.render(Style::Coloured);
    assert!(coloured.contains('\u{1b}'));
    assert!(!report.render(Style::Plain).contains('\u{1b}'));
}

#[test]
fn more_than_fifty_mistakes_are_counted() {
    let keys: String = (0..60).map(|n| format!("zzz{n} = 1\n")).collect();
    let report = declare(&Sources::from_text("tools.toml", &keys), &|_| true).problems;
    assert_eq!(report.diagnostics().len(), 60);
    let text = report.to_string();
    assert_eq!(text.matches("error[unknown-key]").count(), 50);
    assert!(text.contains("… and 10 more\n60 errors\n"), "{text}");
    assert_eq!(format!("{report:?}"), text);
}
