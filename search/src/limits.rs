//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits of one search; it ends at the first that is reached, with the best it has.
#[derive(Clone, Debug, Default)]
pub struct Limits<'s> {
    /// Last iteration.
    pub depth: Option<u32>,
    /// Nodes in all, over all threads.
    pub nodes: Option<u64>,
    /// No iteration starts after this moment.
    pub soft_deadline: Option<Instant>,
    /// The search ends at this moment.
    pub hard_deadline: Option<Instant>,
    /// Set by somebody else to end it.
    pub stop: Option<&'s AtomicBool>,
    /// Lines wanted, the best first; 0 counts as 1.
    pub multi_pv: usize,
}

impl<'s> Limits<'s> {
    /// Only a depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// The same with a flag that ends the search.
    #[must_use]
    pub fn with_stop(self, stop: &'s AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Has somebody asked to stop, or is the time over?
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.hard_deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// May another iteration start?
    pub(crate) fn allows_iteration(&self) -> bool {
        !self.is_over() && self.soft_deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}
