//! What is worth saying about an entry that loads: it can never match, or probably means something else.
//!
//! Nothing here changes a decision. Every rule looks at the text as written, with the kind that the entry's tool gives it.

use std::fmt;

use super::{Entry, Known, Stance, command, path};
use crate::bind::nearest;
use crate::tool::SubjectKind;

/// A remark about one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The entry.
    pub entry: Entry,
    /// The remark.
    pub kind: WarningKind,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.entry, self.kind)
    }
}

/// The remarks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WarningKind {
    /// No such tool.
    UnknownTool {
        /// The tool that was probably meant.
        nearest: Option<String>,
    },
    /// A tool that has another name today.
    RenamedTool {
        /// Today's name.
        today: String,
    },
    /// `mcp__*`: names are compared byte for byte.
    WildcardInName,
    /// `Read, Grep` in one item of a list: items are not split.
    BlankInName,
    /// A pattern for a tool with neither subject nor rule: every call is denied.
    Uninterpretable,
    /// `Read` beside `Read(/tmp/**)`: the bare entry means nothing.
    BareBesidePattern,
    /// `Bash(a && b)`: no command with that character is ever allowed.
    RefusedCharacter(char),
    /// `Bash(git *)`: only `:*` at the end is a wildcard.
    CommandWildcard,
    /// `Read(src/**)`: paths are absolute.
    RelativePath,
    /// `Read(~/**)`: nothing expands `~`.
    Tilde,
    /// `Read(/srv/../x)`: paths are folded, patterns are not.
    Unfolded,
    /// `Read(/tmp/)`: no folded path ends in a slash.
    TrailingSlash,
    /// `Grep(/srv/*.rs)`: a walk needs a folder's whole content.
    NotRecursive,
    /// `/app/[id]/p.ts`: brackets are a class.
    ClassLikeName(String),
    /// `/routes/{name}/**`: braces are alternatives, here with one.
    SingleAlternative(String),
}

impl WarningKind {
    /// A stable word for it, as `toolc explain` prints it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownTool { .. } => "unknown-tool",
            Self::RenamedTool { .. } => "renamed-tool",
            Self::WildcardInName => "wildcard-in-name",
            Self::BlankInName => "blank-in-name",
            Self::Uninterpretable => "uninterpretable-pattern",
            Self::BareBesidePattern => "bare-beside-pattern",
            Self::RefusedCharacter(_) => "refused-character",
            Self::CommandWildcard => "command-wildcard",
            Self::RelativePath => "relative-path",
            Self::Tilde => "tilde",
            Self::Unfolded => "unfolded-path",
            Self::TrailingSlash => "trailing-slash",
            Self::NotRecursive => "not-recursive",
            Self::ClassLikeName(_) => "class-like-name",
            Self::SingleAlternative(_) => "single-alternative",
        }
    }
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool { nearest: Some(name) } => {
                write!(f, "no tool has this name; did you mean `{name}`?")
            }
            Self::UnknownTool { nearest: None } => f.write_str("no tool has this name"),
            Self::RenamedTool { today } => write!(f, "the tool is called `{today}` today"),
            Self::WildcardInName => f.write_str(
                "names of tools have no wildcards; write an entry for every tool",
            ),
            Self::BlankInName => f.write_str(
                "the name holds a separator, and the items of a list are not split; write an item for every tool",
            ),
            Self::Uninterpretable => f.write_str(
                "the tool has nothing that a pattern could be compared with, so every call is denied; leave the pattern out to allow them",
            ),
            Self::BareBesidePattern => f.write_str(
                "beside a pattern for the same tool the bare name means nothing; remove one of them",
            ),
            Self::RefusedCharacter(c) => write!(
                f,
                "never matches: a command that holds {c:?} is always refused"
            ),
            Self::CommandWildcard => f.write_str(
                "`*` is an ordinary character here; only `:*` at the end is a wildcard",
            ),
            Self::RelativePath => {
                f.write_str("never matches: paths are absolute, so the pattern has to start with `/`")
            }
            Self::Tilde => f.write_str("never matches: `~` is not expanded; write the folder out"),
            Self::Unfolded => f.write_str(
                "never matches: paths hold no `.`, no `..` and no `//`, and patterns are not folded",
            ),
            Self::TrailingSlash => f.write_str(
                "never matches: no path ends in `/`; write `/**` for everything below",
            ),
            Self::NotRecursive => f.write_str(
                "never matches: the tool walks a whole folder, so the pattern has to end in `/**`",
            ),
            Self::ClassLikeName(class) => write!(
                f,
                "`{class}` is one character out of those; for the literal name write `\\{}\\]`",
                class.trim_end_matches(']')
            ),
            Self::SingleAlternative(braces) => write!(
                f,
                "`{braces}` means what stands inside; for literal braces write `\\{}\\}}`",
                braces.trim_end_matches('}')
            ),
        }
    }
}

/// The remarks about one entry of a list.
pub(super) fn about(entry: &Entry, known: &Known) -> Vec<WarningKind> {
    let mut remarks = Vec::new();
    let name = entry.name();
    let stance = known
        .stance(name)
        .or_else(|| known.stance(known.today(name)?));
    if name.contains(|c: char| c == ',' || c.is_whitespace()) {
        remarks.push(WarningKind::BlankInName);
    } else if name.contains(['*', '?', '[', '{']) {
        remarks.push(WarningKind::WildcardInName);
    } else if let Some(today) = known.today(name) {
        remarks.push(WarningKind::RenamedTool {
            today: today.to_owned(),
        });
    } else if stance.is_none() && !known.is_empty() {
        remarks.push(WarningKind::UnknownTool {
            nearest: nearest(name, known.names()).map(str::to_owned),
        });
    }
    if let (Some(pattern), Some(stance)) = (entry.pattern(), stance) {
        about_pattern(pattern, stance, &mut remarks);
    }
    remarks
}

fn about_pattern(pattern: &str, stance: Stance, remarks: &mut Vec<WarningKind>) {
    match stance.subject {
        None if stance.rule => {}
        None => remarks.push(WarningKind::Uninterpretable),
        Some(SubjectKind::Command) => {
            if let Some(refused) = command::refused(pattern) {
                remarks.push(WarningKind::RefusedCharacter(refused));
            } else if pattern.strip_suffix(":*").unwrap_or(pattern).contains('*') {
                remarks.push(WarningKind::CommandWildcard);
            }
        }
        Some(SubjectKind::Path) => about_path(pattern, remarks),
        Some(SubjectKind::Tree) => {
            about_path(pattern, remarks);
            if remarks.is_empty() && !pattern.ends_with("/**") {
                remarks.push(WarningKind::NotRecursive);
            }
        }
    }
}

fn about_path(pattern: &str, remarks: &mut Vec<WarningKind>) {
    let names = pattern.strip_prefix('/').unwrap_or(pattern);
    if pattern.starts_with('~') {
        remarks.push(WarningKind::Tilde);
    } else if !path::is_absolute(pattern) {
        remarks.push(WarningKind::RelativePath);
    } else if pattern.len() > 1 && pattern.ends_with('/') {
        remarks.push(WarningKind::TrailingSlash);
    } else if pattern.len() > 1 && names.split('/').any(|name| matches!(name, "" | "." | "..")) {
        remarks.push(WarningKind::Unfolded);
    }
    remarks.extend(class_like_name(pattern));
    remarks.extend(single_alternative(pattern));
}

/// A class that starts a name and is no range: `/[id]/`, `/[slug].ts`, but not `*.[ch]` and not `[a-z]*`.
fn class_like_name(pattern: &str) -> Option<WarningKind> {
    pattern.match_indices("/[").find_map(|(at, _)| {
        let class = &pattern[at + 1..];
        let inside = class[1..].split_once(']')?.0;
        let end = class[inside.len() + 2..].chars().next();
        let listed = inside.starts_with(['!', '^']) || inside.contains("-") && inside.len() == 3;
        let name = inside.chars().count() > 1 && !listed && matches!(end, None | Some('/' | '.'));
        name.then(|| WarningKind::ClassLikeName(format!("[{inside}]")))
    })
}

/// Braces without a comma.
fn single_alternative(pattern: &str) -> Option<WarningKind> {
    pattern.match_indices('{').find_map(|(at, _)| {
        let inside = pattern[at + 1..].split_once('}')?.0;
        let escaped = pattern[..at].ends_with('\\');
        let single = !escaped && !inside.contains([',', '{', '\\']);
        single.then(|| WarningKind::SingleAlternative(format!("{{{inside}}}")))
    })
}
