//! Df-pn: the best-first order of proof-number search, walked depth first within thresholds.
//!
//! Source: `nagai-dfpn`, as sketched in `winands-thesis` 4.2.3; the 1+epsilon trick is
//! `pawlewicz-lew`; the sum that counts only the hardest child in full is `ueda-wpns`.
//! Differs: a repetition of the path is a disproof on that path, and a disproof that rests on one
//! is kept for the same path only. Cycles can drive numbers up, or round in circles, without any
//! new position being seen: a node that notices it gives its children wider thresholds
//! ([`Widening`](super::Widening)), which ends every such round (after the idea of `kishimoto-tca`).

use conjoin_eval::Evaluator;

use super::trails::Others;
use super::worker::{Expansion, Found, NOWHERE, Worker};
use super::{Sum, Threshold, Widening};
use crate::Provable;
use crate::bounds::{Bounds, INFINITE, LARGEST, saturated};
use crate::table::Entry;

/// The numbers of a node from its children, and where to go on.
#[derive(Clone, Copy, Debug)]
struct Scan {
    bounds: Bounds,
    /// The child to search.
    best: usize,
    /// Least `delta` of the others.
    second: u32,
    /// Sum of `phi` over the children that are open.
    sum: u64,
    /// How many are open.
    open: u32,
}

/// How a node gets on: whether visits to its children still turn up something new.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    visits: u32,
    /// Visits in a row after which nothing new was in the table.
    idle: u32,
}

/// Expansions after which it is worth the while to see what other threads have done.
const NEWS: u64 = 64;

impl Pace {
    #[inline(always)]
    pub fn count(&mut self, has_news: bool) {
        self.visits = self.visits.saturating_add(1);
        self.idle = if has_news { self.idle / 2 } else { self.idle + 1 };
    }

    #[inline(always)]
    pub fn slack(self, widening: Widening) -> u32 {
        let doublings = self.idle.saturating_sub(widening.idle).min(27);
        (1u32 << doublings) - 1 + self.visits.checked_div(widening.visits).unwrap_or(0)
    }
}

impl<P: Provable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Searches a position until one of its numbers reaches its threshold; `is_new` when it is
    /// to be taken as new to the table.
    pub(crate) fn dfpn(&mut self, at: &P, key: u64, limits: Bounds, is_new: bool) -> Found {
        // Step 1. Count, and leave when a limit is reached.
        self.enter();
        let before = self.counters.expanded;
        let is_or = self.is_or(at);
        // Step 2. Expand; a move that ends the game well is all that is needed.
        let expansion = self.expand(at, is_new);
        if let Some(mv) = expansion.immediate {
            let found = Found { bounds: Bounds::WON, rests_on: NOWHERE, plies: 1 };
            return self.solved(at, key, is_or, Some(mv), found, 1);
        }
        let mut pace = Pace::default();
        let mut seen = self.counters.expanded;
        loop {
            // Step 3. The numbers from the children.
            let scan = self.scan(expansion.first);
            let work = self.counters.expanded - before;
            if scan.bounds.is_solved() {
                let found = self.conclude(at, key, &expansion, scan.bounds, work);
                self.children.truncate(expansion.first);
                return found;
            }
            // Step 4. Leave when a threshold is reached, or a limit, or another thread was faster.
            if scan.bounds.phi >= limits.phi || scan.bounds.delta >= limits.delta || self.stopped {
                self.children.truncate(expansion.first);
                return self.open(key, scan.bounds, work);
            }
            // Step 5. Search the most promising child within what is left for it.
            let thresholds = self.child_limits(&scan, limits, pace.slack(self.config.widening));
            let news = self.news;
            self.visit(at, scan.best, thresholds, is_or);
            pace.count(self.news > news);
            if self.shared.trails.is_some() {
                if let Some(found) = self.solved_elsewhere(key, is_or) {
                    self.children.truncate(expansion.first);
                    return found;
                }
                if self.counters.expanded - seen > NEWS {
                    self.look_again(at, expansion.first, is_or);
                    seen = self.counters.expanded;
                }
            }
        }
    }

    /// Searches a child and notes what came of it.
    #[inline]
    fn visit(&mut self, at: &P, i: usize, thresholds: Bounds, is_or: bool) {
        let child = self.children[i];
        // The table may have learnt more since the child was looked up.
        let known = self.known(at, &child, is_or);
        if let Some(known) = known
            && (known.bounds.phi >= thresholds.phi || known.bounds.delta >= thresholds.delta)
        {
            self.children[i].found = known;
            return;
        }
        self.path.push(child.key, child.is_irreversible);
        let ply = self.path.ply();
        if let Some(trails) = &self.shared.trails {
            trails.enter(self.number, ply, child.key);
        }
        let found = self.dfpn(
            &at.play(child.mv),
            child.key,
            thresholds,
            known.is_none() && self.config.looks_up_late,
        );
        if let Some(trails) = &self.shared.trails {
            trails.leave(self.number, ply);
        }
        self.path.pop();
        self.children[i].found = found;
    }

    /// What another thread has found out about this position.
    #[cold]
    fn solved_elsewhere(&self, key: u64, is_or: bool) -> Option<Found> {
        match self.table.probe(key)? {
            Entry::Fact(fact) => Some(Found {
                bounds: Bounds::solved(is_or == fact.proved),
                rests_on: NOWHERE,
                plies: fact.plies,
            }),
            Entry::Guess { .. } => None,
        }
    }

    /// Looks the open children up again: other threads may have been there.
    #[cold]
    fn look_again(&mut self, at: &P, first: usize, is_or: bool) {
        for i in first..self.children.len() {
            if !self.children[i].found.bounds.is_solved()
                && let Some(found) = self.known(at, &self.children[i], is_or)
            {
                self.children[i].found = found;
            }
        }
    }

    #[inline]
    fn scan(&self, first: usize) -> Scan {
        let (mut best, mut least, mut second, mut tie) = (first, u32::MAX, INFINITE, u32::MAX);
        let (mut sum, mut hardest, mut open) = (0u64, 0, 0);
        let mut least_real = INFINITE;
        // Where the other threads are, one ply below.
        let elsewhere = match &self.shared.trails {
            Some(trails) => trails.others(self.number, self.path.ply() + 1),
            None => Others::default(),
        };
        for (i, child) in self.children[first..].iter().enumerate() {
            let Bounds { phi, delta } = child.found.bounds;
            sum += u64::from(phi);
            hardest = hardest.max(phi);
            open += u32::from(phi != 0);
            least_real = least_real.min(delta);
            let felt = if elsewhere.contains(child.key) && delta != 0 && phi != 0 {
                delta.saturating_add((delta / 8).max(1)).min(LARGEST)
            } else {
                delta
            };
            if felt < least || (felt == least && phi < tie) {
                second = second.min(least);
                (best, least, tie) = (first + i, felt, phi);
            } else {
                second = second.min(felt);
            }
        }
        let delta = match self.config.sum {
            _ if sum == 0 => 0,
            _ if least_real == 0 => INFINITE,
            Sum::All => saturated(sum),
            Sum::Hardest => saturated(u64::from(hardest) + u64::from(open - 1)),
        };
        Scan { bounds: Bounds { phi: least_real, delta }, best, second, sum, open }
    }

    /// How far the best child may be searched.
    #[inline]
    fn child_limits(&self, scan: &Scan, limits: Bounds, slack: u32) -> Bounds {
        let child = self.children[scan.best].found.bounds;
        let second = match self.config.threshold {
            Threshold::Plain => scan.second.saturating_add(1),
            Threshold::Epsilon { per } => {
                scan.second.saturating_add((scan.second / per.max(1)).max(1))
            }
        };
        let delta = limits.phi.min(second).max(child.delta + 1).saturating_add(slack);
        let phi = if limits.delta >= INFINITE {
            INFINITE
        } else {
            let others = match self.config.sum {
                Sum::All => scan.sum - u64::from(child.phi),
                Sum::Hardest => u64::from(scan.open - 1),
            };
            u64::from(limits.delta).saturating_sub(others) as u32
        };
        let phi = phi.max(child.phi + 1).saturating_add(slack);
        Bounds { phi: phi.min(INFINITE), delta: delta.min(INFINITE) }
    }

    /// Leaves a node whose children settle it.
    pub(crate) fn conclude(
        &mut self,
        at: &P,
        key: u64,
        expansion: &Expansion<P::Move>,
        bounds: Bounds,
        work: u64,
    ) -> Found {
        let is_or = self.is_or(at);
        let proved = (bounds.phi == 0) == is_or;
        let children = &self.children[expansion.first..];
        let mut found = Found { bounds, rests_on: NOWHERE, plies: 0 };
        let mut mv = None;
        if bounds.phi == 0 {
            // One move settles it: the shortest win, or the disproof that rests on least.
            let best = children
                .iter()
                .filter(|child| child.found.bounds.delta == 0)
                .min_by_key(|child| (child.found.plies, NOWHERE - child.found.rests_on));
            if let Some(best) = best {
                mv = Some(best.mv);
                found.rests_on = best.found.rests_on;
                found.plies = best.found.plies.saturating_add(1);
            }
        } else {
            // All moves fail.
            found.plies = expansion.lost_in;
            for child in children {
                found.rests_on = found.rests_on.min(child.found.rests_on);
                found.plies = found.plies.max(child.found.plies);
            }
            found.plies = found.plies.saturating_add(1);
        }
        self.solved(at, key, proved, mv, found, work)
    }
}
