//! YL: the board line by line, each line one look-up.
//!
//! What can be said of a line by itself stands in tables over all ways that men can stand on it,
//! one table for each phase of the game, with all weights multiplied in: a move changes seven
//! lines, so keeping the sum takes a few look-ups and additions. Two things are not of a line and
//! looked at in the leaf: the smallest box around the men, and footholds.
//!
//! Source: `billings-bjornsson` 4.
//! Differs: the paper does not say where its phases begin; here the men left on the board decide.
//! A blocked direction costs the squares behind the blocker, which gives the 11 points and the 1
//! point of its Figure 3. Weights are data, one for each feature and phase.

mod foothold;
mod line_features;
mod linear;
mod weights;

pub use foothold::relieved;
pub use weights::{YlPhase, YlWeights};

use std::fmt;
use std::sync::Arc;

use conjoin_core::{Position as _, Score, Side};
use conjoin_games::loa::{LineCodes, Move, Position};

use crate::Evaluator;
use crate::loa::line_tables::LineSum;
use crate::loa::mia::area;

/// Phases of the game: beginning, middle and endgame.
pub const PHASES: usize = 3;

/// The evaluator.
#[derive(Clone)]
pub struct Yl {
    weights: Arc<YlWeights>,
    sums: [LineSum; PHASES],
    /// For each board size the most men with which the middle game and the endgame begin.
    bounds: [(u32, u32); 9],
}

/// What [`Yl`] carries along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YlState {
    lines: LineCodes,
    /// Black's worth less White's over all lines, in parts of a point.
    score: i32,
    /// The phase whose table it comes from.
    phase: u8,
}

impl fmt::Debug for Yl {
    /// Without the tables, which follow from the weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Yl").field("weights", &self.weights).finish_non_exhaustive()
    }
}

impl Yl {
    /// An evaluator with these weights; making its tables takes a few milliseconds.
    pub fn new(weights: YlWeights) -> Self {
        let sums = std::array::from_fn(|phase| line_sum(weights.phase(phase)));
        let mut bounds = [(0, 0); 9];
        for (size, bound) in bounds.iter_mut().enumerate().skip(3) {
            // Both sides fill two opposite edges without the corners.
            let start = 4.0 * (size as f32 - 2.0);
            let part = |part: f32| (part * start).clamp(0.0, 64.0) as u32;
            *bound = (part(weights.middle_from), part(weights.endgame_from));
        }
        Self { weights: Arc::new(weights), sums, bounds }
    }

    /// The weights.
    pub fn yl_weights(&self) -> &YlWeights {
        &self.weights
    }

    /// The phase of a position: 0, 1 or 2.
    #[inline(always)]
    pub fn phase(&self, position: &Position) -> usize {
        let men = (position.own() | position.enemy()).count_ones();
        let (middle, endgame) = self.bounds[usize::from(position.size()) % 9];
        usize::from(men <= middle) + usize::from(men <= endgame)
    }
}

/// The line features of a phase with their weights.
fn line_sum(weights: &YlPhase) -> LineSum {
    let weights = weights.line_weights();
    LineSum::new(line_features::all().iter().map(|features| {
        let terms = features.iter().zip(&weights);
        terms.map(|(&[black, white], weight)| weight * f32::from(black - white)).sum()
    }))
}

impl Evaluator<Position> for Yl {
    type State = YlState;

    fn state(&self, position: &Position) -> YlState {
        let phase = self.phase(position);
        let lines = LineCodes::new(position);
        let score = self.sums[phase].of(&lines, position.size());
        YlState { lines, score, phase: phase as u8 }
    }

    #[inline]
    fn advance(&self, state: &mut YlState, before: &Position, mv: Move, after: &Position) {
        if mv.is_capture() && self.phase(after) != usize::from(state.phase) {
            *state = self.state(after);
            return;
        }
        let sums = std::array::from_ref(&self.sums[usize::from(state.phase) % PHASES]);
        let values = std::array::from_mut(&mut state.score);
        LineSum::advance(sums, &mut state.lines, values, before, mv);
    }

    #[inline]
    fn evaluate(&self, state: &YlState, position: &Position) -> i32 {
        let weights = self.weights.phase(usize::from(state.phase));
        let (own, enemy, size) = (position.own(), position.enemy(), position.size());
        let lines = match position.side_to_move() {
            Side::First => state.score,
            Side::Second => -state.score,
        };
        let mut score = LineSum::points(lines) + weights.to_move;
        score += weights.bounding_box * (area(own) - area(enemy));
        if weights.foothold != 0.0 {
            let relief = relieved(own, enemy, size) as i32 - relieved(enemy, own, size) as i32;
            score += weights.foothold * relief as f32;
        }
        let limit = Score::MAX_EVAL.0;
        (score as i32).clamp(-limit, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::checks;

    fn mixed() -> Yl {
        checks::mixed(&Yl::new(YlWeights::default()))
    }

    #[test]
    fn the_state_follows_the_moves() {
        checks::state_follows_moves(&mixed(), 100, 15);
    }

    #[test]
    fn mirrored_and_exchanged_positions_are_worth_the_same() {
        checks::is_symmetric(&mixed(), 20, 16);
        checks::is_symmetric(&Yl::new(YlWeights::default()), 20, 17);
    }

    #[test]
    fn the_value_is_the_weighted_sum_of_the_features() {
        checks::is_linear(&mixed(), 30, 18);
        checks::is_linear(&Yl::new(YlWeights::default()), 30, 19);
    }

    #[test]
    fn the_men_left_decide_the_phase() {
        let yl = Yl::new(YlWeights::default());
        let phase = |text: &str| yl.phase(&text.parse().unwrap());
        assert_eq!(phase("1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"), 0);
        assert_eq!(phase("1bbbb3/w6w/w6w/w6w/w6w/w7/w7/1bbb4 b"), 1);
        assert_eq!(phase("1bbb4/w6w/w7/8/8/8/w7/1bb5 b"), 2);
    }

    #[test]
    fn together_is_better_than_apart() {
        let yl = Yl::new(YlWeights::default());
        let together: Position = "8/8/2bb4/2b5/4b3/8/1w5w/w6w b".parse().unwrap();
        let apart: Position = "b6b/8/8/2b5/8/7b/1w5w/w6w b".parse().unwrap();
        assert!(checks::value(&yl, &together) > checks::value(&yl, &apart) + 150);
    }
}
