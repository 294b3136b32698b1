//! Where definitions can be sent.

/// An export target: a provider's API, or one of two ways of speaking to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// MCP `tools/list`.
    Mcp,
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Chat Completions, and the many that speak like it.
    Openai,
    /// OpenAI Chat Completions in strict mode.
    OpenaiStrict,
    /// OpenAI Responses.
    OpenaiResponses,
    /// Gemini `parameters`: a subset of OpenAPI.
    Gemini,
    /// Gemini `parametersJsonSchema`.
    GeminiJsonSchema,
    /// Amazon Bedrock Converse.
    Bedrock,
    /// Nobody's API: the schemas as they are declared.
    JsonSchema,
}

impl Target {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 9] = [
        Self::Mcp,
        Self::Anthropic,
        Self::Openai,
        Self::OpenaiStrict,
        Self::OpenaiResponses,
        Self::Gemini,
        Self::GeminiJsonSchema,
        Self::Bedrock,
        Self::JsonSchema,
    ];

    /// The word of `tools.toml` and of the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Anthropic => "anthropic",
            Self::Openai => "openai",
            Self::OpenaiStrict => "openai-strict",
            Self::OpenaiResponses => "openai-responses",
            Self::Gemini => "gemini",
            Self::GeminiJsonSchema => "gemini-json-schema",
            Self::Bedrock => "bedrock",
            Self::JsonSchema => "json-schema",
        }
    }

    /// The target of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.word() == word)
    }
}
