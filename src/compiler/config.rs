//! What is compiled and for whom: the input of the compiler, before anything is read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::diagnostic::Report;
use super::problem::Problem;
use super::source::Sources;

/// What is compiled and for whom.
///
/// ```
/// use toolc::compiler::{Config, generate};
///
/// let config = Config::in_memory("tools.toml", "[tools.Ping]\ndescription = \"Answers.\"\n");
/// let output = generate(&config)?;
/// assert_eq!(output.files[0].path, "mod.rs");
/// # Ok::<(), toolc::compiler::diagnostic::Report>(())
/// ```
#[derive(Debug, Clone)]
pub struct Config {
    input: Input,
    features: Features,
    runtime: String,
    out_dir: Option<PathBuf>,
}

#[derive(Debug, Clone)]
enum Input {
    Path(PathBuf),
    Sources(Sources),
}

/// Which Cargo features are on.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Features {
    All,
    /// As the rest of `CARGO_FEATURE_NAME`.
    Only(BTreeSet<String>),
}

impl Config {
    /// A file and what it includes, with every feature on.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self::of(Input::Path(path.as_ref().to_owned()))
    }

    /// A text that is not on the disk.
    pub fn in_memory(name: &str, text: &str) -> Self {
        Self::of(Input::Sources(Sources::from_text(name, text)))
    }

    /// As a build script wants it: `CARGO_FEATURE_*` say which features are on, and the code goes to `OUT_DIR/tools`.
    pub fn from_cargo(path: impl AsRef<Path>) -> Self {
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let on = names.filter_map(|name| name.strip_prefix("CARGO_FEATURE_").map(str::to_owned));
        let config = Self::new(path).with_features(on);
        match std::env::var_os("OUT_DIR") {
            Some(out) => config.with_out_dir(Path::new(&out).join("tools")),
            None => config,
        }
    }

    /// Only these Cargo features are on; tools of others are checked and left out.
    #[must_use]
    pub fn with_features<T: AsRef<str>>(mut self, on: impl IntoIterator<Item = T>) -> Self {
        let on = on.into_iter().map(|name| normal(name.as_ref()));
        self.features = Features::Only(on.collect());
        self
    }

    /// The folder that the code is written to.
    #[must_use]
    pub fn with_out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// The path of this crate in generated code, `::toolc` unless said: for crates that re-export it.
    #[must_use]
    pub fn with_runtime_path(mut self, path: impl Into<String>) -> Self {
        self.runtime = path.into();
        self
    }

    pub(super) fn runtime(&self) -> &str {
        &self.runtime
    }

    pub(super) fn out_dir(&self) -> Option<&Path> {
        self.out_dir.as_deref()
    }

    pub(super) fn has_feature(&self, name: &str) -> bool {
        match &self.features {
            Features::All => true,
            Features::Only(on) => on.contains(&normal(name)),
        }
    }

    pub(super) fn sources(&self) -> Result<Sources, Report> {
        match &self.input {
            Input::Sources(sources) => Ok(sources.clone()),
            Input::Path(path) => Sources::load(path).map_err(|error| {
                Report::of(Problem::Unreadable {
                    path: path.display().to_string(),
                    reason: error.reason(),
                })
            }),
        }
    }

    fn of(input: Input) -> Self {
        Self {
            input,
            features: Features::All,
            runtime: "::toolc".into(),
            out_dir: None,
        }
    }
}

/// A feature's name as Cargo writes it in the environment.
fn normal(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}
