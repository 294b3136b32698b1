//! Why tools cannot be sent to a target: one variant of [`Objection`] one sentence, all of them told.

use std::error::Error;
use std::fmt;

use super::Definition;
use super::limits::{Finding, Limit, Limits, Objection, Target};

/// Why tools cannot be sent to a target: everything that it refuses and that cannot be put right.
#[derive(Debug, Clone, PartialEq)]
pub struct Unsendable {
    target: Target,
    /// More tools than the target takes: how many there are, how many it takes, and who says so.
    too_many: Option<(usize, usize, Limit)>,
    /// Two tools of one name.
    twice: Vec<String>,
    /// What is wrong with single tools.
    tools: Vec<(String, Finding)>,
}

impl Unsendable {
    pub(super) fn check(limits: &Limits, target: Target, tools: &[Definition]) -> Result<(), Self> {
        let too_many = limits
            .most_tools(target)
            .filter(|(most, _)| tools.len() > *most)
            .map(|(most, limit)| (tools.len(), most, limit.clone()));
        let mut names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        names.sort_unstable();
        let twice = names.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut twice: Vec<String> = twice.map(|pair| pair[0].to_owned()).collect();
        twice.dedup();
        let findings = tools.iter().flat_map(|tool| {
            let findings = limits.judge(target, &tool.description, &tool.schema);
            findings
                .into_iter()
                .map(|finding| (tool.name.clone(), finding))
        });
        let unsendable = Self {
            target,
            too_many,
            twice,
            tools: findings.collect(),
        };
        let fine = unsendable.too_many.is_none()
            && unsendable.twice.is_empty()
            && unsendable.tools.is_empty();
        if fine { Ok(()) } else { Err(unsendable) }
    }

    /// What is wrong with single tools, by their names.
    pub fn findings(&self) -> &[(String, Finding)] {
        &self.tools
    }
}

impl fmt::Display for Unsendable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = self.target.word();
        let mut lines = Vec::new();
        if let Some((count, most, _)) = self.too_many {
            lines.push(format!(
                "`{target}` takes {most} tools, but there are {count}"
            ));
        }
        for name in &self.twice {
            lines.push(format!("there are two tools `{name}`"));
        }
        for (tool, finding) in &self.tools {
            let place = match finding.path.as_slice() {
                [] => String::new(),
                path => format!(" in `{}`", path.join(".")),
            };
            lines.push(format!(
                "the tool `{tool}` cannot be sent to `{target}`: {}{place}",
                finding.objection
            ));
        }
        f.write_str(&lines.join("\n"))
    }
}

impl Error for Unsendable {}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LongDescription { count, most } => write!(
                f,
                "its description has {count} characters, but may have at most {most}"
            ),
            Self::RootKeyword(keyword) => write!(f, "`{keyword}` stands at the root"),
            Self::Keyword(keyword) => write!(f, "`{keyword}` is not taken"),
            Self::Recursion => f.write_str("a type contains itself"),
            Self::Open => f.write_str("a value's keys or type are not said"),
            Self::TooMany { what, count, most } => {
                write!(f, "it has {count} {what}, but may have at most {most}")
            }
        }
    }
}
