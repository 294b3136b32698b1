//! What comes of a declaration: the files, in memory. Writing them is `emit`'s business.

use std::path::PathBuf;

use super::check::{Checked, declare};
use super::config::Config;
use super::diagnostic::Report;
use super::model::{self, Catalog};
use super::problem::Problem;
use super::render::{Broken, Renderer};
use super::source::Sources;
use super::{schema, view};

/// What comes of a declaration.
#[derive(Debug, Clone)]
pub struct Output {
    /// The generated files, `mod.rs` first.
    pub files: Vec<File>,
    /// What on the disk decided the outcome.
    pub inputs: Vec<PathBuf>,
    /// What was declared.
    pub catalog: Catalog,
    /// What is probably not what was meant.
    pub warnings: Report,
}

/// One generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Relative to the generated folder.
    pub path: String,
    /// The text.
    pub text: String,
}

/// Compiles a declaration. Reads the declaration's files, writes nothing, prints nothing.
///
/// # Errors
///
/// Everything that is wrong with the declaration.
pub fn generate(config: &Config) -> Result<Output, Report> {
    let sources = config.sources()?;
    let Checked { catalog, problems } = declare(&sources, &|name| config.has_feature(name));
    if problems.has_errors() {
        return Err(problems);
    }
    let files = files(&catalog, &sources, config.runtime())?;
    Ok(Output {
        files,
        inputs: sources.inputs().to_vec(),
        catalog,
        warnings: problems,
    })
}

/// The generated files of a catalog. That it is whole is not asked: an editor wants the tools that are fine.
pub(super) fn files(
    catalog: &Catalog,
    sources: &Sources,
    runtime: &str,
) -> Result<Vec<File>, Report> {
    let names = shown(sources);
    let mut files = rust(catalog, &names, runtime).map_err(|broken| {
        Report::of(Problem::Broken {
            stage: "rendering".into(),
            details: broken.to_string(),
        })
    })?;
    for tool in &catalog.tools {
        files.push(File {
            path: view::schema_file(tool),
            text: schema::input(catalog, tool).to_string(),
        });
        if let model::Output::Typed(node) = &tool.output {
            files.push(File {
                path: view::output_schema_file(tool),
                text: schema::output(catalog, node).to_string(),
            });
        }
    }
    Ok(files)
}

fn rust(catalog: &Catalog, names: &[String], runtime: &str) -> Result<Vec<File>, Broken> {
    let renderer = Renderer::new()?;
    let pages = view::pages(catalog, names, runtime);
    let print = |page: view::Page| {
        let text = renderer.file(&page)?;
        let path = page.path;
        Ok(File { path, text })
    };
    pages.into_iter().map(print).collect()
}

/// The files' names as headers show them: below the main file's folder, whatever the machine calls that.
fn shown(sources: &Sources) -> Vec<String> {
    let names = sources.files().iter().map(|file| file.name());
    let main = names.clone().next().unwrap_or_default();
    let folder = &main[..main.rfind('/').map_or(0, |slash| slash + 1)];
    names
        .map(|name| name.strip_prefix(folder).unwrap_or(name).to_owned())
        .collect()
}
