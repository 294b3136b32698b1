//! What comes of arguments that do not fit a schema which is known only at run time.

/// How strictly the schemas of run-time tools are taken. A generated tool cannot run on what does not bind, so it is always
/// strict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SchemaMode {
    /// The tool runs.
    Off,
    /// The tool runs, and the log says what did not fit. The default: first one looks, then one refuses.
    #[default]
    Warn,
    /// The tool does not run, and the model reads what did not fit.
    Enforce,
}
