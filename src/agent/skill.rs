//! The rules of the Agent Skills specification for `name`, `description` and `compatibility`.

use super::problem::Problem;

/// In characters.
const LONGEST_NAME: usize = 64;
const LONGEST_DESCRIPTION: usize = 1024;
const LONGEST_COMPATIBILITY: usize = 500;

/// What is wrong with a name.
pub(super) fn name(name: &str) -> Option<Problem> {
    let ordinary = |c: char| c == '-' || (c.is_alphanumeric() && c.to_lowercase().eq([c]));
    let hyphens = name.starts_with('-') || name.ends_with('-') || name.contains("--");
    if name.is_empty() {
        Some(Problem::Blank("name"))
    } else if hyphens || !name.chars().all(ordinary) {
        Some(Problem::SkillName)
    } else {
        longer("name", name, LONGEST_NAME)
    }
}

/// What is wrong with a description.
pub(super) fn description(description: &str) -> Option<Problem> {
    if description.trim().is_empty() {
        Some(Problem::Blank("description"))
    } else {
        longer("description", description, LONGEST_DESCRIPTION)
    }
}

/// What is wrong with a remark on compatibility.
pub(super) fn compatibility(compatibility: &str) -> Option<Problem> {
    longer("compatibility", compatibility, LONGEST_COMPATIBILITY)
}

fn longer(key: &'static str, text: &str, most: usize) -> Option<Problem> {
    let is = text.chars().count();
    (is > most).then_some(Problem::TooLong { key, is, most })
}
