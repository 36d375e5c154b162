//! One limit for the tables of all tabs.
//!
//! Half of the memory is shared out as it is asked for; of the other half every tab has a small
//! part for certain, so that nobody is turned away because others were greedy.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Tables that a tab may have at once: the opponent's, the analyst's and the solver's.
pub const TABLES_A_TAB: usize = 3;
/// The smallest table worth having.
const SMALLEST: usize = 1 << 16;

/// What there is.
#[derive(Debug)]
pub struct Budget {
    total: usize,
    /// For each table, whatever the others take.
    certain: usize,
    /// Left of the half that is shared out.
    left: AtomicUsize,
}

/// Memory for one table; the shared part is given back when dropped.
#[derive(Debug)]
pub struct Grant {
    budget: Arc<Budget>,
    taken: usize,
    /// Bytes that the table may have.
    pub bytes: usize,
}

impl Budget {
    /// A budget of so many bytes for so many tabs.
    pub fn new(total: usize, tabs: usize) -> Arc<Self> {
        let certain = (total / 2 / tabs / TABLES_A_TAB).max(SMALLEST);
        Arc::new(Self { total, certain, left: AtomicUsize::new(total / 2) })
    }

    /// The limit.
    pub fn total(&self) -> usize {
        self.total
    }

    /// The most that one table can get.
    pub fn largest(&self) -> usize {
        (self.total / 2).max(self.certain)
    }

    /// Memory for a table: what is wanted, or as much of it as there is.
    pub fn grant(self: &Arc<Self>, wanted: usize) -> Grant {
        let wanted = wanted.max(SMALLEST);
        if wanted <= self.certain {
            return Grant { budget: Arc::clone(self), taken: 0, bytes: wanted };
        }
        // Nobody takes more than half of what is left, unless it is all as asked for.
        let share = |left: usize| if wanted <= left { wanted } else { left / 2 };
        let mut taken = 0;
        let update = |left: usize| {
            taken = share(left);
            Some(left - taken)
        };
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, update);
        if taken < self.certain {
            self.left.fetch_add(taken, Ordering::Relaxed);
            taken = 0;
        }
        Grant { budget: Arc::clone(self), taken, bytes: taken.max(self.certain) }
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        self.budget.left.fetch_add(self.taken, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_together_stay_within_the_limit() {
        let (total, tabs) = (1 << 30, 16);
        let budget = Budget::new(total, tabs);
        let wants = [1 << 40, 64 << 20, 1, 1 << 29, 3 << 20];
        let grants: Vec<Grant> =
            (0..tabs * TABLES_A_TAB).map(|i| budget.grant(wants[i % wants.len()])).collect();
        assert!(grants.iter().map(|grant| grant.bytes).sum::<usize>() <= total);
        assert!(grants.iter().all(|grant| grant.bytes >= SMALLEST));
        drop(grants);
        assert_eq!(budget.grant(256 << 20).bytes, 256 << 20, "all of it came back");
    }
}
