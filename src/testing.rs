//! What a test of one's own tools needs: surroundings, a handler alone, and one call through everything.
//!
//! An input can be written as a literal, since its fields are public, or bound from JSON, which also tests the checks.

use crate::bind::{Arguments, Violations};
use crate::executor::{DuplicateTool, Executor, ToolCall};
use crate::tool::{Context, ContextBuilder, Handler, Tool, ToolError, ToolResult, Toolset};

/// The surroundings of a test: the call id `test`, and no working directory unless the test gives one.
pub fn context() -> ContextBuilder {
    Context::builder().call_id("test")
}

/// Binds arguments as the executor does.
///
/// # Errors
///
/// Everything that is wrong with them.
pub fn bind<T: Tool>(arguments: impl Into<Arguments>) -> Result<T, Violations> {
    T::bind(arguments)
}

/// Runs a handler alone: no permission, no hooks, no panic caught.
///
/// # Errors
///
/// Those of the handler.
pub async fn handle<T: Tool, H: Handler<T>>(
    handler: &H,
    input: T,
    cx: &Context,
) -> Result<T::Output, ToolError> {
    handler.call(input, cx).await
}

/// Runs one call through an executor that has nothing but these tools.
///
/// # Errors
///
/// The toolset has two tools of one name.
pub async fn call(
    tools: impl Toolset,
    tool: &str,
    arguments: impl Into<Arguments>,
) -> Result<ToolResult, DuplicateTool> {
    let executor = Executor::builder().tools(tools).build()?;
    let call = ToolCall::new(tool, arguments).with_id("test");
    Ok(executor.run(call, &context().build()).await)
}

/// Runs the examples of a declaration; what [`test_examples!`](crate::test_examples) calls. `toolset` brings the rules in
/// code, where there are any.
///
/// # Panics
///
/// The declaration has a mistake, or an example does not do what it says. The report is the panic's message.
#[cfg(feature = "compiler")]
pub fn examples(file: impl AsRef<std::path::Path>, toolset: Option<&dyn Toolset>) {
    let output = match crate::compiler::generate(&crate::compiler::Config::new(file.as_ref())) {
        Ok(output) => output,
        Err(report) => panic!("\n{report}"),
    };
    let report = crate::unbuilt::Examples::run(&output, toolset).report(&output.warnings);
    assert!(!report.has_errors(), "\n{report}");
}

/// Makes a test of the examples that stand beside a declaration, in any crate that has this one with feature `compiler`
/// among its dev-dependencies.
///
/// ```
/// toolc::test_examples!("tools.toml");
/// ```
///
/// Tools with a rule in code need the toolset that has it: `toolc::test_examples!("tools.toml", tools::toolset(state));`.
#[cfg(feature = "compiler")]
#[macro_export]
macro_rules! test_examples {
    ($file:literal) => {
        #[test]
        fn the_declared_examples_do_what_they_say() {
            let file = ::std::concat!(::std::env!("CARGO_MANIFEST_DIR"), "/", $file);
            $crate::testing::examples(file, ::std::option::Option::None);
        }
    };
    ($file:literal, $toolset:expr) => {
        #[test]
        fn the_declared_examples_do_what_they_say() {
            let file = ::std::concat!(::std::env!("CARGO_MANIFEST_DIR"), "/", $file);
            $crate::testing::examples(file, ::std::option::Option::Some(&$toolset));
        }
    };
}
