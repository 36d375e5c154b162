//! MONA as a weighted sum: its features one by one, for learning and for explaining.

use conjoin_core::{NullMove, Position as _, Side};
use conjoin_games::loa::{Move, Position};

use super::squares::centrality_sum;
use super::weights::{FEATURES, NAMES};
use super::{Mona, MonaWeights, men_left};
use crate::Evaluator;
use crate::linear::Linear;

/// Where mobility and captures stand among the features.
const MOBILITY: usize = 1;
const CAPTURES: usize = 2;

impl Linear<Position> for Mona {
    fn names(&self) -> Vec<String> {
        let stages = ["early", "late"].iter();
        stages.flat_map(|stage| NAMES.iter().map(move |name| format!("{stage}.{name}"))).collect()
    }

    fn weights(&self) -> Vec<f32> {
        self.mona_weights().clone().fields().map(|weight| *weight).collect()
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        assert_eq!(weights.len(), 2 * FEATURES, "one weight for each feature and stage");
        let mut changed = MonaWeights::default();
        for (field, weight) in changed.fields().zip(weights) {
            *field = *weight;
        }
        Self::new(changed)
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        let [black, white] = self.leaf_features(&self.state(position), position);
        let mut features: Vec<[f32; 2]> =
            black.into_iter().zip(white).map(|(black, white)| [black, white]).collect();
        features[MOBILITY] = Side::BOTH.map(|side| mobility(position, side, |_| true));
        features[CAPTURES] = Side::BOTH.map(|side| mobility(position, side, Move::is_capture));
        let left = men_left(position);
        [left, 1.0 - left]
            .iter()
            .flat_map(|part| features.iter().map(move |feature| feature.map(|value| value * part)))
            .collect()
    }
}

/// Centrality of the targets of a side's moves, move by move: the plain way, which the tables are
/// checked against.
fn mobility(position: &Position, side: Side, counts: fn(Move) -> bool) -> f32 {
    let asked = if position.side_to_move() == side { *position } else { position.null_move() };
    let mut moves = Vec::new();
    asked.moves(&mut moves);
    let targets = moves.iter().filter(|mv| !mv.is_pass() && counts(**mv)).map(|mv| mv.to().bit());
    targets.map(|target| centrality_sum(target, position.size()) as f32).sum()
}
