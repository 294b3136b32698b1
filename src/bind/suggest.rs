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
    let words = Words::of(name);
    let mut same = Best::default();
    let mut shared = Best::default();
    let mut edits = Best::default();
    for candidate in candidates.filter(|candidate| candidate.len() <= LONGEST) {
        let theirs = Words::of(candidate);
        if theirs.letters == words.letters {
            same.offer(candidate, 1);
        }
        let score = words.shared_with(&theirs);
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
    let (name, candidate) = without_common_ends(name, candidate);
    let distance =
        few_edits(name, candidate).unwrap_or_else(|| strsim::damerau_levenshtein(name, candidate));
    (distance <= 2 && distance < longer).then_some(distance)
}

/// The distance of texts that neither begin nor end alike, where they are so short that it can be seen: most are.
fn few_edits(one: &str, other: &str) -> Option<usize> {
    let first_two = |text: &str| {
        let mut letters = text.chars();
        let two = (letters.next(), letters.next());
        letters.next().is_none().then_some(two)
    };
    Some(match (first_two(one)?, first_two(other)?) {
        ((None, _), (first, second)) | ((first, second), (None, _)) => {
            usize::from(first.is_some()) + usize::from(second.is_some())
        }
        ((_, None), (_, None)) => 1,
        ((a, b @ Some(_)), (c, d @ Some(_))) if a == d && b == c => 1,
        _ => 2,
    })
}

/// What is left of two texts between what both begin with and what both end with. It has the same distance.
fn without_common_ends<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    let equal = |(one, other): &(char, char)| one == other;
    let pairs = one.chars().zip(other.chars());
    let start: usize = pairs.take_while(equal).map(|(one, _)| one.len_utf8()).sum();
    let (one, other) = (&one[start..], &other[start..]);
    let pairs = one.chars().rev().zip(other.chars().rev());
    let end: usize = pairs.take_while(equal).map(|(one, _)| one.len_utf8()).sum();
    (&one[..one.len() - end], &other[..other.len() - end])
}

/// The words of a name, in lower case: `max_items`, `maxItems` and `max-items` have the same two.
struct Words {
    /// All of them, one behind the other.
    letters: String,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Words {
    fn of(name: &str) -> Self {
        let mut letters = String::with_capacity(name.len());
        let mut ends = Vec::with_capacity(4);
        let mut after_lower = false;
        for letter in name.chars() {
            let starts_word = letter.is_uppercase() && after_lower;
            if starts_word || !letter.is_alphanumeric() {
                ends.push(letters.len());
            }
            after_lower = letter.is_lowercase();
            if letter.is_ascii_alphanumeric() {
                letters.push(letter.to_ascii_lowercase());
            } else if letter.is_alphanumeric() {
                letters.extend(letter.to_lowercase());
            }
        }
        ends.push(letters.len());
        Self { letters, ends }
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let words = starts
            .zip(&self.ends)
            .map(|(start, end)| &self.letters[start..*end]);
        words.filter(|word| !word.is_empty())
    }

    /// Two for each word that both have, one for each that is short for the other's (`repo`, `repository`).
    fn shared_with(&self, theirs: &Self) -> usize {
        const SHORT: usize = 3;
        let score = |word: &str, their: &str| {
            let (short, long) = if word.len() < their.len() {
                (word, their)
            } else {
                (their, word)
            };
            match () {
                () if word.len() < 2 => 0,
                () if short == long => 2,
                () if short.len() >= SHORT && long.starts_with(short) => 1,
                () => 0,
            }
        };
        let best = |word| theirs.iter().map(|their| score(word, their)).max();
        self.iter().filter_map(best).sum()
    }
}
