//! A glob over whole paths, made of globset's: `*` and `?` never cross `/`, `**` between slashes does, `[…]` is a class,
//! `{…}` alternatives, `\` takes the meaning from the next character.
//!
//! globset compiles to a regular expression over bytes. For an allow-list that is not enough: `?` has to stand for one
//! character, not for one byte of it. So the expression is built here, with everything that counts characters put into
//! Unicode mode, and what cannot be counted that way is refused.

use std::fmt;

use globset::{ErrorKind, GlobBuilder};
use regex::bytes::{Regex, RegexBuilder};

/// A compiled glob.
#[derive(Debug, Clone)]
pub(super) struct Glob {
    /// What every path starts with that it matches. A long list is gone through by this alone, but for a few entries.
    start: String,
    whole: Regex,
}

impl Glob {
    pub(super) fn new(pattern: &str) -> Result<Self, GlobProblem> {
        if pattern.contains('\0') {
            return Err(GlobProblem::Nul);
        }
        if starts_recursion_in_braces(pattern) {
            return Err(GlobProblem::RecursionInBraces);
        }
        let glob = GlobBuilder::new(pattern)
            .literal_separator(true)
            .backslash_escape(true)
            .empty_alternates(true)
            .build()
            .map_err(|error| match error.kind() {
                ErrorKind::UnclosedClass => GlobProblem::UnclosedClass,
                ErrorKind::InvalidRange(from, to) => GlobProblem::EmptyRange(*from, *to),
                ErrorKind::UnopenedAlternates => GlobProblem::UnopenedBrace,
                ErrorKind::UnclosedAlternates => GlobProblem::UnclosedBrace,
                ErrorKind::DanglingEscape => GlobProblem::DanglingEscape,
                _ => GlobProblem::TooLarge,
            })?;
        let expression = count_characters(glob.regex()).ok_or(GlobProblem::ClassBeyondAscii)?;
        RegexBuilder::new(&expression)
            .dot_matches_new_line(true)
            .build()
            .map(|whole| Self {
                start: literal_start(pattern).to_owned(),
                whole,
            })
            .map_err(|_| GlobProblem::TooLarge)
    }

    pub(super) fn is_match(&self, path: &str) -> bool {
        path.starts_with(&self.start) && self.whole.is_match(path.as_bytes())
    }
}

/// The text before the first character that means something. Of `/srv/**` that is `/srv/`, which `/srv` does not match
/// either; and should it be too short some day, it only costs time.
fn literal_start(pattern: &str) -> &str {
    let end = pattern.find(['*', '?', '[', ']', '{', '}', '\\']);
    &pattern[..end.unwrap_or(pattern.len())]
}

/// Puts the negated classes of globset's expression into Unicode mode: `[^/]`, which `?` and `*` become, and `[!…]`.
///
/// In that expression every `[` that is not escaped opens a class, and only what is beyond ASCII is written `\x..`. Inside
/// a class that would be single bytes of a character, hence `None`.
fn count_characters(expression: &str) -> Option<String> {
    let mut counted = String::with_capacity(expression.len() + 16);
    let mut rest = expression.chars().peekable();
    let mut class = None;
    while let Some(c) = rest.next() {
        match (c, class) {
            ('\\', _) => {
                let escaped = rest.next()?;
                if escaped == 'x' && class.is_some() {
                    return None;
                }
                counted.extend([c, escaped]);
            }
            ('[', None) => {
                let negated = rest.peek() == Some(&'^');
                counted.push_str(if negated { "(?u:[" } else { "[" });
                class = Some(negated);
            }
            (']', Some(negated)) => {
                counted.push_str(if negated { "])" } else { "]" });
                class = None;
            }
            _ => counted.push(c),
        }
    }
    Some(counted)
}

/// Does an alternative start with `**`? There globset lets it cross into names that the written text does not name
/// (`/srv/x{**/a,b}` would match `/srv/xyz/a`), and an escaped comma before it is read as the end of an alternative. So
/// this looks at characters only, and refuses a little more.
fn starts_recursion_in_braces(pattern: &str) -> bool {
    let mut braces = false;
    let mut before = None;
    for (at, c) in pattern.char_indices() {
        if braces && matches!(before, Some('{' | ',')) && pattern[at..].starts_with("**") {
            return true;
        }
        braces |= c == '{';
        before = Some(c);
    }
    false
}

/// Why a glob cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GlobProblem {
    /// `[` without `]`.
    UnclosedClass,
    /// `[z-a]`.
    EmptyRange(char, char),
    /// `[é]`: a class is matched byte by byte.
    ClassBeyondAscii,
    /// `}` without `{`.
    UnopenedBrace,
    /// `{` without `}`.
    UnclosedBrace,
    /// `{**/a,b}`.
    RecursionInBraces,
    /// `\` at the end.
    DanglingEscape,
    /// A NUL, which no path holds.
    Nul,
    /// It compiles to too large a matcher.
    TooLarge,
}

impl fmt::Display for GlobProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnclosedClass => {
                f.write_str("`[` opens a class that is never closed; write a literal bracket `\\[`")
            }
            Self::EmptyRange(from, to) => {
                write!(f, "the class holds the range `{from}-{to}`, which is empty")
            }
            Self::ClassBeyondAscii => f.write_str(
                "a class can hold ASCII characters only; use `{é,è}` in place of `[éè]`",
            ),
            Self::UnopenedBrace => {
                f.write_str("`}` without a `{` before it; write a literal brace `\\}`")
            }
            Self::UnclosedBrace => f.write_str(
                "`{` opens alternatives that are never closed; write a literal brace `\\{`",
            ),
            Self::RecursionInBraces => f.write_str(
                "`**` at the start of an alternative; write the alternatives as entries of their own",
            ),
            Self::DanglingEscape => f.write_str("nothing follows the `\\` at the end"),
            Self::Nul => f.write_str("no path holds a NUL"),
            Self::TooLarge => f.write_str("the pattern is too large"),
        }
    }
}
