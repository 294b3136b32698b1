//! The matcher for command lines: only `:*` at the end is a wildcard, everything else is the exact text.
//!
//! Nothing is parsed, unquoted, trimmed or expanded. A command that holds a character with which a shell could be made to
//! run something else never matches, quoted or not: an allow-list may miss a harmless spelling, it must not approve an
//! unknown one.

use super::EntryProblem;

/// Characters that end a command, start another, or redirect: a command that holds one is refused before any pattern is
/// looked at.
const REFUSED: [char; 12] = [
    ';', '|', '&', '`', '$', '>', '<', '(', ')', '\n', '\r', '\0',
];

/// A pattern for command lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandPattern {
    text: String,
    prefix: bool,
}

/// Why a command is not what a pattern allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandMismatch {
    /// It holds a character that no pattern can allow.
    Refused(char),
    /// It does not start with the prefix.
    Prefix,
    /// It starts with the prefix, which then goes on: neither the end nor a blank follows.
    Boundary,
    /// It is not the exact text.
    Text,
}

impl CommandPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// [`EntryProblem::EmptyPrefix`] for `:*` alone.
    pub fn new(pattern: &str) -> Result<Self, EntryProblem> {
        let Some(prefix) = pattern.strip_suffix(":*") else {
            return Ok(Self {
                text: pattern.to_owned(),
                prefix: false,
            });
        };
        let prefix = prefix.trim_matches([' ', '\t']);
        if prefix.trim().is_empty() {
            return Err(EntryProblem::EmptyPrefix);
        }
        Ok(Self {
            text: prefix.to_owned(),
            prefix: true,
        })
    }

    /// Compares a command, exactly as it was sent.
    ///
    /// # Errors
    ///
    /// Why it is not allowed.
    pub fn judge(&self, command: &str) -> Result<(), CommandMismatch> {
        match refused(command) {
            Some(refused) => Err(CommandMismatch::Refused(refused)),
            None => self.compare(command),
        }
    }

    /// The same without the reason. Of a long list few patterns fit, so that is asked first.
    pub(super) fn allows(&self, command: &str) -> bool {
        self.compare(command).is_ok() && refused(command).is_none()
    }

    fn compare(&self, command: &str) -> Result<(), CommandMismatch> {
        if !self.prefix {
            return if command == self.text {
                Ok(())
            } else {
                Err(CommandMismatch::Text)
            };
        }
        match command.strip_prefix(self.text.as_str()) {
            None => Err(CommandMismatch::Prefix),
            Some(rest) if rest.is_empty() || rest.starts_with([' ', '\t']) => Ok(()),
            Some(_) => Err(CommandMismatch::Boundary),
        }
    }
}

/// The first character of a text that no command may hold.
pub(super) fn refused(text: &str) -> Option<char> {
    text.chars().find(|c| REFUSED.contains(c))
}
