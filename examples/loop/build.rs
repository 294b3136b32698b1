//! Compiles `tools.toml`.

fn main() {
    toolc::compiler::compile("tools.toml");
}
