//! The made-up crates: the same tools and the same async handlers, in every style.

use std::fmt::Write;

use toolc_benches::many::{self, Derive};

/// How a crate declares its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// A `tools.toml`, compiled by the build script.
    Toolc,
    /// Types with serde's derive, without a published schema.
    Serde,
    /// Types with serde's and schemars' derives.
    Schemars,
}

impl Style {
    /// In the order of the tables; toolc first.
    pub(crate) const ALL: [Self; 3] = [Self::Toolc, Self::Serde, Self::Schemars];

    /// For the table.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Toolc => "toolc",
            Self::Serde => "serde derive, no schema",
            Self::Schemars => "serde + schemars derive",
        }
    }

    /// The crate of so many tools.
    pub(crate) fn crate_name(self, size: usize) -> String {
        let style = match self {
            Self::Toolc => "toolc",
            Self::Serde => "serde",
            Self::Schemars => "schemars",
        };
        format!("many-{style}-{size}")
    }
}

/// The files of the crate of so many tools: paths below its folder, and texts.
pub(crate) fn files(style: Style, size: usize) -> Vec<(&'static str, String)> {
    let mut files = vec![("Cargo.toml", manifest(style, size))];
    match style {
        Style::Toolc => files.extend([
            ("tools.toml", many::declaration(size)),
            ("build.rs", BUILD_SCRIPT.to_owned()),
            ("src/main.rs", declared_program(size)),
        ]),
        Style::Serde => files.extend([
            ("src/types.rs", many::types(size, Derive::Serde)),
            ("src/main.rs", derived_program(size, Derive::Serde)),
        ]),
        Style::Schemars => files.extend([
            ("src/types.rs", many::types(size, Derive::Schemars)),
            ("src/main.rs", derived_program(size, Derive::Schemars)),
        ]),
    }
    files
}

fn manifest(style: Style, size: usize) -> String {
    let name = style.crate_name(size);
    let toolc = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let dependencies = match style {
        Style::Toolc => format!(
            "[dependencies]\ntoolc = {{ path = {toolc:?}, default-features = false }}\n\
             [build-dependencies]\ntoolc = {{ path = {toolc:?}, default-features = false, features = [\"compiler\"] }}\n"
        ),
        Style::Serde => "[dependencies]\nserde = { version = \"1.0.229\", features = [\"derive\"] }\nserde_json = \"1.0.150\"\n".to_owned(),
        Style::Schemars => "[dependencies]\nserde = { version = \"1.0.229\", features = [\"derive\"] }\nserde_json = \"1.0.150\"\nschemars = \"1.2.3\"\n".to_owned(),
    };
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n{dependencies}"
    )
}

const BUILD_SCRIPT: &str = "fn main() {\n    toolc::compiler::compile(\"tools.toml\");\n}\n";

/// What every program begins with: the state, and how a future is driven without a runtime.
const COMMON: &str = r#"
use std::future::Future;
use std::pin::Pin;
use std::task::{Poll, Waker};

pub struct App {
    pub prefix: String,
}

impl App {
    pub async fn answer(&self, query: &str) -> String {
        std::future::ready(()).await;
        format!("{}{query}", self.prefix)
    }
}

fn drive<T>(mut run: Pin<Box<dyn Future<Output = T> + Send>>) -> T {
    let mut context = std::task::Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = run.as_mut().poll(&mut context) {
            return value;
        }
    }
}

fn argument(index: usize) -> String {
    std::env::args().nth(index).unwrap_or_default()
}
"#;

fn declared_program(size: usize) -> String {
    let mut text = format!(
        r#"toolc::include_tools!();

use toolc::tool::{{Context, Handler, ToolError, Toolset}};
{COMMON}
fn main() {{
    let toolset = tools::toolset(App {{ prefix: argument(3) }});
    let Some(index) = toolset.position(&argument(1)) else {{
        for spec in tools::SPECS {{
            println!("{{}}", spec.input_schema);
        }}
        return;
    }};
    match toolset.bind(index, argument(2).into(), Context::empty()).outcome {{
        Ok(run) => println!("{{}}", drive(run).is_ok()),
        Err(violations) => println!("{{violations}}"),
    }}
}}
"#
    );
    for number in 0..size {
        let camel = many::type_name(number);
        let _ = write!(
            text,
            r#"
impl Handler<tools::{camel}> for App {{
    async fn call(&self, input: tools::{camel}, _cx: &Context) -> Result<String, ToolError> {{
        Ok(self.answer(&input.query).await)
    }}
}}
"#
        );
    }
    text
}

fn derived_program(size: usize, derive: Derive) -> String {
    let mut handlers = String::new();
    let mut arms = String::new();
    let mut schemas = String::new();
    for number in 0..size {
        let (name, camel) = (many::name(number), many::type_name(number));
        let _ = write!(
            handlers,
            r#"
    pub async fn {name}(&self, input: {camel}) -> Result<String, String> {{
        Ok(self.answer(&input.query).await)
    }}
"#
        );
        let _ = write!(
            arms,
            r#"
        "{name}" => {{
            let input: {camel} = serde_json::from_str(arguments).map_err(|error| error.to_string())?;
            Ok(Box::pin(async move {{ app.{name}(input).await }}))
        }}"#
        );
        let _ = writeln!(schemas, "        schemars::schema_for!({camel}),");
    }
    let list = match derive {
        Derive::Serde => String::new(),
        Derive::Schemars => format!(
            r#"
fn list() {{
    for schema in [
{schemas}    ] {{
        println!("{{}}", serde_json::to_string(&schema).unwrap_or_default());
    }}
}}
"#
        ),
    };
    let on_unknown = match derive {
        Derive::Serde => "",
        Derive::Schemars => "            list();\n",
    };
    format!(
        r#"mod types;

use std::sync::Arc;
use types::*;
{COMMON}
impl App {{{handlers}}}

type Run = Pin<Box<dyn Future<Output = Result<String, String>> + Send>>;

fn call(app: Arc<App>, name: &str, arguments: &str) -> Result<Run, String> {{
    match name {{{arms}
        _ => {{
{on_unknown}            Err(format!("unknown tool {{name}}"))
        }}
    }}
}}
{list}
fn main() {{
    let app = Arc::new(App {{ prefix: argument(3) }});
    match call(app, &argument(1), &argument(2)) {{
        Ok(run) => println!("{{}}", drive(run).is_ok()),
        Err(words) => println!("{{words}}"),
    }}
}}
"#
    )
}
