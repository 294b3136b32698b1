//! Asking somebody before a tool leaves something behind. Off unless a host wires it.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde_json::Value;

use super::hook::HookError;
use super::race::caught;
use crate::permission::Ceiling;
use crate::tool::{Context, SideEffect, Spec, keys};

/// Whoever is asked: a person at a terminal, a policy.
pub trait Approver: Send + Sync + 'static {
    /// Answers a question. An error is a denial. There is no time limit: a person may be asked.
    ///
    /// # Errors
    ///
    /// What kept it from answering.
    fn ask(
        &self,
        question: &Question<'_>,
        cx: &Context,
    ) -> impl Future<Output = Result<Answer, HookError>> + Send;
}

/// What an [`Approver`] is asked.
#[derive(Debug)]
pub struct Question<'a> {
    /// What is known of the tool.
    pub spec: &'a Spec,
    /// The arguments as the model sent them.
    pub arguments: &'a Value,
    /// The question in words: the call, shortened, and how long the answer holds.
    pub words: String,
}

/// What an [`Approver`] answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The tool may run.
    Allow,
    /// It may not.
    Deny,
}

/// When to ask, and what was answered. Answers are remembered for a session and a tool, whichever they are; without a
/// session in the context nothing is remembered.
pub struct ApprovalGate {
    approver: Box<dyn Asked>,
    exempt: Ceiling,
    answers: Mutex<HashMap<(String, String), Answer>>,
    asking: Mutex<HashMap<String, Weak<Turn>>>,
}

/// Two calls of one session must not ask at the same time, nor twice for one tool. Sessions do not wait for each other's
/// people.
type Turn = tokio::sync::Mutex<()>;

impl ApprovalGate {
    /// Asks for every tool that leaves something behind.
    pub fn new(approver: impl Approver) -> Self {
        Self {
            approver: Box::new(approver),
            exempt: Ceiling::ReadOnly,
            answers: Mutex::default(),
            asking: Mutex::default(),
        }
    }

    /// Does not ask for tools up to this level. Destructive tools are asked for all the same.
    #[must_use]
    pub fn exempt(mut self, level: Ceiling) -> Self {
        self.exempt = level;
        self
    }

    /// Must this tool be asked for?
    pub fn concerns(&self, spec: &Spec) -> bool {
        let destructive = matches!(
            spec.side_effect,
            SideEffect::Mutating {
                destructive: true,
                ..
            }
        );
        destructive || !self.exempt.permits(spec.side_effect)
    }

    /// Asks, or remembers. `Err` is the sentence for the model.
    pub(super) async fn pass(
        &self,
        spec: &Spec,
        arguments: &Value,
        cx: &Context,
    ) -> Result<(), String> {
        if !self.concerns(spec) {
            return Ok(());
        }
        let session = cx
            .get(&keys::SESSION)
            .or_else(|| cx.get(&keys::INVOKING_SESSION));
        let turn = self.turn(session);
        let _asking = turn.lock().await;
        if let Some(answer) = session.and_then(|session| self.remembered(session, spec)) {
            return judged(spec, answer, " earlier in this session");
        }
        let question = Question {
            spec,
            arguments,
            words: words(spec, arguments, session.is_some()),
        };
        let answer = match caught(self.approver.ask(&question, cx)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                tracing::warn!(tool = &*spec.name, %error, "approval failed: denied");
                return judged(spec, Answer::Deny, "");
            }
            Err(panic) => {
                tracing::warn!(tool = &*spec.name, panic, "approval failed: denied");
                return judged(spec, Answer::Deny, "");
            }
        };
        if let Some(session) = session {
            let about = (format!("session:{session}"), spec.name.to_string());
            self.answers().insert(about, answer);
        }
        judged(spec, answer, "")
    }

    /// The answer of this session about this tool. A refusal also holds for the tool's later names, an approval does not.
    fn remembered(&self, session: &str, spec: &Spec) -> Option<Answer> {
        let answers = self.answers();
        let about = |name: &str| answers.get(&(format!("session:{session}"), name.to_owned()));
        about(&spec.name).copied().or_else(|| {
            let mut former = spec.renamed_from.iter();
            former
                .any(|name| about(name) == Some(&Answer::Deny))
                .then_some(Answer::Deny)
        })
    }

    /// Whose turn it is to ask in a session; calls without one share it.
    fn turn(&self, session: Option<&String>) -> Arc<Turn> {
        let mut turns = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| turn.strong_count() > 0);
        let session = session.cloned().unwrap_or_default();
        turns
            .get(&session)
            .and_then(Weak::upgrade)
            .unwrap_or_else(|| {
                let turn = Arc::default();
                turns.insert(session, Arc::downgrade(&turn));
                turn
            })
    }

    fn answers(&self) -> MutexGuard<'_, HashMap<(String, String), Answer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for ApprovalGate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApprovalGate")
            .field("exempt", &self.exempt)
            .finish_non_exhaustive()
    }
}

fn judged(spec: &Spec, answer: Answer, when: &str) -> Result<(), String> {
    match answer {
        Answer::Allow => Ok(()),
        Answer::Deny => Err(format!(
            "Tool '{}' was not approved by the user{when}. Do not call it again; go on without it, or ask the user.",
            spec.name
        )),
    }
}

fn words(spec: &Spec, arguments: &Value, remembered: bool) -> String {
    let name = &spec.name;
    let holds = if remembered {
        format!(" The answer holds for every later call of '{name}' in this session.")
    } else {
        String::new()
    };
    format!("Run '{name}({})'?{holds}", listed(arguments))
}

/// The arguments in one line: sorted, white space folded, shortened.
fn listed(arguments: &Value) -> String {
    const VALUE: usize = 60;
    const LIST: usize = 200;
    let Some(arguments) = arguments.as_object() else {
        return String::new();
    };
    let mut pairs: Vec<String> = arguments
        .iter()
        .map(|(name, value)| {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{name}={}", shortened(&folded, VALUE))
        })
        .collect();
    pairs.sort();
    shortened(&pairs.join(", "), LIST)
}

fn shortened(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// An [`Approver`], behind `dyn`.
trait Asked: Send + Sync {
    fn ask<'a>(
        &'a self,
        question: &'a Question<'_>,
        cx: &'a Context,
    ) -> Pin<Box<dyn Future<Output = Result<Answer, HookError>> + Send + 'a>>;
}

impl<A: Approver> Asked for A {
    fn ask<'a>(
        &'a self,
        question: &'a Question<'_>,
        cx: &'a Context,
    ) -> Pin<Box<dyn Future<Output = Result<Answer, HookError>> + Send + 'a>> {
        Box::pin(async move { A::ask(self, question, cx).await })
    }
}
