//! The build script's door: the only stage that talks to Cargo.

use std::io::{self, Write};
use std::path::PathBuf;

use super::check::declare;
use super::config::Config;
use super::diagnostic::{Report, Style};
use super::output::{self, File, generate};
use super::problem::{Problem, Severity};
use super::{folder, render};

/// Who runs the build script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Cargo: a mistake fails the build, with the report on stderr.
    Cargo,
    /// An editor, which shows nothing of a build script that failed: the mistakes become errors in the generated code,
    /// beside the code of the tools that are fine.
    Editor,
}

impl Audience {
    /// rust-analyzer says in the environment that it is there.
    pub fn from_environment() -> Self {
        match std::env::var_os("RA_RUSTC_WRAPPER") {
            Some(_) => Self::Editor,
            None => Self::Cargo,
        }
    }
}

/// Compiles a declaration from a build script; `toolc::include_tools!()` mounts the result.
///
/// All that the `main` of a build.rs needs:
///
/// ```no_run
/// toolc::compiler::compile("tools.toml");
/// ```
///
/// A mistake ends the script: the report on stderr, nothing on stdout, exit code 1. Cargo runs the script again when one
/// of the declaration's files has changed, and only then.
pub fn compile(path: &str) {
    let config = Config::from_cargo(path);
    let audience = Audience::from_environment();
    if !script(&config, audience, &mut io::stdout(), &mut io::stderr()) {
        std::process::exit(1);
    }
}

/// What [`compile`] does with its ends loose: Cargo's directives go to `directives`, the report to `report`. Tells whether
/// the build may go on.
pub fn script(
    config: &Config,
    audience: Audience,
    directives: &mut dyn Write,
    report: &mut dyn Write,
) -> bool {
    match build(config, audience) {
        Ok(built) => built.tell_cargo(directives).is_ok(),
        Err(problems) => {
            // If nobody listens, the exit code still says it.
            let _ = report.write_all(problems.render(Style::Coloured).as_bytes());
            false
        }
    }
}

/// What a run of the script leaves behind, for Cargo.
struct Built {
    inputs: Vec<PathBuf>,
    warnings: Report,
}

fn build(config: &Config, audience: Audience) -> Result<Built, Report> {
    let (files, built) = match audience {
        Audience::Cargo => {
            let output = generate(config)?;
            let built = Built {
                inputs: output.inputs,
                warnings: output.warnings,
            };
            (output.files, built)
        }
        Audience::Editor => for_editor(config),
    };
    let unwritable =
        |path: String, reason: String| Report::of(Problem::Unwritable { path, reason });
    let Some(out) = config.out_dir() else {
        return Err(unwritable(
            "OUT_DIR/tools".into(),
            "`OUT_DIR` is not set".into(),
        ));
    };
    folder::write(&files, out)
        .map_err(|error| unwritable(out.display().to_string(), error.to_string()))?;
    Ok(built)
}

/// The code of the tools that are fine, and every mistake as a compile error beside it.
fn for_editor(config: &Config) -> (Vec<File>, Built) {
    let mut built = Built {
        inputs: Vec::new(),
        warnings: Report::default(),
    };
    let mut reports = Vec::new();
    let mut files = Vec::new();
    match config.sources() {
        Err(unreadable) => reports.push(unreadable),
        Ok(sources) => {
            let checked = declare(&sources, &|name| config.has_feature(name));
            match output::files(&checked.catalog, &sources, config.runtime()) {
                Ok(printed) => files = printed,
                Err(broken) => reports.push(broken),
            }
            built.inputs = sources.inputs().to_vec();
            reports.push(checked.problems.clone());
            built.warnings = checked.problems;
        }
    }
    if files.is_empty() {
        files.push(File {
            path: "mod.rs".into(),
            text: render::header("tools.toml"),
        });
    }
    let errors = reports.iter().flat_map(|report| {
        let errors = report.diagnostics().iter();
        errors
            .filter(|diagnostic| diagnostic.problem.severity() == Severity::Error)
            .map(|diagnostic| report.render_one(diagnostic, Style::Plain))
    });
    for (index, text) in errors.enumerate() {
        // As a literal, rustc would show the whole text a second time in its excerpt.
        let path = format!("e{}.txt", index + 1);
        let line = format!("\n::std::compile_error!(::std::include_str!(\"{path}\"));\n");
        files[0].text.push_str(&line);
        files.push(File { path, text });
    }
    (files, built)
}

impl Built {
    /// The directives: warnings, one line each, and exactly the files that decide the outcome.
    fn tell_cargo(&self, to: &mut dyn Write) -> io::Result<()> {
        let sources = self.warnings.sources();
        for diagnostic in self.warnings.diagnostics() {
            if diagnostic.problem.severity() != Severity::Warning {
                continue;
            }
            let place = diagnostic.span.map_or_else(String::new, |span| {
                let (start, _) = sources.positions(span);
                let file = sources.files()[span.file].name();
                format!("{file}:{}:{}: ", start.line, start.column)
            });
            let sentence = diagnostic.problem.to_string().replace('\n', " ");
            writeln!(
                to,
                "cargo::warning={place}{sentence} [{}]",
                diagnostic.problem.code()
            )?;
        }
        for input in &self.inputs {
            writeln!(to, "cargo::rerun-if-changed={}", input.display())?;
        }
        Ok(())
    }
}
