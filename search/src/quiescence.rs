//! Quiescence search: leaves are judged after the noisy moves.
//!
//! Source: `winands-thesis` 2.6. Which moves are noisy the game says
//! ([`Noisy`](conjoin_core::Noisy)).
//! Differs: none. Every noisy move is irreversible, so no position can come back.

use conjoin_core::{Noisy, Score, Searchable};
use conjoin_eval::Evaluator;

use crate::QuiescenceParams;
use crate::depth::Depth;
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
            self.follow(&mut child, mv, Depth::ZERO);
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
        if let Some(score) = self.proved_score(&child.position, ply + 1, window.flipped()) {
            return score;
        }
        self.quiescence(child, window.flipped(), ply + 1, plies_left - 1)
    }
}

/// The noisy moves after which a quiescence search judges this running position: the line of a search
/// ends before them, and what was evaluated stands behind them. A line that ends the game stops before
/// its last move.
pub fn quiet_line<P: Noisy, E: Evaluator<P>>(
    eval: &E,
    position: &P,
    params: &QuiescenceParams,
) -> Vec<P::Move> {
    let mut line = Vec::new();
    let state = eval.state(position);
    follow_quietly(eval, &state, position, Window::FULL, params.max_plies, &mut line);
    line.reverse();
    line
}

/// The value that a search of depth 0 gives this running position, with quiescence if there is one.
pub fn quiet_value<P: Noisy, E: Evaluator<P>>(
    eval: &E,
    position: &P,
    params: Option<&QuiescenceParams>,
) -> Score {
    let plies = params.map_or(0, |params| params.max_plies);
    let state = eval.state(position);
    follow_quietly(eval, &state, position, Window::FULL, plies, &mut Vec::new())
}

/// The value after the noisy moves; `line` gets them, the last first.
fn follow_quietly<P: Noisy, E: Evaluator<P>>(
    eval: &E,
    state: &E::State,
    position: &P,
    window: Window,
    plies_left: i32,
    line: &mut Vec<P::Move>,
) -> Score {
    let mut best = Score(eval.evaluate(state, position));
    if plies_left == 0 || best >= window.beta {
        return best;
    }
    let mut moves = Vec::new();
    position.noisy_moves(&mut moves);
    for mv in moves {
        let after = position.play(mv);
        let mut below = Vec::new();
        let end = after.outcome_after(mv);
        let score = if let Some(outcome) = end {
            match outcome.winner() {
                None => Score::DRAW,
                Some(side) if side == position.side_to_move() => Score::WIN,
                Some(_) => -Score::WIN,
            }
        } else {
            let mut state = *state;
            eval.advance(&mut state, position, mv, &after);
            let window = window.with_alpha(window.alpha.max(best)).flipped();
            -follow_quietly(eval, &state, &after, window, plies_left - 1, &mut below)
        };
        if score > best {
            best = score;
            line.clear();
            if end.is_none() {
                line.append(&mut below);
                line.push(mv);
            }
            if best >= window.beta {
                break;
            }
        }
    }
    best
}
