//! The build script's door: what it tells Cargo, what it writes, and what it leaves alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use toolc::compiler::emit::{Audience, script};
use toolc::compiler::{Config, generate};

const PING: &str = "[tools.ping]\ndescription = \"Answers.\"\n";

struct Run {
    went_on: bool,
    directives: String,
    report: String,
}

fn run(config: &Config) -> Run {
    let (mut directives, mut report) = (Vec::new(), Vec::new());
    let went_on = script(config, Audience::Cargo, &mut directives, &mut report);
    Run {
        went_on,
        directives: String::from_utf8(directives).expect("text"),
        report: String::from_utf8(report).expect("text"),
    }
}

fn project(main: &str) -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tools.toml");
    fs::write(&path, main).expect("it can be written");
    let out = folder.path().join("out");
    (folder, path, out)
}

#[test]
fn cargo_is_told_exactly_the_inputs() {
    let (folder, path, out) = project("[toolset]\ninclude = [\"more/*.toml\"]\n");
    let more = folder.path().join("more");
    fs::create_dir(&more).expect("it can be made");
    fs::write(more.join("b.toml"), PING).expect("it can be written");
    fs::write(more.join("a.toml"), "[tools.pong]\ndescription = \"\"\n")
        .expect("it can be written");
    fs::write(more.join("c.txt"), "not a declaration").expect("it can be written");
    let run = run(&Config::new(&path).with_out_dir(out));
    assert!(run.went_on, "{}", run.report);
    let expected: String = [path, more.clone(), more.join("a.toml"), more.join("b.toml")]
        .iter()
        .map(|input| format!("cargo::rerun-if-changed={}\n", input.display()))
        .collect();
    assert_eq!(run.directives, expected);
    assert_eq!(run.report, "");
}

#[test]
fn a_mistake_prints_no_directive_and_writes_nothing() {
    let (_folder, path, out) = project("[tools.ping]\n");
    let run = run(&Config::new(path).with_out_dir(&out));
    assert!(!run.went_on);
    assert_eq!(run.directives, "");
    assert!(run.report.contains("tools.toml"), "{}", run.report);
    assert!(run.report.ends_with("1 error\n"), "{}", run.report);
    assert!(!out.exists());
}

#[test]
fn a_file_that_is_not_there_is_a_report() {
    let run = run(&Config::new("no/such/tools.toml").with_out_dir("nowhere"));
    assert!(!run.went_on);
    assert_eq!(run.directives, "");
    assert!(
        run.report.contains("cannot read `no/such/tools.toml`"),
        "{}",
        run.report
    );
}

#[test]
fn what_is_right_is_not_written_again() {
    let (_folder, path, out) = project(PING);
    let config = Config::new(&path).with_out_dir(&out);
    assert!(run(&config).went_on);
    let long_ago = SystemTime::UNIX_EPOCH;
    for name in ["mod.rs", "ping.rs", "ping.schema.json"] {
        let file = fs::File::options()
            .write(true)
            .open(out.join(name))
            .expect("it is there");
        file.set_modified(long_ago).expect("its time can be set");
    }
    fs::write(&path, PING.replace("Answers.", "Replies.")).expect("it can be written");
    assert!(run(&config).went_on);
    let written = |name: &str| {
        let file = fs::metadata(out.join(name)).expect("it is there");
        file.modified().expect("it has a time") != long_ago
    };
    assert_eq!(
        ["mod.rs", "ping.rs", "ping.schema.json"].map(written),
        [false, true, false]
    );
}

#[test]
fn what_nobody_generates_any_more_is_removed_and_nothing_else() {
    let (_folder, path, out) = project(PING);
    let config = Config::new(&path).with_out_dir(&out);
    assert!(run(&config).went_on);
    fs::write(out.join("mine.rs"), "// by hand").expect("it can be written");
    fs::write(out.join("notes.txt"), "by hand").expect("it can be written");
    fs::write(&path, PING.replace("ping", "pong")).expect("it can be written");
    let output = generate(&config).expect("it is fine");
    let stale = output.stale(&out).expect("it can be read");
    let stale: Vec<String> = stale
        .iter()
        .map(|file| format!("{} {:?}", file.path, file.difference))
        .collect();
    assert_eq!(
        stale,
        [
            "mod.rs Changed",
            "pong.rs Missing",
            "pong.schema.json Missing",
            "ping.rs Leftover",
            "ping.schema.json Leftover"
        ]
    );
    assert!(run(&config).went_on);
    assert_eq!(
        names(&out),
        [
            "mine.rs",
            "mod.rs",
            "notes.txt",
            "pong.rs",
            "pong.schema.json"
        ]
    );
}

#[test]
fn tools_of_a_feature_that_is_off_are_left_out() {
    let text = format!("{PING}feature = \"net-work\"\n");
    let config = Config::in_memory("tools.toml", &text);
    let tools = |config: &Config| generate(config).expect("it is fine").catalog.tools.len();
    assert_eq!(tools(&config), 1);
    assert_eq!(tools(&config.clone().with_features(["NET_WORK"])), 1);
    assert_eq!(tools(&config.clone().with_features(["net-work"])), 1);
    assert_eq!(tools(&config.with_features(["other"])), 0);
}

#[test]
fn a_crate_that_re_exports_the_runtime_names_its_path() {
    let config = Config::in_memory("tools.toml", PING).with_runtime_path("::agent::toolc");
    for file in generate(&config).expect("it is fine").files {
        assert!(!file.text.contains("::toolc::") || file.text.contains("::agent::toolc::"));
        if file.path.ends_with(".rs") {
            assert!(
                file.text.contains("use ::agent::toolc::rt;"),
                "{}",
                file.text
            );
        }
    }
}

/// The two hosts of the compiler, this crate's build script and its library, give one answer.
#[test]
fn the_build_script_and_the_library_agree() {
    let main = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools.toml");
    let features = [
        ("agent", cfg!(feature = "agent")),
        ("web", cfg!(feature = "web")),
    ];
    let on = features.iter().filter(|(_, on)| *on).map(|(name, _)| name);
    let config = Config::new(main).with_features(on);
    let output = generate(&config).expect("the built-in tools are fine");
    let stale = output
        .stale(concat!(env!("OUT_DIR"), "/tools"))
        .expect("it can be read");
    assert_eq!(stale, []);
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("it is there")
        .map(|entry| {
            entry
                .expect("it can be read")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}
