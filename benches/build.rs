//! Compiles the tools of the cases, as any crate that declares tools does; for `registry` also toolsets of 10, 100 and 1000
//! tools, and the same inputs with derives.

use std::path::Path;

#[path = "src/many.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the programs use more of it than this script"
)]
mod many;

fn main() {
    toolc::compiler::compile("tools.toml");
    if std::env::var_os("CARGO_FEATURE_PEERS").is_some() {
        let out = std::env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR");
        registry(Path::new(&out)).expect("OUT_DIR can be written");
    }
    if std::env::var_os("CARGO_FEATURE_MCP").is_some() {
        let out = std::env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR");
        servers(Path::new(&out)).expect("OUT_DIR can be written");
    }
}

/// Both servers of `round_trips`, with 10 and with 1000 tools that do nothing.
fn servers(out: &Path) -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=src/many.rs");
    for count in [10, 1000] {
        let config = toolc::compiler::Config::in_memory("many.toml", &many::declaration(count));
        let generated = toolc::compiler::generate(&config).expect("the made-up tools are sound");
        let folder = out.join(format!("served_{count}"));
        std::fs::create_dir_all(&folder)?;
        for file in generated.files {
            std::fs::write(folder.join(file.path), file.text)?;
        }
        let handlers: String = (0..count).map(handler).collect();
        std::fs::write(out.join(format!("handlers_{count}.rs")), handlers)?;
        std::fs::write(out.join(format!("macros_{count}.rs")), macros(count))?;
    }
    let types = many::types(SHAPES, many::Derive::Schemars);
    std::fs::write(out.join("shapes.rs"), types)
}

/// So many inputs the macro server has, which then come again: a thousand derives would only lengthen the build. A multiple of
/// three, as the tools' parameters depend on that.
const SHAPES: usize = 30;

/// One tool's handler for toolc.
fn handler(number: usize) -> String {
    let input = many::type_name(number);
    format!(
        "impl Handler<tools::{input}> for Many {{\n    async fn call(&self, input: tools::{input}, _: &Context) -> Result<String, ToolError> {{\n        Ok(input.query)\n    }}\n}}\n"
    )
}

/// The same tools for rmcp's macros.
fn macros(count: usize) -> String {
    let tools: String = (0..count)
        .map(|number| {
            let name = many::name(number);
            let words = name.replace('_', " ");
            let input = many::type_name(number % SHAPES);
            format!(
                "    #[tool(description = \"Does what its name says: {words}. Answers with one line of text.\", annotations(read_only_hint = true))]\n    async fn {name}(&self, input: Parameters<shapes::{input}>) -> String {{\n        input.0.query\n    }}\n"
            )
        })
        .collect();
    format!("#[tool_router]\nimpl Many {{\n{tools}}}\n")
}

/// The toolsets and types of `registry`, into `OUT_DIR`.
fn registry(out: &Path) -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=src/many.rs");
    for count in [10, 100, 1000] {
        let config = toolc::compiler::Config::in_memory("many.toml", &many::declaration(count));
        let generated = toolc::compiler::generate(&config).expect("the made-up tools are sound");
        let folder = out.join(format!("many_{count}"));
        std::fs::create_dir_all(&folder)?;
        for file in generated.files {
            std::fs::write(folder.join(file.path), file.text)?;
        }
        std::fs::write(out.join(format!("phf_{count}.rs")), perfect_hash(count))?;
    }
    std::fs::write(out.join("derived_100.rs"), derived(100))
}

/// An expression: the tools' names and indices as a phf map.
fn perfect_hash(count: usize) -> String {
    let entries: String = (0..count)
        .map(|number| format!("    {:?} => {number},\n", many::name(number)))
        .collect();
    format!("::phf::phf_map! {{\n{entries}}}\n")
}

/// The inputs of the first so many tools with derives, and what makes each one's schema.
fn derived(count: usize) -> String {
    let schemas: String = (0..count)
        .map(|number| {
            format!(
                "    || ::schemars::schema_for!({}),\n",
                many::type_name(number)
            )
        })
        .collect();
    let types = many::types(count, many::Derive::Schemars);
    format!("{types}\npub static SCHEMAS: &[fn() -> ::schemars::Schema] = &[\n{schemas}];\n")
}
