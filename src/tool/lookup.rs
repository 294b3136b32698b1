//! Finding one of many tools by its name: a hash table that the compiler of Rust has filled.
//!
//! Generated code has one where a toolset is large; a `match` over the names, which compares those of one length one after the
//! other, is what a small one is found by. There is nothing to set up and nothing on the heap. The hash is no secret, and
//! needs none: the names in the table are the author's, and a name that is looked up is not added.

use std::borrow::Cow;

use super::Spec;

/// The indices of tools by their names, in `SLOTS` places: a power of two, and more than there are tools.
#[derive(Debug)]
pub struct Lookup<const SLOTS: usize> {
    slots: [Option<(&'static str, usize)>; SLOTS],
}

impl<const SLOTS: usize> Lookup<SLOTS> {
    /// A table of these tools.
    ///
    /// # Panics
    ///
    /// The number of places is no power of two, none is left over, or a tool is not static: such code does not compile.
    pub const fn new(specs: &[&'static Spec]) -> Self {
        assert!(SLOTS > 1 && SLOTS.is_power_of_two() && specs.len() < SLOTS);
        let mut slots = [None; SLOTS];
        let mut index = 0;
        while index < specs.len() {
            let Cow::Borrowed(name) = &specs[index].name else {
                panic!("the tools of a static table are static");
            };
            let mut at = Self::place(name);
            while slots[at].is_some() {
                at = (at + 1) % SLOTS;
            }
            slots[at] = Some((*name, index));
            index += 1;
        }
        Self { slots }
    }

    /// The index of the tool with this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        let mut at = Self::place(name);
        while let Some((known, index)) = self.slots[at] {
            if known == name {
                return Some(index);
            }
            at = (at + 1) % SLOTS;
        }
        None
    }

    /// Where to look first: the upper bits of a product depend on all of its factors'.
    #[allow(clippy::cast_possible_truncation, reason = "less than `SLOTS`")]
    const fn place(name: &str) -> usize {
        (hash(name.as_bytes()) >> (u64::BITS - SLOTS.trailing_zeros())) as usize
    }
}

/// As Firefox hashes short keys: eight bytes at a time.
const fn hash(mut bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    while let Some((eight, rest)) = bytes.split_first_chunk() {
        hash = mix(hash, u64::from_le_bytes(*eight));
        bytes = rest;
    }
    let mut last = 0;
    while let [byte, rest @ ..] = bytes {
        last = last << 8 | *byte as u64;
        bytes = rest;
    }
    mix(hash, last)
}

const fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95)
}
