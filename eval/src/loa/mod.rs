//! Evaluators of Lines of Action, one module for each published one.

pub mod basic;
mod bits;
#[cfg(test)]
mod checks;
mod line_tables;
pub mod mia;
pub mod mona;
mod occupancy;
pub mod picture;
pub mod yl;

use conjoin_core::Mark;
use conjoin_games::loa::{Loa, Move, Position};
use serde::{Deserialize, Serialize};

use crate::{EvaluatorSet, EvaluatorVisitor, Playable, UnknownFeature};
use basic::{Basic, BasicWeights};
use mia::{Mia, MiaWeights};
use mona::{Mona, MonaWeights, PlainMona};
use picture::Feature;
use yl::{Yl, YlWeights};

/// Boards up to this side are solved up to symmetry: on larger ones symmetric positions are too rare
/// to pay for looking.
const LARGEST_FOLDED: u8 = 6;

impl Playable for Loa {
    type Evaluators = LoaEvaluators;
    type Effort = Basic;
    type Leaf = Mia;

    const LEAF_PROFILE: &'static str = "mia-4";
    /// Points are those of the papers: 100 are worth what the first move is worth at the start, so that what they give
    /// in points holds here. Learning sets the scale by this number (`conjoin_lab::learn::scale`), and
    /// `engine/tests/own_player.rs` measures the first move with the learned weights.
    const DECISIVE: i32 = 1500;
    const GAME_MOVES: u32 = 34;
    // Fitted by maximum likelihood to games of the champion against itself from random openings
    // (300 games of 4,000 nodes a move, 9,123 positions: 454.8, loss 0.585 a position, a coin has
    // 0.693): `cargo run --release -p conjoin-engine -F measurements --example chances loa 300 4000` plays them again.
    const CHANCE_SCALE: f64 = 455.0;
    const FEATURES: &'static [&'static str] = &Feature::NAMES;
    const TALLIES: &'static [&'static str] = &occupancy::TALLIES;

    fn leaf(profile: &LoaEvaluators) -> Mia {
        match profile {
            LoaEvaluators::Mia { weights } => Mia::new(weights.clone()),
            _ => Mia::new(MiaWeights::default()),
        }
    }

    fn folds_symmetry(position: &Position) -> bool {
        position.size() <= LARGEST_FOLDED
    }

    fn tally(before: &Position, mv: Move, after: &Position, tallies: &mut [u64]) {
        occupancy::tally(before, mv, after, tallies);
    }

    fn picture(position: &Position, feature: &str) -> Result<Vec<Mark>, UnknownFeature> {
        Ok(feature.parse::<Feature>()?.marks(position))
    }
}

/// An evaluator and its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum LoaEvaluators {
    /// Concentration, mobility and connection.
    Basic {
        /// Its weights.
        #[serde(default)]
        weights: BasicWeights,
    },
    /// The evaluator of MIA; its weights say which version.
    Mia {
        /// Its weights.
        #[serde(default)]
        weights: MiaWeights,
    },
    /// The evaluator of YL.
    Yl {
        /// Its weights.
        #[serde(default)]
        weights: Box<YlWeights>,
    },
    /// The evaluator of MONA.
    Mona {
        /// Its weights.
        #[serde(default)]
        weights: Box<MonaWeights>,
        /// Is everything computed at the leaf, as the program did? It is worth the same and slower.
        #[serde(default)]
        plain: bool,
        /// Has the plain program no lists of moves, as before an improvement of its authors?
        #[serde(default)]
        walks: bool,
    },
}

impl Default for LoaEvaluators {
    fn default() -> Self {
        Self::Basic { weights: BasicWeights::default() }
    }
}

impl EvaluatorSet<Position> for LoaEvaluators {
    fn kind(&self) -> &'static str {
        match self {
            Self::Basic { .. } => "basic",
            Self::Mia { .. } => "mia",
            Self::Yl { .. } => "yl",
            Self::Mona { .. } => "mona",
        }
    }

    fn visit<V: EvaluatorVisitor<Position>>(&self, visitor: V) -> V::Output {
        match self {
            Self::Basic { weights } => visitor.visit(Basic::new(weights.clone())),
            Self::Mia { weights } => visitor.visit(Mia::new(weights.clone())),
            Self::Yl { weights } => visitor.visit(Yl::new(weights.as_ref().clone())),
            Self::Mona { weights, plain, walks } => {
                let mona = Mona::new(weights.as_ref().clone());
                match (plain, walks) {
                    (false, _) => visitor.visit(mona),
                    (true, false) => visitor.visit(PlainMona::new(mona)),
                    (true, true) => visitor.visit(PlainMona::new(mona).walking()),
                }
            }
        }
    }

    fn is_random(&self) -> bool {
        matches!(self, Self::Mia { weights } if weights.random != 0)
    }

    fn with_seed(mut self, seed: u64) -> Self {
        if let Self::Mia { weights } = &mut self {
            weights.seed ^= seed;
        }
        self
    }
}
