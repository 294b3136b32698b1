//! The names of one object, to find those given twice.

use std::borrow::Cow;
use std::collections::HashSet;

use super::malformed::Stop;
use super::path::Path;

/// Few names are compared one by one; many are hashed, so that a hostile object costs linear time.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    few: Vec<Cow<'s, str>>,
    many: HashSet<Cow<'s, str>>,
}

const FEW: usize = 16;

impl<'s> Names<'s> {
    /// Adds a name of the object at `path`.
    pub(super) fn add(&mut self, name: Cow<'s, str>, path: &Path<'_>) -> Result<(), Stop> {
        if self.few.contains(&name) || self.many.contains(&name) {
            return Err(Stop::twice(path, &name));
        }
        if self.few.len() < FEW {
            self.few.push(name);
        } else {
            self.many.insert(name);
        }
        Ok(())
    }
}
