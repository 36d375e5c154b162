//! Who has fewer steps to go: the simplest evaluator there is, to compare others with.
//!
//! Ours. A step of any marble counts alike; a bonus for the player to move can be added.

use conjoin_core::{Position as _, Side};
use conjoin_games::chinese_checkers::{Move, Position, holes};
use serde::{Deserialize, Serialize};

use super::geometry::Way;
use crate::Evaluator;
use crate::linear::{Linear, to_move};

/// Weights of [`Advance`], in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdvanceWeights {
    /// Per step nearer to the tip of the goal.
    pub step: f32,
    /// For the player to move.
    pub to_move: f32,
}

impl Default for AdvanceWeights {
    /// By [`UNIT`](super::UNIT)'s measure of the first move.
    fn default() -> Self {
        Self { step: 65.0, to_move: 0.0 }
    }
}

/// The evaluator.
#[derive(Clone, Debug, Default)]
pub struct Advance {
    weights: AdvanceWeights,
}

/// Steps to go for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdvanceState {
    to_go: [i16; 2],
}

impl Advance {
    /// An evaluator with these weights.
    pub fn new(weights: AdvanceWeights) -> Self {
        Self { weights }
    }
}

/// Steps from the marbles of a side to the tip of the goal.
#[inline]
pub(super) fn steps_to_go(position: &Position, side: Side) -> i16 {
    let way = Way::of(position.size(), side);
    holes(position.marbles(side)).map(|hole| i16::from(way.distances[hole.index() & 127])).sum()
}

impl Evaluator<Position> for Advance {
    type State = AdvanceState;

    fn state(&self, position: &Position) -> AdvanceState {
        AdvanceState { to_go: Side::BOTH.map(|side| steps_to_go(position, side)) }
    }

    #[inline]
    fn advance(&self, state: &mut AdvanceState, before: &Position, mv: Move, _: &Position) {
        if mv.is_pass() {
            return;
        }
        let mover = before.side_to_move();
        let distances = &Way::of(before.size(), mover).distances;
        let [old, new] = [mv.from(), mv.to()].map(|hole| i16::from(distances[hole.index() & 127]));
        state.to_go[mover.index()] += new - old;
    }

    #[inline]
    fn evaluate(&self, state: &AdvanceState, position: &Position) -> i32 {
        let mover = position.side_to_move();
        let ahead = state.to_go[(!mover).index()] - state.to_go[mover.index()];
        (self.weights.step * f32::from(ahead) + self.weights.to_move) as i32
    }

    /// Every step that is left has to be made.
    #[inline]
    fn effort(&self, position: &Position, side: Side) -> u32 {
        super::effort(position, side)
    }
}

impl Linear<Position> for Advance {
    fn names(&self) -> Vec<String> {
        ["step", "to_move"].map(String::from).to_vec()
    }

    fn weights(&self) -> Vec<f32> {
        vec![self.weights.step, self.weights.to_move]
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        let &[step, to_move] = weights else {
            panic!("2 weights expected, {} given", weights.len())
        };
        Self::new(AdvanceWeights { step, to_move })
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        let gone = Side::BOTH.map(|side| -f32::from(steps_to_go(position, side)));
        vec![gone, to_move(position.side_to_move())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chinese_checkers::checks::{exchanged_sides, starts};
    use crate::conformance::{is_linear, is_symmetric, many_positions, mixed, value};
    use conjoin_core::TextForm as _;
    use conjoin_games::chinese_checkers::Rules;

    #[test]
    fn what_is_carried_along_is_what_is_there() {
        many_positions(&Advance::default(), &starts(), 20_000);
    }

    #[test]
    fn boards_seen_from_elsewhere_are_worth_the_same() {
        is_symmetric(&mixed(&Advance::default()), &starts(), 10, 1, exchanged_sides);
        is_linear(&Advance::default(), &starts(), 20, 1);
    }

    #[test]
    fn a_row_is_a_step() {
        let start = Position::start(121, Rules::ACM_HK);
        let after = start.play(start.parse_move("7-15").expect("legal"));
        assert_eq!(value(&Advance::default(), &after), -65);
        assert_eq!(steps_to_go(&start, Side::First), 16 + 2 * 15 + 3 * 14 + 4 * 13);
    }
}
