//! Speaking to a model's provider: definitions out, tool calls in, results back.
//!
//! One file per format. Each puts right what its provider refuses (boolean schemas, formats, keywords, names), and says in
//! a description what it had to leave out of a schema: our own check enforces all of it. What cannot be put right is an
//! error ([`Unsendable`]), at build time already where `[toolset] targets` asks for it. This is no client: it makes and
//! reads JSON, whoever sends it.
//!
//! ```
//! use serde_json::json;
//! use toolc::provider::{Definition, Provider, Target};
//! use toolc::tool::ToolResult;
//!
//! let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}, "additionalProperties": false});
//! let tools = [Definition::new("weather.now", "The weather.", schema)];
//! let provider = Provider::new(Target::Anthropic, &tools)?;
//! assert_eq!(provider.tools()[0]["name"], "weather_now");
//!
//! let response = json!({"role": "assistant", "content": [
//!     {"type": "tool_use", "id": "toolu_1", "name": "weather_now", "input": {"city": "Oslo"}},
//! ]});
//! let calls = provider.calls(&response)?;
//! assert_eq!(calls[0].tool, "weather.now"); // what permissions and the executor see
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A whole loop with Anthropic; `send` stands for whatever sends requests:
//!
//! ```
//! use serde_json::{Value, json};
//! use toolc::executor::Executor;
//! use toolc::provider::{Definition, Provider, Target};
//! use toolc::tool::{Context, Toolset};
//!
//! async fn run(
//!     toolset: impl Toolset,
//!     mut messages: Vec<Value>,
//!     send: impl Fn(Value) -> Value,
//! ) -> Result<Vec<Value>, Box<dyn std::error::Error>> {
//!     let executor = Executor::builder().tools(toolset).build()?;
//!     let cx = Context::builder().cwd("/srv/project").build();
//!     let tools: Vec<Definition> = executor.offer(&cx).iter().map(Definition::from).collect();
//!     let provider = Provider::new(Target::Anthropic, &tools)?;
//!     loop {
//!         let answer = send(json!({"tools": provider.tools(), "messages": messages}));
//!         messages.push(json!({"role": "assistant", "content": answer["content"]}));
//!         let calls = provider.calls(&answer)?;
//!         if calls.is_empty() {
//!             return Ok(messages);
//!         }
//!         let results = executor.batch(calls, &cx).await;
//!         messages.push(provider.answer(&results));
//!     }
//! }
//! ```

pub mod limits;

mod definition;
mod node;
mod parameters;
mod strict;
mod unsendable;
mod wire;
// The formats.
mod anthropic;
mod bedrock;
mod gemini;
mod mcp;
mod openai_chat;
mod openai_responses;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::executor::ToolCall;
use crate::tool::ToolResult;
pub use definition::Definition;
#[cfg(feature = "cli")]
pub(crate) use definition::annotations;
pub use limits::Target;
use limits::{Aliases, Limits};
#[cfg(feature = "compiler")] // for imports
pub(crate) use node::inlined_within;
use parameters::Parameters;
pub use unsendable::Unsendable;
pub use wire::Unreadable;
use wire::{Called, Dialect};

/// A set of tools as one provider knows them.
#[derive(Debug, Clone)]
pub struct Provider {
    target: Target,
    tools: Value,
    /// As they travel.
    sent: BTreeSet<String>,
    names: Aliases,
    /// By the tool's own name; only where some parameter needed an alias.
    parameters: BTreeMap<String, Parameters>,
}

impl Provider {
    /// Tools as a target takes them, within the limits of [`limits::RECORDS`].
    ///
    /// # Errors
    ///
    /// Everything that the target refuses and that cannot be put right.
    pub fn new(target: Target, tools: &[Definition]) -> Result<Self, Unsendable> {
        Self::within(&Limits::default(), target, tools)
    }

    /// The same, within other limits.
    ///
    /// # Errors
    ///
    /// Everything that the target refuses and that cannot be put right.
    pub fn within(
        limits: &Limits,
        target: Target,
        tools: &[Definition],
    ) -> Result<Self, Unsendable> {
        Unsendable::check(limits, target, tools)?;
        let names = tools.iter().map(|tool| tool.name.as_str());
        let names = limits
            .tool_names(target)
            .map_or_else(Aliases::default, |rule| Aliases::new(rule, names));
        let mut parameters = BTreeMap::new();
        let mut sent = Vec::new();
        for tool in tools {
            let own = limits
                .parameter_names(target)
                .map(|rule| Parameters::new(rule, &tool.schema));
            let mut tool = tool.clone();
            if let Some(own) = own.filter(|own| !own.is_empty()) {
                tool.schema = own.rename(&tool.schema);
                parameters.insert(tool.name.clone(), own);
            }
            tool.name = names.to_wire(&tool.name).to_owned();
            sent.push(tool);
        }
        Ok(Self {
            target,
            tools: definitions(target, &sent),
            sent: sent.into_iter().map(|tool| tool.name).collect(),
            names,
            parameters,
        })
    }

    /// The value of the request's field for tools (`tools`; Bedrock's `toolConfig`; MCP's whole result).
    pub fn tools(&self) -> &Value {
        &self.tools
    }

    /// The names that travel under an alias, and the aliases.
    pub fn aliases(&self) -> impl Iterator<Item = (&str, &str)> {
        self.names.pairs()
    }

    /// The calls in a whole response, or in its message; in order, with their ids and under the tools' own names. None where
    /// the model only talked.
    ///
    /// # Errors
    ///
    /// What is no response of this provider, or one that tells of an error.
    pub fn calls(&self, response: &Value) -> Result<Vec<ToolCall>, Unreadable> {
        let called = wire::calls(Dialect::of(self.target), response)?;
        Ok(called.into_iter().map(|call| self.call(call)).collect())
    }

    /// The results of those calls, as the value to append to the conversation: one message of the provider, or (OpenAI) an array
    /// of them. Errors are flagged as the provider wants it.
    pub fn answer(&self, results: &[ToolResult]) -> Value {
        let name = |result: &ToolResult| self.names.to_wire(result.tool()).to_owned();
        match Dialect::of(self.target) {
            Dialect::Anthropic => anthropic::answer(results),
            Dialect::Chat => openai_chat::answer(results),
            Dialect::Responses => openai_responses::answer(results),
            Dialect::Gemini => gemini::answer(results, &name),
            Dialect::Converse => bedrock::answer(results),
            Dialect::Mcp => results.iter().map(mcp::result).collect(),
        }
    }

    fn call(&self, called: Called) -> ToolCall {
        let name = ToolCall::named(&called.name, |name| self.sent.contains(name));
        let name = self.names.canonical(name);
        let arguments = match self.parameters.get(name) {
            Some(parameters) => parameters.restore(called.arguments),
            None => called.arguments,
        };
        ToolCall::new(name, arguments).with_id(called.id)
    }
}

fn definitions(target: Target, tools: &[Definition]) -> Value {
    match target {
        Target::Mcp => json!({"tools": tools.iter().map(mcp::tool).collect::<Vec<_>>()}),
        Target::Anthropic => tools.iter().map(anthropic::tool).collect(),
        Target::Openai => tools.iter().map(openai_chat::tool).collect(),
        Target::OpenaiStrict => tools.iter().map(openai_chat::strict_tool).collect(),
        Target::OpenaiResponses => tools.iter().map(openai_responses::tool).collect(),
        Target::Gemini => gemini::tools(tools, gemini::openapi_tool),
        Target::GeminiJsonSchema => gemini::tools(tools, gemini::json_schema_tool),
        Target::Bedrock => {
            json!({"tools": tools.iter().map(bedrock::tool).collect::<Vec<_>>()})
        }
        Target::JsonSchema => {
            let schemas = tools.iter();
            let schemas = schemas.map(|tool| (tool.name.clone(), tool.schema.clone()));
            Value::Object(schemas.collect())
        }
    }
}
