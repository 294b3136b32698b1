//! Hooks: what they may do, and what happens when they fail.

use serde_json::json;
use toolc::executor::{Executor, Hook, HookCall, HookError, PreTool, ToolCall, Verdict};
use toolc::permission::{AllowList, Known};
use toolc::tool::{Content, Context, Refusal, Spec, ToolResult};

use crate::fixture::{Acts, Log};

/// How a hook behaves at one of its moments.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Pass,
    Block,
    Rewrite,
    Fail,
    Panic,
    Hang,
}

/// A hook that behaves as told, and writes down what it is asked.
struct Told {
    name: &'static str,
    log: Log,
    request: Way,
    pre: Way,
    post: Way,
}

impl Told {
    fn passing(name: &'static str, log: &Log) -> Self {
        Self {
            name,
            log: log.clone(),
            request: Way::Pass,
            pre: Way::Pass,
            post: Way::Pass,
        }
    }

    async fn behave(&self, way: Way) -> Result<(), HookError> {
        match way {
            Way::Fail => Err("out of order".into()),
            Way::Panic => panic!("out of its mind"),
            Way::Hang => std::future::pending().await,
            _ => Ok(()),
        }
    }
}

impl Hook for Told {
    fn name(&self) -> &str {
        self.name
    }
    async fn permission_request(
        &self,
        call: &HookCall<'_>,
        _: &Context,
    ) -> Result<Verdict, HookError> {
        self.log
            .add(format!("{} request {}", self.name, call.arguments));
        self.behave(self.request).await?;
        Ok(match self.request {
            Way::Block => Verdict::Block(format!("{} says no", self.name)),
            _ => Verdict::Pass,
        })
    }
    async fn pre_tool(&self, call: &HookCall<'_>, _: &Context) -> Result<PreTool, HookError> {
        self.log
            .add(format!("{} pre {}", self.name, call.arguments));
        self.behave(self.pre).await?;
        Ok(match self.pre {
            Way::Block => PreTool::Block(format!("{} says no", self.name)),
            Way::Rewrite => PreTool::Rewrite(json!({"path": self.name})),
            _ => PreTool::Pass,
        })
    }
    async fn post_tool(
        &self,
        _: &HookCall<'_>,
        result: &ToolResult,
        _: &Context,
    ) -> Result<Option<ToolResult>, HookError> {
        self.log
            .add(format!("{} post {}", self.name, result.text()));
        self.behave(self.post).await?;
        Ok((self.post == Way::Rewrite).then(|| ToolResult::error("replaced")))
    }
    async fn denied(
        &self,
        _: &HookCall<'_>,
        result: &ToolResult,
        _: &Context,
    ) -> Result<(), HookError> {
        let by = result.refused_by().map(Refusal::as_str);
        self.log
            .add(format!("{} denied {}", self.name, by.unwrap_or("nobody")));
        Ok(())
    }
}

fn tools() -> Acts {
    let path = r#"{"type":"object","properties":{"path":{"type":"string"}}}"#;
    Acts::default().with(Spec::new("Echo", path), |call| async move {
        let structured = json!(call.input.as_map());
        Ok(Content::structured(structured))
    })
}

async fn run_in(hooks: impl IntoIterator<Item = Told>, cx: &Context) -> ToolResult {
    let builder = Executor::builder().tools(tools().toolset());
    let builder = hooks
        .into_iter()
        .fold(builder, |builder, hook| builder.hook(hook));
    let call = ToolCall::new("Echo", r#"{"path":"/a"}"#).with_id("1");
    builder.build().unwrap().run(call, cx).await
}

async fn run(hooks: impl IntoIterator<Item = Told>) -> ToolResult {
    run_in(hooks, &Context::empty()).await
}

#[tokio::test]
async fn hooks_are_asked_in_order_with_the_arguments_as_they_stand() {
    let log = Log::default();
    let one = Told {
        pre: Way::Rewrite,
        ..Told::passing("one", &log)
    };
    let result = run([one, Told::passing("two", &log)]).await;
    assert_eq!(result.text(), r#"{"path":"one"}"#);
    assert_eq!(
        log.all(),
        [
            r#"one request {"path":"/a"}"#,
            r#"two request {"path":"/a"}"#,
            r#"one pre {"path":"/a"}"#,
            r#"two pre {"path":"one"}"#,
            r#"one post {"path":"one"}"#,
            r#"two post {"path":"one"}"#,
        ]
    );
}

#[tokio::test]
async fn all_reasons_of_permission_hooks_are_told_and_nothing_else_happens() {
    let log = Log::default();
    let hooks = ["one", "two"].map(|name| Told {
        request: Way::Block,
        ..Told::passing(name, &log)
    });
    let result = run(hooks).await;
    assert_eq!(
        result.text(),
        "Tool denied by permission hook: one says no; two says no"
    );
    assert_eq!(result.refused_by(), Some(Refusal::Hook));
    let after: Vec<String> = log.all().split_off(2);
    assert_eq!(after, ["one denied hook", "two denied hook"]);
}

#[tokio::test]
async fn a_pre_tool_hook_that_blocks_is_followed_by_post_tool_hooks() {
    let log = Log::default();
    let one = Told {
        pre: Way::Block,
        ..Told::passing("one", &log)
    };
    let result = run([one]).await;
    assert_eq!(result.text(), "Tool blocked by hook: one says no");
    assert_eq!(result.refused_by(), Some(Refusal::Hook));
    let after: Vec<String> = log.all().split_off(2);
    assert_eq!(
        after,
        [
            "one denied hook",
            "one post Tool blocked by hook: one says no"
        ]
    );
}

#[tokio::test]
async fn what_a_hook_writes_is_judged_by_the_allow_list() {
    let log = Log::default();
    let list = AllowList::load(["Other"], &Known::new()).unwrap().list;
    let cx = Context::builder().narrow(&list.into()).unwrap().build();
    let one = Told {
        pre: Way::Rewrite,
        ..Told::passing("one", &log)
    };
    let result = run_in([one], &cx).await;
    assert_eq!(result.refused_by(), Some(Refusal::Permission));
    assert_eq!(
        result.text(),
        "Tool 'Echo' not allowed. Allowed tools: Other"
    );
    assert_eq!(log.all().last().unwrap(), "one denied permission");
}

#[tokio::test]
async fn what_a_hook_writes_is_bound_again() {
    struct Breaks;
    impl Hook for Breaks {
        fn name(&self) -> &str {
            "breaks"
        }
        async fn pre_tool(&self, _: &HookCall<'_>, _: &Context) -> Result<PreTool, HookError> {
            Ok(PreTool::Rewrite(json!(["no", "object"])))
        }
    }
    let builder = Executor::builder().tools(tools().toolset()).hook(Breaks);
    let call = ToolCall::new("Echo", "{}");
    let result = builder.build().unwrap().run(call, &Context::empty()).await;
    assert_eq!(result.refused_by(), Some(Refusal::Arguments));
}

#[tokio::test]
async fn a_post_tool_hook_replaces_the_answer_as_a_whole() {
    let log = Log::default();
    let one = Told {
        post: Way::Rewrite,
        ..Told::passing("one", &log)
    };
    let result = run([one]).await;
    assert!(result.is_error());
    assert_eq!(result.text(), "replaced");
    assert_eq!(result.content().structured_data(), None);
    assert_eq!((result.id(), result.tool()), ("1", "Echo"));
}

#[tokio::test(start_paused = true)]
async fn permission_hooks_fail_closed_and_the_others_open() {
    for way in [Way::Fail, Way::Panic, Way::Hang] {
        let log = Log::default();
        let request = Told {
            request: way,
            ..Told::passing("one", &log)
        };
        let result = run([request]).await;
        assert_eq!(
            result.text(),
            "Tool denied by permission hook: hook 'one' did not answer"
        );
        let others = Told {
            pre: way,
            post: way,
            ..Told::passing("one", &log)
        };
        assert_eq!(run([others]).await.text(), r#"{"path":"/a"}"#);
    }
}

#[tokio::test]
async fn arguments_that_cannot_be_read_are_answered_before_any_hook() {
    let log = Log::default();
    let builder = Executor::builder()
        .tools(tools().toolset())
        .hook(Told::passing("one", &log));
    let executor = builder.build().unwrap();
    let cut_off = ToolCall::new("Echo", r#"{"path": "/a"#);
    let result = executor.run(cut_off.clone(), &Context::empty()).await;
    assert_eq!(result.refused_by(), Some(Refusal::Arguments));
    assert!(
        result.text().contains("The arguments are not valid JSON"),
        "{}",
        result.text()
    );
    assert_eq!(log.all(), ["one denied arguments"]);

    let list = AllowList::load(["Other"], &Known::new()).unwrap().list;
    let cx = Context::builder().narrow(&list.into()).unwrap().build();
    let withheld = executor.run(cut_off, &cx).await;
    assert_eq!(withheld.refused_by(), Some(Refusal::Permission));
}
