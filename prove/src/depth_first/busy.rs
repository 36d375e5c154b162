//! Which positions threads are working below, so that they spread out.
//!
//! Source: the virtual numbers of `kaneko-parallel`.
//! Differs: the positions in work stand in a small table of their own, and the table of numbers
//! is not touched.

use std::sync::atomic::{AtomicU64, Ordering};

/// Places in the table, in sets of four.
const SETS: usize = 1 << 10;
const WAYS: usize = 4;

/// The positions in work, by key.
#[derive(Debug)]
pub(crate) struct Busy {
    sets: Vec<[AtomicU64; WAYS]>,
}

impl Default for Busy {
    fn default() -> Self {
        Self { sets: (0..SETS).map(|_| Default::default()).collect() }
    }
}

impl Busy {
    fn set(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.sets[(key >> 32) as usize % SETS]
    }

    #[inline(always)]
    pub fn contains(&self, key: u64) -> bool {
        self.set(key).iter().any(|place| place.load(Ordering::Relaxed) == key)
    }

    /// Enters a position; full sets simply forget it.
    pub fn start(&self, key: u64) {
        for place in self.set(key) {
            if place.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                return;
            }
        }
    }

    /// Takes one entry of a position away.
    pub fn end(&self, key: u64) {
        for place in self.set(key) {
            if place.compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::mix::split_mix;

    #[test]
    fn a_position_is_busy_as_often_as_it_was_entered() {
        let busy = Busy::default();
        let key = split_mix(5);
        busy.start(key);
        busy.start(key);
        busy.end(key);
        assert!(busy.contains(key));
        assert!(!busy.contains(split_mix(6)));
        busy.end(key);
        assert!(!busy.contains(key));
    }
}
