//! Sending requests: where to, with which key, and the little in which the two APIs differ once toolc has made the tools and
//! read the calls.

use std::error::Error;

use serde_json::{Value, json};
use toolc::provider::Target;
use ureq::Agent;

/// An API that speaks like Anthropic's Messages or like OpenAI's Chat Completions.
#[derive(Debug)]
pub struct Api {
    target: Target,
    agent: Agent,
    url: String,
    key: String,
    model: String,
}

impl Api {
    /// Anthropic's own, or what speaks like it at another address.
    pub fn anthropic(base: &str, key: &str, model: &str) -> Self {
        Self::new(Target::Anthropic, format!("{base}/v1/messages"), key, model)
    }

    /// OpenAI's own, or what speaks like it at another address.
    pub fn openai(base: &str, key: &str, model: &str) -> Self {
        let url = format!("{base}/v1/chat/completions");
        Self::new(Target::Openai, url, key, model)
    }

    fn new(target: Target, url: String, key: &str, model: &str) -> Self {
        // A refusal's body says why, and toolc reads it.
        let config = Agent::config_builder().http_status_as_error(false);
        Self {
            target,
            agent: config.build().into(),
            url,
            key: key.to_owned(),
            model: model.to_owned(),
        }
    }

    /// How this API wants its tools.
    pub fn target(&self) -> Target {
        self.target
    }

    /// One request. It blocks, since this program has nothing else to do meanwhile.
    pub fn send(&self, tools: &Value, messages: &[Value]) -> Result<Value, Box<dyn Error>> {
        let mut body = json!({"model": self.model, "tools": tools, "messages": messages});
        let request = self.agent.post(&self.url);
        let request = match self.target {
            Target::Anthropic => {
                body["max_tokens"] = 4096.into();
                let request = request.header("x-api-key", &self.key);
                request.header("anthropic-version", "2023-06-01")
            }
            _ => request.header("authorization", format!("Bearer {}", self.key)),
        };
        let request = request.header("content-type", "application/json");
        let mut response = request.send(body.to_string())?;
        Ok(serde_json::from_str(
            &response.body_mut().read_to_string()?,
        )?)
    }

    /// The answer as a message of the conversation.
    pub fn message(&self, answer: &Value) -> Value {
        match self.target {
            Target::Anthropic => json!({"role": "assistant", "content": answer["content"]}),
            _ => answer["choices"][0]["message"].clone(),
        }
    }

    /// What the model says in an answer.
    pub fn text(&self, answer: &Value) -> String {
        let texts = match self.target {
            Target::Anthropic => answer["content"].as_array().map_or(&[][..], Vec::as_slice),
            _ => std::slice::from_ref(&answer["choices"][0]["message"]),
        };
        let text = |part: &Value| {
            let text = part["text"].as_str().or(part["content"].as_str());
            text.map(str::to_owned)
        };
        texts.iter().filter_map(text).collect::<Vec<_>>().join("\n")
    }
}
