//! Several threads on one table.
//!
//! Every thread searches the same tree. A move that another thread is searching at the same
//! depth is put off to the end of the list: mostly the table knows its value by then.
//!
//! Source: Kerrigan's simplification of ABDADA (Weill 1996).

use std::sync::atomic::{AtomicU64, Ordering};

use conjoin_core::{Searchable, mix::split_mix};
use conjoin_eval::Evaluator;

use crate::worker::Worker;

/// Least remaining depth at which putting a move off pays.
const DEFER_DEPTH: i32 = 3;
/// Places in the list of busy moves, in sets of four.
const SETS: usize = 1 << 12;
const WAYS: usize = 4;

/// The moves that threads are searching, by the position they lead to and the depth.
#[derive(Debug)]
pub(crate) struct BusyMoves {
    sets: Vec<[AtomicU64; WAYS]>,
}

impl BusyMoves {
    pub fn new() -> Self {
        Self { sets: (0..SETS).map(|_| Default::default()).collect() }
    }

    fn set(&self, hash: u64) -> &[AtomicU64; WAYS] {
        &self.sets[(hash >> 40) as usize % SETS]
    }

    fn contains(&self, hash: u64) -> bool {
        self.set(hash).iter().any(|place| place.load(Ordering::Relaxed) == hash)
    }

    fn start(&self, hash: u64) {
        let set = self.set(hash);
        let free = set.iter().find(|place| place.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&set[0]).store(hash, Ordering::Relaxed);
    }

    fn end(&self, hash: u64) {
        for place in self.set(hash) {
            if place.load(Ordering::Relaxed) == hash {
                place.store(0, Ordering::Relaxed);
            }
        }
    }
}

/// Position and depth in one number.
fn busy_hash(key: u64, depth: i32) -> u64 {
    (key ^ split_mix((7 << 32) + depth as u64)) | 1
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Should this move wait because another thread is searching it?
    #[inline(always)]
    pub(crate) fn defers(&self, child: &P, depth: i32) -> bool {
        match &self.shared.busy {
            Some(busy) if depth >= DEFER_DEPTH => busy.contains(busy_hash(child.key(), depth)),
            _ => false,
        }
    }

    #[inline(always)]
    pub(crate) fn start_busy(&self, child: &P, depth: i32) {
        if let Some(busy) = &self.shared.busy
            && depth >= DEFER_DEPTH
        {
            busy.start(busy_hash(child.key(), depth));
        }
    }

    #[inline(always)]
    pub(crate) fn end_busy(&self, child: &P, depth: i32) {
        if let Some(busy) = &self.shared.busy
            && depth >= DEFER_DEPTH
        {
            busy.end(busy_hash(child.key(), depth));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_until_it_ends() {
        let busy = BusyMoves::new();
        for i in 1..100 {
            let hash = busy_hash(split_mix(i), 5);
            assert!(!busy.contains(hash));
            busy.start(hash);
            assert!(busy.contains(hash));
            assert!(!busy.contains(busy_hash(split_mix(i), 6)), "another depth is another move");
        }
        for i in 1..100 {
            let hash = busy_hash(split_mix(i), 5);
            busy.end(hash);
            assert!(!busy.contains(hash));
        }
    }
}
