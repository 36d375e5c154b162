//! When a proof search ends without an answer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

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
    /// Told the nodes so far, now and then.
    pub progress: Option<&'s AtomicU64>,
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
            progress.store(nodes, Ordering::Relaxed);
        }
    }

    /// Has somebody asked to stop, or is the time over?
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
