fn main() {
    toolc::compiler::compile("tools.toml");
}
