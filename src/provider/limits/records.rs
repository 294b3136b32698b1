//! The limits, one record each: what, whose, when it was read and where. Data, and nothing else.
//!
//! A number that only an error message shows is told by the report that quotes the message. Where a limit moved, the
//! stricter one stands here: a definition that fits it travels everywhere.

use std::borrow::Cow;

use super::names::NameRule;
use super::{Limit, Rule, Target};

const ANTHROPIC_TOOLS: &str =
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools";
const ANTHROPIC_KEYS: &str = "https://github.com/anthropics/anthropic-sdk-go/issues/169";
const OPENAI_FUNCTIONS: &str =
    "https://github.com/openai/openai-openapi (components.schemas.FunctionObject)";
const OPENAI_STRICT: &str = "https://platform.openai.com/docs/guides/structured-outputs";
const OPENAI_ERRORS: &str =
    "the API's own error message (\"array above max length\", \"string too long\")";
const GEMINI_FUNCTIONS: &str =
    "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/Tool";
const BEDROCK_TOOLS: &str =
    "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html";
const MCP_TOOLS: &str = "https://modelcontextprotocol.io/specification (server/tools)";

/// `^[a-zA-Z0-9_-]{1,64}$`, on which Anthropic, OpenAI and Bedrock agree.
const PLAIN: NameRule = NameRule {
    punctuation: "_-",
    letter_first: false,
    most: 64,
};
const COMBINATORS: &[&str] = &["oneOf", "anyOf", "allOf"];

const fn limit(target: Target, rule: Rule, source: &'static str) -> Limit {
    Limit {
        target,
        rule,
        read: Cow::Borrowed("2026-08"),
        source: Cow::Borrowed(source),
    }
}

/// The limits as they were read.
pub static RECORDS: &[Limit] = &[
    // MCP: names are advice, which clients check all the same.
    limit(
        Target::Mcp,
        Rule::ToolName(NameRule {
            punctuation: "_-.",
            letter_first: false,
            most: 128,
        }),
        MCP_TOOLS,
    ),
    // Anthropic. Newer pages say 128 characters, references from tool search 64.
    limit(Target::Anthropic, Rule::ToolName(PLAIN), ANTHROPIC_TOOLS),
    limit(
        Target::Anthropic,
        Rule::ParameterName(NameRule {
            punctuation: "_-.",
            letter_first: false,
            most: 64,
        }),
        ANTHROPIC_KEYS,
    ),
    limit(
        Target::Anthropic,
        Rule::RootKeywords(COMBINATORS),
        ANTHROPIC_TOOLS,
    ),
    // OpenAI, Chat Completions.
    limit(Target::Openai, Rule::ToolName(PLAIN), OPENAI_FUNCTIONS),
    limit(Target::Openai, Rule::Tools(128), OPENAI_ERRORS),
    limit(
        Target::Openai,
        Rule::LongestDescription(1024),
        OPENAI_ERRORS,
    ),
    limit(
        Target::Openai,
        Rule::RootKeywords(&["oneOf", "anyOf", "allOf", "enum", "const", "not"]),
        OPENAI_ERRORS,
    ),
    // The same in strict mode.
    limit(
        Target::OpenaiStrict,
        Rule::ToolName(PLAIN),
        OPENAI_FUNCTIONS,
    ),
    limit(Target::OpenaiStrict, Rule::Tools(128), OPENAI_ERRORS),
    limit(
        Target::OpenaiStrict,
        Rule::LongestDescription(1024),
        OPENAI_ERRORS,
    ),
    limit(
        Target::OpenaiStrict,
        Rule::RootKeywords(&["oneOf", "anyOf", "allOf", "enum", "const", "not"]),
        OPENAI_STRICT,
    ),
    limit(
        Target::OpenaiStrict,
        Rule::Keywords(&[
            "allOf",
            "not",
            "if",
            "then",
            "else",
            "dependentRequired",
            "dependentSchemas",
        ]),
        OPENAI_STRICT,
    ),
    limit(Target::OpenaiStrict, Rule::Closed, OPENAI_STRICT),
    limit(Target::OpenaiStrict, Rule::Properties(5000), OPENAI_STRICT),
    limit(Target::OpenaiStrict, Rule::Levels(10), OPENAI_STRICT),
    limit(Target::OpenaiStrict, Rule::EnumValues(1000), OPENAI_STRICT),
    limit(
        Target::OpenaiStrict,
        Rule::Characters(120_000),
        OPENAI_STRICT,
    ),
    // OpenAI, Responses: newer models take names of 128 characters, not all.
    limit(
        Target::OpenaiResponses,
        Rule::ToolName(PLAIN),
        OPENAI_FUNCTIONS,
    ),
    limit(Target::OpenaiResponses, Rule::Tools(128), OPENAI_ERRORS),
    limit(
        Target::OpenaiResponses,
        Rule::RootKeywords(&["oneOf", "anyOf", "allOf", "enum", "const", "not"]),
        OPENAI_ERRORS,
    ),
    // Gemini: 128 characters are documented today, 64 were before.
    limit(
        Target::Gemini,
        Rule::ToolName(NameRule {
            punctuation: "_.:-",
            letter_first: true,
            most: 64,
        }),
        GEMINI_FUNCTIONS,
    ),
    limit(
        Target::Gemini,
        Rule::ParameterName(NameRule {
            punctuation: "_",
            letter_first: true,
            most: 64,
        }),
        GEMINI_FUNCTIONS,
    ),
    limit(Target::Gemini, Rule::Tools(128), GEMINI_FUNCTIONS),
    limit(Target::Gemini, Rule::NoRecursion, GEMINI_FUNCTIONS),
    limit(
        Target::GeminiJsonSchema,
        Rule::ToolName(NameRule {
            punctuation: "_.:-",
            letter_first: true,
            most: 64,
        }),
        GEMINI_FUNCTIONS,
    ),
    limit(
        Target::GeminiJsonSchema,
        Rule::ParameterName(NameRule {
            punctuation: "_",
            letter_first: true,
            most: 64,
        }),
        GEMINI_FUNCTIONS,
    ),
    limit(Target::GeminiJsonSchema, Rule::Tools(128), GEMINI_FUNCTIONS),
    // Bedrock Converse.
    limit(Target::Bedrock, Rule::ToolName(PLAIN), BEDROCK_TOOLS),
];
