//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use conjoin_core::Score;

/// More time for a position whose value falls from one iteration to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanicTime {
    /// Points by which the value of the last iteration is below those of both before it: two, for values of
    /// odd and even depths differ anyway.
    pub drop: i32,
    /// No iteration starts after this moment.
    pub soft_deadline: Instant,
    /// The search ends at this moment.
    pub hard_deadline: Instant,
}

impl PanicTime {
    /// Has the value fallen so far, by the values of all iterations so far?
    pub(crate) fn is_due(&self, values: &[Score]) -> bool {
        match values {
            [.., earlier, before, last] => last.0 <= earlier.0.min(before.0) - self.drop,
            _ => false,
        }
    }
}

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
    /// Later deadlines for a position whose value falls while it is searched.
    pub panic: Option<PanicTime>,
    /// Set by somebody else to end it.
    pub stop: Option<&'s AtomicBool>,
    /// Lines wanted, the best first; 0 counts as 1.
    pub multi_pv: usize,
    /// Any proved win ends the search, also one that is longer than the iteration is deep.
    pub any_win: bool,
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

    /// Has somebody asked to stop, or is the time over, that for panic if there is panic?
    pub(crate) fn is_over(&self, panics: bool) -> bool {
        let extended = self.panic.filter(|_| panics).map(|panic| panic.hard_deadline);
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || extended.or(self.hard_deadline).is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// May another iteration start?
    pub(crate) fn allows_iteration(&self, panics: bool) -> bool {
        let extended = self.panic.filter(|_| panics).map(|panic| panic.soft_deadline);
        let deadline = extended.or(self.soft_deadline);
        !self.is_over(panics) && deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn limits() -> Limits<'static> {
        let (past, later) = (Instant::now(), Instant::now() + Duration::from_hours(1));
        Limits {
            soft_deadline: Some(past),
            hard_deadline: Some(past),
            panic: Some(PanicTime { drop: 40, soft_deadline: later, hard_deadline: later }),
            ..Limits::default()
        }
    }

    #[test]
    fn panic_puts_both_deadlines_off() {
        let limits = limits();
        assert!(limits.is_over(false) && !limits.allows_iteration(false));
        assert!(!limits.is_over(true) && limits.allows_iteration(true));
        let stop = AtomicBool::new(true);
        let stopped = limits.with_stop(&stop);
        assert!(stopped.is_over(true) && !stopped.allows_iteration(true));
        let calm = Limits { panic: None, ..self::limits() };
        assert!(calm.is_over(true), "without panic time there is no more");
    }

    #[test]
    fn a_value_has_fallen_when_it_is_below_two_before_it() {
        let panic = limits().panic.expect("it has one");
        let is_due = |values: &[i32]| {
            panic.is_due(&values.iter().map(|&value| Score(value)).collect::<Vec<_>>())
        };
        assert!(is_due(&[90, 10, 60, -30]), "40 below the lower of 10 and 60");
        assert!(!is_due(&[90, 10, 60, -29]));
        // Odd and even depths see it differently: no fall.
        assert!(!is_due(&[80, 0, 80, 0, 80, 0]));
        assert!(!is_due(&[90, 10]) && !is_due(&[]));
    }
}
