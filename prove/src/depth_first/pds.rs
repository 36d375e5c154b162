//! PDS: two thresholds at every node, raised one at a time; PDS-PN: the same with a small
//! proof-number search at its leaves; PN*: its forerunner with the proof number alone.
//!
//! Source: Nagai 1998 and Seo et al. 2001, as described in `winands-thesis` 4.2.3, 5.1 and B.3.
//! Differs: repetition as in all depth-first searches here; a node that goes round in circles
//! raises its thresholds faster ([`Widening`](super::Widening)).

use conjoin_eval::Evaluator;

use super::dfpn::Pace;
use super::worker::{Child, Expansion, Found, NOWHERE, Worker};
use crate::best_first::Growth;
use crate::best_first::arena::Arena;
use crate::best_first::search::{Level, TreeSearch};
use crate::bounds::{Bounds, INFINITE, LARGEST, saturated};
use crate::initial::Initial;
use crate::table::Entry;
use crate::{Provable, is_attackers};

/// The sum and the minimum over the children of a node.
#[derive(Clone, Copy, Debug)]
struct Totals {
    phi_sum: u32,
    delta_min: u32,
}

impl<P: Provable, E: Evaluator<P>> Worker<'_, P, E> {
    /// PDS from the root: thresholds of 1, raised where a solution looks nearer.
    pub(crate) fn pds_root(&mut self, root: &P, key: u64, second: Option<Growth>) -> Found {
        let is_or = self.is_or(root);
        let mut limits = Bounds::UNIT;
        let mut pace = Pace::default();
        loop {
            let news = self.news;
            let found = self.pds(root, key, limits, second);
            if found.bounds.is_solved() || self.stopped {
                return found;
            }
            pace.count(self.news > news);
            let (proof, disproof) = found.bounds.numbers(is_or);
            let (mut proof_limit, mut disproof_limit) = (proof, disproof);
            let step = 1 + pace.slack(self.config.widening);
            if proof <= disproof {
                proof_limit = proof.saturating_add(step);
            } else {
                disproof_limit = disproof.saturating_add(step);
            }
            let cap = |limit: u32| limit.min(INFINITE);
            limits = Bounds::from_numbers(cap(proof_limit), cap(disproof_limit), is_or);
        }
    }

    /// Searches a position until both of its numbers have reached their thresholds.
    fn pds(&mut self, at: &P, key: u64, limits: Bounds, second: Option<Growth>) -> Found {
        self.enter();
        let before = self.counters.expanded;
        let is_or = self.is_or(at);
        if let Some(found) = self.finished(at, key) {
            return found;
        }
        let first = self.generate(at);
        let mut running = match self.table.probe(key) {
            Some(Entry::Guess { bounds, .. }) => bounds.phi,
            _ => 1,
        };
        let mut pace = Pace::default();
        let mut is_fresh = false;
        loop {
            if !is_fresh {
                self.refresh(at, first, is_or);
            }
            let totals = self.totals(first);
            let bounds = Bounds { phi: totals.delta_min, delta: totals.phi_sum };
            let work = self.counters.expanded - before;
            if bounds.is_solved() {
                return self.leave_solved(at, key, first, bounds, work);
            }
            let reached = bounds.phi >= limits.phi && bounds.delta >= limits.delta;
            if reached || self.stopped {
                self.children.truncate(first);
                return self.open(key, bounds, work);
            }
            running = running.max(totals.delta_min);
            let best = self.select(first, running);
            let child = self.children[best];
            let mut thresholds = child.found.bounds;
            let step = 1 + pace.slack(self.config.widening);
            if limits.delta > totals.phi_sum
                && (thresholds.phi <= thresholds.delta || limits.phi <= totals.delta_min)
            {
                thresholds.phi = thresholds.phi.saturating_add(step).min(INFINITE);
            } else {
                thresholds.delta = thresholds.delta.saturating_add(step).min(INFINITE);
            }
            let (news, expanded) = (self.news, self.counters.expanded);
            self.path.push(child.key, child.is_irreversible);
            let after = at.play(child.mv);
            let is_new = self.table.probe(child.key).is_none();
            let found = match second {
                Some(growth) if is_new => self.second_level(&after, child.key, growth),
                _ => self.pds(&after, child.key, thresholds, second),
            };
            self.path.pop();
            self.children[best].found = found;
            // One expansion has told the table of this child alone.
            is_fresh = self.counters.expanded <= expanded + 1;
            pace.count(self.news > news);
        }
    }

    /// The result of a position whose game is over.
    fn finished(&mut self, at: &P, key: u64) -> Option<Found> {
        let proved = is_attackers(at.outcome()?, self.attacker);
        let bounds = Bounds::solved(self.is_or(at) == proved);
        let found = Found { bounds, rests_on: NOWHERE, plies: 0 };
        Some(self.solved(at, key, proved, None, found, 1))
    }

    /// Leaves a node whose children, from `first` on, have solved it.
    fn leave_solved(&mut self, at: &P, key: u64, first: usize, bounds: Bounds, work: u64) -> Found {
        let expansion = Expansion { first, immediate: None, lost_in: 0 };
        let found = self.conclude(at, key, &expansion, Bounds::solved(bounds.phi == 0), work);
        self.children.truncate(first);
        found
    }

    /// Generates the children with what path and table know of them, and 1 and 1 for the rest.
    fn generate(&mut self, at: &P) -> usize {
        self.counters.expanded += 1;
        let ply = self.path.ply();
        self.counters.deepest = self.counters.deepest.max(ply as u64);
        let first = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        at.moves(&mut moves);
        for mv in moves.drain(..) {
            let key = self.key_at(&at.play(mv), ply + 1);
            self.table.prefetch(key);
            let found = Found { bounds: Bounds::UNIT, rests_on: NOWHERE, plies: 0 };
            let is_irreversible = at.is_irreversible(mv);
            self.children.push(Child { mv, key, found, is_irreversible });
        }
        self.moves = moves;
        first
    }

    /// Looks up what path and table know of the open children from `first` on.
    fn refresh(&mut self, at: &P, first: usize, is_or: bool) {
        for i in first..self.children.len() {
            let child = self.children[i];
            if !child.found.bounds.is_solved()
                && let Some(found) = self.known(at, &child, is_or)
            {
                self.children[i].found = found;
            }
        }
    }

    fn totals(&self, first: usize) -> Totals {
        let mut sum = 0;
        let mut delta_min = INFINITE;
        for child in &self.children[first..] {
            sum += u64::from(child.found.bounds.phi);
            delta_min = delta_min.min(child.found.bounds.delta);
        }
        Totals { phi_sum: saturated(sum), delta_min }
    }

    /// The child with the least `delta`, none below the node's own running maximum, and among
    /// these the least `phi`.
    fn select(&self, first: usize, running: u32) -> usize {
        let children = &self.children[first..];
        let rank = |child: &Child<P::Move>| {
            let Bounds { phi, delta } = child.found.bounds;
            (if delta == 0 { 0 } else { delta.max(running) }, phi)
        };
        let open = (0..children.len()).filter(|&i| !children[i].found.bounds.is_solved());
        first + open.min_by_key(|&i| rank(&children[i])).expect("an open node has an open child")
    }

    /// A proof-number search below a leaf; only its root is kept.
    fn second_level(&mut self, at: &P, key: u64, growth: Growth) -> Found {
        let is_or = self.is_or(at);
        // The root of the second level is evaluated like any other node.
        self.enter();
        if let Some(found) = self.finished(at, key) {
            return found;
        }
        // Table and tree together store as many nodes as the table has entries (equation 5.4).
        let filled = self.table.filled() + self.filled;
        let bytes = self.limits.memory.saturating_sub(self.table.bytes());
        let room = bytes / Arena::<P::Move>::node_bytes();
        let room = room.min(self.table.slots().saturating_sub(filled)).max(1);
        let limits = *self.limits;
        let mut tree = TreeSearch::new(self.eval, Initial::Mobility, self.attacker, &limits, room);
        tree.enough = growth.size(filled, room);
        tree.salt = self.salt();
        tree.counters = self.counters;
        let mut path = std::mem::take(&mut self.path);
        let node = tree.run(at, &mut path, Level::Direct);
        self.path = path;
        let work = tree.counters.expanded - self.counters.expanded;
        self.counters = tree.counters;
        self.stopped |= tree.stopped;
        if node.bounds.is_solved() {
            let proved = (node.bounds.phi == 0) == is_or;
            let mv = if node.bounds.phi == 0 { tree.best_move() } else { None };
            // How long the win takes is not known from a tree whose solved parts are gone.
            let found =
                Found { bounds: node.bounds, rests_on: node.rests_on, plies: UNKNOWN_LENGTH };
            return self.solved(at, key, proved, mv, found, work);
        }
        self.open(key, node.bounds, work)
    }

    /// PN* from the root: the threshold of the proof number grows.
    pub(crate) fn pn_star_root(&mut self, root: &P, key: u64) -> Found {
        let mut limit = 2;
        let mut pace = Pace::default();
        loop {
            let news = self.news;
            let found = self.pn_star(root, key, limit);
            if found.bounds.is_solved() || self.stopped {
                return found;
            }
            pace.count(self.news > news);
            limit = limit.saturating_add(1 + pace.slack(self.config.widening)).min(INFINITE);
        }
    }

    /// Searches a position until its proof number reaches the threshold.
    fn pn_star(&mut self, at: &P, key: u64, limit: u32) -> Found {
        self.enter();
        let before = self.counters.expanded;
        let is_or = self.is_or(at);
        if let Some(found) = self.finished(at, key) {
            return found;
        }
        let first = self.generate(at);
        // An AND node goes up to its threshold step by step, an OR node at once.
        let mut step_limit = if is_or { limit } else { 2 };
        let mut pace = Pace::default();
        let mut is_fresh = false;
        loop {
            if !is_fresh {
                self.refresh(at, first, is_or);
            }
            let totals = self.totals(first);
            let bounds = Bounds { phi: totals.delta_min, delta: totals.phi_sum };
            let work = self.counters.expanded - before;
            if bounds.is_solved() {
                return self.leave_solved(at, key, first, bounds, work);
            }
            let (proof, _) = bounds.numbers(is_or);
            step_limit = step_limit.max(proof.saturating_add(1)).min(limit);
            if proof >= limit || self.stopped {
                self.children.truncate(first);
                let bounds = Bounds::from_numbers(proof.min(LARGEST), 1, is_or);
                return self.open(key, bounds, work);
            }
            let children = &self.children[first..];
            let proof_of = |child: &Child<P::Move>| child.found.bounds.numbers(!is_or).0;
            let open = (0..children.len()).filter(|&i| !children[i].found.bounds.is_solved());
            let best =
                first + open.min_by_key(|&i| proof_of(&children[i])).expect("an open node has one");
            let child = self.children[best];
            let for_child =
                if is_or { limit } else { step_limit - (proof - proof_of(&child)).min(step_limit) };
            let for_child = for_child
                .max(proof_of(&child) + 1)
                .saturating_add(pace.slack(self.config.widening))
                .min(INFINITE);
            let (news, expanded) = (self.news, self.counters.expanded);
            self.path.push(child.key, child.is_irreversible);
            let found = self.pn_star(&at.play(child.mv), child.key, for_child);
            self.path.pop();
            self.children[best].found = found;
            // One expansion has told the table of this child alone.
            is_fresh = self.counters.expanded <= expanded + 1;
            pace.count(self.news > news);
        }
    }
}

/// Plies of a win whose length was not kept.
pub(crate) const UNKNOWN_LENGTH: u16 = u16::MAX - 1;
