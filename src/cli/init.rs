//! `toolc init`: a crate that builds, with one tool, its handler and a test.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Outcome;
use super::failure::Failure;
use super::terminal::Terminal;

/// What is written, by path. `{package}` and `{crate}` become the crate's names.
const FILES: [(&str, &str); 5] = [
    ("Cargo.toml", include_str!("init/Cargo.toml.txt")),
    ("build.rs", include_str!("init/build.rs.txt")),
    ("tools.toml", include_str!("init/tools.toml.txt")),
    ("src/lib.rs", include_str!("init/lib.rs.txt")),
    ("src/main.rs", include_str!("init/main.rs.txt")),
];

/// Make a crate with one tool, its handler and a test.
#[derive(Debug, Args)]
pub(super) struct Init {
    /// The crate's folder; made where it does not exist.
    #[arg(default_value = ".")]
    dir: PathBuf,
}

impl Init {
    pub(super) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let package = package_name(&self.dir)?;
        let paths: Vec<_> = FILES.iter().map(|(path, _)| self.dir.join(path)).collect();
        let there: Vec<_> = paths.iter().filter(|path| exists(path)).cloned().collect();
        if !there.is_empty() {
            return Err(Failure::Exists { paths: there });
        }
        for (path, (_, text)) in paths.iter().zip(FILES) {
            let text = text
                .replace("{package}", &package)
                .replace("{crate}", &package.replace('-', "_"))
                .replace("{version}", env!("CARGO_PKG_VERSION"));
            write_new(path, &text)?;
        }
        terminal.diagnose(&format!(
            "made the crate `{package}` in {}\n\
             next: cargo run -- call Greet '{{\"name\": \"Ada\"}}'",
            self.dir.display()
        ));
        Ok(Outcome::Done)
    }
}

/// Is anything there? A dangling link is something, too.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Failure::unwritable(folder))?;
    }
    // `create_new`, so that what appeared since we looked is not overwritten either.
    fs::File::create_new(path)
        .and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()))
        .map_err(Failure::unwritable(path))
}

/// The package's name, from the folder's: ASCII letters, digits, `-` and `_`, starting with a letter.
fn package_name(dir: &Path) -> Result<String, Failure> {
    let absolute = std::path::absolute(dir).map_err(Failure::unreadable(dir))?;
    let folder = absolute
        .file_name()
        .map(|name| name.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let name: String = folder
        .chars()
        .map(|c| match c {
            'a'..='z' | '0'..='9' | '-' | '_' => c,
            _ => '-',
        })
        .collect();
    let name = name.trim_matches('-');
    let as_crate = name.replace('-', "_");
    // A package may not be called like a word of Rust, like what it depends on, nor like a crate that every program has.
    let taken = [
        "toolc",
        "tokio",
        "test",
        "core",
        "std",
        "alloc",
        "proc_macro",
    ];
    let usable = name.starts_with(|c: char| c.is_ascii_lowercase())
        && syn::parse_str::<syn::Ident>(&as_crate).is_ok()
        && !taken.contains(&as_crate.as_str());
    if usable {
        Ok(name.to_owned())
    } else {
        Err(Failure::NoPackageName {
            path: dir.to_owned(),
        })
    }
}
