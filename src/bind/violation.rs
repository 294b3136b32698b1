//! What is wrong with a call's arguments, and where. Code decides by [`Kind`], never by a sentence.

use super::malformed::Malformed;
use super::path::Path;
use super::problem::{Kind, Problem};

/// One thing that is wrong with a call's arguments. The sentence is its `Display`.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    path: String,
    parameter: String,
    problem: Problem,
}

impl Violation {
    pub(super) fn new(path: &Path<'_>, problem: Problem) -> Self {
        Self {
            path: path.pointer(),
            parameter: path.name(),
            problem,
        }
    }

    pub(super) fn malformed(malformed: Malformed) -> Self {
        Self::new(&Path::Root, Problem::Malformed(malformed))
    }

    /// The place of the value, as a JSON Pointer. Empty = the arguments as a whole.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The place of the value, as the sentence names it: `items[0].name`.
    pub fn parameter(&self) -> &str {
        &self.parameter
    }

    /// What is wrong there.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What is wrong there, in one word.
    pub fn kind(&self) -> Kind {
        self.problem.kind()
    }

    /// A wrong type at the place of a union says what the whole union takes.
    pub(super) fn widen(&mut self, path: &Path<'_>, expected: &str) {
        if let Problem::Type { expected: narrow } = &mut self.problem
            && self.path == path.pointer()
        {
            expected.clone_into(narrow);
        }
    }
}

/// Everything that is wrong with a call's arguments; never empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Violations(pub(crate) Vec<Violation>);

impl Violations {
    /// All of them, in the order of the sentences.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.0.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Never, but for completeness.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text of the error result that the model gets.
    pub fn answer(&self, tool: &str) -> String {
        format!("Invalid input for tool '{tool}':\n{self}")
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::error::Error for Violations {}
