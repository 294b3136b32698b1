//! `toolc import`: published definitions to `tools.toml`.

use std::fs;
use std::path::PathBuf;
#[cfg(feature = "mcp")]
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
#[cfg(feature = "mcp")]
use serde_json::json;
#[cfg(feature = "mcp")]
use tokio::runtime::Runtime;

use super::Outcome;
use super::declaration::stdin;
use super::failure::Failure;
use super::terminal::{Terminal, print};
use crate::import::{Fidelity, Format, Options, import};
#[cfg(feature = "mcp")]
use crate::mcp::{Client, Launch, ServerConfig};

/// Declare tools that are published elsewhere: MCP, OpenAI, Anthropic, Gemini, JSON Schema.
///
/// The declaration goes to standard output, what was decided and lost to standard error. Exits with 1 if a tool is left out.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// The definitions, as JSON; `-` reads standard input.
    #[cfg_attr(feature = "mcp", arg(required_unless_present = "mcp"))]
    #[cfg_attr(not(feature = "mcp"), arg(required = true))]
    file: Option<PathBuf>,
    /// Start this MCP server and ask it for its tools, instead of reading a file. Words are split as a shell does, and none
    /// is started.
    #[cfg(feature = "mcp")]
    #[arg(long, value_name = "COMMAND", value_parser = server, conflicts_with_all = ["file", "from"])]
    mcp: Option<ServerConfig>,
    /// The longest to wait for an answer of the server, in milliseconds.
    #[cfg(feature = "mcp")]
    #[arg(long, value_name = "MS", requires = "mcp", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Their format; found out where it is not given.
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    from: Option<Format>,
    /// Keep every schema that would be published as another JSON value.
    #[arg(long)]
    exact: bool,
    /// Write what was decided and lost to this file, as JSON, instead of standard error.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl Import {
    pub(super) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let published = self.published()?;
        let fidelity = match self.exact {
            true => Fidelity::Exact,
            false => Fidelity::Meaning,
        };
        let options = Options {
            from: published.format,
            fidelity,
        };
        let imported =
            import(&published.text, &options).map_err(|error| Failure::NotDefinitions {
                path: published.origin,
                error,
            })?;
        match &self.report {
            Some(path) => {
                let report = format!("{:#}\n", imported.report.to_json());
                fs::write(path, report).map_err(Failure::unwritable(path))?;
            }
            None => terminal.diagnose(&imported.report.to_string()),
        }
        print(&imported.toml)?;
        Ok(match imported.report.left_out.is_empty() {
            true => Outcome::Done,
            false => Outcome::Finding,
        })
    }

    fn published(&self) -> Result<Published, Failure> {
        #[cfg(feature = "mcp")]
        if let Some(server) = &self.mcp {
            return asked(server.clone(), self.timeout);
        }
        let file = self.file.clone().unwrap_or_else(|| "-".into());
        let text = match file.as_os_str() == "-" {
            true => stdin()?,
            false => fs::read_to_string(&file).map_err(Failure::unreadable(&file))?,
        };
        Ok(Published {
            text,
            format: self.from,
            origin: file,
        })
    }
}

/// Definitions, and where they come from.
struct Published {
    text: String,
    format: Option<Format>,
    origin: PathBuf,
}

/// A server of this command, which is also what it is called.
#[cfg(feature = "mcp")]
fn server(command: &str) -> Result<ServerConfig, &'static str> {
    let words = shlex::split(command).ok_or("a quote or an escape does not end")?;
    let [program, arguments @ ..] = &words[..] else {
        return Err("there is no program in it");
    };
    let launch = Launch {
        command: program.clone(),
        arguments: arguments.to_vec(),
        ..Launch::default()
    };
    Ok(ServerConfig::unnamed(command, launch))
}

/// What a server says that it has.
#[cfg(feature = "mcp")]
fn asked(mut server: ServerConfig, timeout: Option<u64>) -> Result<Published, Failure> {
    if let Some(milliseconds) = timeout {
        server.timeout = Duration::from_millis(milliseconds);
    }
    let origin = PathBuf::from(&server.name);
    let runtime = Runtime::new().map_err(Failure::Runtime)?;
    let tools = runtime.block_on(async {
        let client = Client::start(server).await?;
        client.definitions().await
    });
    let tools = tools.map_err(|error| Failure::Connect(vec![error]))?;
    Ok(Published {
        text: json!({ "tools": tools }).to_string(),
        format: Some(Format::Mcp),
        origin,
    })
}

fn format() -> impl TypedValueParser<Value = Format> {
    let words = Format::ALL.map(Format::word);
    PossibleValuesParser::new(words).try_map(|word| Format::from_word(&word).ok_or("unknown"))
}
