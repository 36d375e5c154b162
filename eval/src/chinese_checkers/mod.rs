//! Evaluators of Chinese Checkers.

pub mod advance;
#[cfg(test)]
mod checks;
mod geometry;
pub mod learner3;

use conjoin_core::Side;
use conjoin_games::chinese_checkers::{ChineseCheckers, Hole, Position, SIZES, holes};
use serde::{Deserialize, Serialize};

use crate::{EvaluatorSet, EvaluatorVisitor, Linear as _, Playable};
use advance::{Advance, AdvanceWeights};
use learner3::{Learner3, Learner3Weights};

/// Points of one unit of LEARNER III's sum, whose weights are small whole numbers. With it 100 points are about what
/// the first move is worth at the start, as in Lines of Action: the mean of the scores of the start at depths 1 to
/// 4, as many odd as even ones. To measure it again: `conjoin analyse --game chinese-checkers --profile learner3`
/// with `--depth 1` to `--depth 4`; other weights have another mean.
pub const UNIT: f32 = 5.0;

/// What a step that is left adds to the effort of a proof, in eighths of a leaf.
const EFFORT_PER_STEP: u32 = 4;
/// The largest star that is solved up to symmetry.
const LARGEST_FOLDED: u8 = SIZES[1];

/// A side's own steps: no move of the other changes them.
#[inline]
fn effort(position: &Position, side: Side) -> u32 {
    let all = position.marbles(side).count_ones() as i16;
    let to_go = advance::steps_to_go(position, side) - least_to_go(all);
    8 + EFFORT_PER_STEP * to_go.max(0) as u32
}

/// The steps from the marbles of a full goal to its tip; of so many marbles, the fewest there can be.
const fn least_to_go(marbles: i16) -> i16 {
    // One hole at the tip, two a step away, and so on.
    let (mut left, mut distance, mut sum) = (marbles, 0, 0);
    while left > 0 {
        let there = if left < distance + 1 { left } else { distance + 1 };
        sum += distance * there;
        left -= there;
        distance += 1;
    }
    sum
}

impl Playable for ChineseCheckers {
    type Evaluators = ChineseCheckersEvaluators;
    type Effort = Advance;
    type Leaf = Learner3;

    const LEAF_PROFILE: &'static str = "learner3";
    /// What wins 95 games of 100 by [`Self::CHANCE_SCALE`].
    const DECISIVE: i32 = 1800;
    const GAME_MOVES: u32 = 45;
    // Fitted by maximum likelihood to 60 games of weights bred at depth 1 against themselves, at that depth and from
    // random openings (3,260 positions: 620.5, loss 0.616 a position, a coin has 0.693). So few games leave it rough:
    // `cargo run --release -p conjoin-engine -F measurements --example chances chinese-checkers` fits it again.
    const CHANCE_SCALE: f64 = 620.0;

    fn leaf(profile: &ChineseCheckersEvaluators) -> Learner3 {
        let ours = match profile {
            ChineseCheckersEvaluators::Learner3 { weights } => Learner3::new(*weights),
            ChineseCheckersEvaluators::Advance { .. } => Learner3::default(),
        };
        // 500 points are decisive there.
        let part = 500.0 / Self::DECISIVE as f32;
        let weights: Vec<f32> = ours.weights().iter().map(|weight| weight * part).collect();
        ours.with_weights(&weights)
    }

    /// The sides have passed each other: every marble is behind all of the enemy's, so nobody is in the way.
    /// `tong-thesis` tells of an endgame and not where it begins.
    fn is_endgame(position: &Position) -> bool {
        let [black, white] = Side::BOTH.map(|side| holes(position.marbles(side)).map(Hole::row));
        black.min() > white.max()
    }

    fn folds_symmetry(position: &Position) -> bool {
        position.size() <= LARGEST_FOLDED
    }
}

/// An evaluator and its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum ChineseCheckersEvaluators {
    /// Mobility, position scores and piece power: LEARNER III.
    Learner3 {
        /// Its weights.
        #[serde(default)]
        weights: Learner3Weights,
    },
    /// Steps to go.
    Advance {
        /// Its weights.
        #[serde(default)]
        weights: AdvanceWeights,
    },
}

impl Default for ChineseCheckersEvaluators {
    fn default() -> Self {
        Self::Learner3 { weights: Learner3Weights::default() }
    }
}

impl EvaluatorSet<Position> for ChineseCheckersEvaluators {
    fn kind(&self) -> &'static str {
        match self {
            Self::Learner3 { .. } => "learner3",
            Self::Advance { .. } => "advance",
        }
    }

    fn visit<V: EvaluatorVisitor<Position>>(&self, visitor: V) -> V::Output {
        match self {
            Self::Learner3 { weights } => visitor.visit(Learner3::new(*weights)),
            Self::Advance { weights } => visitor.visit(Advance::new(*weights)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::chinese_checkers::{Rules, homes, parse_position};

    #[test]
    fn the_endgame_begins_when_the_sides_have_passed_each_other() {
        for (text, is_endgame) in [
            ("b:1,2 w:120,121 b", false),
            // Side by side in the eighth row, then a row on.
            ("b:57,112 w:58,2 b", false),
            ("b:66,112 w:58,2 w", true),
            ("b:66,50 w:58,2 w", false),
        ] {
            let position = parse_position(text, 121, Rules::ACM_HK).expect("a position");
            assert_eq!(ChineseCheckers::is_endgame(&position), is_endgame, "{text}");
        }
    }

    #[test]
    fn a_full_goal_needs_no_more_effort() {
        for size in SIZES {
            let [top, bottom] = homes(size);
            let start = Position::start(size, Rules::ACM_HK);
            let end = Position::setup(size, Rules::ACM_HK, bottom, top, Side::First);
            let end = end.expect("a position");
            for side in Side::BOTH {
                assert_eq!(effort(&end, side), 8, "{size}");
                assert!(effort(&start, side) > 8 + 4 * 2, "{size}");
            }
        }
    }
}
