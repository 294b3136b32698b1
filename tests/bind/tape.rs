//! A tape of choices, so that one list of numbers decides a whole random declaration and its arguments; shrinking the list
//! makes them simpler.

use proptest::test_runner::Config;

/// So many cases, or as many as `PROPTEST_CASES` says for a long run by hand.
pub(crate) fn cases(cases: u32) -> Config {
    let wanted = std::env::var("PROPTEST_CASES").ok();
    let cases = wanted
        .and_then(|wanted| wanted.parse().ok())
        .unwrap_or(cases);
    Config {
        cases,
        // As many as what is assumed costs, however many are wanted.
        max_global_rejects: cases.saturating_mul(4),
        failure_persistence: None,
        ..Config::default()
    }
}

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
