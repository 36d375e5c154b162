//! Alpha-beta as a solver: iterative deepening with two values, win or not.
//!
//! With two values the window is always closed, so this is a depth-first search of the AND/OR tree
//! with a table that orders moves and cuts.
//!
//! Source: `winands-thesis` 4.3, as the yardstick of the proof searches. As there, a node is a position
//! that is looked at to see whether the game is over, and those at depth i count in the iteration that
//! first comes so far: they are its last ply.
//! Differs: no evaluation and no forward pruning, for neither changes what is proved. A bounded
//! search needs no rule about repetition, so a position that only repetition keeps from being won
//! is never settled by this search.

use std::time::Instant;

use conjoin_core::Side;
use conjoin_core::table::TableError;

use crate::bounds::{Bounds, INFINITE};
use crate::limits::Limits;
use crate::solution::{Counters, Solution, Verdict};
use crate::table::{Entry, Fact, ProofTable, Replacement, salt};
use crate::{Provable, is_attackers};

/// Nodes between two looks at the clock.
const REPORT: u64 = 1 << 10;
/// Bytes of the table that are used first; between iterations it may grow.
const FIRST_BYTES: usize = 64 << 20;
/// Deepest iteration.
const DEEPEST: u32 = 1_000;

/// The answer of a bounded search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// The attacker wins.
    Won,
    /// Not in so many plies.
    NotYet,
    /// Not at all: no line was cut short.
    Never,
}

struct AlphaBeta<'a> {
    attacker: Side,
    salt: u64,
    table: ProofTable,
    limits: &'a Limits<'a>,
    counters: Counters,
    stopped: bool,
}

/// Can `attacker` force a win from this position?
pub fn solve<P: Provable>(
    root: &P,
    attacker: Side,
    limits: &Limits<'_>,
) -> Result<Solution<P::Move>, TableError> {
    let mut search = AlphaBeta {
        attacker,
        salt: salt(attacker.index(), 1 << 20),
        table: ProofTable::new(limits.memory, Replacement::TwoBig, FIRST_BYTES)?,
        limits,
        // The root.
        counters: Counters { nodes: 1, ..Counters::default() },
        stopped: false,
    };
    let mut answer = match root.outcome().map(|outcome| is_attackers(outcome, attacker)) {
        Some(true) => Within::Won,
        Some(false) => Within::Never,
        None => Within::NotYet,
    };
    let start = Instant::now();
    let mut depth = 0;
    let mut best = None;
    while answer == Within::NotYet && depth < DEEPEST && !search.stopped {
        depth += 1;
        if search.table.wants_growth(limits.memory) {
            search.table.grow();
        }
        (answer, best) = search.visit(root, depth, depth);
    }
    search.counters.memory = search.table.used_bytes() as u64;
    search.counters.stop_clock(start);
    let (verdict, proof, disproof) = match answer {
        _ if search.stopped => (Verdict::Unknown, 1, 1),
        Within::Won => (Verdict::Proved, 0, INFINITE),
        Within::Never => (Verdict::Disproved, INFINITE, 0),
        Within::NotYet => (Verdict::Unknown, 1, 1),
    };
    let best_move = if verdict == Verdict::Unknown { None } else { best };
    Ok(Solution { verdict, best_move, proof, disproof, counters: search.counters })
}

/// A packed move below its place in the order: moves that leave the enemy few come first, but for
/// the one that the table knows.
fn place(is_later: bool, count: u32, packed: u16) -> u32 {
    (u32::from(is_later) << 31) | (count.min(0x7fff) << 16) | u32::from(packed)
}

impl AlphaBeta<'_> {
    /// Does the attacker win within `depth` plies? Also a move that settles it.
    fn visit<P: Provable>(
        &mut self,
        at: &P,
        depth: u32,
        iteration: u32,
    ) -> (Within, Option<P::Move>) {
        self.counters.expanded += 1;
        if self.limits.nodes.is_some_and(|limit| self.counters.nodes > limit)
            || (self.counters.expanded.is_multiple_of(REPORT) && self.limits.is_over())
        {
            self.stopped = true;
        }
        if self.stopped {
            return (Within::NotYet, None);
        }
        self.counters.deepest = self.counters.deepest.max(u64::from(iteration));
        let key = at.key() ^ self.salt;
        let mut first = None;
        match self.table.probe(key) {
            Some(Entry::Fact(fact)) if fact.proved && u32::from(fact.plies) <= depth => {
                return (Within::Won, P::unpack_move(fact.mv));
            }
            Some(Entry::Fact(fact)) if !fact.proved => {
                return (Within::Never, P::unpack_move(fact.mv));
            }
            Some(Entry::Fact(fact)) => first = P::unpack_move(fact.mv),
            Some(Entry::Guess { bounds, .. }) if bounds.phi >= depth => {
                return (Within::NotYet, None);
            }
            _ => {}
        }
        let is_or = at.side_to_move() == self.attacker;
        let mut settled = None;
        let is_won = |outcome| is_attackers(outcome, self.attacker) == is_or;
        if depth <= 1 {
            return self.last_ply(at, key, is_or);
        }
        let mut moves = Vec::new();
        at.replies(|mv, outcome, count| match outcome {
            Some(outcome) if is_won(outcome) => settled = Some(mv),
            Some(_) => {}
            None => moves.push(place(first != Some(mv), count, P::pack_move(mv))),
        });
        if let Some(mv) = settled {
            let answer = if is_or { Within::Won } else { Within::Never };
            return self.leave::<P>(key, answer, Some(mv), 1);
        }
        let mut is_complete = true;
        moves.sort_unstable();
        for place in moves {
            let Some(mv) = P::unpack_move(place as u16) else { continue };
            let (answer, _) = self.visit(&at.play(mv), depth - 1, iteration);
            if self.stopped {
                return (Within::NotYet, None);
            }
            match (answer, is_or) {
                (Within::Won, true) => return self.leave::<P>(key, Within::Won, Some(mv), depth),
                (Within::Never, false) => {
                    return self.leave::<P>(key, Within::Never, Some(mv), depth);
                }
                (Within::NotYet, false) => {
                    return self.leave::<P>(key, Within::NotYet, Some(mv), depth);
                }
                (Within::NotYet, true) => is_complete = false,
                (Within::Never, true) | (Within::Won, false) => {}
            }
        }
        let answer = match (is_or, is_complete) {
            (false, _) => Within::Won,
            (true, true) => Within::Never,
            (true, false) => Within::NotYet,
        };
        self.leave::<P>(key, answer, None, depth)
    }

    /// Looks at the positions after one more move, up to the first that settles the matter.
    fn last_ply<P: Provable>(
        &mut self,
        at: &P,
        key: u64,
        is_or: bool,
    ) -> (Within, Option<P::Move>) {
        let mut moves = Vec::new();
        if is_or {
            let mut wins = Vec::new();
            let goes_on = at.ending_moves(|mv, outcome| {
                if is_attackers(outcome, self.attacker) {
                    wins.push(mv);
                }
            });
            if !wins.is_empty() {
                at.moves(&mut moves);
                let first = moves.iter().position(|mv| wins.contains(mv)).unwrap_or(0);
                self.counters.nodes += first as u64 + 1;
                return self.leave::<P>(key, Within::Won, Some(moves[first]), 1);
            }
            self.counters.nodes += u64::from(at.count_moves());
            if goes_on {
                // Cheap to find again, so it takes no place in the table.
                return (Within::NotYet, None);
            }
            return self.leave::<P>(key, Within::Never, None, 1);
        }
        at.moves(&mut moves);
        for mv in moves {
            self.counters.nodes += 1;
            match at.play(mv).outcome_after(mv) {
                Some(outcome) if is_attackers(outcome, self.attacker) => {}
                Some(_) => return self.leave::<P>(key, Within::Never, Some(mv), 1),
                None => return (Within::NotYet, None),
            }
        }
        self.leave::<P>(key, Within::Won, None, 1)
    }

    fn leave<P: Provable>(
        &mut self,
        key: u64,
        answer: Within,
        mv: Option<P::Move>,
        depth: u32,
    ) -> (Within, Option<P::Move>) {
        let entry = match answer {
            Within::NotYet => {
                Entry::Guess { bounds: Bounds { phi: depth, delta: 1 }, conditional: false }
            }
            _ => Entry::Fact(Fact {
                proved: answer == Within::Won,
                mv: mv.map_or(0, P::pack_move),
                plies: depth.min(u32::from(u16::MAX)) as u16,
            }),
        };
        let stored = self.table.store(key, entry, 1 << depth.min(40));
        self.table.add_filled(usize::from(stored.took_slot));
        self.counters.contradictions += u64::from(stored.contradicts);
        (answer, mv)
    }
}
