//! How a handler says that it could not do it: a kind, the words for the model, and the error behind them.
//!
//! As with `anyhow`, `?` takes every error, and therefore [`ToolError`] is no [`Error`] itself. The error behind the words
//! is for logs and hooks; it never reaches the model and is never serialised.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::io;

use serde_json::Value;
use tracing::Level;

use super::InputError;

/// Why a handler failed. The kind decides the prefix of the sentence and the level of the log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An argument that fits its type is not usable: `Invalid parameter: …`, a warning.
    InvalidParameter,
    /// There is no such file: `File not found: …`, a warning.
    NotFound,
    /// Not permitted: `Access denied: …`, a warning.
    AccessDenied,
    /// Reading or writing failed: `I/O error: …`, an error.
    Io,
    /// The tool knows this failure and words it for the model: no prefix, a warning.
    Anticipated,
    /// Anything else: `Unexpected error: …`, an error.
    Unexpected,
}

impl ErrorKind {
    /// What the sentence to the model begins with.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::InvalidParameter => "Invalid parameter: ",
            Self::NotFound => "File not found: ",
            Self::AccessDenied => "Access denied: ",
            Self::Io => "I/O error: ",
            Self::Anticipated => "",
            Self::Unexpected => "Unexpected error: ",
        }
    }

    /// The level it is logged at: warnings are expected failures, errors are not.
    pub fn level(self) -> Level {
        match self {
            Self::InvalidParameter | Self::NotFound | Self::AccessDenied | Self::Anticipated => {
                Level::WARN
            }
            Self::Io | Self::Unexpected => Level::ERROR,
        }
    }
}

impl From<io::ErrorKind> for ErrorKind {
    fn from(kind: io::ErrorKind) -> Self {
        match kind {
            io::ErrorKind::NotFound => Self::NotFound,
            io::ErrorKind::PermissionDenied => Self::AccessDenied,
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidFilename => Self::InvalidParameter,
            _ => Self::Io,
        }
    }
}

/// A handler's failure. Its `Display` is what the model reads.
///
/// ```
/// use toolc::tool::ToolError;
///
/// fn first_line(path: &str) -> Result<String, ToolError> {
///     if path.is_empty() {
///         return Err(ToolError::invalid_parameter("file_path cannot be empty"));
///     }
///     let text = std::fs::read_to_string(path)?;
///     text.lines().next().map(str::to_owned).ok_or_else(|| ToolError::anticipated("The file is empty."))
/// }
///
/// assert_eq!(first_line("").unwrap_err().to_string(), "Invalid parameter: file_path cannot be empty");
/// ```
pub struct ToolError {
    kind: ErrorKind,
    message: String,
    source: Option<Box<dyn Error + Send + Sync>>,
    structured: Option<Box<Value>>,
}

impl ToolError {
    /// A failure of this kind, in these words.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            source: None,
            structured: None,
        }
    }

    /// An argument that fits its type is not usable.
    pub fn invalid_parameter(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidParameter, message)
    }

    /// There is no such file.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// Not permitted.
    pub fn access_denied(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::AccessDenied, message)
    }

    /// Reading or writing failed.
    pub fn io(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Io, message)
    }

    /// A failure that the tool expects; the model reads the words as they are.
    pub fn anticipated(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Anticipated, message)
    }

    /// Anything else.
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unexpected, message)
    }

    /// Keeps the error behind the words, for logs and hooks.
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Sets the structured data beside the words.
    pub fn with_structured(mut self, data: Value) -> Self {
        self.structured = Some(Box::new(data));
        self
    }

    /// Its kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The words, without the kind's prefix.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The error behind the words.
    pub fn source(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.source.as_deref()
    }

    /// The structured data beside the words.
    pub fn structured_data(&self) -> Option<&Value> {
        self.structured.as_deref()
    }

    pub(crate) fn into_source(self) -> Option<Box<dyn Error + Send + Sync>> {
        self.source
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.prefix(), self.message)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("kind", &self.kind)
            .field("message", &self.message)
            .field("source", &self.source)
            .finish()
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        let any: &dyn Any = &error;
        let kind = if let Some(io) = any.downcast_ref::<io::Error>() {
            io.kind().into()
        } else if any.is::<InputError>() {
            ErrorKind::InvalidParameter
        } else {
            ErrorKind::Unexpected
        };
        Self::new(kind, error.to_string()).with_source(error)
    }
}

/// Puts a failure in words for the model and keeps the error behind them.
///
/// ```
/// use toolc::tool::{Tell, ToolError};
///
/// fn port(text: &str) -> Result<u16, ToolError> {
///     text.parse::<u16>().tell(|_| format!("'{text}' is not a port."))
/// }
///
/// let error = port("http").unwrap_err();
/// assert_eq!(error.to_string(), "'http' is not a port.");
/// assert!(error.source().is_some());
/// ```
pub trait Tell<T, E> {
    /// The model reads exactly these words; the error is kept as their source.
    ///
    /// # Errors
    ///
    /// The failure, now in words.
    fn tell<M: Into<String>>(self, words: impl FnOnce(&E) -> M) -> Result<T, ToolError>;
}

impl<T, E: Error + Send + Sync + 'static> Tell<T, E> for Result<T, E> {
    fn tell<M: Into<String>>(self, words: impl FnOnce(&E) -> M) -> Result<T, ToolError> {
        self.map_err(|error| ToolError::anticipated(words(&error)).with_source(error))
    }
}
