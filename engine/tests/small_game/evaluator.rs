//! What a position is worth: men, the rows they have gone, and their moves.

use conjoin_core::{Position as _, Score, Side};
use conjoin_eval::{Evaluator, EvaluatorSet, EvaluatorVisitor, Linear, Playable};
use serde::{Deserialize, Serialize};

use super::position::cells;
use super::{Breakthrough, Move, Position, Rules};

/// Weights of [`Race`], in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RaceWeights {
    /// For each man.
    pub men: f32,
    /// For each row that a man has gone.
    pub advance: f32,
    /// For each move.
    pub mobility: f32,
}

impl Default for RaceWeights {
    fn default() -> Self {
        Self { men: 100.0, advance: 20.0, mobility: 5.0 }
    }
}

/// The evaluator.
#[derive(Clone, Debug, Default)]
pub struct Race {
    weights: RaceWeights,
}

/// What is carried along with a position, for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceState {
    men: [u8; 2],
    advance: [u8; 2],
}

/// How much of each feature either side has, in the order of the weights. By the rules `misere` more
/// of it is worse.
fn features(state: RaceState, position: &Position) -> [[f32; 2]; 3] {
    let mobility = Side::BOTH.map(|side| position.moves_of(side).count() as f32);
    let sign = if position.rules() == Rules::Standard { 1.0 } else { -1.0 };
    [state.men.map(f32::from), state.advance.map(f32::from), mobility]
        .map(|feature| feature.map(|value| sign * value))
}

impl Evaluator<Position> for Race {
    type State = RaceState;

    fn state(&self, position: &Position) -> RaceState {
        let rows =
            |side| cells(position.men(side)).map(|cell| position.rows_gone(side, cell)).sum();
        RaceState {
            men: Side::BOTH.map(|side| position.men(side).count_ones() as u8),
            advance: Side::BOTH.map(rows),
        }
    }

    fn advance(&self, state: &mut RaceState, before: &Position, mv: Move, _: &Position) {
        let mover = before.side_to_move();
        state.advance[mover.index()] += 1;
        if before.is_capture(mv) {
            let loser = !mover;
            state.men[loser.index()] -= 1;
            state.advance[loser.index()] -= before.rows_gone(loser, mv.to);
        }
    }

    fn evaluate(&self, state: &RaceState, position: &Position) -> i32 {
        let shares = self.weights().into_iter().zip(features(*state, position));
        let score_black: f32 =
            shares.map(|(weight, [black, white])| weight * (black - white)).sum();
        let limit = Score::MAX_EVAL.0;
        let score_black = (score_black as i32).clamp(-limit, limit);
        if position.side_to_move() == Side::First { score_black } else { -score_black }
    }
}

impl Linear<Position> for Race {
    fn names(&self) -> Vec<String> {
        ["men", "advance", "mobility"].map(String::from).to_vec()
    }

    fn weights(&self) -> Vec<f32> {
        let RaceWeights { men, advance, mobility } = self.weights;
        vec![men, advance, mobility]
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        let &[men, advance, mobility] = weights else {
            panic!("{} weights: expected 3", weights.len());
        };
        Self { weights: RaceWeights { men, advance, mobility } }
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        features(self.state(position), position).to_vec()
    }
}

/// The evaluators of the game by their kinds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Evaluators {
    /// Men, advance and mobility.
    Race {
        /// Its weights.
        #[serde(default)]
        weights: RaceWeights,
    },
}

impl Default for Evaluators {
    fn default() -> Self {
        Self::Race { weights: RaceWeights::default() }
    }
}

impl EvaluatorSet<Position> for Evaluators {
    fn kind(&self) -> &'static str {
        match self {
            Self::Race { .. } => "race",
        }
    }

    fn visit<V: EvaluatorVisitor<Position>>(&self, visitor: V) -> V::Output {
        match self {
            Self::Race { weights } => visitor.visit(Race { weights: weights.clone() }),
        }
    }
}

impl Playable for Breakthrough {
    type Evaluators = Evaluators;
    type Effort = Race;
    type Leaf = Race;

    const CHANCE_SCALE: f64 = 150.0;

    fn leaf(profile: &Evaluators) -> Race {
        let Evaluators::Race { weights } = profile;
        Race { weights: weights.clone() }
    }
}
