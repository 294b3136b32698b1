//! The four places where an allow-list is declared, and the keys that each of them knows.

use std::fmt;
use std::path::Path;

use crate::tool::Invoker;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// `agent.md`: the agent that the user speaks with.
    Agent,
    /// `agents/*.md`: an agent that another one starts.
    Subagent,
    /// `SKILL.md`.
    Skill,
    /// A command that the user types.
    Command,
}

/// What an unknown key is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// Nothing that this file could mean.
    Unknown,
    /// The allow-list, spelt wrong: ignoring it would leave an unrestricted agent behind.
    AllowList,
}

impl Surface {
    /// The key of the allow-list, the same everywhere.
    pub const ALLOW_LIST: &str = "allowed-tools";

    /// What a file is by its place: `SKILL.md`, one in a folder `agents` or `commands`, else an agent.
    pub fn of(path: &Path) -> Self {
        let folder = path.parent().and_then(Path::file_name);
        match (path.file_name(), folder) {
            (Some(name), _) if name == "SKILL.md" => Self::Skill,
            (_, Some(folder)) if folder == "agents" => Self::Subagent,
            (_, Some(folder)) if folder == "commands" => Self::Command,
            _ => Self::Agent,
        }
    }

    /// The keys that mean something here.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Agent | Self::Subagent => &[
                "name",
                "description",
                "model",
                "maxIterations",
                "allowed-tools",
            ],
            Self::Skill => &[
                "name",
                "description",
                "license",
                "compatibility",
                "metadata",
                "allowed-tools",
                "invoke",
                "execution",
            ],
            Self::Command => &["description", "argument-hint", "model", "allowed-tools"],
        }
    }

    /// Who calls, in a run of this kind.
    pub fn invoker(self) -> Invoker {
        match self {
            Self::Agent => Invoker::MainAgent,
            Self::Subagent => Invoker::Subagent,
            Self::Skill => Invoker::Skill,
            Self::Command => Invoker::Command,
        }
    }

    /// Is this the key of the allow-list, in whatever spelling? Words of a sentence are not, nor an item of a list.
    pub(super) fn is_allow_list(key: &str) -> bool {
        let key = key.trim_matches(['"', '\'']);
        let one_word = key.starts_with(char::is_alphanumeric) && !key.contains(char::is_whitespace);
        one_word && letters(key) == "allowedtools"
    }

    pub(super) fn likeness(key: &str) -> Likeness {
        let letters = letters(key);
        let means_tools = matches!(
            letters.as_str(),
            "tools" | "tool" | "disallowedtools" | "permissions" | "permission"
        );
        if means_tools || strsim::damerau_levenshtein(&letters, "allowedtools") <= 2 {
            Likeness::AllowList
        } else {
            Likeness::Unknown
        }
    }
}

/// A key without case and separators.
fn letters(key: &str) -> String {
    let letters = key.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The word of `offer --surface`.
impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Agent => "agent",
            Self::Subagent => "subagent",
            Self::Skill => "skill",
            Self::Command => "command",
        })
    }
}
