//! Quiescence search: leaves are judged after the noisy moves.
//!
//! Source: `winands-thesis` 2.6. Which moves are noisy the game says
//! ([`Noisy`](conjoin_core::Noisy)).
//! Differs: none. Every noisy move is irreversible, so no position can come back.

use conjoin_core::{Score, Searchable};
use conjoin_eval::Evaluator;

use crate::node::Window;
use crate::worker::{At, Worker};

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of a running position after the noisy moves, fail-soft.
    pub(crate) fn quiescence(
        &mut self,
        at: &At<P, E::State>,
        window: Window,
        ply: usize,
        plies_left: i32,
    ) -> Score {
        self.counters.evaluations += 1;
        self.deepest = self.deepest.max(ply);
        let mut best = Score(self.eval.evaluate(&at.state, &at.position));
        if plies_left == 0 || best >= window.beta {
            return best;
        }
        let mut alpha = window.alpha.max(best);
        let first = self.moves.len();
        at.position.noisy_moves(&mut self.moves);
        let end = self.moves.len();
        self.score_by_history(&at.position, first);
        for i in first..end {
            let mv = self.pick(i, end);
            let mut child = *at;
            self.follow(&mut child, mv, 0);
            let score =
                -self.quiescence_child(&child, mv, window.with_alpha(alpha), ply, plies_left);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if best >= window.beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        self.moves.truncate(first);
        best
    }

    fn quiescence_child(
        &mut self,
        child: &At<P, E::State>,
        mv: P::Move,
        window: Window,
        ply: usize,
        plies_left: i32,
    ) -> Score {
        if !self.enter() {
            return Score::DRAW;
        }
        self.counters.quiescence_nodes += 1;
        if let Some(outcome) = child.position.outcome_after(mv) {
            return Self::outcome_score(&child.position, outcome, ply + 1);
        }
        self.quiescence(child, window.flipped(), ply + 1, plies_left - 1)
    }
}
