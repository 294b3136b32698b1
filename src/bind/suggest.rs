//! "Did you mean": for parameters, enum values and tool names alike.
//!
//! A wrong hint costs more than none, so one is given only where exactly one candidate stands out.

/// The one candidate that is probably meant.
///
/// Candidates that are equal but for case and separators come first, then those that share words with the name
/// (`dashboard_url` is probably `url_path`), then those within two edits, a transposition being one. Where words and edits
/// point at different candidates, there is none.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// Nobody mistypes a name of this length, but somebody may send a document.
    const LONGEST: usize = 128;
    if name.is_empty() || name.len() > LONGEST {
        return None;
    }
    let letters = folded(name);
    let words = words(name);
    let mut same = Best::default();
    let mut shared = Best::default();
    let mut edits = Best::default();
    for candidate in candidates.filter(|candidate| candidate.len() <= LONGEST) {
        if folded(candidate) == letters {
            same.offer(candidate, 1);
        }
        let score = words_shared(&words, candidate);
        if score > 0 {
            shared.offer(candidate, score);
        }
        if let Some(distance) = distance(name, candidate) {
            edits.offer(candidate, 2 - distance);
        }
    }
    match (same.only(), shared.only(), edits.only()) {
        (Some(same), _, _) => Some(same),
        (None, Some(shared), Some(edit)) if shared != edit => None,
        (None, shared, edit) => shared.or(edit),
    }
}

/// The best candidates by one measure.
#[derive(Default)]
struct Best<'a> {
    candidate: Option<&'a str>,
    score: usize,
    ties: usize,
}

impl<'a> Best<'a> {
    fn offer(&mut self, candidate: &'a str, score: usize) {
        if self.candidate.is_none() || score > self.score {
            *self = Self {
                candidate: Some(candidate),
                score,
                ties: 0,
            };
        } else if score == self.score {
            self.ties += 1;
        }
    }

    fn only(&self) -> Option<&'a str> {
        self.candidate.filter(|_| self.ties == 0)
    }
}

/// At most two edits, and never so many that nothing of the name is left.
fn distance(name: &str, candidate: &str) -> Option<usize> {
    if name.len().abs_diff(candidate.len()) > 8 {
        return None;
    }
    let longer = name.chars().count().max(candidate.chars().count());
    let shorter = name.chars().count().min(candidate.chars().count());
    if longer - shorter > 2 {
        return None;
    }
    let distance = strsim::damerau_levenshtein(name, candidate);
    (distance <= 2 && distance < longer).then_some(distance)
}

fn folded(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The words of a name: `max_items`, `maxItems` and `max-items` have the same two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() || (letter.is_uppercase() && after_lower) {
            words.push(String::new());
        }
        after_lower = letter.is_lowercase();
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Two for each word that both have, one for each that is short for the other's (`repo`, `repository`).
fn words_shared(words: &[String], candidate: &str) -> usize {
    const SHORT: usize = 3;
    let theirs = self::words(candidate);
    let score = |word: &String| {
        theirs
            .iter()
            .map(|their| {
                let (short, long) = if word.len() < their.len() {
                    (word, their)
                } else {
                    (their, word)
                };
                match () {
                    () if word.len() < 2 => 0,
                    () if short == long => 2,
                    () if short.len() >= SHORT && long.starts_with(short.as_str()) => 1,
                    () => 0,
                }
            })
            .max()
            .unwrap_or_default()
    };
    words.iter().map(score).sum()
}
