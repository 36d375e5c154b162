//! One thread of a depth-first proof search: its path, its children, its counters.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use conjoin_core::{Outcome, Side};
use conjoin_eval::Evaluator;

use super::DepthFirstConfig;
use super::trails::Trails;
use crate::bounds::{Bounds, LARGEST};
use crate::initial::Initial;
use crate::limits::Limits;
use crate::path::Path;
use crate::solution::Counters;
use crate::table::{Entry, Fact, ProofTable, salt};
use crate::{Provable, is_attackers};

/// No ply of the path: the value is a fact.
pub(crate) const NOWHERE: u16 = u16::MAX;
/// Deepest ply; what lies below counts as not won on this path only, and never as a fact.
pub(crate) const DEEPEST: usize = 3_000;

/// What is known of a node when it is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub bounds: Bounds,
    /// For a disproof: the earliest ply of the path it rests on, 0 when it rests on the greatest
    /// depth; else [`NOWHERE`].
    pub rests_on: u16,
    /// For a proof: plies within which the attacker wins.
    pub plies: u16,
}

impl Found {
    /// A leaf, whose numbers are yet to be given.
    const LEAF: Self = Self { bounds: Bounds::UNIT, rests_on: NOWHERE, plies: 0 };

    /// Is it solved, and not only because of the greatest depth?
    pub const fn is_certain(&self) -> bool {
        self.bounds.is_solved() && self.rests_on != 0
    }
}

/// A child of a node that is being searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<M> {
    pub mv: M,
    pub key: u64,
    pub found: Found,
    pub is_irreversible: bool,
}

/// The children of a node as far as the game goes on there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expansion<M> {
    /// Index of the first child.
    pub first: usize,
    /// A move that ends the game in favour of the player to move.
    pub immediate: Option<M>,
    /// The most plies that the other player takes to win after a move that is no child: 0 where the
    /// game ends, 1 where it wins with the next move.
    pub lost_in: u16,
}

/// Positions that count as not won whatever the path: those a disproof already covers.
pub(crate) struct Granted<'a, P> {
    /// Is it one of them?
    pub is_granted: &'a (dyn Fn(&P) -> bool + Sync),
    /// Added to all keys: what is found on granted positions is kept apart from what holds by itself.
    pub salt: u64,
}

impl<P> Clone for Granted<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Granted<'_, P> {}

/// What the threads of one search share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub stop: AtomicBool,
    /// It stopped because the table is to grow.
    pub grow: AtomicBool,
    pub nodes: AtomicU64,
    pub trails: Option<Trails>,
}

/// Nodes between two looks at the clock and two reports to the other threads.
const REPORT: u64 = 1 << 10;

/// One thread.
pub(crate) struct Worker<'a, P: Provable, E: Evaluator<P>> {
    pub config: &'a DepthFirstConfig,
    pub eval: &'a E,
    pub table: &'a ProofTable,
    pub limits: &'a Limits<'a>,
    pub shared: &'a Shared,
    granted: Option<Granted<'a, P>>,
    pub attacker: Side,
    /// Plies within which the win must come.
    pub within: Option<u32>,
    pub path: Path,
    /// The children of all open nodes, one after the other.
    pub children: Vec<Child<P::Move>>,
    /// Room for the moves of one node.
    pub moves: Vec<P::Move>,
    pub counters: Counters,
    /// Positions that were new to the table, and facts.
    pub news: u64,
    /// Slots of the table that it has filled and not told the table of.
    pub filled: usize,
    /// A limit is reached: numbers from now on are not better than those in the table.
    pub stopped: bool,
    /// Which of the threads this is.
    pub number: usize,
    salt: u64,
    reported: u64,
}

impl<'a, P: Provable, E: Evaluator<P>> Worker<'a, P, E> {
    pub fn new(
        config: &'a DepthFirstConfig,
        eval: &'a E,
        table: &'a ProofTable,
        limits: &'a Limits<'a>,
        shared: &'a Shared,
        attacker: Side,
        within: Option<u32>,
    ) -> Self {
        Self {
            config,
            eval,
            table,
            limits,
            shared,
            granted: None,
            attacker,
            within,
            path: Path::new(0),
            children: Vec::with_capacity(1 << 14),
            moves: Vec::new(),
            counters: Counters::default(),
            news: 0,
            filled: 0,
            stopped: false,
            number: 0,
            salt: salt(attacker.index(), 0),
            reported: 0,
        }
    }

    /// Takes positions as not won.
    pub fn grant(&mut self, granted: Granted<'a, P>) {
        self.salt ^= granted.salt;
        self.granted = Some(granted);
    }

    /// The key of a position at a ply.
    #[inline(always)]
    pub fn key_at(&self, position: &P, ply: usize) -> u64 {
        table_key(self.table, self.config.symmetry, position, self.salt_at(ply))
    }

    /// What is added to the keys of positions in an unbounded search.
    pub fn salt(&self) -> u64 {
        self.salt
    }

    #[inline(always)]
    fn salt_at(&self, ply: usize) -> u64 {
        match self.within {
            None => self.salt,
            Some(within) => salt(self.attacker.index(), within + 2 - ply as u32),
        }
    }

    #[inline(always)]
    pub fn is_or(&self, position: &P) -> bool {
        position.side_to_move() == self.attacker
    }

    /// Counts a node and looks at the limits from time to time.
    #[inline(always)]
    pub fn enter(&mut self) {
        self.counters.nodes += 1;
        if let Some(limit) = self.limits.nodes
            && self.counters.nodes >= limit
        {
            self.stopped = true;
        }
        // Whoever solves it first keeps nobody waiting.
        self.stopped |= self.shared.stop.load(Ordering::Relaxed);
        if self.counters.nodes.is_multiple_of(REPORT) {
            self.report();
        }
    }

    /// Goes on with the counts of an earlier part of the same search.
    pub fn resume(&mut self, counters: Counters) {
        self.reported = counters.nodes;
        self.counters = counters;
    }

    /// Tells table and threads what it has done since it last did; returns the nodes of all.
    pub fn tell(&mut self) -> u64 {
        self.table.add_filled(std::mem::take(&mut self.filled));
        let news = self.counters.nodes - self.reported;
        self.reported = self.counters.nodes;
        self.shared.nodes.fetch_add(news, Ordering::Relaxed) + news
    }

    #[cold]
    fn report(&mut self) {
        let all = self.tell();
        if self.table.wants_growth(self.limits.memory) {
            self.shared.grow.store(true, Ordering::Relaxed);
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.limits.tell(all);
        if self.limits.nodes.is_some_and(|limit| all >= limit) || self.limits.is_over() {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Generates the children of the current position and finds out what is known of them. Those of
    /// a new position begin as leaves, whatever the table knows: that is looked up when one of them
    /// is visited, and saves a cache line for each of the others.
    #[inline]
    pub fn expand(&mut self, at: &P, is_new: bool) -> Expansion<P::Move> {
        self.counters.expanded += 1;
        let ply = self.path.ply();
        self.counters.deepest = self.counters.deepest.max(ply as u64);
        let is_or = self.is_or(at);
        let first = self.children.len();
        let mut expansion = Expansion { first, immediate: None, lost_in: 0 };
        let (attacker, salt, initial) = (self.attacker, self.salt_at(ply + 1), self.config.initial);
        let symmetry = self.config.symmetry;
        let score = if initial.evaluates_parent() {
            self.counters.evaluations += 1;
            -self.eval.evaluate(&self.eval.state(at), at)
        } else {
            0
        };
        let by_effort = initial == Initial::Effort;
        // Who has not won by the last ply has not won in time.
        let is_horizon = self.within.is_some_and(|within| ply >= within as usize);
        let (table, eval, children) = (self.table, self.eval, &mut self.children);
        let mut take = |mv, outcome: Option<Outcome>, count| match outcome {
            Some(outcome) if is_attackers(outcome, attacker) == is_or => {
                expansion.immediate = Some(mv);
            }
            Some(_) => {}
            None => {
                let found = Found { bounds: initial.bounds(count, score), ..Found::LEAF };
                children.push(Child { mv, key: 0, found, is_irreversible: at.is_irreversible(mv) });
            }
        };
        let left_out = if by_effort && !is_horizon {
            at.sound_moves(|mv, outcome| take(mv, outcome, 1))
        } else {
            at.replies(take);
            false
        };
        expansion.lost_in = u16::from(left_out);
        if expansion.immediate.is_some() {
            self.children.truncate(first);
            return expansion;
        }
        let enemy = !at.side_to_move();
        let enemy_effort = if by_effort { eval.effort(at, enemy) } else { 0 };
        let mut least = u32::MAX;
        for child in &mut self.children[first..] {
            let after = at.play(child.mv);
            child.key = table_key(table, symmetry, &after, salt);
            if !is_new {
                table.prefetch(child.key);
            }
            let bounds = &mut child.found.bounds;
            if by_effort {
                let changes = child.is_irreversible;
                let mover = if changes { eval.effort(&after, enemy) } else { enemy_effort };
                *bounds = Initial::effort_bounds(mover, eval.effort(&after, !enemy));
            }
            // Of a new position only the most promising child so far may be looked up.
            if is_new && bounds.delta < least {
                least = bounds.delta;
                table.prefetch(child.key);
            }
        }
        if initial.evaluates_leaf() {
            self.evaluate_leaves(at, first);
        }
        for i in first..self.children.len() {
            if is_horizon {
                self.children[i].found.bounds = Bounds::solved(is_or);
                continue;
            }
            let found = if is_new {
                self.repeated(&self.children[i], is_or)
            } else {
                self.known(at, &self.children[i], is_or)
            };
            if let Some(found) = found {
                self.children[i].found = found;
            }
        }
        expansion
    }

    /// Gives the children their numbers by their own evaluation.
    #[cold]
    fn evaluate_leaves(&mut self, at: &P, first: usize) {
        let state = self.eval.state(at);
        for child in &mut self.children[first..] {
            let after = at.play(child.mv);
            let mut state = state;
            self.eval.advance(&mut state, at, child.mv, &after);
            let score = self.eval.evaluate(&state, &after);
            self.counters.evaluations += 1;
            child.found.bounds = self.config.initial.bounds(after.count_moves(), score);
        }
    }

    /// What the path knows of a child.
    #[inline(always)]
    fn repeated(&self, child: &Child<P::Move>, is_or: bool) -> Option<Found> {
        let bounds = Bounds::solved(is_or_mover_wins(!is_or, false));
        if !child.is_irreversible
            && let Some(earlier) = self.path.repeats(child.key)
        {
            return Some(Found { bounds, rests_on: earlier as u16, plies: 0 });
        }
        (self.path.ply() >= DEEPEST).then_some(Found { bounds, rests_on: 0, plies: 0 })
    }

    /// What path and table know of a child.
    #[inline(always)]
    pub fn known(&self, at: &P, child: &Child<P::Move>, is_or: bool) -> Option<Found> {
        if let Some(found) = self.repeated(child, is_or) {
            return Some(found);
        }
        let disproved = Bounds::solved(is_or_mover_wins(!is_or, false));
        if let Some(granted) = self.granted
            && let Some(found) = self.known_without(granted, &at.play(child.mv), is_or)
        {
            return Some(found);
        }
        match self.table.probe(child.key)? {
            Entry::Fact(fact) => Some(Found {
                bounds: Bounds::solved(is_or_mover_wins(!is_or, fact.proved)),
                rests_on: NOWHERE,
                plies: fact.plies,
            }),
            Entry::Guess { bounds, conditional } => {
                if conditional && let Some(found) = self.known_on_path(at, child, disproved) {
                    return Some(found);
                }
                Some(Found { bounds, rests_on: NOWHERE, plies: 0 })
            }
        }
    }

    /// What is known of a child before anything is granted, or because it is granted itself.
    #[cold]
    fn known_without(&self, granted: Granted<'_, P>, child: &P, is_or: bool) -> Option<Found> {
        let solved = |proved, plies| Found {
            bounds: Bounds::solved(is_or_mover_wins(!is_or, proved)),
            rests_on: NOWHERE,
            plies,
        };
        if (granted.is_granted)(child) {
            return Some(solved(false, 0));
        }
        let key = table_key(self.table, self.config.symmetry, child, self.salt ^ granted.salt);
        match self.table.probe(key)? {
            Entry::Fact(fact) => Some(solved(fact.proved, fact.plies)),
            Entry::Guess { .. } => None,
        }
    }

    /// A disproof of the child that was found on this very path.
    #[cold]
    fn known_on_path(&self, _at: &P, child: &Child<P::Move>, disproved: Bounds) -> Option<Found> {
        if child.is_irreversible {
            return None;
        }
        let key = path_key(child.key, self.path.hash_of_child());
        match self.table.probe(key)? {
            Entry::Fact(fact) => Some(Found {
                bounds: disproved,
                rests_on: (self.path.ply() as u16 + 1).saturating_sub(fact.plies),
                plies: 0,
            }),
            Entry::Guess { .. } => None,
        }
    }

    /// Leaves a solved node: stores the fact, or the disproof with its path.
    pub fn solved(
        &mut self,
        at: &P,
        key: u64,
        proved: bool,
        mv: Option<P::Move>,
        found: Found,
        work: u64,
    ) -> Found {
        let ply = self.path.ply() as u16;
        if proved || found.rests_on >= ply {
            let mv = mv.map_or(0, |mv| {
                let symmetry = if self.config.symmetry { at.canonical().1 } else { 0 };
                P::pack_move(at.transformed_move(mv, symmetry))
            });
            let fact = Fact { proved, mv, plies: if proved { found.plies } else { 0 } };
            self.store(key, Entry::Fact(fact), work);
            return Found { rests_on: NOWHERE, ..found };
        }
        self.counters.path_dependent += 1;
        if found.rests_on > 0 {
            let fact = Fact { proved: false, mv: 0, plies: ply - found.rests_on };
            self.store(path_key(key, self.path.hash()), Entry::Fact(fact), work);
            let is_or = self.is_or(at);
            // Off this path nothing is certain, but a disproof looks near.
            let bounds = match self.table.probe(key) {
                Some(Entry::Guess { bounds, .. }) => bounds,
                _ => Bounds::from_numbers(8, 1, is_or),
            };
            self.store(key, Entry::Guess { bounds, conditional: true }, work);
        }
        found
    }

    /// Leaves an open node: stores its numbers.
    #[inline(always)]
    pub fn open(&mut self, key: u64, bounds: Bounds, work: u64) -> Found {
        let conditional =
            matches!(self.table.probe(key), Some(Entry::Guess { conditional: true, .. }));
        let bounds = Bounds { phi: bounds.phi.min(LARGEST), delta: bounds.delta.min(LARGEST) };
        self.store(key, Entry::Guess { bounds, conditional }, work);
        Found { bounds, rests_on: NOWHERE, plies: 0 }
    }

    #[inline(always)]
    pub fn store(&mut self, key: u64, entry: Entry, work: u64) {
        let stored = self.table.store(key, entry, work);
        self.news += u64::from(stored.is_news);
        self.filled += usize::from(stored.took_slot);
        self.counters.contradictions += u64::from(stored.contradicts);
    }
}

/// The key of a position in a table.
#[inline(always)]
pub(crate) fn table_key<P: Provable>(
    table: &ProofTable,
    symmetry: bool,
    position: &P,
    salt: u64,
) -> u64 {
    if symmetry {
        // Siblings have images of all kinds, with nothing in common.
        position.canonical_key() ^ salt
    } else {
        table.key(position.key() ^ salt, position.sibling_key())
    }
}

/// Does the player to move reach its aim, given whether it is the attacker and whether the
/// attacker wins?
pub(crate) const fn is_or_mover_wins(is_or: bool, proved: bool) -> bool {
    is_or == proved
}

/// The key of a position together with its path.
pub(crate) const fn path_key(key: u64, path: u64) -> u64 {
    conjoin_core::mix::split_mix(key ^ path.rotate_left(31)) ^ key.rotate_left(7)
}
