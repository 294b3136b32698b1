//! The keys of types: parameters, fields, named types, and types where they stand.

use super::{Key, Kind, Shape, Table};

/// The grammar of a type, wherever one stands.
static GRAMMAR: [Kind; 3] = [Kind::Text, Kind::List(&GRAMMAR), Kind::Table(&NODE)];

pub(super) static OUTPUT_KINDS: &[Kind] = &GRAMMAR;

static TYPE_KEY: Key = Key::new(
    "type",
    &GRAMMAR,
    r#"type = "integer""#,
    "The type: `string`, `number`, `integer`, `boolean`, `any`, a name from `[types]`, or a list of types (an untagged union, tried in order). Left out beside `enum`, `items`, `values` and `fields`.",
);
static ENUM: Key = Key::new(
    "enum",
    &[Kind::List(&[
        Kind::Text,
        Kind::Integer,
        Kind::Table(&ENUM_VALUE),
    ])],
    r#"enum = ["content", "count"]"#,
    "The only values, all text or all integers. Text becomes a Rust enum.",
);
static ITEMS: Key = Key::new(
    "items",
    &GRAMMAR,
    r#"items = "string""#,
    "An array: the type of its items.",
);
static VALUES: Key = Key::new(
    "values",
    &GRAMMAR,
    r#"values = "string""#,
    "A map with text keys: the type of its values.",
);
static FIELDS: Key = Key::new(
    "fields",
    &[Kind::Named(&[Kind::Table(&PARAMETER)])],
    r#"fields = { depth = { type = "integer", description = "How deep." } }"#,
    "An object: its fields, written as parameters are.",
);
static TAG: Key = Key::new(
    "tag",
    &[Kind::Text],
    r#"tag = "kind""#,
    "A tagged union: the field that tells its `variants` apart.",
);
static VARIANTS: Key = Key::new(
    "variants",
    &[Kind::Named(&[Kind::Table(&VARIANT)])],
    "[types.Field.variants.vector]",
    "The variants of a tagged union, by the tag's value.",
);
static SCHEMA: Key = Key::new(
    "schema",
    &[Kind::Text],
    r#"schema = '{"type": "object"}'"#,
    "Somebody else's JSON Schema, as text. It is published as written, and the value reaches the handler as JSON.",
);
static DESCRIPTION: Key = Key::new(
    "description",
    super::tables::DESCRIPTION_KINDS,
    r#"description = "File to read.""#,
    "What the model reads. Every parameter and field has one; `\"\"` says \"none, on purpose\".",
);
static OPEN: Key = Key::new(
    "open",
    &[Kind::Flag],
    "open = true",
    "An object that takes further keys, and keeps them in the Rust field `rest`. Everything else is closed.",
)
.fits(&[Shape::Object]);
pub(super) static RUST: Key = Key::new(
    "rust",
    &[Kind::Text],
    r#"rust = "ignore_case""#,
    "The name in Rust, where it cannot be derived from the name on the wire.",
);
static REQUIRED: Key = Key::new(
    "required",
    &[Kind::Flag],
    "required = true",
    "A call must give it. What is neither required nor has a default is an `Option` in Rust.",
);
static DEFAULT: Key = Key::new(
    "default",
    &[Kind::Json],
    r#"default = ".""#,
    "The value when a call does not give one. The published description names it.",
);
static NULLABLE: Key = Key::new(
    "nullable",
    &[Kind::Flag],
    "nullable = true",
    "Null is a value of its own. Otherwise null counts as absent.",
);
static COERCE: Key = Key::new(
    "coerce",
    &[Kind::Flag],
    "coerce = true",
    "Lossless repairs are allowed: `\"3\"` for 3, `\"true\"` for true, JSON text for an array or object.",
);
static MINIMUM: Key = Key::new(
    "minimum",
    &[Kind::Number],
    "minimum = 1",
    "The smallest value.",
)
.fits(&[Shape::Integer, Shape::Number]);
static MAXIMUM: Key = Key::new(
    "maximum",
    &[Kind::Number],
    "maximum = 100",
    "The largest value.",
)
.fits(&[Shape::Integer, Shape::Number]);
static EXCLUSIVE_MINIMUM: Key = Key::new(
    "exclusive-minimum",
    &[Kind::Number],
    "exclusive-minimum = 0",
    "What the value must lie above.",
)
.fits(&[Shape::Integer, Shape::Number]);
static EXCLUSIVE_MAXIMUM: Key = Key::new(
    "exclusive-maximum",
    &[Kind::Number],
    "exclusive-maximum = 1",
    "What the value must lie below.",
)
.fits(&[Shape::Integer, Shape::Number]);
static OUT_OF_RANGE: Key = Key::new(
    "out-of-range",
    &[Kind::Word(&["refuse", "clamp"])],
    r#"out-of-range = "clamp""#,
    "`clamp` moves a value that is out of range to the nearest limit; the default is to refuse it.",
)
.fits(&[Shape::Integer, Shape::Number]);
static MIN_LENGTH: Key = Key::new(
    "min-length",
    &[Kind::Count],
    "min-length = 1",
    "The fewest characters.",
)
.fits(&[Shape::Text]);
static MAX_LENGTH: Key = Key::new(
    "max-length",
    &[Kind::Count],
    "max-length = 500",
    "The most characters.",
)
.fits(&[Shape::Text]);
static PATTERN: Key = Key::new(
    "pattern",
    &[Kind::Text],
    r#"pattern = "^/""#,
    "A regular expression that must match somewhere in the text.",
)
.fits(&[Shape::Text]);
static FORMAT: Key = Key::new(
    "format",
    &[Kind::Text],
    r#"format = "uri""#,
    "What the text must be: `date`, `date-time`, `time`, `email`, `uri`, `uri-reference`, `uuid`, `ipv4`, `ipv6` or `hostname`. Others are published and not checked.",
)
.fits(&[Shape::Text]);
static MIN_ITEMS: Key = Key::new(
    "min-items",
    &[Kind::Count],
    "min-items = 1",
    "The fewest items.",
)
.fits(&[Shape::List]);
static MAX_ITEMS: Key = Key::new(
    "max-items",
    &[Kind::Count],
    "max-items = 9",
    "The most items.",
)
.fits(&[Shape::List]);

/// A parameter of a tool or a group, or a field of an object.
pub static PARAMETER: Table = Table {
    name: "a parameter",
    header: "[tools.NAME.input] PARAMETER",
    doc: "A parameter of a tool or a group, or a field of an object. Short ones stand on one line, long ones use dotted keys: `limit.type = \"integer\"`.",
    keys: &[
        &TYPE_KEY,
        &ENUM,
        &ITEMS,
        &VALUES,
        &FIELDS,
        &TAG,
        &VARIANTS,
        &SCHEMA,
        &DESCRIPTION,
        &REQUIRED,
        &DEFAULT,
        &NULLABLE,
        &COERCE,
        &RUST,
        &OPEN,
        &MINIMUM,
        &MAXIMUM,
        &EXCLUSIVE_MINIMUM,
        &EXCLUSIVE_MAXIMUM,
        &OUT_OF_RANGE,
        &MIN_LENGTH,
        &MAX_LENGTH,
        &PATTERN,
        &FORMAT,
        &MIN_ITEMS,
        &MAX_ITEMS,
    ],
};

/// A named type.
pub static TYPE: Table = Table {
    name: "a named type",
    header: "[types.NAME]",
    doc: "A type that several tools share. It is published inline, and by `$defs` only where it contains itself.",
    keys: &[
        &TYPE_KEY,
        &ENUM,
        &ITEMS,
        &VALUES,
        &FIELDS,
        &TAG,
        &VARIANTS,
        &SCHEMA,
        &DESCRIPTION,
        &RUST,
        &OPEN,
        &MINIMUM,
        &MAXIMUM,
        &EXCLUSIVE_MINIMUM,
        &EXCLUSIVE_MAXIMUM,
        &OUT_OF_RANGE,
        &MIN_LENGTH,
        &MAX_LENGTH,
        &PATTERN,
        &FORMAT,
        &MIN_ITEMS,
        &MAX_ITEMS,
    ],
};

/// A type where it stands, written as a table.
pub static NODE: Table = Table {
    name: "a type",
    header: "items = { … }",
    doc: "A type where it stands: in `type`, `items`, `values` or `output`.",
    keys: &[
        &TYPE_KEY,
        &ENUM,
        &ITEMS,
        &VALUES,
        &FIELDS,
        &TAG,
        &VARIANTS,
        &SCHEMA,
        &DESCRIPTION,
        &OPEN,
        &MINIMUM,
        &MAXIMUM,
        &EXCLUSIVE_MINIMUM,
        &EXCLUSIVE_MAXIMUM,
        &OUT_OF_RANGE,
        &MIN_LENGTH,
        &MAX_LENGTH,
        &PATTERN,
        &FORMAT,
        &MIN_ITEMS,
        &MAX_ITEMS,
    ],
};

static VARIANT: Table = Table {
    name: "a variant",
    header: "[types.NAME.variants.VALUE]",
    doc: "A variant of a tagged union: an object that the tag is added to.",
    keys: &[&DESCRIPTION, &FIELDS, &OPEN, &RUST],
};

static ENUM_VALUE: Table = Table {
    name: "an enum value",
    header: "enum = [{ … }]",
    doc: "A value of an enum that needs a Rust name.",
    keys: &[&VALUE, &RUST],
};
static VALUE: Key = Key::new(
    "value",
    &[Kind::Text],
    r#"value = "+1""#,
    "The value on the wire.",
);
