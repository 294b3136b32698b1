//! Asking before a tool leaves something behind.

use std::sync::Mutex;

use serde_json::json;
use toolc::executor::{
    Answer, ApprovalGate, Approver, Executor, HookError, Question, Registry, ToolCall,
};
use toolc::permission::Ceiling;
use toolc::tool::{Context, Effect, Refusal, Spec, ToolResult, keys};

use crate::fixture::{Acts, Log};

/// Answers as told, one after the other, then allows.
struct Told {
    log: Log,
    answers: Mutex<Vec<Result<Answer, &'static str>>>,
}

impl Approver for Told {
    async fn ask(&self, question: &Question<'_>, _: &Context) -> Result<Answer, HookError> {
        self.log.add(question.words.clone());
        let answer = self.answers.lock().unwrap().pop();
        Ok(answer.unwrap_or(Ok(Answer::Allow))?)
    }
}

const READS: Spec = Spec::new("Reads", "{}").read_only();
const ADDS: Spec = Spec::new("Adds", "{}").mutating(Effect::Additive);
const WIPES: Spec = Spec::new("Wipes", "{}").mutating(Effect::Destructive);

fn executor(log: &Log, answers: &[Result<Answer, &'static str>], exempt: Ceiling) -> Executor {
    let answers = answers.iter().rev().copied().collect();
    let told = Told {
        log: log.clone(),
        answers: Mutex::new(answers),
    };
    let tools = Acts::default().saying(READS).saying(ADDS).saying(WIPES);
    Executor::builder()
        .tools(tools.toolset())
        .approval(ApprovalGate::new(told).exempt(exempt))
        .build()
        .unwrap()
}

fn session(name: &str) -> Context {
    Context::builder()
        .put(&keys::SESSION, name.to_owned())
        .build()
}

async fn run(executor: &Executor, tool: &str, cx: &Context) -> ToolResult {
    executor.run(ToolCall::new(tool, "{}"), cx).await
}

const NO: &str = "Tool 'Adds' was not approved by the user. Do not call it again; go on without it, or ask the user.";
const NO_EARLIER: &str = "Tool 'Adds' was not approved by the user earlier in this session. Do not call it again; go on without it, or ask the user.";

#[tokio::test]
async fn it_asks_above_the_exempt_level_and_always_before_destroying() {
    let rows = [
        (Ceiling::ReadOnly, vec!["Adds", "Wipes"]),
        (Ceiling::Mutating, vec!["Wipes"]),
    ];
    for (exempt, asked) in rows {
        let log = Log::default();
        let executor = executor(&log, &[], exempt);
        for tool in ["Reads", "Adds", "Wipes"] {
            assert!(run(&executor, tool, &Context::empty()).await.is_success());
        }
        let expected: Vec<String> = asked
            .iter()
            .map(|tool| format!("Run '{tool}()'?"))
            .collect();
        assert_eq!(log.all(), expected);
    }
}

#[tokio::test]
async fn an_answer_holds_for_the_session_and_the_tool() {
    let log = Log::default();
    let executor = executor(
        &log,
        &[Ok(Answer::Deny), Ok(Answer::Allow)],
        Ceiling::ReadOnly,
    );
    let (one, two) = (session("one"), session("two"));
    let refused = run(&executor, "Adds", &one).await;
    assert_eq!(refused.text(), NO);
    assert_eq!(refused.refused_by(), Some(Refusal::Approval));
    assert_eq!(run(&executor, "Adds", &one).await.text(), NO_EARLIER);
    assert!(run(&executor, "Adds", &two).await.is_success());
    assert!(run(&executor, "Adds", &two).await.is_success());
    assert!(run(&executor, "Wipes", &one).await.is_success());
    assert_eq!(log.all().len(), 3);
}

#[tokio::test]
async fn without_a_session_it_asks_every_time() {
    let log = Log::default();
    let executor = executor(&log, &[], Ceiling::ReadOnly);
    for _ in 0..3 {
        run(&executor, "Adds", &Context::empty()).await;
    }
    assert_eq!(log.all().len(), 3);
}

#[tokio::test]
async fn a_fork_is_asked_for_in_the_session_that_started_it() {
    let log = Log::default();
    let executor = executor(&log, &[Ok(Answer::Deny)], Ceiling::ReadOnly);
    let fork = Context::builder()
        .put(&keys::INVOKING_SESSION, "one".to_owned())
        .build();
    assert_eq!(run(&executor, "Adds", &session("one")).await.text(), NO);
    assert_eq!(run(&executor, "Adds", &fork).await.text(), NO_EARLIER);
}

#[tokio::test]
async fn whoever_cannot_answer_has_denied_and_is_asked_again() {
    let log = Log::default();
    let executor = executor(&log, &[Err("gone")], Ceiling::ReadOnly);
    assert_eq!(run(&executor, "Adds", &session("one")).await.text(), NO);
    assert!(run(&executor, "Adds", &session("one")).await.is_success());
}

#[tokio::test]
async fn the_question_names_the_call_in_one_short_line() {
    let log = Log::default();
    let executor = executor(&log, &[], Ceiling::ReadOnly);
    let arguments = json!({
        "zeta": 1,
        "alpha": "a\n  b\tc",
        "long": "x".repeat(61),
        "more": "y".repeat(60),
        "most": "z".repeat(60),
        "n": {"deep": [true]},
    });
    let call = ToolCall::new("Adds", arguments);
    executor.run(call, &session("one")).await;
    let listed = format!(
        "alpha=a b c, long={}..., more={}, most={}, n={{\"deep\"",
        "x".repeat(60),
        "y".repeat(60),
        "z".repeat(60)
    );
    let listed: String = listed.chars().take(200).collect();
    assert_eq!(
        log.all(),
        [format!(
            "Run 'Adds({listed}...)'? The answer holds for every later call of 'Adds' in this session."
        )]
    );
}

#[tokio::test]
async fn a_tool_that_does_not_exist_is_not_asked_for() {
    let log = Log::default();
    let executor = executor(&log, &[], Ceiling::ReadOnly);
    let result = run(&executor, "Nope", &Context::empty()).await;
    assert_eq!(result.refused_by(), Some(Refusal::UnknownTool));
    assert!(log.all().is_empty());
}

#[tokio::test]
async fn a_refusal_under_a_former_name_binds_and_an_approval_does_not() {
    for (answer, binds) in [(Answer::Deny, true), (Answer::Allow, false)] {
        let log = Log::default();
        let executor = executor(&log, &[Ok(answer)], Ceiling::ReadOnly);
        run(&executor, "Adds", &session("one")).await;
        let renamed = Acts::default().saying(Spec::new("Appends", "{}").renamed_from(&["Adds"]));
        executor.replace(Registry::new().with(renamed.toolset()).unwrap());
        let result = run(&executor, "Appends", &session("one")).await;
        assert_eq!(result.refused_by() == Some(Refusal::Approval), binds);
        assert_eq!(log.all().len(), if binds { 1 } else { 2 });
    }
}

#[tokio::test]
async fn calls_side_by_side_ask_one_at_a_time_and_once() {
    let log = Log::default();
    let told = Told {
        log: log.clone(),
        answers: Mutex::default(),
    };
    let safe = Spec::new("Adds", "{}")
        .mutating(Effect::Idempotent)
        .concurrent_safe();
    let executor = Executor::builder()
        .tools(Acts::default().saying(safe).toolset())
        .approval(ApprovalGate::new(told))
        .concurrency(toolc::executor::Concurrency::enabled(4).unwrap())
        .build()
        .unwrap();
    let calls = crate::fixture::calls(["Adds"; 4]);
    let results = executor.batch(calls, &session("one")).await;
    assert!(results.iter().all(ToolResult::is_success));
    assert_eq!(log.all().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_question_that_nobody_answers_holds_up_its_own_session_only() {
    struct Away;
    impl Approver for Away {
        async fn ask(&self, _: &Question<'_>, cx: &Context) -> Result<Answer, HookError> {
            if cx.get(&keys::SESSION).is_some_and(|it| it == "away") {
                std::future::pending::<()>().await;
            }
            Ok(Answer::Allow)
        }
    }
    let executor = Executor::builder()
        .tools(Acts::default().saying(ADDS).toolset())
        .approval(ApprovalGate::new(Away))
        .build()
        .unwrap();
    let (away, here) = (session("away"), session("here"));
    let mut waiting = Box::pin(run(&executor, "Adds", &away));
    let moment = std::time::Duration::from_millis(20);
    assert!(tokio::time::timeout(moment, &mut waiting).await.is_err());
    let answered = tokio::time::timeout(moment * 100, run(&executor, "Adds", &here)).await;
    assert!(answered.expect("nobody to wait for").is_success());
    drop(waiting);
}
