//! Bearer tokens: who may speak to a server over HTTP.

use std::fmt;

use http::HeaderMap;
use http::header::AUTHORIZATION;
use subtle::ConstantTimeEq;

/// The tokens that are let in, one client each.
#[derive(Clone, Default)]
pub struct Tokens {
    tokens: Vec<String>,
}

/// A text that holds no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoToken;

impl fmt::Display for NoToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no token in it: one stands on each line")
    }
}

impl std::error::Error for NoToken {}

impl Tokens {
    /// One token on each line; blanks around it and blank lines do not count.
    ///
    /// # Errors
    ///
    /// There is none. An empty list would let nobody in, or everybody; neither was meant.
    pub fn parse(text: &str) -> Result<Self, NoToken> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let tokens: Vec<String> = lines.map(str::to_owned).collect();
        match tokens.is_empty() {
            true => Err(NoToken),
            false => Ok(Self { tokens }),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Which token a request brings. Every one is compared, each in a time that depends on its length alone.
    pub(super) fn of(&self, headers: &HeaderMap) -> Option<usize> {
        let mut given = headers.get_all(AUTHORIZATION).iter();
        let (Some(value), None) = (given.next(), given.next()) else {
            return None;
        };
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return None;
        }
        let token = token.trim().as_bytes();
        let mut found = None;
        for (index, known) in self.tokens.iter().enumerate() {
            if bool::from(known.as_bytes().ct_eq(token)) {
                found = Some(index);
            }
        }
        found
    }
}

/// Tokens are secrets.
impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tokens({})", self.tokens.len())
    }
}
