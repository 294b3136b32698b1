//! The careful pipeline of today: parse to a `Value`, validate it against the published schema with all errors in words, then
//! read the typed input from the value.
//!
//! Both of jsonschema's ways are here: the interpreter, with its validator built beforehand, and the compile-time macro.

mod schema;

use std::fmt::{Debug, Write};

use jsonschema::ValidationError;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toolc::bind::Arguments;

use crate::cases::Tool;
use crate::harness::Contender;
pub use schema::{Schema, all as schemas};

/// The interpreter.
pub const INTERPRETER: &str = "jsonschema + serde";
/// The compile-time macro.
pub const MACRO: &str = "jsonschema macro + serde";

/// The two ways to bind one call of a tool.
pub(crate) fn ways<Typed: DeserializeOwned + Debug>(
    tool: Tool,
    arguments: &Arguments,
) -> Vec<Contender<'_>> {
    let schema = Schema::of(tool);
    vec![
        Contender::new(INTERPRETER, move || {
            validated::<Typed>(arguments, |value| {
                complaints(schema.interpreter.iter_errors(value))
            })
        }),
        Contender::new(MACRO, move || {
            validated::<Typed>(arguments, |value| complaints((schema.compiled)(value)))
        }),
    ]
}

fn validated<Typed: DeserializeOwned>(
    arguments: &Arguments,
    validate: impl Fn(&Value) -> Result<(), String>,
) -> Result<Typed, String> {
    match arguments {
        Arguments::Text(text) => {
            let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
            validate(&value)?;
            serde_json::from_value(value).map_err(|error| error.to_string())
        }
        Arguments::Value(value) => {
            validate(value)?;
            Typed::deserialize(value).map_err(|error| error.to_string())
        }
    }
}

/// All errors, one a line, each with its place: without it, most do not say what they are about.
///
/// # Errors
///
/// Where there is an error at all.
pub fn complaints<'a>(errors: impl Iterator<Item = ValidationError<'a>>) -> Result<(), String> {
    let mut text = String::new();
    for error in errors {
        let _ = writeln!(text, "{}: {error}", error.instance_path());
    }
    if text.is_empty() { Ok(()) } else { Err(text) }
}
