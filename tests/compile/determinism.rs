//! The same declaration gives the same bytes: in another folder, under another language and time zone, in every process
//! (where hash maps are seeded anew).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::ok;

const CHILD: &str = "TOOLC_TEST_OUT";
const TEST: &str = "determinism::twenty_processes_write_the_same_bytes";

#[test]
fn twenty_processes_write_the_same_bytes() {
    if let Some(out) = std::env::var_os(CHILD) {
        for (name, _) in ok::cases() {
            let path = format!("{name}.toml");
            ok::compiled(Path::new(&path))
                .write_to(Path::new(&out).join(name))
                .expect("it can be written");
        }
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut first: Option<BTreeMap<String, Vec<u8>>> = None;
    for run in 0..20 {
        let place = folder.path().join(if run % 2 == 0 {
            "here"
        } else {
            "elsewhere/deeper"
        });
        fs::create_dir_all(&place).expect("it can be made");
        for (name, path) in ok::cases() {
            fs::copy(path, place.join(format!("{name}.toml"))).expect("it can be copied");
        }
        let out = folder.path().join(format!("out{run}"));
        let child = Command::new(std::env::current_exe().expect("this very test"))
            .args(["--exact", TEST])
            .current_dir(&place)
            .env(CHILD, &out)
            .env("TZ", if run % 3 == 0 { "Asia/Tokyo" } else { "UTC" })
            .env("LANG", if run % 4 == 0 { "tr_TR.UTF-8" } else { "C" })
            .output()
            .expect("it can be run");
        assert!(
            child.status.success(),
            "{}",
            String::from_utf8_lossy(&child.stdout)
        );
        let written = contents(&out);
        assert!(written.len() > 20, "something was written");
        match &first {
            None => first = Some(written),
            Some(first) => assert!(*first == written, "run {run} differs"),
        }
    }
}

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("it is there") {
        let entry = entry.expect("it can be read");
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            let below = contents(&entry.path()).into_iter();
            files.extend(below.map(|(path, text)| (format!("{name}/{path}"), text)));
        } else {
            files.insert(name, fs::read(entry.path()).expect("it can be read"));
        }
    }
    files
}
