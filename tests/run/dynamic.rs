//! Tools that are known only at run time, and how strictly their schemas are taken.

use serde_json::json;
use toolc::executor::{Executor, SchemaMode, ToolCall};
use toolc::tool::{Content, Context, DynamicToolset, Refusal, Spec, Toolset};

const SCHEMA: &str = r#"{"type":"object","additionalProperties":false,"properties":{"file_path":{"type":"string"},"limit":{"type":"integer"}},"required":["file_path"]}"#;

fn tools() -> DynamicToolset {
    let spec = Spec::dynamic("Show", "Shows its arguments.", SCHEMA);
    DynamicToolset::new("shown", [spec], |call| async move {
        Ok(Content::text(json!(call.input.into_map()).to_string()))
    })
}

fn executor(mode: SchemaMode) -> Executor {
    let builder = Executor::builder().tools(tools()).schema_mode(mode);
    builder.build().unwrap()
}

#[tokio::test]
async fn what_does_not_fit_runs_unless_it_is_enforced() {
    let arguments = r#"{"file_paht": "a", "limit": 3.5}"#;
    for mode in [SchemaMode::Off, SchemaMode::Warn] {
        let call = ToolCall::new("Show", arguments);
        let result = executor(mode).run(call, &Context::empty()).await;
        assert_eq!(result.text(), r#"{"file_paht":"a","limit":3.5}"#);
    }
    let call = ToolCall::new("Show", arguments);
    let result = executor(SchemaMode::Enforce)
        .run(call, &Context::empty())
        .await;
    assert_eq!(result.refused_by(), Some(Refusal::Arguments));
    assert_eq!(
        result.text(),
        "Invalid input for tool 'Show':\n\
         Parameter 'file_path' is required (type: string). The tool was not executed.\n\
         Parameter 'limit' must be an integer. The tool was not executed.\n\
         Unknown parameter 'file_paht'. Did you mean 'file_path'? The tool was not executed."
    );
}

#[tokio::test]
async fn what_cannot_be_read_runs_in_no_mode() {
    for mode in [SchemaMode::Off, SchemaMode::Warn, SchemaMode::Enforce] {
        for arguments in [r#"{"file_path": "#, "[1]", r#"{"a":1,"a":2}"#] {
            let call = ToolCall::new("Show", arguments);
            let result = executor(mode).run(call, &Context::empty()).await;
            assert_eq!(result.refused_by(), Some(Refusal::Arguments), "{arguments}");
        }
    }
}

#[tokio::test]
async fn no_arguments_are_an_empty_object_and_nulls_are_absent() {
    for arguments in ["", "  ", "null", "{}", r#"{"limit": null}"#] {
        let call = ToolCall::new("Show", arguments);
        let result = executor(SchemaMode::Off).run(call, &Context::empty()).await;
        assert_eq!(result.text(), "{}", "{arguments:?}");
    }
}

#[test]
fn of_two_tools_with_one_name_the_first_is_reached() {
    let specs = ["first", "second"].map(|words| Spec::dynamic("Same", words, "{}"));
    let tools = DynamicToolset::new("twice", specs, |_| async { Ok(Content::default()) });
    assert_eq!(tools.position("Same"), Some(0));
}
