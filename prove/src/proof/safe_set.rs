//! The proof that there is no win: a set of positions that the defender never has to leave.
//!
//! From every listed position the attacker's moves all lead to listed positions, and one of the
//! defender's does, or the game ends without a win for the attacker. Whether the set is walked for
//! ever does not matter: that is no win.
//!
//! Where the table has forgotten a move of the defender, a search finds one, and takes the listed
//! positions for not won. What it stores holds only with them, so it is kept under keys of its own, which
//! no other search looks up.

use conjoin_core::Side;
use conjoin_eval::Evaluator;
use rustc_hash::FxHashMap;

use super::room::expect_room;
use super::{Claim, Proof, ProofError, ProofLine};
use crate::depth_first::DepthFirst;
use crate::depth_first::worker::Granted;
use crate::limits::Limits;
use crate::solution::Verdict;
use crate::{Provable, is_attackers};

impl<P: Provable> Proof<P> {
    /// The proof that `attacker` cannot force a win from `root`.
    pub fn of_safety<E: Evaluator<P>>(
        solver: &DepthFirst<E>,
        root: &P,
        attacker: Side,
        symmetry: bool,
        limits: &Limits<'_>,
    ) -> Result<Self, ProofError> {
        let claim = Claim::about(attacker, root.side_to_move(), false);
        let mut proof = Self { root: *root, claim, symmetry, lines: FxHashMap::default() };
        if let Some(outcome) = root.outcome() {
            return if is_attackers(outcome, attacker) {
                Err(ProofError::False)
            } else {
                Ok(proof)
            };
        }
        let image = proof.image(root);
        proof.lines.insert(image, ProofLine { mv: None, rank: 0 });
        let mut open = vec![image];
        let salt = solver.grant_salt();
        while let Some(at) = open.pop() {
            if limits.is_over() {
                return Err(ProofError::Limit);
            }
            if at.side_to_move() == attacker {
                for mv in at.legal_moves() {
                    let child = at.play(mv);
                    match child.outcome() {
                        Some(outcome) if is_attackers(outcome, attacker) => {
                            return Err(ProofError::False);
                        }
                        Some(_) => {}
                        None => proof.add(solver, &child, &mut open, limits)?,
                    }
                }
                continue;
            }
            let mv = proof.safe_move(solver, salt, &at, attacker, limits)?;
            proof.lines.insert(at, ProofLine { mv: Some(mv), rank: 0 });
            let child = at.play(mv);
            if child.outcome().is_none() {
                proof.add(solver, &child, &mut open, limits)?;
            }
        }
        Ok(proof)
    }

    fn add<E>(
        &mut self,
        solver: &DepthFirst<E>,
        position: &P,
        open: &mut Vec<P>,
        limits: &Limits<'_>,
    ) -> Result<(), ProofError> {
        let image = self.image(position);
        expect_room(&self.lines, limits.memory.saturating_sub(solver.used_bytes()))?;
        self.lines.entry(image).or_insert_with(|| {
            open.push(image);
            ProofLine { mv: None, rank: 0 }
        });
        Ok(())
    }

    /// A move of the defender that keeps the win away.
    fn safe_move<E: Evaluator<P>>(
        &self,
        solver: &DepthFirst<E>,
        salt: u64,
        at: &P,
        attacker: Side,
        limits: &Limits<'_>,
    ) -> Result<P::Move, ProofError> {
        // What the table knows by itself, or with the listed positions granted.
        let fact = |position: &P| {
            let by_itself = solver.fact(position, attacker, None);
            by_itself.or_else(|| solver.fact_under(position, attacker, None, salt))
        };
        let mut known = None;
        for mv in at.legal_moves() {
            let child = at.play(mv);
            match child.outcome() {
                Some(outcome) if is_attackers(outcome, attacker) => continue,
                // The game ends here, or goes on in the set: nothing new has to be listed.
                Some(_) => return Ok(mv),
                None if self.lines.contains_key(&self.image(&child)) => return Ok(mv),
                None => {}
            }
            if known.is_none() {
                let fact = fact(&self.image(&child));
                known = fact.filter(|fact| !fact.proved).map(|_| mv);
            }
        }
        let stored = fact(at).filter(|fact| !fact.proved);
        let stored = stored.and_then(|fact| solver.move_of(at, fact));
        if let Some(mv) = stored.or(known) {
            return Ok(mv);
        }
        let is_listed = |position: &P| self.lines.contains_key(&self.image(position));
        let granted = Granted { is_granted: &is_listed, salt };
        let memory = limits.memory.saturating_sub(self.bytes());
        let limits = limits.with_memory(memory);
        let solution = solver.solve_granted(at, attacker, None, &limits, Some(granted));
        match (solution.verdict, solution.best_move) {
            (Verdict::Disproved, Some(mv)) => Ok(mv),
            (Verdict::Proved, _) => Err(ProofError::False),
            _ => Err(ProofError::Limit),
        }
    }
}

#[cfg(test)]
mod tests {
    use conjoin_core::Position as _;
    use conjoin_games::loa::{Position, Rules};

    use super::*;
    use crate::{DepthFirstConfig, NoEvaluator};

    #[test]
    fn what_was_found_on_granted_positions_holds_nowhere_else() {
        let root = Position::start(4, Rules::OLYMPIAD);
        let attacker = Side::First;
        let solver =
            DepthFirst::new(DepthFirstConfig::BEST, NoEvaluator, 1 << 20, 1).expect("memory");
        let limits = Limits::default();
        // With all positions after the first move granted, the first player, who wins, cannot.
        let children: Vec<Position> =
            root.legal_moves().into_iter().map(|mv| root.play(mv)).collect();
        let is_listed = |position: &Position| children.contains(position);
        let salt = solver.grant_salt();
        let granted = Granted { is_granted: &is_listed, salt };
        let found = solver.solve_granted(&root, attacker, None, &limits, Some(granted));
        assert_eq!(found.verdict, Verdict::Disproved);
        assert!(solver.fact_under(&root, attacker, None, salt).is_some_and(|fact| !fact.proved));
        assert!(solver.fact(&root, attacker, None).is_none());
        assert!(solver.fact_under(&root, attacker, None, solver.grant_salt()).is_none());
        assert_eq!(solver.solve(&root, attacker, None, &limits).verdict, Verdict::Proved);
        // What is known without them is used.
        let found = solver.solve_granted(&root, attacker, None, &limits, Some(granted));
        assert_eq!(found.verdict, Verdict::Disproved);
    }
}
