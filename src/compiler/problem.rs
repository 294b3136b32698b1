//! Every mistake that a declaration can hold: one variant, one sentence, one code.
//!
//! The codes are a contract (editors, CI and people's notes hang on them), the sentences are not; nothing ever looks at a
//! sentence to decide something. How a mistake looks and where it stands is [`super::diagnostic`]'s.

use std::fmt;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Nothing is generated for what it concerns.
    Error,
    /// It works, and is probably not what was meant.
    Warning,
}

impl Severity {
    /// The word of reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// What the index of codes says about one of them.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The code.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The sentence, with `{names}` for what differs.
    pub sentence: &'static str,
    /// How to mend it, with `{names}` for what differs.
    pub help: &'static str,
}

/// Writes the enum, and its code, sentence and help, from one list; so that wording is reviewed by reading one list.
macro_rules! problems {
    ($($variant:ident { $($field:ident),* } $code:literal $severity:ident $sentence:literal => $help:literal;)*) => {
        /// One mistake. A field is the text that it names in the sentence or in the help.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "a field's meaning is its place in the sentence")]
        pub enum Problem {
            $(#[doc = $sentence] $variant { $($field: String),* },)*
        }

        #[allow(unused_variables, reason = "a field may stand in the help only")]
        impl Problem {
            /// The index of all codes, in the order of the compiler's stages.
            pub const INDEX: &[Entry] = &[
                $(Entry { code: $code, severity: Severity::$severity, sentence: $sentence, help: $help }),*
            ];

            /// The stable code.
            pub fn code(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $code),* }
            }

            /// How bad it is.
            pub fn severity(&self) -> Severity {
                match self { $(Self::$variant { .. } => Severity::$severity),* }
            }

            /// How to mend it.
            pub fn help(&self) -> String {
                match self { $(Self::$variant { $($field),* } => format!($help)),* }
            }
        }

        #[allow(unused_variables, reason = "a field may stand in the help only")]
        impl fmt::Display for Problem {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant { $($field),* } => write!(f, $sentence)),* }
            }
        }
    };
}

problems! {
    // The files.
    Unreadable { path, reason } "unreadable" Error
        "cannot read `{path}`: {reason}"
        => "a build script runs in the folder of Cargo.toml, a command where it was called";
    Unwritable { path, reason } "unwritable" Error
        "cannot write to `{path}`: {reason}"
        => "Cargo sets `OUT_DIR` for build scripts; elsewhere name a folder";
    IncludePattern { pattern } "include-pattern" Error
        "`{pattern}` is no pattern of files"
        => "only the file name may hold a `*`, in a folder below, as in `tools/*.toml`";
    IncludeUnreadable { path, reason } "include-unreadable" Error
        "cannot read `{path}`: {reason}"
        => "paths are relative to the file that includes them";
    IncludeEmpty { pattern } "include-empty" Warning
        "`{pattern}` includes no file"
        => "paths are relative to the file that includes them";
    IncludedToolset { } "included-toolset" Error
        "an included file cannot hold `[toolset]`"
        => "there is one `[toolset]`, in the file that is compiled";
    DescriptionUnreadable { path, reason } "description-unreadable" Error
        "cannot read the description `{path}`: {reason}"
        => "paths are relative to the file that names them";

    // The text.
    Syntax { message } "syntax" Error
        "this is no TOML: {message}"
        => "what follows in this file is judged once this is mended";
    BadValue { message } "bad-value" Error
        "this is no TOML value: {message}"
        => "text stands in quotes, numbers and `true` or `false` do not";
    BadKey { key } "bad-key" Error
        "`{key}` is no key of TOML"
        => "a key is made of ASCII letters, digits, `-` and `_`; any other stands in quotes";
    DuplicateKey { key } "duplicate-key" Error
        "`{key}` is given twice"
        => "keep one of the two";
    Toml11 { what } "toml-1-1" Warning
        "{what} is TOML 1.1, which many editors refuse"
        => "write it on one line, or use dotted keys: `name.type = \"string\"`";

    // Keys and kinds of values.
    UnknownKey { key, table, hint } "unknown-key" Error
        "{table} has no key `{key}`"
        => "{hint}";
    MisplacedKey { key, place } "misplaced-key" Error
        "`{key}` belongs {place}"
        => "a key belongs to the header above it";
    WrongKind { key, expected, found } "wrong-kind" Error
        "`{key}` must be {expected}, but is {found}"
        => "write {expected}";
    UnknownWord { key, word, hint } "unknown-word" Error
        "`{word}` is no value of `{key}`"
        => "{hint}";
    MissingKey { key, table } "missing-key" Error
        "{table} needs `{key}`"
        => "add `{key}`";
    BareValue { name } "bare-value" Error
        "the parameter `{name}` must be a table"
        => "write `{name} = {{ type = \"string\", description = \"…\" }}`";
    Repeated { key, value } "repeated" Error
        "`{value}` stands twice in `{key}`"
        => "remove one of the two";
    EmptyList { key } "empty-list" Error
        "`{key}` is empty"
        => "give at least one value, or remove the key";
    IntegerTooLarge { text } "integer-too-large" Error
        "`{text}` does not fit into 64 bits"
        => "an integer lies between -9223372036854775808 and 9223372036854775807";
    NotFinite { key } "not-finite" Error
        "`{key}` must be a finite number"
        => "JSON knows neither infinity nor NaN; leave the key out for no limit";
    NotJson { key } "not-json" Error
        "`{key}` holds a date or a time, which JSON does not know"
        => "write it as text, in quotes";
    BadDuration { text } "bad-duration" Error
        "`{text}` is no duration"
        => "a duration is a whole number above 0 and `ms`, `s`, `m` or `h`, such as `30s`";

    // Names.
    EmptyName { what } "empty-name" Error
        "{what} cannot have an empty name"
        => "give it a name";
    DuplicateName { what, name } "duplicate-name" Error
        "there are two {what} `{name}`"
        => "names are shared by all files of a toolset; rename one of the two";
    CaseOnly { first, second } "case-only" Error
        "the tools `{first}` and `{second}` differ only in case"
        => "their files would be the same on some disks; rename one of the two";
    ReservedType { name } "reserved-type" Error
        "`{name}` is a type already"
        => "`string number integer boolean any array object content` are the format's own";
    NeedsRustName { name, what, proposal } "needs-rust-name" Error
        "`{name}` cannot be made the name of a Rust {what}"
        => "say how handlers call it: `rust = \"{proposal}\"`";
    BadRustName { name, what, proposal } "bad-rust-name" Error
        "`{name}` is no name for a Rust {what}"
        => "write it as Rust does: `rust = \"{proposal}\"`";
    RustCollision { first, second, rust, proposal } "rust-collision" Error
        "`{second}` and `{first}` would both be `{rust}` in Rust"
        => "give one of the two another name there: `rust = \"{proposal}\"`";
    ReservedRustName { name, rust, proposal } "reserved-rust-name" Error
        "`{name}` would be `{rust}` in Rust, which generated code needs itself"
        => "give it another name there: `rust = \"{proposal}\"`";
    UnknownType { name, hint } "unknown-type" Error
        "there is no type `{name}`"
        => "{hint}";
    UnknownGroup { name, hint } "unknown-group" Error
        "there is no group `{name}`"
        => "{hint}";
    UnknownParameter { key, parameter, tool, hint } "unknown-parameter" Error
        "`{key}` names `{parameter}`, but `{tool}` has no such parameter"
        => "{hint}";
    ParameterTwice { name, group } "parameter-twice" Error
        "the parameter `{name}` comes with the group `{group}` already"
        => "rename it, or leave the group out";

    // Types.
    NoType { what } "no-type" Error
        "{what} has no type"
        => "say one of `type`, `enum`, `items`, `values`, `fields`, `tag` or `schema`";
    TwoShapes { first, second } "two-shapes" Error
        "`{second}` cannot stand beside `{first}`"
        => "a type has one shape: one of `type`, `enum`, `items`, `values`, `fields`, `tag` or `schema`";
    HalfShape { word, keys } "half-shape" Error
        "`type = \"{word}\"` does not say what it holds"
        => "add {keys}";
    ForeignKey { key, shape, fits } "foreign-key" Error
        "`{key}` does not fit {shape}"
        => "`{key}` belongs to {fits}";
    MixedEnum { } "mixed-enum" Error
        "the values of an enum are either all text or all integers"
        => "quote the integers, or use a union: `type = [\"string\", \"integer\"]`";
    RepeatedValue { value } "repeated-value" Error
        "the value `{value}` stands twice in the enum"
        => "remove one of the two";
    ShortUnion { } "short-union" Error
        "a union needs at least two types"
        => "write the type itself";
    Unreachable { alternative, earlier } "unreachable-alternative" Error
        "the alternative {alternative} can never be reached: {earlier} takes everything that it would take"
        => "alternatives are tried in order: put the narrower one first, or remove it";
    TagField { tag, variant } "tag-field" Error
        "the variant `{variant}` declares `{tag}`, which is the tag"
        => "the tag is added to every variant; remove the field";
    Endless { path } "endless-type" Error
        "a value of this type could never end: {path}"
        => "let it contain itself through `items`, `values`, or a field that is neither required nor has a default";
    TooDeep { what, most } "too-deep" Error
        "{what} is nested more than {most} levels deep"
        => "bring it closer to the surface, or say `any` where it goes on";
    TooLarge { what, most } "too-large" Error
        "{what} would be published in more than {most} parts"
        => "a named type is published wherever it is used: use it less often, or say `any` where it goes on";
    BadSchema { reason } "bad-schema" Error
        "the schema is no JSON: {reason}"
        => "a raw schema is a JSON object, in `'''…'''`";
    SchemaNotObject { found } "schema-not-object" Error
        "the schema must be a JSON object, but is {found}"
        => "a raw schema is a JSON object, in `'''…'''`";

    // Limits.
    EmptyRange { low, high } "empty-range" Error
        "no value is within {low} and {high}"
        => "leave room for at least one value between the two";
    TwoLimits { first, second } "two-limits" Error
        "`{second}` cannot stand beside `{first}`"
        => "keep the one that is meant";
    ClampNothing { } "clamp-nothing" Error
        "`out-of-range = \"clamp\"` without a range"
        => "add `minimum` or `maximum`";
    ClampExclusive { key } "clamp-exclusive" Error
        "there is no nearest number to move to below or above an `{key}`"
        => "use `minimum` and `maximum`, or leave `out-of-range` out";
    BadPattern { reason } "bad-pattern" Error
        "the pattern is no regular expression: {reason}"
        => "patterns are those of Rust's `regex`: no look-around, no back references";
    UnknownFormat { format, hint } "unknown-format" Warning
        "the format `{format}` is published, but not checked"
        => "{hint}";
    RequiredDefault { name } "required-default" Error
        "`{name}` is required and has a default"
        => "what has a default may be absent; remove one of the two";
    DefaultType { name, expected, found } "default-type" Error
        "the default of `{name}` must be {expected}, but is {found}"
        => "write {expected}, or change the type";
    DefaultNotInEnum { name, value, values } "default-not-in-enum" Error
        "the default of `{name}` is `{value}`, which is no value of its enum"
        => "the values are {values}";
    DefaultOutOfRange { name, value, limit } "default-out-of-range" Error
        "the default of `{name}` is {value}, but must be {limit}"
        => "change the default or the limit";
    DefaultLength { name, count, limit } "default-length" Error
        "the default of `{name}` has {count}, but must have {limit}"
        => "change the default or the limit";
    DefaultPattern { name, pattern } "default-pattern" Error
        "the default of `{name}` does not match the pattern `{pattern}`"
        => "change the default or the pattern";
    DefaultFields { name, reason } "default-fields" Error
        "the default of `{name}` does not fit its type: {reason}"
        => "a default is what a call could have sent";

    // Tools.
    MissingDescription { what } "missing-description" Error
        "{what} has no description"
        => "it is what the model reads; `description = \"\"` says \"none, on purpose\"";
    InputAndSchema { key } "input-and-schema" Error
        "`{key}` cannot stand beside `schema`"
        => "a tool's parameters are either declared or somebody else's schema";
    ReadOnlyDestructive { } "read-only-destructive" Error
        "a read-only tool cannot be destructive"
        => "remove `destructive = true`, or say `side-effect = \"mutating\"`";
    UnsafeMutation { } "unsafe-mutation" Error
        "a tool that is mutating and not idempotent cannot be concurrent-safe"
        => "say `side-effect = \"read-only\"` or `idempotent = true` if that is so, or key it: `concurrency = {{ mode = \"exclusive\", key = \"…\" }}`";
    UnsafeInterrupt { interrupt } "unsafe-interrupt" Error
        "a concurrent-safe tool cannot be interrupted by `{interrupt}`"
        => "use `cooperative` or `non-interruptible`";
    SubjectNotText { key, parameter, found } "subject-not-text" Error
        "`{key}` names `{parameter}`, which is {found} and not text"
        => "name a parameter that is a `string` or an array of `string`";
    TwoSubjects { first, second } "two-subjects" Error
        "`{second}` cannot stand beside `{first}`: a tool has one kind of subject"
        => "keep the one that an allow-list's pattern is to be compared with";
    OldNameTaken { old, tool } "old-name-taken" Error
        "`{old}` cannot be an old name of this tool: it is a name of `{tool}`"
        => "a call by that name must have one meaning";

    // Examples, when they are run.
    ExampleDoesNotFit { tool, violations } "example-does-not-fit" Error
        "this call of `{tool}` does not fit: {violations}"
        => "correct the input, or say `expect = \"invalid\"`";
    ExampleFits { tool } "example-fits" Error
        "this call of `{tool}` fits, and is declared not to"
        => "tighten the parameters, or leave `expect` out";
    ExampleDenied { tool, reason } "example-denied" Error
        "this call of `{tool}` is denied, and is declared to be allowed: {reason}"
        => "widen `allow`, or say `expect = \"deny\"`";
    ExampleAllowed { tool } "example-allowed" Error
        "this call of `{tool}` is allowed, and is declared to be denied"
        => "narrow `allow`, or say `expect = \"allow\"`";
    ExampleList { reason } "example-list" Error
        "this `allow` cannot be loaded: {reason}"
        => "an entry is `Name` or `Name(pattern)`";

    // The targets.
    UnsendableCount { target, count, most, read, source } "unsendable-count" Error
        "`{target}` takes {most} tools in one request, but there are {count}"
        => "split the toolset, take `{target}` out of `targets`, or say in `[[toolset.limits]]` what holds for you (read {read}: {source})";
    UnsendableDescription { target, tool, count, limit, read, source } "unsendable-description" Error
        "`{target}` takes descriptions of {limit} characters at most, but that of `{tool}` has {count}"
        => "shorten the description, take `{target}` out of `targets`, or say in `[[toolset.limits]]` what holds for you (read {read}: {source})";
    UnsendableKeyword { target, what, keyword, place, read, source } "unsendable-keyword" Error
        "`{target}` does not take `{keyword}` {place}, as in {what}"
        => "declare it with the format's own types, or take `{target}` out of `targets` (read {read}: {source})";
    UnsendableRecursion { target, what, read, source } "unsendable-recursion" Error
        "`{target}` takes no type that contains itself, as in {what}"
        => "say `any` where it repeats, send to `gemini-json-schema`, or take `{target}` out of `targets` (read {read}: {source})";
    UnsendableOpen { target, what, read, source } "unsendable-open" Error
        "`{target}` wants every key and every type said, but {what} leaves it open"
        => "declare its `fields`, or take `{target}` out of `targets` (read {read}: {source})";
    UnsendableSize { target, tool, unit, count, most, read, source } "unsendable-size" Error
        "`{target}` takes {most} {unit} in one tool, but `{tool}` has {count}"
        => "split the tool, take `{target}` out of `targets`, or say in `[[toolset.limits]]` what holds for you (read {read}: {source})";

    // The compiler itself.
    Broken { stage, details } "compiler-bug" Error
        "a mistake in toolc itself, in {stage}: {details}"
        => "please report it, with the declaration that shows it";
}
