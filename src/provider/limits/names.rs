//! Names that cannot travel, and what they are called on the way.
//!
//! A name that fits stays as it is. Another gets an alias: its own characters where they are allowed, `_` elsewhere, and,
//! where that would be ambiguous or had to be cut, a hash of the whole name behind it. The aliases depend on the set of
//! names and on nothing else: not on their order, not on the run. No two names share one, and the way back is
//! unambiguous, whatever the names are. Permissions never see an alias.

use std::collections::{BTreeMap, BTreeSet};

/// The characters of the hash behind an ambiguous alias, and of the `_` before it.
const TAIL: usize = 9;

/// What a name must be like: ASCII letters and digits, some punctuation, not too many of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameRule {
    /// What else may stand in it; `_` always may.
    pub punctuation: &'static str,
    /// It starts with a letter or `_`.
    pub letter_first: bool,
    /// The most characters; an alias needs at least 16, and takes them.
    pub most: usize,
}

impl NameRule {
    /// Can a name travel as it is?
    pub fn fits(self, name: &str) -> bool {
        let starts_well = |c: char| !self.letter_first || c.is_ascii_alphabetic() || c == '_';
        name.len() <= self.most
            && name.chars().next().is_some_and(starts_well)
            && name.chars().all(|c| self.takes(c))
    }

    fn takes(self, c: char) -> bool {
        c.is_ascii_alphanumeric() || c == '_' || self.punctuation.contains(c)
    }

    /// The name with `_` for what it cannot hold, and without what that leaves at its ends. Nothing if it says nothing any
    /// more, or is too long.
    fn cleaned(self, name: &str) -> Option<String> {
        let kept = |c| if self.takes(c) { c } else { '_' };
        let replaced: String = name.chars().map(kept).collect();
        let badly = |c: char| !c.is_ascii_alphanumeric();
        let mut cleaned = replaced.trim_matches(badly).to_owned();
        if self.letter_first && cleaned.starts_with(|c: char| c.is_ascii_digit()) {
            cleaned.insert(0, '_');
        }
        (!cleaned.is_empty()).then_some(cleaned)
    }

    /// An alias with a hash behind it; another one for every `salt`.
    fn hashed(self, name: &str, salt: u64) -> String {
        let cleaned = self.cleaned(name).unwrap_or_else(|| "x".to_owned());
        let room = self.most.max(16) - TAIL;
        let head: String = cleaned.chars().take(room).collect();
        format!("{head}_{:08x}", hash(name, salt))
    }
}

/// The names of one place (a toolset, a tool's parameters) as one target knows them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aliases {
    /// Only those that need one.
    alias: BTreeMap<String, String>,
    name: BTreeMap<String, String>,
}

impl Aliases {
    /// Names as a rule takes them.
    ///
    /// ```
    /// use toolc::provider::limits::{Aliases, NameRule};
    ///
    /// let rule = NameRule { punctuation: "_", letter_first: true, most: 64 };
    /// let names = Aliases::new(rule, ["pattern", "-i"]);
    /// assert_eq!(names.to_wire("-i"), "i");
    /// assert_eq!(names.canonical("i"), "-i");
    /// assert_eq!(names.to_wire("pattern"), "pattern");
    /// ```
    pub fn new<'a>(rule: NameRule, names: impl IntoIterator<Item = &'a str>) -> Self {
        let (kept, others): (BTreeSet<&str>, BTreeSet<&str>) =
            names.into_iter().partition(|name| rule.fits(name));
        let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
        for cleaned in others.iter().filter_map(|name| rule.cleaned(name)) {
            *wanted.entry(cleaned).or_default() += 1;
        }
        let plain = |name: &str| {
            let cleaned = rule.cleaned(name)?;
            let free = wanted.get(&cleaned) == Some(&1) && !kept.contains(cleaned.as_str());
            (free && rule.fits(&cleaned)).then_some(cleaned)
        };

        let mut aliases = Self::default();
        let (plainly, rest): (Vec<_>, Vec<_>) = others
            .iter()
            .map(|name| (*name, plain(name)))
            .partition(|(_, alias)| alias.is_some());
        for (name, alias) in plainly {
            aliases.insert(name, alias.unwrap_or_default());
        }
        for (name, _) in rest {
            let taken =
                |alias: &String| kept.contains(alias.as_str()) || aliases.name.contains_key(alias);
            let mut candidates = (0..).map(|salt| rule.hashed(name, salt));
            let alias = candidates.find(|alias| !taken(alias)).unwrap_or_default();
            aliases.insert(name, alias);
        }
        aliases
    }

    fn insert(&mut self, name: &str, alias: String) {
        self.name.insert(alias.clone(), name.to_owned());
        self.alias.insert(name.to_owned(), alias);
    }

    /// What a name is called on the way.
    pub fn to_wire<'a>(&'a self, name: &'a str) -> &'a str {
        self.alias.get(name).map_or(name, String::as_str)
    }

    /// The name behind what arrives; what is nobody's alias is a name.
    pub fn canonical<'a>(&'a self, wire: &'a str) -> &'a str {
        self.name.get(wire).map_or(wire, String::as_str)
    }

    /// The names that needed an alias, and their aliases.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.alias.iter();
        pairs.map(|(name, alias)| (name.as_str(), alias.as_str()))
    }

    /// Did every name fit?
    pub fn is_empty(&self) -> bool {
        self.alias.is_empty()
    }
}

/// FNV-1a, folded to 32 bits: the same on every machine, in every release.
fn hash(name: &str, salt: u64) -> u32 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325 ^ salt;
    for byte in name.bytes() {
        hash ^= u64::from(byte);
        hash = hash.wrapping_mul(0x0000_0100_0000_01b3);
    }
    let folded = (hash >> 32) ^ hash;
    u32::try_from(folded & 0xffff_ffff).unwrap_or_default()
}
