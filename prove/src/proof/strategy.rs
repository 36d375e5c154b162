//! The proof of a win, from what a solver has in its table.
//!
//! Every fact in the table says within how many plies it wins, and that is true whatever has been
//! overwritten since. So a proof is followed downwards with a budget of plies that falls with every
//! move; where the table no longer has a line that keeps to the budget, the position is solved
//! again, within the budget if need be. What is written can then have no cycle.

use conjoin_core::Side;
use conjoin_eval::Evaluator;
use rustc_hash::FxHashMap;

use super::room::{bytes_of, expect_room};
use super::{Claim, Proof, ProofError, ProofLine};
use crate::depth_first::DepthFirst;
use crate::limits::Limits;
use crate::solution::Verdict;
use crate::{Provable, is_attackers};

struct Builder<'a, P: Provable, E> {
    solver: &'a DepthFirst<E>,
    limits: &'a Limits<'a>,
    attacker: Side,
    symmetry: bool,
    lines: FxHashMap<P, ProofLine<P::Move>>,
}

/// Stack of the thread that follows a proof down.
const STACK: usize = 256 << 20;

impl<P: Provable> Proof<P> {
    /// The proof that `attacker` wins from `root`, within so many plies where a bound is given.
    pub fn of_win<E: Evaluator<P>>(
        solver: &DepthFirst<E>,
        root: &P,
        attacker: Side,
        within: Option<u32>,
        symmetry: bool,
        limits: &Limits<'_>,
    ) -> Result<Self, ProofError> {
        let claim = Claim::about(attacker, root.side_to_move(), true);
        let mut proof = Self { root: *root, claim, symmetry, lines: FxHashMap::default() };
        if let Some(outcome) = root.outcome() {
            return if is_attackers(outcome, attacker) {
                Ok(proof)
            } else {
                Err(ProofError::False)
            };
        }
        let mut builder =
            Builder { solver, limits, attacker, symmetry, lines: FxHashMap::default() };
        let image = proof.image(root);
        std::thread::scope(|scope| {
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, || {
                    let budget = within.map_or_else(|| builder.plies(&image), Ok)?;
                    builder.build(&image, budget)
                })
                .expect("the system starts a thread")
                .join()
                .expect("following a proof does not panic")
        })?;
        proof.lines = builder.lines;
        proof.keep_reachable();
        Ok(proof)
    }

    /// Drops lines that other lines made needless, and brings the ranks of the rest up to date.
    fn keep_reachable(&mut self) {
        let mut open = vec![self.image(&self.root)];
        while let Some(at) = open.pop() {
            // Marked where it is: a second map would take as much memory again.
            let Some(line) = self.lines.get_mut(&at).filter(|line| line.rank & KEPT == 0) else {
                continue;
            };
            line.rank |= KEPT;
            match line.mv {
                Some(mv) => open.push(self.image(&at.play(mv))),
                None => {
                    open.extend(at.legal_moves().into_iter().map(|mv| self.image(&at.play(mv))));
                }
            }
        }
        self.lines.retain(|_, line| line.rank & KEPT != 0);
        for line in self.lines.values_mut() {
            line.rank &= !KEPT;
        }
        // A line only ever leads to lower ranks, so going up in rank meets what is below first.
        let mut order: Vec<(u32, P)> =
            self.lines.iter().map(|(at, line)| (line.rank, *at)).collect();
        order.sort_unstable_by_key(|&(rank, _)| rank);
        for (_, at) in order {
            let rank_of =
                |mv: P::Move| self.lines.get(&self.image(&at.play(mv))).map_or(0, |line| line.rank);
            let rank = match self.lines[&at].mv {
                Some(mv) => rank_of(mv),
                None => at.legal_moves().into_iter().map(rank_of).max().unwrap_or(0),
            };
            self.lines.get_mut(&at).expect("it is one of them").rank = rank + 1;
        }
    }
}

impl<P: Provable, E: Evaluator<P>> Builder<'_, P, E> {
    fn image(&self, position: &P) -> P {
        if self.symmetry { position.canonical().0 } else { *position }
    }

    /// Plies within which the attacker wins from a position that is not over.
    fn plies(&self, at: &P) -> Result<u32, ProofError> {
        for _ in 0..2 {
            match self.solver.fact(at, self.attacker, None) {
                Some(fact) if fact.proved => return Ok(u32::from(fact.plies)),
                Some(_) => return Err(ProofError::False),
                None => {}
            }
            match self.solver.solve(at, self.attacker, None, &self.limits()).verdict {
                Verdict::Proved => {}
                Verdict::Disproved => return Err(ProofError::False),
                Verdict::Unknown => return Err(ProofError::Limit),
            }
        }
        Err(ProofError::Limit)
    }

    /// Writes the lines that win from `at`, which is not over, within so many plies. Returns the
    /// rank of `at`.
    fn build(&mut self, at: &P, budget: u32) -> Result<u32, ProofError> {
        if let Some(line) = self.lines.get(at)
            && line.rank <= budget
        {
            return Ok(line.rank);
        }
        if self.lines.len().is_multiple_of(PAUSE) && self.limits.is_over() {
            return Err(ProofError::Limit);
        }
        if at.side_to_move() == self.attacker {
            let mv = self.winning_move(at, budget)?;
            let child = at.play(mv);
            let below = match child.outcome() {
                Some(outcome) if is_attackers(outcome, self.attacker) => 0,
                Some(_) => return Err(ProofError::False),
                None => self.build(&self.image(&child), budget.saturating_sub(1))?,
            };
            return self.enter(at, ProofLine { mv: Some(mv), rank: below + 1 });
        }
        let mut rank = 0;
        for mv in at.legal_moves() {
            let child = at.play(mv);
            match child.outcome() {
                Some(outcome) if is_attackers(outcome, self.attacker) => {}
                Some(_) => return Err(ProofError::False),
                None => {
                    rank = rank.max(self.build(&self.image(&child), budget.saturating_sub(1))?);
                }
            }
        }
        self.enter(at, ProofLine { mv: None, rank: rank + 1 })
    }

    /// Keeps a line, unless one with a lower rank came in meanwhile.
    fn enter(&mut self, at: &P, line: ProofLine<P::Move>) -> Result<u32, ProofError> {
        let table = self.solver.used_bytes();
        expect_room(&self.lines, self.limits.memory.saturating_sub(table))?;
        let kept = self.lines.entry(*at).or_insert(line);
        if line.rank < kept.rank {
            *kept = line;
        }
        Ok(kept.rank)
    }

    /// The limits of a search beside the lines.
    fn limits(&self) -> Limits<'_> {
        self.limits.with_memory(self.limits.memory.saturating_sub(bytes_of(&self.lines)))
    }

    /// A move of the attacker after which the win comes in time.
    fn winning_move(&self, at: &P, budget: u32) -> Result<P::Move, ProofError> {
        if let Some(mv) = self.known_move(at, budget) {
            return Ok(mv);
        }
        // The table has forgotten it: first any win, then one that keeps to the budget.
        if self.solver.fact(at, self.attacker, None).is_none() {
            match self.solver.solve(at, self.attacker, None, &self.limits()).verdict {
                Verdict::Proved => {}
                Verdict::Disproved => return Err(ProofError::False),
                Verdict::Unknown => return Err(ProofError::Limit),
            }
            if let Some(mv) = self.known_move(at, budget) {
                return Ok(mv);
            }
        }
        let solution = self.solver.solve(at, self.attacker, Some(budget), &self.limits());
        match (solution.verdict, solution.best_move) {
            (Verdict::Proved, Some(mv)) => Ok(mv),
            (Verdict::Disproved, _) => Err(ProofError::False),
            _ => Err(ProofError::Limit),
        }
    }

    /// A winning move that can be had without a search: the best of those already written down,
    /// then what the table knows.
    fn known_move(&self, at: &P, budget: u32) -> Option<P::Move> {
        let mut best: Option<(u32, P::Move)> = None;
        for mv in at.legal_moves() {
            let child = at.play(mv);
            if let Some(outcome) = child.outcome() {
                if is_attackers(outcome, self.attacker) {
                    return Some(mv);
                }
                continue;
            }
            // Lines that exist already cost nothing, so they win against a shorter new way.
            let image = self.image(&child);
            let cost = if let Some(line) = self.lines.get(&image) {
                Some(line.rank)
            } else {
                let fact = self.solver.fact(&image, self.attacker, None);
                fact.filter(|fact| fact.proved).map(|fact| u32::from(fact.plies) + UNWRITTEN)
            };
            if let Some(cost) = cost
                && cost % UNWRITTEN < budget
                && best.is_none_or(|(least, _)| cost < least)
            {
                best = Some((cost, mv));
            }
        }
        if let Some((_, mv)) = best {
            return Some(mv);
        }
        let fact = self.solver.fact(at, self.attacker, Some(budget)).filter(|fact| fact.proved)?;
        self.solver.move_of(at, fact)
    }
}

/// Marks the rank of a line that is kept.
const KEPT: u32 = 1 << 31;

/// Lines between two looks at the limits.
const PAUSE: usize = 256;

/// Added to the plies of a line that would have to be written first.
const UNWRITTEN: u32 = 1 << 17;
