//! Names in Rust: derived from the name on the wire where nothing is lost by it, asked for otherwise.
//!
//! A name is never mangled: what has no obvious Rust name gets one from the author (`rust = "…"`), and the complaint
//! proposes it. Keywords are raw identifiers, which are the same name.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use super::super::diagnostic::Diagnostic;
use super::super::model::Span;
use super::super::problem::Problem;

/// Types that generated code names without a path.
const PRELUDE: &[&str] = &[
    "Box", "Err", "None", "Ok", "Option", "Result", "S", "Self", "Some", "String", "T", "Vec",
];

/// Modules that every toolset has.
const MODULES: &[&str] = &["rt", "types"];

/// Of Rust's keywords. None of them holds an underscore but as its only letter.
const LONGEST_KEYWORD: usize = "override".len();

/// What a name stands for in Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A struct's field: snake case.
    Field,
    /// A type: camel case.
    Type,
    /// An enum's variant: camel case.
    Variant,
}

impl Role {
    fn word(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Type => "type",
            Self::Variant => "variant",
        }
    }

    /// The Rust name of a name on the wire, where nothing is lost by it.
    pub(super) fn derive(self, name: &str) -> Option<String> {
        let words = words(name)?;
        let derived = match self {
            Self::Field => {
                let head = if name.starts_with('_') { "_" } else { "" };
                format!("{head}{}", words.join("_"))
            }
            Self::Type | Self::Variant => camel(&words),
        };
        if self.accepts(&derived) {
            return Some(derived);
        }
        let raw = format!("r#{derived}");
        (self == Self::Field && self.accepts(&raw)).then_some(raw)
    }

    /// A Rust name for what has none of its own: readable, and never refused.
    pub fn propose(self, name: &str) -> String {
        let mut spelt = String::new();
        for (at, character) in name.chars().enumerate() {
            match character {
                '+' => spelt += " plus ",
                '-' if self != Self::Field && at == 0 => spelt += " minus ",
                '*' => spelt += " any ",
                '#' => spelt += " number ",
                '%' => spelt += " percent ",
                '<' => spelt += " less ",
                '>' => spelt += " greater ",
                '=' => spelt += " equal ",
                '!' => spelt += " not ",
                character if stands_in_a_name(character) => spelt.push(character),
                _ => spelt.push(' '),
            }
        }
        let spelt = spelt.split_whitespace().collect::<Vec<_>>().join("_");
        let first = spelt.chars().next();
        let starts_badly = first.is_none_or(|first| !is_identifier(&format!("{first}a")));
        let spelt = match (starts_badly, self) {
            (false, _) => spelt,
            (true, Self::Field) if spelt.is_empty() => "field".to_owned(),
            (true, _) if spelt.is_empty() => "empty".to_owned(),
            (true, Self::Field) => format!("n{spelt}"),
            (true, _) => format!("N{spelt}"),
        };
        let plain = self.derive(&spelt).filter(|name| !name.starts_with("r#"));
        let longer = match self {
            Self::Field => format!("{}_", spelt.to_lowercase()),
            Self::Type | Self::Variant => {
                format!("{}Value", camel(&words(&spelt).unwrap_or_default()))
            }
        };
        let mut candidates = plain.into_iter().chain([longer]);
        let taken = candidates.find(|name| self.accepts(name) && !self.is_reserved(name));
        // Of what is neither capital nor small, or both, its ASCII part: that always has a name.
        taken.unwrap_or_else(|| self.propose(&spelt.replace(|c: char| !c.is_ascii(), " ")))
    }

    /// Would generated code mean something else by it?
    fn is_reserved(self, rust: &str) -> bool {
        self == Self::Type && PRELUDE.contains(&rust)
    }

    /// Is it written as Rust writes such names?
    fn accepts(self, rust: &str) -> bool {
        let plain = rust.strip_prefix("r#").unwrap_or(rust);
        // Many scripts have no capitals, and Rust asks for none there.
        let cased = match self {
            Self::Field => !plain.chars().any(char::is_uppercase),
            Self::Type | Self::Variant => {
                !plain.starts_with(char::is_lowercase) && !plain.contains('_')
            }
        };
        cased && is_identifier(rust)
    }
}

/// The names of one place, each once.
#[derive(Debug)]
pub struct Scope {
    role: Role,
    taken: HashMap<String, (String, Span)>,
}

impl Scope {
    /// A place where nothing is named yet.
    pub fn new(role: Role) -> Self {
        let taken = HashMap::new();
        Self { role, taken }
    }

    /// The Rust name of `name`, and what is wrong with it. There is always a name, so that the rest can be judged.
    pub fn name(
        &mut self,
        name: &str,
        span: Span,
        said: Option<(&str, Span)>,
    ) -> (String, Option<Diagnostic>) {
        let role = self.role;
        let (what, wire) = (role.word().to_owned(), name.to_owned());
        let (rust, place) = match said {
            Some((rust, place)) if !role.accepts(rust) => {
                let proposal = self.free(&role.propose(rust));
                let name = rust.to_owned();
                let problem = Problem::BadRustName {
                    name,
                    what,
                    proposal: proposal.clone(),
                };
                let fix = format!("\"{proposal}\"");
                return (proposal, Some(Diagnostic::new(problem, place).fix(fix)));
            }
            Some((rust, place)) => (rust.to_owned(), place),
            None => match role.derive(name) {
                Some(rust) => (rust, span),
                None => {
                    let proposal = self.free(&role.propose(name));
                    let problem = Problem::NeedsRustName {
                        name: wire,
                        what,
                        proposal: proposal.clone(),
                    };
                    return (proposal, Some(Diagnostic::new(problem, span)));
                }
            },
        };
        if role.is_reserved(&rust) {
            let proposal = self.free(&format!("{rust}Type"));
            let problem = Problem::ReservedRustName {
                name: wire,
                rust: rust.clone(),
                proposal,
            };
            return (rust, Some(Diagnostic::new(problem, place)));
        }
        let Some((first, first_span)) = self.taken.get(&compared(&rust)).cloned() else {
            self.taken.insert(compared(&rust), (wire, span));
            return (rust, None);
        };
        let problem = Problem::RustCollision {
            first,
            second: wire,
            rust: rust.clone(),
            proposal: self.free(&rust),
        };
        let mut diagnostic = Diagnostic::new(problem, place);
        if first_span != span {
            diagnostic = diagnostic.also(first_span, "first here");
        }
        (rust, Some(diagnostic))
    }

    /// A name like this one that nobody has.
    pub fn free(&self, name: &str) -> String {
        unique(self.role, name, |candidate| {
            self.taken.contains_key(&compared(candidate))
        })
    }
}

/// `r#x` is `x`.
fn plain(rust: &str) -> &str {
    rust.strip_prefix("r#").unwrap_or(rust)
}

/// A name as rustc compares it: two that are composed differently of the same letters are one.
fn compared(rust: &str) -> String {
    plain(rust).nfc().collect()
}

/// A name like this one that is not taken, for what has no name on the wire.
pub(super) fn unique(role: Role, name: &str, taken: impl Fn(&str) -> bool) -> String {
    let reserved = |candidate: &str| Role::Type.is_reserved(candidate) || taken(candidate);
    if !reserved(name) {
        return name.to_owned();
    }
    let (name, separator) = match role {
        Role::Field => (plain(name).trim_end_matches('_'), "_"),
        Role::Type | Role::Variant => (name, ""),
    };
    let numbered = (2..).map(|number| format!("{name}{separator}{number}"));
    numbered
        .into_iter()
        .find(|candidate| !reserved(candidate))
        .unwrap_or_default()
}

/// The module and file of a tool's type. A keyword gets an underscore, since it is a file name too. What is not ASCII is
/// spelt by its number: rustc looks for no file under another name, and a module must not be called like its type.
pub fn module(rust: &str) -> String {
    let lower = || rust.trim_start_matches("r#").to_lowercase();
    let module = words(rust).map_or_else(lower, |words| words.join("_"));
    let module: String = module.chars().map(in_ascii).collect();
    if is_identifier(&module) && !MODULES.contains(&module.as_str()) {
        module
    } else {
        format!("{module}_")
    }
}

/// The camel-case form of a Rust field's name.
pub(super) fn type_name(field: &str) -> String {
    let field = plain(field).trim_end_matches('_');
    match words(field) {
        Some(words) => camel(&words),
        None => Role::Type.propose(field),
    }
}

/// The words of a name: split at separators and where the case changes. Nothing if it holds anything else, or starts or ends
/// in what would be dropped.
fn words(name: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    let characters: Vec<char> = name.trim_start_matches('_').chars().collect();
    let mut separated = true;
    for (at, character) in characters.iter().enumerate() {
        match character {
            '_' if at + 1 < characters.len() => separated = true,
            '-' | '.' | ' ' | '/' | ':' if !separated && at + 1 < characters.len() => {
                separated = true
            }
            character if character.is_alphanumeric() => {
                let before = at.checked_sub(1).map(|at| characters[at]);
                let after = characters.get(at + 1);
                let starts = character.is_uppercase()
                    && (before.is_some_and(|c| c.is_lowercase() || c.is_ascii_digit())
                        || (before.is_some_and(char::is_uppercase)
                            && after.is_some_and(|c| c.is_lowercase())));
                if (separated || starts) && words.last().is_some_and(|word| !word.is_empty()) {
                    words.push(String::new());
                }
                separated = false;
                words.last_mut()?.extend(character.to_lowercase());
            }
            _ => return None,
        }
    }
    (!words[0].is_empty()).then_some(words)
}

fn in_ascii(character: char) -> String {
    match character {
        character if character.is_ascii() => character.to_string(),
        character => format!("u{:04x}", u32::from(character)),
    }
}

fn camel(words: &[String]) -> String {
    let capitalised = words.iter().map(|word| {
        let mut characters = word.chars();
        let first = characters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(characters).collect::<String>()
    });
    capitalised.collect()
}

/// A letter or a digit, as Rust's names know them: they have no `²`.
fn stands_in_a_name(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || (character.is_alphanumeric() && is_identifier(&format!("a{character}")))
}

/// Is it an identifier, and none of edition 2024's keywords?
fn is_identifier(text: &str) -> bool {
    // Nearly all names are so; the parser takes much longer to say it.
    let mut bytes = text.bytes();
    let plain = bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if plain && (text.len() > LONGEST_KEYWORD || text.contains('_')) {
        return true;
    }
    // `gen` is a keyword since edition 2024; the parser takes it as the identifier that it was before.
    text != "gen" && text != "_" && syn::parse_str::<syn::Ident>(text).is_ok()
}
