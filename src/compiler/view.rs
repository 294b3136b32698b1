//! What the templates print: the model with every name, type and expression of the generated Rust final.
//!
//! Two kinds of text stand here and are told apart by their Rust type: [`Code`] is Rust source, printed as it is;
//! a `String` is the author's, and a template can print it only as a literal or as a doc comment. Nothing is decided
//! after this stage.

mod expression;
mod scope;

use serde::Serialize;

use super::literal;
use super::model::{
    Alternative, Catalog, Choice, Home, Input, Kind, Output, Param, Record, Tagged, Tool, TypeDef,
    TypeId,
};
use super::schema;
pub use expression::Code;
use scope::Scope;

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
    /// The fields but the last, and the last: the arms of a match.
    arms: Vec<Code>,
    last: Option<Code>,
    /// Used inside other types.
    nested: bool,
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
    let mut pages = vec![index(catalog, main, runtime)];
    for (position, tool) in catalog.tools.iter().enumerate() {
        let file = files.get(tool.span.file).map_or(main, String::as_str);
        pages.push(Page {
            path: format!("{}.rs", tool.module),
            origin: format!("[tools.{}] in {file}", key(&tool.name)),
            parts: module(catalog, Home::Tool(position), Some(tool), runtime),
        });
    }
    if has_types(catalog) {
        pages.push(Page {
            path: "types.rs".into(),
            origin: format!("[types] in {main}"),
            parts: module(catalog, Home::Types, None, runtime),
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
    Page {
        path: "mod.rs".into(),
        origin: main.into(),
        parts: vec![Part::Index(IndexView {
            runtime: runtime.into(),
            name: catalog.name.clone(),
            modules: modules.into_iter().map(Code::from).collect(),
            tools: catalog.tools.iter().map(entry).collect(),
        })],
    }
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
fn module(catalog: &Catalog, home: Home, tool: Option<&Tool>, runtime: &str) -> Vec<Part> {
    let scope = Scope::new(catalog, home);
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
    ToolView {
        rust: tool.rust.as_str().into(),
        name: tool.name.clone(),
        schema: schema_file(tool),
        output: match &tool.output {
            Output::Text => "String".into(),
            Output::Content => "rt::Content".into(),
            Output::Typed(node) => scope.rust_type(&node.ty),
        },
        setters: expression::setters(tool),
    }
}

/// A tool's own struct, and how it is bound.
fn declared(scope: &Scope<'_>, tool: &Tool, id: TypeId) -> (StructView, RecordView) {
    let Kind::Record(record) = &scope.get(id).kind else {
        unreachable!("a tool's input is a record");
    };
    let structure = structure(scope, &tool.rust, tool.description.clone(), record);
    let binding = binding(scope, &tool.rust, "TABLE".into(), record);
    (structure, binding)
}

/// The struct of a tool whose schema is somebody else's: the arguments as they came.
fn raw(tool: &Tool) -> (StructView, RecordView) {
    let structure = StructView {
        docs: tool.description.clone(),
        rust: tool.rust.as_str().into(),
        fields: vec![FieldView {
            docs: "The arguments, as the tool's schema describes them.".into(),
            rust: "arguments".into(),
            ty: "rt::Value".into(),
        }],
    };
    let binding = RecordView {
        rust: tool.rust.as_str().into(),
        visibility: "".into(),
        table: "TABLE".into(),
        value: "rt::Table::raw(SCHEMA)".into(),
        arms: Vec::new(),
        last: Some("arguments".into()),
        nested: false,
    };
    (structure, binding)
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

fn structure(scope: &Scope<'_>, rust: &str, docs: String, record: &Record) -> StructView {
    let mut fields: Vec<FieldView> = record
        .fields
        .iter()
        .map(|param| FieldView {
            docs: field_docs(param),
            rust: param.rust.as_str().into(),
            ty: scope.field_type(param),
        })
        .collect();
    if record.open {
        fields.push(FieldView {
            docs: "Further keys.".into(),
            rust: "rest".into(),
            ty: "rt::BTreeMap<String, rt::Value>".into(),
        });
    }
    StructView {
        docs,
        rust: rust.into(),
        fields,
    }
}

/// What the model reads, and the name on the wire where the field has another.
fn field_docs(param: &Param) -> String {
    let mut docs = schema::description(param);
    if param.name != param.rust.trim_start_matches("r#") {
        let gap = schema::gap(&docs);
        docs.push_str(&format!("{gap}On the wire: `{}`.", param.name));
    }
    docs
}

fn binding(scope: &Scope<'_>, rust: &str, table: Code, record: &Record) -> RecordView {
    let rows: Vec<Code> = record.fields.iter().map(|param| scope.row(param)).collect();
    let constructor = if record.open { "open" } else { "closed" };
    let mut arms: Vec<Code> = record
        .fields
        .iter()
        .map(|param| param.rust.as_str().into())
        .collect();
    if record.open {
        arms.push("rest".into());
    }
    RecordView {
        rust: rust.into(),
        visibility: scope.visibility(),
        table,
        value: format!("rt::Table::{constructor}(&[{}])", expression::list(&rows)).into(),
        last: arms.pop(),
        arms,
        nested: false,
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

fn tagged_union(scope: &Scope<'_>, id: TypeId, docs: String, tagged: &Tagged) -> UnionView {
    let variants = tagged.variants.iter().map(|variant| VariantView {
        docs: variant.description.clone(),
        rust: variant.rust.as_str().into(),
        ty: scope.path(variant.record),
        value: variant.value.clone(),
        pattern: "_".into(),
    });
    let rows: Vec<Code> = tagged
        .variants
        .iter()
        .map(|variant| scope.variant_row(&variant.value, variant.record))
        .collect();
    let tag = literal::string(&tagged.tag);
    UnionView {
        tag: Some(tagged.tag.clone()),
        value: format!("rt::tagged({tag}, &[{}])", expression::list(&rows)).into(),
        ..alternatives(scope, id, docs, variants.collect())
    }
}

fn union(scope: &Scope<'_>, id: TypeId, docs: String, union: &[Alternative]) -> UnionView {
    let variants = union.iter().map(|alternative| VariantView {
        docs: alternative.node.description.clone(),
        rust: alternative.rust.as_str().into(),
        ty: scope.rust_type(&alternative.node.ty),
        value: String::new(),
        pattern: "_".into(),
    });
    let rows: Vec<Code> = union
        .iter()
        .map(|alternative| scope.type_expression(&alternative.node.ty))
        .collect();
    UnionView {
        value: format!("rt::union(&[{}])", expression::list(&rows)).into(),
        ..alternatives(scope, id, docs, variants.collect())
    }
}

/// What all unions have in common. All patterns but the last become indexes.
fn alternatives(
    scope: &Scope<'_>,
    id: TypeId,
    docs: String,
    mut variants: Vec<VariantView>,
) -> UnionView {
    let last = variants.len().saturating_sub(1);
    for (index, variant) in variants.iter_mut().take(last).enumerate() {
        variant.pattern = index.to_string().into();
    }
    UnionView {
        docs,
        rust: scope.get(id).rust.as_str().into(),
        visibility: scope.visibility(),
        table: scope.table_name(id),
        value: "".into(),
        tag: None,
        first: variants[0].rust.clone(),
        variants,
    }
}
