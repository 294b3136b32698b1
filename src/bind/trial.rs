//! Finding out whether a value would fit, without telling: what `oneOf`, `not` and null need to know of a schema that is not ours.
//!
//! The same question about the same value has one answer, which is kept: schemas that lead to each other in many ways cost no
//! more than their size. Alternatives that are tried for what they are read as are in `union`.

use std::collections::HashSet;

use serde_json::Value;

use super::engine::Engine;
use super::malformed::Stop;
use super::path::Path;
use super::plan::{Mode, TypeId};
use super::value::{Judged, Tree};

impl Engine<'_> {
    /// Checks the same value by a further schema. In a trial nothing is told, so that what another trial found counts.
    pub(super) fn further(
        &mut self,
        tree: &mut Tree,
        value: &Value,
        ty: TypeId,
        path: &Path<'_>,
        mode: Mode,
    ) -> Result<(), Stop> {
        let key = (std::ptr::from_ref(value).addr(), ty, self.strict);
        if self.trial {
            match tree.judged().get(&key).copied() {
                Some(Judged::Open) => return Ok(()),
                Some(Judged::Violations(count)) => {
                    self.count += count;
                    return Ok(());
                }
                None => {
                    tree.judged().insert(key, Judged::Open);
                }
            }
        }
        let before = self.count;
        self.steps = steps(self.steps)?;
        self.foreign(tree, value, ty, path, mode)?;
        self.steps -= 1;
        if self.trial {
            let found = Judged::Violations(self.count - before);
            tree.judged().insert(key, found);
        }
        Ok(())
    }

    /// Does a value fit, null not being absence? What leads back to this question does not.
    pub(super) fn strictly(
        &self,
        tree: &mut Tree,
        value: &Value,
        ty: TypeId,
    ) -> Result<bool, Stop> {
        let key = (std::ptr::from_ref(value).addr(), ty, true);
        match tree.judged().get(&key).copied() {
            Some(Judged::Open) => return Ok(false),
            Some(Judged::Violations(count)) => return Ok(count == 0),
            None => tree.judged().insert(key, Judged::Open),
        };
        let mut trial = self.attempt()?;
        trial.strict = true;
        trial.foreign(tree, value, ty, &Path::Root, Mode::default())?;
        let found = Judged::Violations(trial.count);
        tree.judged().insert(key, found);
        Ok(trial.count == 0)
    }

    /// An engine that finds out whether something would fit.
    pub(super) fn attempt(&self) -> Result<Self, Stop> {
        let mut trial = Engine::new(self.plan);
        trial.trial = true;
        trial.strict = self.strict;
        trial.steps = steps(self.steps)?;
        Ok(trial)
    }

    /// Forgets which schemas the values were checked by, for what is read of a value that does not stay where it is.
    pub(super) fn put_aside(&mut self) -> HashSet<(usize, TypeId)> {
        let kept = self.kept.as_mut();
        kept.map(|kept| std::mem::take(&mut kept.done))
            .unwrap_or_default()
    }

    /// Remembers what was put aside.
    pub(super) fn recall(&mut self, done: HashSet<(usize, TypeId)>) {
        if let Some(kept) = &mut self.kept {
            kept.done = done;
        }
    }

    /// Is null a value here, rather than absence?
    pub(super) fn takes_null(&self, tree: &mut Tree, ty: TypeId) -> Result<bool, Stop> {
        Ok(self.strict || self.strictly(tree, &Value::Null, ty)?)
    }
}

/// One more schema for a value that is being checked. Each needs stack, of which there is so much.
fn steps(so_far: usize) -> Result<usize, Stop> {
    const MOST: usize = 384;
    if so_far == MOST {
        return Err(Stop::too_deep());
    }
    Ok(so_far + 1)
}
