//! When a proof search ends without an answer.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

/// Where a search stands, for whoever watches it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Nodes so far, as the algorithm counts them.
    pub nodes: AtomicU64,
    /// Proof number of the root; only best-first searches tell it before they end.
    pub proof: AtomicU32,
    /// Disproof number of the root, likewise.
    pub disproof: AtomicU32,
}

/// Limits of one proof search. Reaching one makes the answer `unknown`, never an error.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'s> {
    /// Nodes in the way the algorithm counts them, over all threads.
    pub nodes: Option<u64>,
    /// The search ends at this moment.
    pub deadline: Option<Instant>,
    /// Memory for trees and tables, in bytes.
    pub memory: usize,
    /// Set by somebody else to end it.
    pub stop: Option<&'s AtomicBool>,
    /// Told where the search stands, now and then.
    pub progress: Option<&'s Progress>,
}

impl Default for Limits<'_> {
    /// No limit but 64 MiB of memory.
    fn default() -> Self {
        Self { nodes: None, deadline: None, memory: 64 << 20, stop: None, progress: None }
    }
}

impl Limits<'_> {
    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// The same with other memory.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// Tells the nodes so far to whoever watches.
    pub(crate) fn tell(&self, nodes: u64) {
        if let Some(progress) = self.progress {
            progress.nodes.store(nodes, Ordering::Relaxed);
        }
    }

    /// Tells the numbers of the root to whoever watches.
    pub(crate) fn tell_root(&self, (proof, disproof): (u32, u32)) {
        if let Some(progress) = self.progress {
            progress.proof.store(proof, Ordering::Relaxed);
            progress.disproof.store(disproof, Ordering::Relaxed);
        }
    }

    /// Has somebody asked to stop, or is the time over?
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
