//! Evaluators of Surakarta.

#[cfg(test)]
mod checks;
pub mod lines;
pub mod sia;

use conjoin_games::surakarta::{Position, SMALL, Surakarta};
use serde::{Deserialize, Serialize};

use crate::{EvaluatorSet, EvaluatorVisitor, Linear as _, Playable};
use lines::{Lines, LinesWeights};
use sia::{Sia, SiaWeights};

/// The proof searches of `efpn` have a threshold t of 500 points, and of 2,000 in this game.
const LEAF_POINTS: f32 = 500.0 / 2000.0;

impl Playable for Surakarta {
    type Evaluators = SurakartaEvaluators;
    type Effort = Sia;
    type Leaf = Sia;

    const LEAF_PROFILE: &'static str = "sia";
    /// Two men: `efpn` 4.5.
    const DECISIVE: i32 = 2000;
    // The weights are fitted by maximum likelihood with 680 points for e times the odds, and then scaled by
    // 0.6628 to a man of 1,000.
    const CHANCE_SCALE: f64 = 451.0;

    fn leaf(profile: &SurakartaEvaluators) -> Sia {
        let ours = match profile {
            SurakartaEvaluators::Sia { weights } => Sia::new(*weights),
            SurakartaEvaluators::Lines { weights } => Sia::new(weights.sia),
        };
        let weights: Vec<f32> = ours.weights().iter().map(|weight| weight * LEAF_POINTS).collect();
        ours.with_weights(&weights)
    }

    fn folds_symmetry(position: &Position) -> bool {
        position.size() == SMALL
    }
}

/// An evaluator and its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum SurakartaEvaluators {
    /// Men, their points, what they see and where they can go.
    Sia {
        /// Its weights.
        #[serde(default)]
        weights: SiaWeights,
    },
    /// The same with patterns of lines.
    Lines {
        /// Its weights.
        #[serde(default)]
        weights: Box<LinesWeights>,
    },
}

impl Default for SurakartaEvaluators {
    fn default() -> Self {
        Self::Sia { weights: SiaWeights::default() }
    }
}

impl EvaluatorSet<Position> for SurakartaEvaluators {
    fn kind(&self) -> &'static str {
        match self {
            Self::Sia { .. } => "sia",
            Self::Lines { .. } => "lines",
        }
    }

    fn visit<V: EvaluatorVisitor<Position>>(&self, visitor: V) -> V::Output {
        match self {
            Self::Sia { weights } => visitor.visit(Sia::new(*weights)),
            Self::Lines { weights } => visitor.visit(Lines::new(weights.as_ref().clone())),
        }
    }
}
