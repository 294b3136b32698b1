//! "Did you mean": for parameters, enum values and tool names alike.
//!
//! A wrong hint costs more than none, so one is given only where exactly one candidate stands out.

/// Nobody mistypes a name of this length, in bytes, but somebody may send a document.
const LONGEST: usize = 128;

/// The one candidate that is probably meant.
///
/// Candidates that are equal but for case and separators come first, then those that share words with the name
/// (`dashboard_url` is probably `url_path`), then those within two edits, a transposition being one. Where words and edits
/// point at different candidates, there is none.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.is_empty() || name.len() > LONGEST {
        return None;
    }
    let (mut words, mut theirs) = (Words::none(), Words::none());
    words.read(name);
    let mut same = Best::default();
    let mut shared = Best::default();
    let mut edits = Best::default();
    for candidate in candidates.filter(|candidate| candidate.len() <= LONGEST) {
        theirs.read(candidate);
        if theirs.letters() == words.letters() {
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
    let (one, other) = (name.chars().count(), candidate.chars().count());
    if one.abs_diff(other) > 2 {
        return None;
    }
    let (name, candidate) = without_common_ends(name, candidate);
    let distance = match few_edits(name, candidate) {
        Some(distance) => distance,
        None if surely_far(name, candidate) => return None,
        None => strsim::damerau_levenshtein(name, candidate),
    };
    (distance <= 2 && distance < one.max(other)).then_some(distance)
}

/// Do more than two letters of one text have no like in the other? Each edit gives a text one letter that the other lacks,
/// at most.
fn surely_far(one: &str, other: &str) -> bool {
    if !one.is_ascii() || !other.is_ascii() {
        return false;
    }
    let mut letters = [0_u8; 128];
    one.bytes().for_each(|byte| letters[usize::from(byte)] += 1);
    let mut new = 0;
    for byte in other.bytes() {
        match &mut letters[usize::from(byte)] {
            0 => new += 1,
            left => *left -= 1,
        }
    }
    let gone = one.len() + new - other.len();
    new.max(gone) > 2
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

/// The words of a name, in lower case: `max_items`, `maxItems` and `max-items` have the same two. In place, as there is one
/// of these for each candidate.
struct Words {
    /// All of them, one behind the other. No letter takes more than twice as many bytes in lower case.
    text: [u8; 2 * LONGEST],
    length: usize,
    /// Where each ends.
    ends: [u16; LONGEST + 1],
    count: usize,
}

impl Words {
    const fn none() -> Self {
        Self {
            text: [0; 2 * LONGEST],
            length: 0,
            ends: [0; LONGEST + 1],
            count: 0,
        }
    }

    /// Takes the words of another name, which is no longer than a name may be.
    fn read(&mut self, name: &str) {
        (self.length, self.count) = (0, 0);
        if name.is_ascii() {
            self.read_ascii(name.as_bytes());
        } else {
            self.read_any(name);
        }
        self.end();
    }

    /// As `read_any`, for nearly all names.
    fn read_ascii(&mut self, name: &[u8]) {
        let mut after_lower = false;
        for byte in name {
            let upper = byte.is_ascii_uppercase();
            let letter = byte.is_ascii_alphanumeric();
            if (upper && after_lower) || !letter {
                self.end();
            }
            after_lower = byte.is_ascii_lowercase();
            if letter {
                self.text[self.length] = byte.to_ascii_lowercase();
                self.length += 1;
            }
        }
    }

    fn read_any(&mut self, name: &str) {
        let mut after_lower = false;
        for letter in name.chars() {
            let starts_word = letter.is_uppercase() && after_lower;
            if starts_word || !letter.is_alphanumeric() {
                self.end();
            }
            after_lower = letter.is_lowercase();
            if letter.is_alphanumeric() {
                for letter in letter.to_lowercase() {
                    let room = &mut self.text[self.length..];
                    self.length += letter.encode_utf8(room).len();
                }
            }
        }
    }

    fn end(&mut self) {
        self.ends[self.count] = u16::try_from(self.length).unwrap_or(u16::MAX);
        self.count += 1;
    }

    fn letters(&self) -> &[u8] {
        &self.text[..self.length]
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        let words = self.ends[..self.count].iter().map(move |end| {
            let end = usize::from(*end);
            let word = &self.text[start..end];
            start = end;
            word
        });
        words.filter(|word| !word.is_empty())
    }

    /// Two for each word that both have, one for each that is short for the other's (`repo`, `repository`).
    fn shared_with(&self, theirs: &Self) -> usize {
        const SHORT: usize = 3;
        let score = |word: &[u8], their: &[u8]| {
            let (short, long) = if word.len() < their.len() {
                (word, their)
            } else {
                (their, word)
            };
            match () {
                () if short == long => 2,
                () if short.len() >= SHORT && long.starts_with(short) => 1,
                () => 0,
            }
        };
        let words = self.iter().filter(|word| word.len() >= 2);
        let best = |word| theirs.iter().map(|their| score(word, their)).max();
        words.filter_map(best).sum()
    }
}
