//! A set of small numbers: the fields of a record that were met.

/// Only numbers from 64 on allocate.
#[derive(Debug, Default)]
pub(super) struct Bits {
    first: u64,
    /// Boxed, as hardly any record has so many fields, and every record that is read makes room for a few sets.
    #[allow(clippy::box_collection, reason = "one word instead of three")]
    more: Option<Box<Vec<u64>>>,
}

impl Bits {
    /// Adds a number; was it not there before?
    #[inline]
    pub(super) fn insert(&mut self, number: usize) -> bool {
        let mask = 1 << (number % 64);
        let word = match number {
            0..64 => &mut self.first,
            _ => self.beyond(number / 64 - 1),
        };
        let new = *word & mask == 0;
        *word |= mask;
        new
    }

    #[cold]
    fn beyond(&mut self, word: usize) -> &mut u64 {
        let more = self.more.get_or_insert_default();
        if more.len() <= word {
            more.resize(word + 1, 0);
        }
        &mut more[word]
    }

    /// The numbers from 64 times `word` on, as bits.
    #[inline]
    pub(super) fn word(&self, word: usize) -> u64 {
        match (word, &self.more) {
            (0, _) => self.first,
            (_, Some(more)) => more.get(word - 1).copied().unwrap_or_default(),
            (_, None) => 0,
        }
    }

    #[inline]
    pub(super) fn contains(&self, number: usize) -> bool {
        self.word(number / 64) & (1 << (number % 64)) != 0
    }
}
