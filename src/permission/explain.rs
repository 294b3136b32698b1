//! A decision with its reasons: every entry of every list, whether it matches, and why.
//!
//! It is put together from the same comparisons as the decision, and never decides anything itself.

use std::fmt;

use super::listed::Listed;
use super::{Asked, CommandMismatch, Decision, Grant, PathMismatch, TreeMismatch, Unjudgeable};
use crate::tool::SubjectKind;

/// A decision with its reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The decision.
    pub decision: Decision,
    /// The values that were judged: paths folded, commands as sent. Empty where nothing could be judged.
    pub subjects: Vec<String>,
    /// Every entry: the run's own list first, then its callers'.
    pub entries: Vec<Outcome>,
}

/// What came of one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The entry as written.
    pub entry: String,
    /// Does it speak for this call? With several subjects: for one of them.
    pub matched: bool,
    /// Why, or why not.
    pub why: Why,
}

/// Why an entry speaks for a call, or does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The name is the tool's, and there is no pattern to pass.
    Bare,
    /// The pattern matches.
    Matches,
    /// It is for another tool.
    OtherTool,
    /// A bare entry beside a pattern for the same tool.
    BareBesidePattern,
    /// A bare entry under a name the tool had.
    FormerName,
    /// A pattern that cannot be used for the tool's kind of subject.
    Unusable,
    /// The pattern is not what the command is.
    Command(CommandMismatch),
    /// The pattern is not what the path is.
    Path(PathMismatch),
    /// The pattern does not cover the walk.
    Tree(TreeMismatch),
    /// The subject cannot be judged.
    Unjudgeable(Unjudgeable),
    /// There is no subject.
    NoSubject,
    /// The pattern is for the tool's rule.
    ForRule,
    /// Nobody can read a pattern of this tool.
    Uninterpretable,
}

impl Explanation {
    /// The value that decided: the first that is not allowed, else the first that was judged.
    pub fn subject(&self) -> Option<&str> {
        let denied = match &self.decision {
            Decision::Deny(denial) => denial.reason.subject(),
            Decision::Allow(_) => None,
        };
        denied.or(self.subjects.first().map(String::as_str))
    }
}

impl Grant {
    /// Decides about a call, and says why.
    pub fn explain(&self, asked: &Asked<'_>) -> Explanation {
        let kind = asked.stance.and_then(|stance| stance.subject);
        let subjects = kind.map_or_else(Vec::new, |kind| {
            asked
                .subjects
                .iter()
                .filter_map(|subject| asked.judged(kind, subject).ok())
                .map(std::borrow::Cow::into_owned)
                .collect()
        });
        let entries = self
            .layers()
            .flat_map(|list| {
                let patterned = list.patterns(asked).next().is_some();
                list.listed().iter().map(move |listed| {
                    let verdict = judge(listed, asked, patterned);
                    Outcome {
                        entry: listed.entry().to_string(),
                        matched: verdict.is_ok(),
                        why: match verdict {
                            Ok(why) | Err(why) => why,
                        },
                    }
                })
            })
            .collect();
        Explanation {
            decision: self.decide(asked),
            subjects,
            entries,
        }
    }
}

fn judge(listed: &Listed, asked: &Asked<'_>, patterned: bool) -> Result<Why, Why> {
    let entry = listed.entry();
    let former = asked.former.contains(&entry.name());
    match (entry.name() == asked.name, entry.pattern()) {
        (false, _) if !former => return Err(Why::OtherTool),
        (false, None) => return Err(Why::FormerName),
        (true, None) if patterned => return Err(Why::BareBesidePattern),
        (true, None) => return Ok(Why::Bare),
        (_, Some(_)) => {}
    }
    let stance = asked.stance.ok_or(Why::Uninterpretable)?;
    match stance.subject {
        Some(kind) if !asked.has_none() => judge_subjects(listed, asked, kind),
        _ if stance.rule => Err(Why::ForRule),
        Some(_) => Err(Why::NoSubject),
        None => Err(Why::Uninterpretable),
    }
}

/// The first subject that the entry speaks for, or why it does not speak for the first.
fn judge_subjects(listed: &Listed, asked: &Asked<'_>, kind: SubjectKind) -> Result<Why, Why> {
    let mut verdicts = asked.subjects.iter().map(|subject| {
        let value = asked.judged(kind, subject).map_err(Why::Unjudgeable)?;
        listed.judge(kind, &value).map(|()| Why::Matches)
    });
    let first = verdicts.next().unwrap_or(Err(Why::NoSubject));
    first.or_else(|why| verdicts.find_map(Result::ok).ok_or(why))
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bare => f.write_str("every call of the tool"),
            Self::Matches => f.write_str("the pattern matches"),
            Self::OtherTool => f.write_str("another tool"),
            Self::BareBesidePattern => {
                f.write_str("beside a pattern for the same tool a bare name means nothing")
            }
            Self::FormerName => f.write_str("a bare entry under a former name means nothing"),
            Self::Unusable => f.write_str("the pattern cannot be used"),
            Self::Command(CommandMismatch::Refused(c)) => {
                write!(f, "no command that holds {c:?} is allowed")
            }
            Self::Command(CommandMismatch::Prefix) => {
                f.write_str("the command does not start with the prefix")
            }
            Self::Command(CommandMismatch::Boundary) => {
                f.write_str("after the prefix neither the end nor a blank follows")
            }
            Self::Command(CommandMismatch::Text) => f.write_str("the command is another text"),
            Self::Path(PathMismatch::Relative) => {
                f.write_str("the pattern is relative, and paths are absolute")
            }
            Self::Path(PathMismatch::Glob) => f.write_str("the pattern does not match the path"),
            Self::Tree(TreeMismatch::NotRecursive) => {
                f.write_str("only an absolute pattern that ends in `/**` allows a walk")
            }
            Self::Tree(TreeMismatch::Outside) => f.write_str("the walk starts outside"),
            Self::Unjudgeable(why) => write!(f, "the subject cannot be judged: {why}"),
            Self::NoSubject => f.write_str("the call has nothing to judge"),
            Self::ForRule => f.write_str("the tool's rule reads it"),
            Self::Uninterpretable => f.write_str("nobody can read a pattern of this tool"),
        }
    }
}
