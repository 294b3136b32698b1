//! What a walk could not look at: told beside what it found, so that an answer is never silently incomplete.

/// How many are named.
const NAMED: usize = 5;

/// Paths that could not be read.
#[derive(Debug, Default)]
pub(super) struct Unreadable {
    named: Vec<String>,
    count: usize,
}

impl Unreadable {
    /// One more.
    pub(super) fn add(&mut self, name: String) {
        self.count += 1;
        if self.named.len() < NAMED {
            self.named.push(name);
        }
    }

    /// A line about them; nothing when there is none.
    pub(super) fn note(&self) -> Option<String> {
        let more = match self.count - self.named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let names = self.named.join(", ");
        (self.count > 0).then(|| format!("[Could not be read: {names}{more}]"))
    }
}
