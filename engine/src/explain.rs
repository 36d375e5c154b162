//! What an evaluator says about a position, feature by feature.

use conjoin_core::Position;
use conjoin_eval::{EvaluatorSet as _, EvaluatorVisitor, Linear, Playable};
use serde::Serialize;

/// What one feature says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FeatureShare {
    /// Its name.
    pub name: String,
    /// Points for each unit.
    pub weight: f32,
    /// What it is worth to the player to move more than to the other, in points.
    pub points: f32,
    /// How much of it either side has: the first player, the second.
    pub values: [f32; 2],
}

/// What all features of an evaluator say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The kind of evaluator.
    pub evaluator: &'static str,
    /// The value of the position in points, from the side of the player to move.
    pub value: i32,
    /// The player to move.
    pub turn: String,
    /// The features that are in use and that a side has, in the evaluator's order.
    pub features: Vec<FeatureShare>,
}

impl Explanation {
    /// Explains what an evaluator says of a position that is not over.
    pub fn new<G: Playable>(evaluator: &G::Evaluators, position: &G::Position) -> Self {
        let (features, value) = evaluator.visit(Explainer { position });
        let turn = G::side_key(position.side_to_move());
        Self { evaluator: evaluator.kind(), value, turn, features }
    }

    /// The sum over all features, from the side of the player to move: the value but for rounding
    /// and the random factor.
    pub fn sum(&self) -> f32 {
        self.features.iter().map(|share| share.points).sum()
    }
}

struct Explainer<'a, P> {
    position: &'a P,
}

impl<P: Position> EvaluatorVisitor<P> for Explainer<'_, P> {
    type Output = (Vec<FeatureShare>, i32);

    fn visit<E: Linear<P> + 'static>(self, eval: E) -> Self::Output {
        let position = self.position;
        let mover = position.side_to_move();
        let shares = eval.names().into_iter().zip(eval.weights()).zip(eval.features(position));
        // A weight of 0 switches a feature off; in other phases than this one nothing is counted.
        let features = shares
            .map(|((name, weight), values)| {
                let points = weight * (values[mover.index()] - values[(!mover).index()]);
                FeatureShare { name, weight, points, values }
            })
            .filter(|share| share.weight != 0.0 && share.values.iter().any(|value| *value != 0.0))
            .collect();
        (features, eval.evaluate(&eval.state(position), position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WeightsFile;
    use conjoin_games::loa::{Loa, Position, Rules};

    #[test]
    fn the_shares_add_up_to_the_value() {
        let mut position = Position::start(8, Rules::OLYMPIAD);
        for text in ["d1-b3", "h4-f2", "f8-f5"] {
            use conjoin_core::{Position as _, TextForm};
            position = position.play(position.parse_move(text).expect("a legal move"));
            for name in WeightsFile::names::<Loa>() {
                let weights = WeightsFile::load::<Loa>(&name, None).expect("built in");
                let evaluator = weights.evaluator::<Loa>().expect("of a known kind");
                let explanation = Explanation::new::<Loa>(&evaluator, &position);
                assert!(explanation.features.len() >= 3, "{name}");
                let difference = explanation.sum() - explanation.value as f32;
                assert!(difference.abs() < 3.0, "{name}: {explanation:?}");
            }
        }
    }
}
