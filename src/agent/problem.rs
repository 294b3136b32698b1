//! Everything that can be wrong with a file: one variant, one sentence, one code.

use std::fmt;

use super::Surface;
use crate::permission::{EntryProblem, WarningKind};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The file means nothing until it is mended.
    Error,
    /// It means something, and probably not what was meant.
    Warning,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Something stands before the front matter.
    LateFence,
    /// The front matter is never closed.
    OpenFence,
    /// There is no front matter, where there has to be one.
    NoFrontMatter(Surface),
    /// It is no YAML, or a value is of the wrong kind.
    Yaml(String),
    /// A key that has to be there is not.
    MissingKey(&'static str),
    /// A value that must not be blank is.
    Blank(&'static str),
    /// `maxIterations` is no whole number.
    NotWhole(String),
    /// A value is longer than it may be, in characters.
    TooLong {
        /// The key.
        key: &'static str,
        /// How long it is.
        is: usize,
        /// How long it may be.
        most: usize,
    },
    /// A skill's name holds other characters than it may.
    SkillName,
    /// A skill's name is not that of its folder.
    SkillFolder(String),
    /// The allow-list, under another key.
    LooksLikeAllowList(String),
    /// A key that means nothing here.
    UnknownKey {
        /// The key.
        key: String,
        /// Where it stands.
        surface: Surface,
    },
    /// The allow-list stands in the text.
    StrayList,
    /// The allow-list has no entry.
    EmptyList,
    /// An entry cannot be read.
    Entry(EntryProblem),
    /// An entry is remarkable.
    Remark(WarningKind),
}

impl Problem {
    /// A stable word for it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::LateFence => "late-front-matter",
            Self::OpenFence => "open-front-matter",
            Self::NoFrontMatter(_) => "no-front-matter",
            Self::Yaml(_) => "yaml",
            Self::MissingKey(_) => "missing-key",
            Self::Blank(_) => "blank-value",
            Self::NotWhole(_) => "not-whole",
            Self::TooLong { .. } => "too-long",
            Self::SkillName => "skill-name",
            Self::SkillFolder(_) => "skill-folder",
            Self::LooksLikeAllowList(_) => "misspelt-allowed-tools",
            Self::UnknownKey { .. } => "unknown-key",
            Self::StrayList => "stray-allowed-tools",
            Self::EmptyList => "empty-list",
            Self::Entry(problem) => problem.code(),
            Self::Remark(kind) => kind.code(),
        }
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self {
            Self::UnknownKey { .. } | Self::SkillFolder(_) | Self::Remark(_) => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// How to mend it, where the sentence does not say it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::LateFence => Some("the first line of the file has to be `---`".to_owned()),
            Self::OpenFence => Some("end it with a line `---`".to_owned()),
            Self::NoFrontMatter(surface) => Some(format!(
                "start with a line `---`, then keys ({}), then a line `---`",
                surface.keys().join(", ")
            )),
            Self::SkillName => {
                Some("lower-case letters, digits and single hyphens, none at either end".to_owned())
            }
            Self::LooksLikeAllowList(_) => Some(format!("write `{}`", Surface::ALLOW_LIST)),
            Self::UnknownKey { surface, .. } => {
                Some(format!("the keys here are {}", surface.keys().join(", ")))
            }
            Self::StrayList => Some(
                "put it into the front matter, which starts in the first line of the file and stands between two lines `---`; an example of one goes into a block of code"
                    .to_owned(),
            ),
            Self::EmptyList => Some("remove the key to leave the agent unrestricted".to_owned()),
            _ => None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LateFence => f.write_str("something stands before the front matter"),
            Self::OpenFence => f.write_str("the front matter is never closed"),
            Self::NoFrontMatter(surface) => write!(f, "a {surface} file needs front matter"),
            Self::Yaml(message) => f.write_str(message),
            Self::MissingKey(key) => write!(f, "the key `{key}` is missing"),
            Self::Blank(key) => write!(f, "`{key}` is blank"),
            Self::NotWhole(value) => write!(f, "`{value}` is no whole number from 1 on"),
            Self::TooLong { key, is, most } => {
                write!(f, "`{key}` has {is} characters, and may have {most}")
            }
            Self::SkillName => f.write_str("this cannot name a skill"),
            Self::SkillFolder(folder) => {
                write!(
                    f,
                    "the skill's folder is called `{folder}`, and its name should be the same"
                )
            }
            Self::LooksLikeAllowList(key) => write!(
                f,
                "the allow-list's key is `{}`, and `{key}` would leave the agent unrestricted",
                Surface::ALLOW_LIST
            ),
            Self::UnknownKey { key, surface } => {
                write!(f, "no {surface} file has a key `{key}`; it is ignored")
            }
            Self::StrayList => f.write_str(
                "an allow-list in the text restricts nothing, and would leave the agent unrestricted",
            ),
            Self::EmptyList => f.write_str("the allow-list is empty"),
            Self::Entry(problem) => problem.fmt(f),
            Self::Remark(kind) => kind.fmt(f),
        }
    }
}
