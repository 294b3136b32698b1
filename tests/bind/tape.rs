//! A tape of choices, so that one list of numbers decides a whole random declaration and its arguments; shrinking the list
//! makes them simpler.

/// Reads choices; at its end, every choice is the first.
pub(crate) struct Tape {
    choices: std::vec::IntoIter<u16>,
}

impl Tape {
    pub(crate) fn new(choices: Vec<u16>) -> Self {
        Self {
            choices: choices.into_iter(),
        }
    }

    /// One of so many.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.choices.next().unwrap_or_default()) % end
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }

    pub(crate) fn is_over(&self) -> bool {
        self.choices.len() == 0
    }
}
