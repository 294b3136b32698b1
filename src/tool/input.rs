//! Arguments of a tool whose parameters are known only at run time.
//!
//! A generated tool has a struct instead. Here the accessors say what is wrong, in words that a handler hands on with `?`
//! (`Invalid parameter: …`); they differ on purpose from the sentences of the binding, which is not the handler's work.

use serde_json::{Map, Value};

use super::InputError;

/// The arguments of one call, by name, in the order in which they were given. A null at the top counts as absent.
///
/// ```
/// use serde_json::json;
/// use toolc::tool::ToolInput;
///
/// let input = ToolInput::from(json!({"path": "/dir", "limit": null}).as_object().unwrap().clone());
/// assert_eq!(input.required_string("path")?, "/dir");
/// assert_eq!(input.integer("limit", 10)?, 10);
/// assert_eq!(input.required_boolean("deep").unwrap_err().to_string(), "Missing required parameter: deep");
/// # Ok::<(), toolc::tool::InputError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolInput {
    values: Map<String, Value>,
}

impl From<Map<String, Value>> for ToolInput {
    fn from(mut values: Map<String, Value>) -> Self {
        values.retain(|_, value| !value.is_null());
        Self { values }
    }
}

impl ToolInput {
    /// No arguments.
    pub fn new() -> Self {
        Self::default()
    }

    /// These arguments.
    ///
    /// ```
    /// use toolc::tool::ToolInput;
    ///
    /// let input = ToolInput::of([("path", "/dir".into()), ("recursive", true.into())])?;
    /// assert_eq!(input.len(), 2);
    /// # Ok::<(), toolc::tool::InputError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A name that is given twice.
    pub fn of<N: Into<String>>(
        pairs: impl IntoIterator<Item = (N, Value)>,
    ) -> Result<Self, InputError> {
        let mut values = Map::new();
        for (name, value) in pairs {
            let name = name.into();
            if values.contains_key(&name) {
                return Err(InputError::Duplicate { name });
            }
            values.insert(name, value);
        }
        Ok(values.into())
    }

    /// Is it there, and not null?
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The names, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value as it came: what lists and objects are read with.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// All of them.
    pub fn as_map(&self) -> &Map<String, Value> {
        &self.values
    }

    /// All of them, by value.
    pub fn into_map(self) -> Map<String, Value> {
        self.values
    }

    /// A text that must be there.
    ///
    /// # Errors
    ///
    /// It is absent, or no text.
    pub fn required_string(&self, name: &str) -> Result<&str, InputError> {
        required(name, self.string_or_none(name)?)
    }

    /// An integer that must be there. Numbers are truncated towards zero, text is parsed.
    ///
    /// # Errors
    ///
    /// It is absent, no integer, or out of the range of 32 bits.
    pub fn required_integer(&self, name: &str) -> Result<i32, InputError> {
        required(name, self.integer_or_none(name)?)
    }

    /// A boolean that must be there.
    ///
    /// # Errors
    ///
    /// It is absent, or no boolean.
    pub fn required_boolean(&self, name: &str) -> Result<bool, InputError> {
        required(name, self.boolean_or_none(name)?)
    }

    /// A text, or the default where it is absent.
    ///
    /// # Errors
    ///
    /// It is no text.
    pub fn string<'a>(&'a self, name: &str, default: &'a str) -> Result<&'a str, InputError> {
        Ok(self.string_or_none(name)?.unwrap_or(default))
    }

    /// An integer of 32 bits, or the default where it is absent.
    ///
    /// # Errors
    ///
    /// As [`required_integer`](Self::required_integer), but for its absence.
    pub fn integer(&self, name: &str, default: i32) -> Result<i32, InputError> {
        Ok(self.integer_or_none(name)?.unwrap_or(default))
    }

    /// An integer of 64 bits, or the default where it is absent.
    ///
    /// # Errors
    ///
    /// It is no integer, or out of range.
    pub fn long(&self, name: &str, default: i64) -> Result<i64, InputError> {
        Ok(self.long_or_none(name)?.unwrap_or(default))
    }

    /// A boolean, or the default where it is absent.
    ///
    /// # Errors
    ///
    /// It is no boolean.
    pub fn boolean(&self, name: &str, default: bool) -> Result<bool, InputError> {
        Ok(self.boolean_or_none(name)?.unwrap_or(default))
    }

    /// A text, where it is there.
    ///
    /// # Errors
    ///
    /// It is no text.
    pub fn string_or_none(&self, name: &str) -> Result<Option<&str>, InputError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(name, "string", other)),
        }
    }

    /// An integer of 32 bits, where it is there.
    ///
    /// # Errors
    ///
    /// As [`required_integer`](Self::required_integer), but for its absence.
    pub fn integer_or_none(&self, name: &str) -> Result<Option<i32>, InputError> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let Some(long) = self.long_or_none(name)? else {
            return Ok(None);
        };
        match (i32::try_from(long), value) {
            (Ok(integer), _) => Ok(Some(integer)),
            (Err(_), Value::String(text)) => Err(not_an_integer(name, text)),
            (Err(_), number) => Err(out_of_range(name, number)),
        }
    }

    /// An integer of 64 bits, where it is there.
    ///
    /// # Errors
    ///
    /// It is no integer, or out of range.
    pub fn long_or_none(&self, name: &str) -> Result<Option<i64>, InputError> {
        match self.get(name) {
            None => Ok(None),
            Some(value @ Value::Number(number)) => {
                let whole = match number.as_i64() {
                    Some(integer) => Some(integer),
                    None => number.as_f64().and_then(truncated),
                };
                whole.map(Some).ok_or_else(|| out_of_range(name, value))
            }
            Some(Value::String(text)) => match text.parse() {
                Ok(integer) => Ok(Some(integer)),
                Err(_) => Err(not_an_integer(name, text)),
            },
            Some(other) => Err(wrong(name, "integer", other)),
        }
    }

    /// A boolean, where it is there.
    ///
    /// # Errors
    ///
    /// It is no boolean.
    pub fn boolean_or_none(&self, name: &str) -> Result<Option<bool>, InputError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Bool(boolean)) => Ok(Some(*boolean)),
            Some(other) => Err(wrong(name, "boolean", other)),
        }
    }
}

fn required<T>(name: &str, value: Option<T>) -> Result<T, InputError> {
    value.ok_or_else(|| InputError::Missing {
        name: name.to_owned(),
    })
}

fn wrong(name: &str, expected: &'static str, value: &Value) -> InputError {
    InputError::Type {
        name: name.to_owned(),
        expected,
        actual: json_type(value),
    }
}

fn not_an_integer(name: &str, text: &str) -> InputError {
    InputError::NotAnInteger {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

fn out_of_range(name: &str, value: &Value) -> InputError {
    InputError::Range {
        name: name.to_owned(),
        value: value.to_string(),
    }
}

/// The integer towards zero, where 64 bits hold it. `i64::MAX as f64` rounds up to 2^63, hence the half-open range.
fn truncated(number: f64) -> Option<i64> {
    const END: f64 = 9_223_372_036_854_775_808.0;
    (-END..END).contains(&number).then_some(number as i64)
}

fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
