//! Builds the made-up crates and reads off what that cost.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::crates::{self, Style};
use crate::rustc;

/// What Cargo is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// `cargo check`.
    Check,
    /// `cargo build`.
    Dev,
    /// `cargo build --release`.
    Release,
}

impl Mode {
    /// For the table.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Check => "`cargo check`",
            Self::Dev => "`cargo build`",
            Self::Release => "`cargo build --release`",
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Check => &["check"],
            Self::Dev => &["build"],
            Self::Release => &["build", "--release"],
        }
    }

    fn profile(self) -> &'static str {
        match self {
            Self::Check | Self::Dev => "dev",
            Self::Release => "release",
        }
    }
}

/// What one build of a final crate cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    /// User CPU of rustc, in seconds.
    pub(crate) cpu: f64,
    /// From Cargo's start to its end, in seconds.
    pub(crate) wall: f64,
    /// Most memory that rustc held, in KB.
    pub(crate) peak: u64,
    /// Machine code of the program, in bytes; 0 when none was made.
    pub(crate) text: u64,
}

impl Cost {
    /// Where looking for the least begins.
    pub(crate) const WORST: Self = Self {
        cpu: f64::INFINITY,
        wall: f64::INFINITY,
        peak: u64::MAX,
        text: u64::MAX,
    };

    /// The lesser of each figure.
    pub(crate) fn least(self, other: Self) -> Self {
        Self {
            cpu: self.cpu.min(other.cpu),
            wall: self.wall.min(other.wall),
            peak: self.peak.min(other.peak),
            text: self.text.min(other.text),
        }
    }
}

/// A folder of made-up crates that share their built dependencies.
pub(crate) struct Workshop {
    folder: PathBuf,
}

impl Workshop {
    /// In this crate's own target folder, so that dependencies stay warm from one time to the next.
    pub(crate) fn open() -> io::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/compile-time");
        std::fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    /// Writes a crate.
    pub(crate) fn set_up(&self, style: Style, size: usize) -> io::Result<()> {
        let folder = self.folder.join(style.crate_name(size));
        for (path, text) in crates::files(style, size) {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            std::fs::write(path, text)?;
        }
        Ok(())
    }

    /// Builds a style's dependencies, by building a crate of it once.
    pub(crate) fn warm_up(&self, style: Style, size: usize, mode: Mode) -> io::Result<()> {
        self.cargo(style, size, mode.arguments()).map(drop)
    }

    /// Builds a crate from nothing but its dependencies.
    pub(crate) fn build(&self, style: Style, size: usize, mode: Mode) -> io::Result<Cost> {
        let name = style.crate_name(size);
        self.cargo(
            style,
            size,
            &["clean", "--package", &name, "--profile", mode.profile()],
        )?;
        let notes = self.folder.join("notes");
        if notes.exists() {
            std::fs::remove_file(&notes)?;
        }
        let start = Instant::now();
        self.cargo(style, size, mode.arguments())?;
        let wall = start.elapsed().as_secs_f64();
        let noted = rustc::read(&notes)?
            .into_iter()
            .find(|note| note.crate_name == name.replace('-', "_"))
            .ok_or_else(|| io::Error::other(format!("rustc was not started for {name}")))?;
        let program = self.folder.join("target").join(if mode == Mode::Release {
            "release"
        } else {
            "debug"
        });
        Ok(Cost {
            cpu: noted.cpu,
            wall,
            peak: noted.peak,
            text: if mode == Mode::Check {
                0
            } else {
                text_size(&program.join(&name))?
            },
        })
    }

    fn cargo(&self, style: Style, size: usize, arguments: &[&str]) -> io::Result<()> {
        let output = Command::new("cargo")
            .args(arguments)
            .current_dir(self.folder.join(style.crate_name(size)))
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("RUSTC_WORKSPACE_WRAPPER", std::env::current_exe()?)
            .env(rustc::NOTES, self.folder.join("notes"))
            .stdin(Stdio::null())
            .output()?;
        if output.status.success() {
            return Ok(());
        }
        let words = String::from_utf8_lossy(&output.stderr);
        Err(io::Error::other(format!(
            "cargo {} failed for {}:\n{words}",
            arguments.join(" "),
            style.crate_name(size)
        )))
    }
}

/// The `.text` section, as binutils' `size` tells it.
fn text_size(program: &Path) -> io::Result<u64> {
    let output = Command::new("size").arg("-A").arg(program).output()?;
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .find_map(|line| {
            line.strip_prefix(".text")?
                .split_whitespace()
                .next()?
                .parse()
                .ok()
        })
        .ok_or_else(|| io::Error::other(format!("size says nothing about {}", program.display())))
}
