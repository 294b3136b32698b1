//! The static description of a record's fields, as generated code writes it: constants only, made in `const` context.
//!
//! It is what was declared, not how it is checked: the engine compiles a [`Table`] once, at the first call.

use std::sync::OnceLock;

use super::call::Compiled;

/// The fields of a record.
#[derive(Debug)]
pub struct Table {
    pub(crate) fields: &'static [Field],
    pub(crate) open: bool,
    pub(crate) schema: Option<&'static str>,
    /// Compiled at the first call. What it is stays out of the type, and so out of the debug information of every module that
    /// has a table: the fields of a plan, and of the regex engine below it, took more of a dev build than the tools did.
    pub(super) plan: OnceLock<Box<dyn Compiled>>,
}

impl Table {
    /// A record without further keys.
    pub const fn closed(fields: &'static [Field]) -> Self {
        Self {
            fields,
            open: false,
            schema: None,
            plan: OnceLock::new(),
        }
    }

    /// A record that keeps further keys in a map; its slot follows the fields' slots.
    pub const fn open(fields: &'static [Field]) -> Self {
        Self {
            fields,
            open: true,
            schema: None,
            plan: OnceLock::new(),
        }
    }

    /// A tool whose whole input is somebody else's schema, checked as the run-time gate would; slot 0 is the JSON
    /// object.
    pub const fn raw(schema: &'static str) -> Self {
        Self {
            fields: &[],
            open: false,
            schema: Some(schema),
            plan: OnceLock::new(),
        }
    }
}

/// One field.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub(crate) name: &'static str,
    pub(crate) ty: Type,
    pub(crate) required: bool,
    pub(crate) nullable: bool,
    pub(crate) coerce: bool,
    pub(crate) default: Option<Literal>,
}

impl Field {
    /// An optional field: its slot is an `Option`.
    pub const fn new(name: &'static str, ty: Type) -> Self {
        Self {
            name,
            ty,
            required: false,
            nullable: false,
            coerce: false,
            default: None,
        }
    }

    /// Must be there: its slot is plain.
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Null is a value: its slot is an `Option` (one more when it is optional too).
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }

    /// Lossless repairs are allowed.
    pub const fn coerce(mut self) -> Self {
        self.coerce = true;
        self
    }

    /// Starts with this text (a string or a word of a choice): its slot is plain.
    pub const fn or_text(mut self, text: &'static str) -> Self {
        self.default = Some(Literal::Text(text));
        self
    }

    /// Starts with this integer: its slot is plain.
    pub const fn or_integer(mut self, integer: i64) -> Self {
        self.default = Some(Literal::Integer(integer));
        self
    }

    /// Starts with this number: its slot is plain.
    pub const fn or_number(mut self, number: f64) -> Self {
        self.default = Some(Literal::Number(number));
        self
    }

    /// Starts with this boolean: its slot is plain.
    pub const fn or_boolean(mut self, boolean: bool) -> Self {
        self.default = Some(Literal::Boolean(boolean));
        self
    }

    /// Starts with this JSON (lists, objects, unions): its slot is plain.
    pub const fn or_json(mut self, json: &'static str) -> Self {
        self.default = Some(Literal::Json(json));
        self
    }
}

/// A default.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(
    missing_docs,
    reason = "named like the methods of `Field` that make them"
)]
pub enum Literal {
    Text(&'static str),
    Integer(i64),
    Number(f64),
    Boolean(bool),
    Json(&'static str),
}

/// A type: its shape, and its limits.
#[derive(Debug, Clone, Copy)]
pub struct Type {
    pub(crate) shape: Shape,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) lower: End,
    pub(crate) upper: End,
    pub(crate) clamp: bool,
    pub(crate) pattern: Option<&'static str>,
    pub(crate) format: Option<&'static str>,
    pub(crate) allowed: &'static [i64],
}

/// One end of a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum End {
    None,
    Integer(i64),
    IntegerExclusive(i64),
    Number(f64),
    NumberExclusive(f64),
}

/// The shapes of types.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "named like the functions that make them")]
pub enum Shape {
    Text,
    Integer,
    Number,
    Boolean,
    Any,
    Choice(&'static [&'static str]),
    List(&'static Type),
    Map(&'static Type),
    Record(&'static Table),
    Union(&'static [Type]),
    Tagged(&'static str, &'static [(&'static str, &'static Table)]),
    Raw(&'static str),
}

const fn plain(shape: Shape) -> Type {
    Type {
        shape,
        min: None,
        max: None,
        lower: End::None,
        upper: End::None,
        clamp: false,
        pattern: None,
        format: None,
        allowed: &[],
    }
}

/// A `String`.
pub const fn text() -> Type {
    plain(Shape::Text)
}

/// An `i64`.
pub const fn integer() -> Type {
    plain(Shape::Integer)
}

/// An `f64`.
pub const fn number() -> Type {
    plain(Shape::Number)
}

/// A `bool`.
pub const fn boolean() -> Type {
    plain(Shape::Boolean)
}

/// A JSON value.
pub const fn any() -> Type {
    plain(Shape::Any)
}

/// An enum of words.
pub const fn choice(words: &'static [&'static str]) -> Type {
    plain(Shape::Choice(words))
}

/// A `Vec`.
pub const fn list(item: &'static Type) -> Type {
    plain(Shape::List(item))
}

/// A map with text keys.
pub const fn map(value: &'static Type) -> Type {
    plain(Shape::Map(value))
}

/// A struct.
pub const fn record(table: &'static Table) -> Type {
    plain(Shape::Record(table))
}

/// An enum over types, tried in order.
pub const fn union(alternatives: &'static [Type]) -> Type {
    plain(Shape::Union(alternatives))
}

/// An enum over records, told apart by the field `tag`.
pub const fn tagged(
    tag: &'static str,
    variants: &'static [(&'static str, &'static Table)],
) -> Type {
    plain(Shape::Tagged(tag, variants))
}

/// A JSON value, checked by somebody else's schema as the run-time gate would.
pub const fn raw(schema: &'static str) -> Type {
    plain(Shape::Raw(schema))
}

impl Type {
    /// At least so many characters.
    pub const fn min_length(mut self, characters: u64) -> Self {
        self.min = Some(characters);
        self
    }

    /// At most so many characters.
    pub const fn max_length(mut self, characters: u64) -> Self {
        self.max = Some(characters);
        self
    }

    /// At least so many items.
    pub const fn min_items(mut self, items: u64) -> Self {
        self.min = Some(items);
        self
    }

    /// At most so many items.
    pub const fn max_items(mut self, items: u64) -> Self {
        self.max = Some(items);
        self
    }

    /// A regular expression that must match somewhere.
    pub const fn pattern(mut self, pattern: &'static str) -> Self {
        self.pattern = Some(pattern);
        self
    }

    /// A word of `format`.
    pub const fn format(mut self, format: &'static str) -> Self {
        self.format = Some(format);
        self
    }

    /// An integer's lower end, itself allowed.
    pub const fn minimum(mut self, end: i64) -> Self {
        self.lower = End::Integer(end);
        self
    }

    /// An integer's upper end, itself allowed.
    pub const fn maximum(mut self, end: i64) -> Self {
        self.upper = End::Integer(end);
        self
    }

    /// An integer's lower end, itself not allowed.
    pub const fn above(mut self, end: i64) -> Self {
        self.lower = End::IntegerExclusive(end);
        self
    }

    /// An integer's upper end, itself not allowed.
    pub const fn below(mut self, end: i64) -> Self {
        self.upper = End::IntegerExclusive(end);
        self
    }

    /// A number's lower end, itself allowed.
    pub const fn number_minimum(mut self, end: f64) -> Self {
        self.lower = End::Number(end);
        self
    }

    /// A number's upper end, itself allowed.
    pub const fn number_maximum(mut self, end: f64) -> Self {
        self.upper = End::Number(end);
        self
    }

    /// A number's lower end, itself not allowed.
    pub const fn number_above(mut self, end: f64) -> Self {
        self.lower = End::NumberExclusive(end);
        self
    }

    /// A number's upper end, itself not allowed.
    pub const fn number_below(mut self, end: f64) -> Self {
        self.upper = End::NumberExclusive(end);
        self
    }

    /// Out of range is moved to the nearest end instead of refused.
    pub const fn clamp(mut self) -> Self {
        self.clamp = true;
        self
    }

    /// An integer's only values.
    pub const fn allowed(mut self, values: &'static [i64]) -> Self {
        self.allowed = values;
        self
    }
}
