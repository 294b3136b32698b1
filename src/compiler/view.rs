//! What the templates print: the model with every name, type and expression of the generated Rust final.
//!
//! Two kinds of text stand here and are told apart by their Rust type: [`Code`] is Rust source, printed as it is;
//! a `String` is the author's, and a template can print it only as a literal or as a doc comment. Nothing is decided
//! after this stage.

mod arms;
mod expression;
mod records;
mod scope;
mod unions;

use serde::Serialize;

use super::model::{Catalog, Choice, Home, Input, Kind, Output, Tool, TypeDef, TypeId};
use super::{literal, settled};
pub use expression::Code;
use records::{binding, declared, raw, structure};
use scope::{Names, Scope};
use unions::{tagged_union, union};

/// One generated Rust file: what it was made from, and its parts from top to bottom.
#[derive(Debug)]
pub struct Page {
    /// Relative to the generated folder.
    pub path: String,
    /// What it says it was generated from.
    pub origin: String,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// One part of a file, printed by the template of its kind.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Part {
    /// `mod.rs`, whole.
    Index(IndexView),
    /// The imports of a module.
    Imports(ImportsView),
    /// What is known of a tool.
    Tool(ToolView),
    /// A struct.
    Struct(StructView),
    /// How a struct is bound.
    Record(RecordView),
    /// An enum of words.
    Choice(ChoiceView),
    /// An enum over types or records.
    Union(UnionView),
}

impl Part {
    /// The template that prints it.
    pub fn template(&self) -> &'static str {
        match self {
            Self::Index(_) => "mod.rs.j2",
            Self::Imports(_) => "imports.rs.j2",
            Self::Tool(_) => "tool.rs.j2",
            Self::Struct(_) => "struct.rs.j2",
            Self::Record(_) => "record.rs.j2",
            Self::Choice(_) => "choice.rs.j2",
            Self::Union(_) => "union.rs.j2",
        }
    }
}

/// The whole of `mod.rs`.
#[derive(Debug, Serialize)]
pub struct IndexView {
    runtime: Code,
    name: String,
    /// The modules, alphabetically.
    modules: Vec<Code>,
    /// The tools, in declared order.
    tools: Vec<Entry>,
    /// The call of each, where they surely take a line each.
    calls: Vec<Code>,
    /// How many places the table of names has; `None` = few names, which are compared one by one.
    slots: Option<usize>,
}

/// One tool, seen from `mod.rs`.
#[derive(Debug, Serialize)]
pub struct Entry {
    module: Code,
    rust: Code,
    bound: Code,
    call: Code,
}

/// The imports of a module.
#[derive(Debug, Serialize)]
pub struct ImportsView {
    runtime: Code,
    types: bool,
}

/// `impl Tool`.
#[derive(Debug, Serialize)]
pub struct ToolView {
    rust: Code,
    name: String,
    schema: String,
    output: Code,
    setters: Vec<Code>,
    /// The same, a line each as they are to stand; `None` = only the printer knows.
    chain: Option<Vec<Code>>,
}

/// A struct.
#[derive(Debug, Serialize)]
pub struct StructView {
    docs: String,
    rust: Code,
    fields: Vec<FieldView>,
}

/// A field of a struct.
#[derive(Debug, Serialize)]
pub struct FieldView {
    docs: String,
    rust: Code,
    ty: Code,
}

/// `impl Record`, with the table.
#[derive(Debug, Serialize)]
pub struct RecordView {
    rust: Code,
    visibility: Code,
    table: Code,
    value: Code,
    /// The value without anything in it stands on one line, or surely not.
    flat: bool,
    /// The fields but the last, and the last: the arms of a match.
    arms: Vec<ArmView>,
    last: Option<ArmView>,
    /// Used inside other types.
    nested: bool,
}

/// A field, as it is bound.
#[derive(Debug, Serialize)]
pub struct ArmView {
    rust: Code,
    /// What it is before anything is known.
    blank: Code,
    /// What makes a slot of its place.
    slot: Code,
}

/// An enum of words.
#[derive(Debug, Serialize)]
pub struct ChoiceView {
    docs: String,
    rust: Code,
    variants: Vec<Code>,
    words: Code,
}

/// An enum with one newtype per alternative.
#[derive(Debug, Serialize)]
pub struct UnionView {
    docs: String,
    rust: Code,
    visibility: Code,
    table: Code,
    value: Code,
    /// The field that tells the variants apart, of a tagged union.
    tag: Option<String>,
    first: Code,
    variants: Vec<VariantView>,
}

/// One alternative.
#[derive(Debug, Serialize)]
pub struct VariantView {
    docs: String,
    rust: Code,
    ty: Code,
    /// The tag's value, of a tagged union.
    value: String,
    /// Its arm in a match over indexes; the last takes everything.
    pattern: Code,
}

/// All pages of a catalog, `mod.rs` first. `files` are the inputs' names as headers show them.
pub fn pages(catalog: &Catalog, files: &[String], runtime: &str) -> Vec<Page> {
    let main = files.first().map_or("tools.toml", String::as_str);
    let names = Names::of(catalog);
    let mut pages = vec![index(catalog, main, runtime)];
    for (position, tool) in catalog.tools.iter().enumerate() {
        let file = files.get(tool.span.file).map_or(main, String::as_str);
        pages.push(Page {
            path: format!("{}.rs", tool.module),
            origin: format!("[tools.{}] in {file}", key(&tool.name)),
            parts: module(catalog, &names, Home::Tool(position), Some(tool), runtime),
        });
    }
    if has_types(catalog) {
        pages.push(Page {
            path: "types.rs".into(),
            origin: format!("[types] in {main}"),
            parts: module(catalog, &names, Home::Types, None, runtime),
        });
    }
    pages
}

/// The name of a tool's input schema file.
pub fn schema_file(tool: &Tool) -> String {
    format!("{}.schema.json", tool.module)
}

/// The name of a tool's output schema file.
pub fn output_schema_file(tool: &Tool) -> String {
    format!("{}.output.schema.json", tool.module)
}

fn has_types(catalog: &Catalog) -> bool {
    catalog.types.iter().any(|ty| ty.home == Home::Types)
}

/// A key as it stands in TOML.
fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        literal::string(name)
    }
}

fn index(catalog: &Catalog, main: &str, runtime: &str) -> Page {
    let mut modules: Vec<&str> = catalog
        .tools
        .iter()
        .map(|tool| tool.module.as_str())
        .collect();
    if has_types(catalog) {
        modules.push("types");
    }
    modules.sort_unstable();
    let tools: Vec<Entry> = catalog.tools.iter().map(entry).collect();
    Page {
        path: "mod.rs".into(),
        origin: main.into(),
        parts: vec![Part::Index(IndexView {
            runtime: runtime.into(),
            name: catalog.name.clone(),
            modules: modules.into_iter().map(Code::from).collect(),
            calls: settled::rows(tools.iter().map(|tool| tool.call.clone()).collect()),
            tools,
            slots: slots(catalog.tools.len()),
        })],
    }
}

/// The size of a table of so many names: at least half of it stays empty, so that a search ends soon.
fn slots(tools: usize) -> Option<usize> {
    /// So many names are found as fast by a `match`, which is read more easily.
    const FEW: usize = 64;
    (tools > FEW).then(|| (2 * tools).next_power_of_two())
}

fn entry(tool: &Tool) -> Entry {
    let rust = &tool.rust;
    let mut bound = format!("rt::Handler<{rust}>");
    let mut call = format!("rt::Call::of::<{rust}>()");
    if tool.describe {
        bound = format!("rt::Describe<{rust}>");
        call += &format!(".described::<{rust}>()");
    }
    if tool.permission.custom {
        bound += &format!(" + rt::Rule<{rust}>");
        call += &format!(".ruled::<{rust}>()");
    }
    Entry {
        module: tool.module.as_str().into(),
        rust: rust.as_str().into(),
        bound: bound.into(),
        call: call.into(),
    }
}

/// The parts of a tool's module or of `types.rs`.
fn module(
    catalog: &Catalog,
    names: &Names<'_>,
    home: Home,
    tool: Option<&Tool>,
    runtime: &str,
) -> Vec<Part> {
    let scope = Scope::new(catalog, names, home);
    let mut parts = Vec::new();
    let mut root = None;
    if let Some(tool) = tool {
        let (structure, record) = match &tool.input {
            Input::Record(id) => {
                root = Some(*id);
                declared(&scope, tool, *id)
            }
            Input::Raw(_) => raw(tool),
        };
        parts.push(Part::Struct(structure));
        parts.push(Part::Tool(tool_view(&scope, tool)));
        parts.push(Part::Record(record));
    }
    for (position, definition) in catalog.types.iter().enumerate() {
        let id = TypeId(position);
        if definition.home == home && Some(id) != root {
            parts.extend(type_parts(&scope, id, definition));
        }
    }
    let imports = ImportsView {
        runtime: runtime.into(),
        types: scope.used_types(),
    };
    parts.insert(0, Part::Imports(imports));
    parts
}

fn tool_view(scope: &Scope<'_>, tool: &Tool) -> ToolView {
    let setters = expression::setters(tool);
    ToolView {
        chain: settled::chain(&setters),
        rust: tool.rust.as_str().into(),
        name: tool.name.clone(),
        schema: schema_file(tool),
        output: match &tool.output {
            Output::Text => "String".into(),
            Output::Content => "rt::Content".into(),
            Output::Typed(node) => scope.rust_type(&node.ty),
        },
        setters,
    }
}

/// What a named type, or one that a parameter brought along, becomes.
fn type_parts(scope: &Scope<'_>, id: TypeId, definition: &TypeDef) -> Vec<Part> {
    let docs = if definition.description.is_empty() {
        scope.origin(id)
    } else {
        definition.description.clone()
    };
    match &definition.kind {
        Kind::Record(record) => {
            let mut binding = binding(scope, &definition.rust, scope.table_name(id), record);
            binding.nested = true;
            vec![
                Part::Struct(structure(scope, &definition.rust, docs, record)),
                Part::Record(binding),
            ]
        }
        Kind::Choice(words) => vec![Part::Choice(choice(&definition.rust, docs, words))],
        Kind::Tagged(tagged) => vec![Part::Union(tagged_union(scope, id, docs, tagged))],
        Kind::Union(alternatives) => vec![Part::Union(union(scope, id, docs, alternatives))],
    }
}

fn choice(rust: &str, docs: String, words: &[Choice]) -> ChoiceView {
    ChoiceView {
        docs,
        rust: rust.into(),
        variants: words.iter().map(|word| word.rust.as_str().into()).collect(),
        words: literal::strings(words.iter().map(|word| &word.value)).into(),
    }
}
