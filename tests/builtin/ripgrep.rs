//! Searching next to `rg`, where it is installed: the same lines of the same files, in other people's sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::{Desk, Place};

/// How many files a tree has at least, where there are as many.
const FILES: usize = 600;

/// Grep's arguments and the words for `rg` that ask for the same.
fn searches() -> Vec<(Value, Vec<&'static str>)> {
    vec![
        (
            json!({"pattern": "HashMap::new\\(\\)"}),
            vec!["HashMap::new\\(\\)"],
        ),
        (
            json!({"pattern": "deadlock|to.?do", "-i": true}),
            vec!["-i", "deadlock|to.?do"],
        ),
        (json!({"pattern": "^use std::"}), vec!["^use std::"]),
        (json!({"pattern": "é|→|한"}), vec!["é|→|한"]),
        (
            json!({"pattern": "\\bself\\b.*\\bself\\b"}),
            vec!["\\bself\\b.*\\bself\\b"],
        ),
        (json!({"pattern": "[0-9]{9,}$"}), vec!["[0-9]{9,}$"]),
        (
            json!({"pattern": "\\s+$", "type": "md"}),
            vec!["-tmd", "\\s+$"],
        ),
        (
            json!({"pattern": "^edition", "glob": "*.toml"}),
            vec!["-g*.toml", "^edition"],
        ),
        (
            json!({"pattern": "license", "-i": true, "glob": "!*.rs"}),
            vec!["-i", "-g!*.rs", "license"],
        ),
        (
            json!({"pattern": "fn main", "glob": "examples/**/*.{rs,md}", "type": "rust"}),
            vec!["-gexamples/**/*.{rs,md}", "-trust", "fn main"],
        ),
        (
            json!({"pattern": "fn main\\(\\) \\{\n\\s*let.*?;", "multiline": true}),
            vec!["-U", "--multiline-dotall", "fn main\\(\\) \\{\n\\s*let.*?;"],
        ),
        (
            json!({"pattern": "unsafe impl", "-C": 2}),
            vec!["-C2", "unsafe impl"],
        ),
        (
            json!({"pattern": "unsafe impl", "-A": 3, "-B": 1}),
            vec!["-A3", "-B1", "unsafe impl"],
        ),
        (
            json!({"pattern": "Sherlock Holmes and nobody"}),
            vec!["Sherlock Holmes and nobody"],
        ),
    ]
}

#[tokio::test]
async fn ripgrep_finds_the_same_lines() {
    if !installed() {
        return;
    }
    let tree = tree();
    let desk = Desk::new(Place::Disk);
    let all = rg_files(tree.path());
    let mut found_any = 0;
    for (mut arguments, words) in searches() {
        arguments["path"] = json!(tree.path());
        arguments["output_mode"] = json!("content");
        let found = grep(&desk, arguments).await;
        let mut expected = rg(&words, tree.path());
        // A glob of `rg` goes before its other rules; ours only ever chooses among the files that they leave.
        expected.retain(|line| all.contains(&line.file));
        let only_one: Vec<_> = found.symmetric_difference(&expected).collect();
        assert!(only_one.is_empty(), "{words:?}: {only_one:?}");
        found_any += usize::from(!found.is_empty());
    }
    assert!(found_any > 10);
}

#[tokio::test]
async fn ripgrep_finds_the_same_files_and_counts() {
    if !installed() {
        return;
    }
    let tree = tree();
    let desk = Desk::new(Place::Disk);
    for (mut arguments, words) in searches() {
        let asks_for_lines = ["-A", "-B", "-C"]
            .iter()
            .any(|key| !arguments[key].is_null());
        if asks_for_lines || arguments["glob"].is_string() || arguments["type"].is_string() {
            continue;
        }
        arguments["path"] = json!(tree.path());
        for (mode, flag) in [
            ("count", "--count"),
            ("files_with_matches", "--files-with-matches"),
        ] {
            arguments["output_mode"] = json!(mode);
            let flag = if mode == "count" && arguments["multiline"] == true {
                "--count-matches"
            } else {
                flag
            };
            let output = command(&words).arg(flag).arg(tree.path()).output();
            let output = output.expect("rg runs").stdout;
            let expected = String::from_utf8_lossy(&output);
            let found = desk.ok("Grep", arguments.clone()).await;
            if expected.is_empty() {
                assert!(
                    found.starts_with("No matches found for pattern: "),
                    "{found}"
                );
            } else {
                let set = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
                assert_eq!(set(&found), set(&expected), "{words:?} {mode}");
            }
        }
    }
}

fn installed() -> bool {
    let installed = Command::new("rg").arg("--version").output().is_ok();
    if !installed {
        eprintln!("skipped: rg is not installed");
    }
    installed
}

/// A line of a file, and whether it matches or stands near one that does.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    file: String,
    number: u64,
    matches: bool,
}

/// What Grep finds, page after page.
async fn grep(desk: &Desk, mut arguments: Value) -> BTreeSet<Line> {
    let mut found = BTreeSet::new();
    let mut file = String::new();
    loop {
        let text = desk.ok("Grep", arguments.clone()).await;
        if text.starts_with("No matches found") {
            return found;
        }
        let mut next = None;
        for line in text.lines() {
            let digits = line
                .trim_start()
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            let (number, rest) = line.trim_start().split_at(digits);
            match (line, rest.chars().next()) {
                _ if line.starts_with('/') => line.clone_into(&mut file),
                ("" | "--", _) => {}
                (_, Some(mark @ (':' | '-'))) if digits > 0 => {
                    found.insert(Line {
                        file: file.clone(),
                        number: number.parse().expect("a number"),
                        matches: mark == ':',
                    });
                }
                _ => {
                    let words = line.strip_prefix("[The result is longer. Continue with offset ");
                    let words = words.unwrap_or_else(|| panic!("neither line nor note: {line}"));
                    next = words.split(',').next().map(|offset| offset.parse::<u64>());
                }
            }
        }
        match next {
            None => return found,
            Some(offset) => arguments["offset"] = json!(offset.expect("a number")),
        }
    }
}

fn command(words: &[&str]) -> Command {
    let mut rg = Command::new("rg");
    rg.args(["--no-config", "--no-require-git", "--no-heading", "-H"]);
    rg.args(words);
    rg
}

fn rg(words: &[&str], folder: &Path) -> BTreeSet<Line> {
    // Globs with a slash are compared with the path below the folder where `rg` runs.
    let output = command(words)
        .args(["-n", "-0"])
        .current_dir(folder)
        .arg("./")
        .output();
    let output = output.expect("rg runs");
    String::from_utf8_lossy(&output.stdout)
        .split('\n')
        .filter_map(|line| {
            let (file, rest) = line.split_once('\0')?;
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = rest.split_at(digits);
            Some(Line {
                file: folder
                    .join(file.trim_start_matches("./"))
                    .display()
                    .to_string(),
                // A file that turns out to be binary has a remark instead of a line.
                number: number.parse().ok()?,
                matches: rest.starts_with(':'),
            })
        })
        .collect()
}

fn rg_files(folder: &Path) -> BTreeSet<String> {
    let output = Command::new("rg")
        .args(["--no-config", "--no-require-git", "--files"])
        .arg(folder)
        .output();
    let output = output.expect("rg runs").stdout;
    String::from_utf8_lossy(&output)
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Sources that Cargo has at hand, or this repository's; and beside them what is special about files.
fn tree() -> TempDir {
    let tree = TempDir::new().expect("a folder");
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let mut taken = 0;
    for index in home
        .iter()
        .flat_map(|home| folders(&home.join("registry/src")))
    {
        for package in folders(&index) {
            if taken < FILES {
                let name = package.file_name().expect("a name");
                taken += copy(&package, &tree.path().join(name));
            }
        }
    }
    if taken == 0 {
        eprintln!("Cargo has no sources at hand: searching our own");
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        for part in ["src", "tests", "docs", "templates"] {
            copy(&here.join(part), &tree.path().join(part));
        }
    }
    let utf16: Vec<u8> = "\u{FEFF}unsafe impl é\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let long = format!("{}unsafe impl{}\n", "x".repeat(70_000), "y".repeat(70_000));
    // Further away than any line is long: until then nobody knows that it is binary.
    let late = format!(
        "unsafe impl\n{}\0unsafe impl\n",
        "a line\n".repeat(1_000_000)
    );
    let special: [(&str, &[u8]); 12] = [
        (".gitignore", b"ignored/\n*.log\n!keep.log\n"),
        ("ignored/a", b"unsafe impl\n"),
        ("a.log", b"unsafe impl\n"),
        ("keep.log", b"unsafe impl\n"),
        (".hidden", b"unsafe impl\n"),
        ("crlf", b"one\r\nunsafe impl\r\nthree\r\n"),
        ("no-end", b"unsafe impl"),
        ("not-text", b"caf\xe9 unsafe impl\n\xff\n"),
        ("utf16", &utf16),
        ("binary", b"\0unsafe impl\n"),
        ("long", long.as_bytes()),
        ("late", late.as_bytes()),
    ];
    fs::create_dir(tree.path().join("ignored")).expect("a folder");
    for (name, content) in special {
        fs::write(tree.path().join(name), content).expect("a file");
    }
    tree
}

/// The folders in a folder, by name.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

/// Copies a folder with everything below it; tells how many files that were.
fn copy(from: &Path, to: &Path) -> usize {
    fs::create_dir_all(to).expect("a folder");
    let mut files = 0;
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            files += copy(&from, &to);
        } else if fs::copy(&from, &to).is_ok() {
            files += 1;
        }
    }
    files
}
