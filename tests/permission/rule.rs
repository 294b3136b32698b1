//! A tool that is judged by a rule in code: the grammar `action:url`, of which neither half is a subject.
//!
//! The declaration would be `permission = { custom = true }`; the tool is written out as generated code would be, so that
//! the binding that judges is the binding that runs.

use serde_json::json;
use toolc::executor::{Executor, ToolCall};
use toolc::permission::{AllowList, Asked, Grant, Known, Patterns, Rule, Ruling, Stance};
use toolc::tool::{Context, Handler, Refusal, ToolError, ToolResult};

use browser::{Browser, toolset};

mod browser {
    use ::toolc::rt;

    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Browser {
        pub(super) action: String,
        pub(super) url: Option<String>,
    }

    impl rt::Tool for Browser {
        type Output = String;
        const SPEC: &'static rt::Spec = &rt::Spec::new("Browser", "{}").custom_rule();
    }

    static TABLE: rt::Table = rt::Table::closed(&[
        rt::Field::new("action", rt::text()).required(),
        rt::Field::new("url", rt::text()),
    ]);

    impl rt::Record for Browser {
        fn table(&self) -> &'static rt::Table {
            &TABLE
        }
        fn blank() -> Self {
            Self {
                action: rt::blank(),
                url: rt::blank(),
            }
        }
        fn slot(&mut self, index: usize) -> rt::Slot<'_> {
            match index {
                0 => rt::slot(&mut self.action),
                _ => rt::slot(&mut self.url),
            }
        }
    }

    static INDEX: rt::Index = rt::Index {
        name: "web",
        specs: &[<Browser as rt::Tool>::SPEC],
        position: |name| (name == "Browser").then_some(0),
    };

    pub(super) fn toolset<S>(state: S) -> rt::Declared<S>
    where
        S: rt::Handler<Browser> + rt::Rule<Browser>,
    {
        rt::Declared::new(
            state,
            &INDEX,
            const { &[rt::Call::of::<Browser>().ruled::<Browser>()] },
        )
    }
}

struct Web;

impl Handler<Browser> for Web {
    async fn call(&self, input: Browser, _: &Context) -> Result<String, ToolError> {
        Ok(input.action)
    }
}

impl Rule<Browser> for Web {
    /// `Browser(close)` allows an action, `Browser(open:https://docs.example/)` one on addresses that start so.
    fn judge(&self, input: &Browser, patterns: Patterns<'_>, _: &Context) -> Ruling {
        assert_ne!(input.action, "panic", "a rule may have mistakes");
        let url = input.url.as_deref().unwrap_or_default();
        let allowed = patterns
            .iter()
            .any(|pattern| match pattern.split_once(':') {
                Some((action, start)) => action == input.action && url.starts_with(start),
                None => pattern == input.action,
            });
        if allowed {
            Ruling::Allow
        } else {
            Ruling::Deny(Some(format!("Browser action: {}", input.action)))
        }
    }
}

async fn call(entries: &[&str], arguments: serde_json::Value) -> ToolResult {
    let executor = Executor::builder().tools(toolset(Web)).build();
    let executor = executor.expect("one tool");
    let known = executor.registry().known();
    let loaded = AllowList::load(entries, &known).expect("loads");
    assert_eq!(loaded.warnings, []);
    let cx = Context::builder().narrow(&loaded.list.into());
    let cx = cx.expect("a list narrows nothing to nothing").build();
    executor.run(ToolCall::new("Browser", arguments), &cx).await
}

#[tokio::test]
async fn a_rule_decides_about_the_arguments_that_will_run() {
    let open = |url: &str| json!({ "action": "open", "url": url });
    let list = ["Browser(open:https://docs.example/)", "Browser(close)"];
    for (arguments, allowed) in [
        (open("https://docs.example/a"), true),
        (open("https://elsewhere.example/"), false),
        (json!({ "action": "open" }), false),
        (json!({ "action": "close" }), true),
        (
            json!({ "action": "type", "url": "https://docs.example/a" }),
            false,
        ),
    ] {
        let result = call(&list, arguments.clone()).await;
        assert_eq!(
            result.refused_by().is_none(),
            allowed,
            "{arguments}: {result:?}"
        );
    }
    let denied = call(&list, json!({ "action": "type" })).await;
    assert_eq!(
        denied.text(),
        "Tool 'Browser' not allowed (Browser action: type). Allowed tools: Browser(open:https://docs.example/), Browser(close)"
    );
}

#[tokio::test]
async fn whatever_keeps_a_rule_from_answering_is_a_denial() {
    let list = ["Browser(panic)", "Browser(close)"];
    for arguments in [
        json!({ "action": "panic" }),
        json!({ "action": 7 }),
        json!({}),
    ] {
        let result = call(&list, arguments.clone()).await;
        assert_eq!(
            result.refused_by(),
            Some(Refusal::Permission),
            "{arguments}"
        );
    }
}

#[tokio::test]
async fn without_a_pattern_the_rule_is_not_asked() {
    let result = call(&["Browser"], json!({ "action": "panic" })).await;
    assert_eq!(result.refused_by(), None);
    let result = call(&["Browser"], json!({})).await;
    assert_eq!(result.refused_by(), Some(Refusal::Arguments));
}

#[test]
fn a_rule_can_read_patterns_as_commands_and_paths_are_read() {
    let asked = |rule: &dyn Fn(Patterns<'_>) -> Ruling| {
        let entries = ["Browser(git:*)", "Browser(/srv/**)"];
        let loaded = AllowList::load(entries, &Known::new()).expect("loads");
        let asked = Asked {
            stance: Some(Stance {
                subject: None,
                rule: true,
            }),
            ..Asked::unknown("Browser")
        };
        Grant::from(loaded.list)
            .decide(&asked.ruled(rule))
            .is_allowed()
    };
    let judged = |allowed: bool| match allowed {
        true => Ruling::Allow,
        false => Ruling::Deny(None),
    };
    assert!(asked(&|patterns| judged(patterns.allow_command("git log"))));
    assert!(!asked(&|patterns| judged(
        patterns.allow_command("git log; id")
    )));
    assert!(asked(&|patterns| judged(patterns.allow_path("/srv/a"))));
    assert!(!asked(&|patterns| judged(patterns.allow_path("/etc"))));
}
