//! Several threads on one table.
//!
//! Every thread searches the same tree. A move that another thread is searching at the same
//! depth is put off to the end of the list: mostly the table knows its value by then. A node that
//! another thread has decided in the meantime is left at once.
//!
//! Source: Kerrigan's simplification of ABDADA (Weill 1996).

use std::sync::atomic::{AtomicU64, Ordering};

use conjoin_core::{Searchable, mix::split_mix};
use conjoin_eval::Evaluator;

use crate::depth::Depth;
use crate::node::{Node, NodeKind, NonPv, Pv};
use crate::worker::{At, Worker};

/// Least remaining depth at which putting a move off pays.
pub(crate) const DEFER_DEPTH: Depth = Depth::plies(5);
/// Least remaining depth of a node that is left when another thread has decided it.
const WATCH_DEPTH: Depth = Depth::plies(4);
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

/// An open node that another thread may decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    key: u64,
    node: Node,
    is_pv: bool,
}

/// Position and depth in one number.
fn busy_hash(key: u64, depth: Depth) -> u64 {
    (key ^ split_mix((7 << 32) + depth.in_hundredths() as u64)) | 1
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Should this move wait because another thread is searching it?
    #[inline(always)]
    pub(crate) fn defers(&self, child: &P, depth: Depth) -> bool {
        match &self.shared.busy {
            Some(busy) if depth >= DEFER_DEPTH => busy.contains(busy_hash(child.key(), depth)),
            _ => false,
        }
    }

    /// Begins to watch the table for an answer to this node; false when that does not pay.
    #[inline(always)]
    pub(crate) fn watch<K: NodeKind>(&mut self, at: &At<P, E::State>, node: &Node) -> bool {
        if self.shared.busy.is_none() || node.depth < WATCH_DEPTH {
            return false;
        }
        let key = at.position.key();
        self.watched.push(Watched { key, node: *node, is_pv: K::IS_PV });
        true
    }

    /// Ends the watching of the node; true when the search below it was given up.
    pub(crate) fn unwatch(&mut self, ply: usize) -> bool {
        self.watched.pop();
        if self.gave_up_at != Some(ply) {
            return false;
        }
        self.gave_up_at = None;
        self.stopped = false;
        true
    }

    /// Gives up the search below the highest watched node that another thread has decided.
    pub(crate) fn give_up_decided(&mut self) {
        let Some(table) = self.table else { return };
        let decided = self.watched.iter().find(|watched| {
            let mut node = watched.node;
            table.probe(watched.key).is_some_and(|entry| {
                let answer = if watched.is_pv {
                    self.table_answer::<Pv>(&entry, &mut node)
                } else {
                    self.table_answer::<NonPv>(&entry, &mut node)
                };
                answer.is_some()
            })
        });
        if let Some(watched) = decided {
            self.gave_up_at = Some(watched.node.ply);
            self.stopped = true;
            self.counters.given_up_nodes += 1;
        }
    }

    #[inline(always)]
    pub(crate) fn start_busy(&self, child: &P, depth: Depth) {
        if let Some(busy) = &self.shared.busy
            && depth >= DEFER_DEPTH
        {
            busy.start(busy_hash(child.key(), depth));
        }
    }

    #[inline(always)]
    pub(crate) fn end_busy(&self, child: &P, depth: Depth) {
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
            let hash = busy_hash(split_mix(i), Depth::plies(5));
            assert!(!busy.contains(hash));
            busy.start(hash);
            assert!(busy.contains(hash));
            assert!(
                !busy.contains(busy_hash(split_mix(i), Depth::plies(6))),
                "another depth is another move"
            );
        }
        for i in 1..100 {
            let hash = busy_hash(split_mix(i), Depth::plies(5));
            busy.end(hash);
            assert!(!busy.contains(hash));
        }
    }
}
