//! A crate in a folder of its own, and Cargo run on it without the network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A crate that uses this one.
pub(super) struct Workshop {
    folder: TempDir,
}

impl Workshop {
    /// An empty folder for one.
    pub(super) fn empty() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder }
    }

    /// A copy of a crate under `examples/`.
    ///
    /// Copies share a target folder, where Cargo tells crates apart by name and version. Each test has a version of its
    /// own, or one would be given what another has built.
    pub(super) fn example(name: &str) -> Self {
        let workshop = Self::empty();
        copy(&root().join("examples").join(name), workshop.folder());
        let test = std::thread::current();
        let test = test.name().unwrap_or("main").replace([':', '_'], "-");
        let version = format!("version = \"0.1.0-{test}\"");
        workshop.edit("Cargo.toml", "version = \"0.1.0\"", &version);
        workshop.edit("Cargo.toml", "../..", &root().to_string_lossy());
        workshop.lock(".");
        workshop
    }

    /// Pins the dependencies of the crate in a folder to the versions of this repository: those are there without the
    /// network.
    pub(super) fn lock(&self, folder: &str) {
        let lock = self.folder().join(folder).join("Cargo.lock");
        fs::copy(root().join("Cargo.lock"), lock).expect("a lock file");
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Replaces text in a file. It must be there, or the test would prove nothing.
    pub(super) fn edit(&self, file: &str, old: &str, new: &str) {
        let path = self.folder().join(file);
        let text = fs::read_to_string(&path).expect("a file of the crate");
        assert!(text.contains(old), "{file} does not hold {old:?}");
        fs::write(path, text.replace(old, new)).expect("a file of the crate");
    }

    /// Runs Cargo; whether it went well, and what it said on stdout and stderr.
    pub(super) fn cargo(&self, arguments: &[&str]) -> Ran {
        self.cargo_with(arguments, &[])
    }

    /// The same, with variables of the environment.
    pub(super) fn cargo_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
        let output = Command::new(env!("CARGO"))
            .current_dir(self.folder())
            .arg("--offline")
            .args(arguments)
            .env("CARGO_TARGET_DIR", target())
            // As .ci/run compiles the examples, so that dependencies are compiled once.
            .env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only")
            .env("CARGO_TERM_COLOR", "never")
            .env_remove("RUSTFLAGS")
            // Of this crate, as the test is run.
            .env_remove("OUT_DIR")
            .envs(environment.iter().copied())
            .output()
            .expect("cargo runs");
        Ran {
            ok: output.status.success(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// How Cargo ended.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) ok: bool,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// The repository's root.
pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Kept from run to run, so that dependencies are compiled once.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("consumers")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the repository") {
        let from = entry.expect("an entry").path();
        let to = to.join(from.file_name().expect("a name"));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).expect("a file of the repository");
        }
    }
}
