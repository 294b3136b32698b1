//! The folder of generated code on the disk: what differs is written, what nobody generates any more is removed.
//!
//! A file that is already right is not touched, so that nothing is compiled again for it.

use std::fs;
use std::io;
use std::path::Path;

use super::output::{File, Output};
use super::render::HEADER;

/// A file of a folder of generated code that is not as it would be generated now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stale {
    /// Relative to the folder.
    pub path: String,
    /// How it differs.
    pub difference: Difference,
}

/// How a file differs from what would be generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// It is not there.
    Missing,
    /// It has another text.
    Changed,
    /// Nothing generates it any more.
    Leftover,
}

impl Output {
    /// Makes a folder hold exactly this output; files that are not generated ones stay.
    ///
    /// # Errors
    ///
    /// The folder cannot be written to.
    pub fn write_to(&self, folder: impl AsRef<Path>) -> io::Result<Vec<Stale>> {
        write(&self.files, folder.as_ref())
    }

    /// What [`write_to`](Self::write_to) would change in a folder: nothing, if it is fresh.
    ///
    /// # Errors
    ///
    /// The folder cannot be read. One that is not there is only stale.
    pub fn stale(&self, folder: impl AsRef<Path>) -> io::Result<Vec<Stale>> {
        stale(&self.files, folder.as_ref())
    }
}

/// Makes a folder hold exactly these files; what was changed.
pub(super) fn write(files: &[File], folder: &Path) -> io::Result<Vec<Stale>> {
    let stale = stale(files, folder)?;
    fs::create_dir_all(folder)?;
    for change in &stale {
        let path = folder.join(&change.path);
        match files.iter().find(|file| file.path == change.path) {
            Some(file) => fs::write(path, &file.text)?,
            None => fs::remove_file(path)?,
        }
    }
    Ok(stale)
}

fn stale(files: &[File], folder: &Path) -> io::Result<Vec<Stale>> {
    let mut stale = Vec::new();
    for file in files {
        let difference = match fs::read(folder.join(&file.path)) {
            Ok(there) if there == file.text.as_bytes() => continue,
            Ok(_) => Difference::Changed,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Difference::Missing,
            Err(error) => return Err(error),
        };
        let path = file.path.clone();
        stale.push(Stale { path, difference });
    }
    for path in leftovers(files, folder)? {
        let difference = Difference::Leftover;
        stale.push(Stale { path, difference });
    }
    Ok(stale)
}

/// Generated files that are not among these, by name.
fn leftovers(files: &[File], folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut leftovers = Vec::new();
    for entry in entries {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let current = files.iter().any(|file| file.path == name);
        if !current && entry.file_type()?.is_file() && is_generated(&name, &entry.path())? {
            leftovers.push(name);
        }
    }
    leftovers.sort_unstable();
    Ok(leftovers)
}

/// Was this file made by the compiler? Rust says so in its first line; schemas and an editor's errors have our names.
fn is_generated(name: &str, path: &Path) -> io::Result<bool> {
    if name.ends_with(".rs") {
        return Ok(fs::read(path)?.starts_with(HEADER.as_bytes()));
    }
    let number = name
        .strip_prefix('e')
        .and_then(|rest| rest.strip_suffix(".txt"));
    let is_error = number.is_some_and(|number| number.parse::<u32>().is_ok());
    Ok(is_error || name.ends_with(".schema.json"))
}
