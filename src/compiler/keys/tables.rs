//! The keys of everything but types and the toolset: the file, tools and what belongs to them.

use super::toolset::TOOLSET;
use super::types::{OUTPUT_KINDS, PARAMETER, RUST, TYPE};
use super::{Key, Kind, Table};

pub(super) static DESCRIPTION_KINDS: &[Kind] = &[Kind::Text, Kind::Table(&DESCRIPTION_FILE)];

pub(super) const TEXTS: &[Kind] = &[Kind::List(&[Kind::Text])];
const SUBJECT: &[Kind] = &[Kind::Text, Kind::List(&[Kind::Text])];
const FLAG: &[Kind] = &[Kind::Flag];
pub(super) const TEXT: &[Kind] = &[Kind::Text];
/// A file.
pub static ROOT: Table = Table {
    name: "the file",
    header: "tools.toml",
    doc: "A file of declarations. Its order is the order of everything that is made from it.",
    keys: &[
        &Key::new(
            "toolset",
            &[Kind::Table(&TOOLSET)],
            "[toolset]",
            "What concerns all tools. Only in the file that is compiled, not in the files that it includes.",
        ),
        &Key::new(
            "defaults",
            &[Kind::Table(&DEFAULTS)],
            "[defaults]",
            "Hints for every tool of this file that does not say otherwise.",
        ),
        &Key::new(
            "tools",
            &[Kind::Named(&[Kind::Table(&TOOL)])],
            "[tools.Grep]",
            "The tools, by their names on the wire.",
        ),
        &Key::new(
            "groups",
            &[Kind::Named(&[Kind::Named(&[Kind::Table(&PARAMETER)])])],
            "[groups.paging]",
            "Parameters that many tools share; a tool takes them with `use`. Shared by all files.",
        ),
        &Key::new(
            "types",
            &[Kind::Named(&[Kind::Table(&TYPE)])],
            "[types.Todo]",
            "Named types. Shared by all files.",
        ),
    ],
};

static CONCURRENCY_KEY: Key = Key::new(
    "concurrency",
    &[
        Kind::Word(&["sequential", "concurrent-safe"]),
        Kind::Table(&CONCURRENCY),
    ],
    r#"concurrency = "concurrent-safe""#,
    "May it run beside other calls of a batch? `sequential` unless said.",
);
static INTERRUPT: Key = Key::new(
    "interrupt",
    &[Kind::Word(&[
        "non-interruptible",
        "cooperative",
        "thread-interrupt",
        "externally-terminated",
    ])],
    r#"interrupt = "cooperative""#,
    "How a running call can be stopped. `non-interruptible` unless said.",
);
static SIDE_EFFECT: Key = Key::new(
    "side-effect",
    &[Kind::Word(&["read-only", "mutating"])],
    r#"side-effect = "read-only""#,
    "What a call leaves behind. `mutating` unless said.",
);
static DESTRUCTIVE: Key = Key::new(
    "destructive",
    FLAG,
    "destructive = false",
    "A mutating tool may destroy what was there. `true` unless said.",
);
static IDEMPOTENT: Key = Key::new(
    "idempotent",
    FLAG,
    "idempotent = true",
    "Calling a mutating tool again with the same arguments changes nothing more. `false` unless said.",
);
static OPEN_WORLD: Key = Key::new(
    "open-world",
    FLAG,
    "open-world = false",
    "It reaches beyond what the host controls. `true` unless said.",
);
static TIMEOUT: Key = Key::new(
    "timeout",
    TEXT,
    r#"timeout = "10m""#,
    "The longest a call may run: a whole number and `ms`, `s`, `m` or `h`.",
);
static COERCE: Key = Key::new(
    "coerce",
    FLAG,
    "coerce = true",
    "Lossless repairs are allowed for every parameter that does not say otherwise.",
);

static DEFAULTS: Table = Table {
    name: "`[defaults]`",
    header: "[defaults]",
    doc: "Hints for every tool of this file that does not say otherwise.",
    keys: &[
        &CONCURRENCY_KEY,
        &INTERRUPT,
        &SIDE_EFFECT,
        &DESTRUCTIVE,
        &IDEMPOTENT,
        &OPEN_WORLD,
        &TIMEOUT,
        &COERCE,
    ],
};

/// A tool.
pub static TOOL: Table = Table {
    name: "a tool",
    header: "[tools.NAME]",
    doc: "A tool. Its name is the name on the wire.",
    keys: &[
        &Key::new(
            "title",
            TEXT,
            r#"title = "Search files""#,
            "A name for people.",
        ),
        &Key::new(
            "description",
            DESCRIPTION_KINDS,
            r#"description = "Search file contents.""#,
            "What the model reads. Every tool has one; `\"\"` says \"none, on purpose\".",
        ),
        &CONCURRENCY_KEY,
        &INTERRUPT,
        &SIDE_EFFECT,
        &DESTRUCTIVE,
        &IDEMPOTENT,
        &OPEN_WORLD,
        &Key::new(
            "permission",
            &[Kind::Table(&PERMISSION)],
            r#"permission = { path = "file_path" }"#,
            "What the patterns of an allow-list are compared with.",
        ),
        &TIMEOUT,
        &Key::new(
            "use",
            TEXTS,
            r#"use = ["paging"]"#,
            "Groups whose parameters come first, in this order.",
        ),
        &Key::new(
            "input",
            &[Kind::Named(&[Kind::Table(&PARAMETER)])],
            "[tools.NAME.input]",
            "The parameters, by their names on the wire.",
        ),
        &Key::new(
            "schema",
            TEXT,
            r#"schema = '{"type": "object"}'"#,
            "Somebody else's JSON Schema instead of `input`. It is published as written, and the arguments reach the handler as JSON.",
        ),
        &Key::new(
            "output",
            OUTPUT_KINDS,
            r#"output = "content""#,
            "What it answers: a type. `string` unless said; `content` is text, images and resources.",
        ),
        &COERCE,
        &RUST,
        &Key::new(
            "renamed-from",
            TEXTS,
            r#"renamed-from = ["Search"]"#,
            "Names that it had: they still answer calls, and are not listed.",
        ),
        &Key::new(
            "defer",
            FLAG,
            "defer = true",
            "It is not listed, but found through `ToolSearch`.",
        ),
        &Key::new(
            "describe",
            FLAG,
            "describe = true",
            "The handler appends to the description when tools are offered.",
        ),
        &Key::new(
            "feature",
            TEXT,
            r#"feature = "search""#,
            "It is left out when this Cargo feature is off.",
        ),
        &Key::new(
            "examples",
            &[Kind::List(&[Kind::Table(&EXAMPLE)])],
            "[[tools.NAME.examples]]",
            "Calls with their expected outcome, run by `toolc test` and `toolc check`.",
        ),
    ],
};

/// Keyed concurrency.
pub static CONCURRENCY: Table = Table {
    name: "keyed concurrency",
    header: "concurrency = { … }",
    doc: "Calls that concern different things run beside each other; calls that concern the same thing run in order.",
    keys: &[
        &Key::new(
            "mode",
            &[Kind::Word(&["exclusive", "shared"])],
            r#"mode = "exclusive""#,
            "`exclusive`: calls with the same key run in input order. `shared`: those that are all shared run together.",
        ),
        &Key::new(
            "key",
            TEXT,
            r#"key = "file_path""#,
            "The parameter that says what a call concerns; each element of a list is a key.",
        ),
    ],
};

/// What the patterns of an allow-list are compared with.
pub static PERMISSION: Table = Table {
    name: "a permission",
    header: "permission = { … }",
    doc: "What the patterns of an allow-list are compared with: one kind of subject. All parameters that are named must be allowed; of an array, each element.",
    keys: &[
        &Key::new(
            "command",
            SUBJECT,
            r#"command = "command""#,
            "The parameter holds a shell command.",
        ),
        &Key::new(
            "path",
            SUBJECT,
            r#"path = ["source", "destination"]"#,
            "The parameters hold paths.",
        ),
        &Key::new(
            "tree",
            SUBJECT,
            r#"tree = "path""#,
            "The parameter holds the root of a walk.",
        ),
        &Key::new(
            "custom",
            FLAG,
            "custom = true",
            "A rule in code decides too.",
        ),
    ],
};

static EXAMPLE: Table = Table {
    name: "an example",
    header: "[[tools.NAME.examples]]",
    doc: "A call with its expected outcome.",
    keys: &[
        &Key::new(
            "input",
            &[Kind::Json],
            r#"input = { pattern = "fn main" }"#,
            "The arguments.",
        ),
        &Key::new(
            "allow",
            TEXTS,
            r#"allow = ["Grep(/srv/**)"]"#,
            "The allow-list; unrestricted where it is not given.",
        ),
        &Key::new(
            "cwd",
            TEXT,
            r#"cwd = "/srv""#,
            "The working directory for relative paths; none where it is not given.",
        ),
        &Key::new(
            "expect",
            &[Kind::Word(&["valid", "invalid", "allow", "deny"])],
            r#"expect = "deny""#,
            "What must come of it. `valid` unless said.",
        ),
    ],
};

static DESCRIPTION_FILE: Table = Table {
    name: "a description",
    header: "description = { … }",
    doc: "A description that stands in a file of its own. One final newline is dropped.",
    keys: &[&Key::new(
        "file",
        TEXT,
        r#"file = "docs/grep.md""#,
        "The file, relative to this one.",
    )],
};
