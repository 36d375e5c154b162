//! Evaluators that are weighted sums, which is what learning sets the weights of.

use std::ops::RangeInclusive;

use conjoin_core::{Position, Side};

use crate::Evaluator;

/// An evaluator that is a weighted sum of features.
///
/// The value of a position is the sum over all features of the weight times what the player to
/// move has more of it than the other. A random factor is no feature.
pub trait Linear<P: Position>: Evaluator<P> {
    /// The names of the weights, in order.
    fn names(&self) -> Vec<String>;

    /// The weights, in points for each unit of a feature.
    fn weights(&self) -> Vec<f32>;

    /// The same evaluator with other weights.
    ///
    /// # Panics
    /// When there are not as many weights as names.
    #[must_use]
    fn with_weights(&self, weights: &[f32]) -> Self;

    /// How much of each feature either side has: `[first, second]`.
    fn features(&self, position: &P) -> Vec<[f32; 2]>;

    /// Where the weights are whole numbers: which ones each may be. A genetic algorithm can set those.
    fn whole_weights(&self) -> Option<Vec<RangeInclusive<i32>>> {
        None
    }
}

/// The weighted sum of features, from the side of the player to move.
pub fn weighted_sum<P: Position>(eval: &impl Linear<P>, position: &P) -> f32 {
    let score_first: f32 = eval
        .weights()
        .iter()
        .zip(eval.features(position))
        .map(|(weight, [first, second])| weight * (first - second))
        .sum();
    match position.side_to_move() {
        Side::First => score_first,
        Side::Second => -score_first,
    }
}

/// The feature of the player to move.
pub fn to_move(side: Side) -> [f32; 2] {
    match side {
        Side::First => [1.0, 0.0],
        Side::Second => [0.0, 1.0],
    }
}
