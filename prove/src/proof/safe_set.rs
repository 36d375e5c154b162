//! The proof that there is no win: a set of positions that the defender never has to leave.
//!
//! From every listed position the attacker's moves all lead to listed positions, and one of the
//! defender's does, or the game ends without a win for the attacker. Whether the set is walked for
//! ever does not matter: that is no win.

use conjoin_core::Side;
use conjoin_eval::Evaluator;
use rustc_hash::FxHashMap;

use super::{Claim, Proof, ProofError, ProofLine};
use crate::depth_first::DepthFirst;
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
                        None => proof.add(&child, &mut open),
                    }
                }
                continue;
            }
            let mv = proof.safe_move(solver, &at, attacker, limits)?;
            proof.lines.insert(at, ProofLine { mv: Some(mv), rank: 0 });
            let child = at.play(mv);
            if child.outcome().is_none() {
                proof.add(&child, &mut open);
            }
        }
        Ok(proof)
    }

    fn add(&mut self, position: &P, open: &mut Vec<P>) {
        let image = self.image(position);
        self.lines.entry(image).or_insert_with(|| {
            open.push(image);
            ProofLine { mv: None, rank: 0 }
        });
    }

    /// A move of the defender that keeps the win away.
    fn safe_move<E: Evaluator<P>>(
        &self,
        solver: &DepthFirst<E>,
        at: &P,
        attacker: Side,
        limits: &Limits<'_>,
    ) -> Result<P::Move, ProofError> {
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
                let fact = solver.fact(&self.image(&child), attacker, None);
                known = fact.filter(|fact| !fact.proved).map(|_| mv);
            }
        }
        let stored = solver.fact(at, attacker, None).and_then(|fact| solver.move_of(at, fact));
        if let Some(mv) = stored.or(known) {
            return Ok(mv);
        }
        let granted = |position: &P| self.lines.contains_key(&self.image(position));
        let solution = solver.solve_granted(at, attacker, None, limits, Some(&granted));
        match (solution.verdict, solution.best_move) {
            (Verdict::Disproved, Some(mv)) => Ok(mv),
            (Verdict::Proved, _) => Err(ProofError::False),
            _ => Err(ProofError::Limit),
        }
    }
}
