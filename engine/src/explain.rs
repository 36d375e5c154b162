//! What an evaluator says about a position, feature by feature.

use conjoin_core::{Game, Position, Side};
use conjoin_eval::{EvaluatorSet, EvaluatorVisitor, Linear};
use serde_json::{Value, json};

/// What one feature says.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureShare {
    /// Its name.
    pub name: String,
    /// Points for each unit.
    pub weight: f32,
    /// How much of it either side has: the first player, the second.
    pub values: [f32; 2],
}

impl FeatureShare {
    /// What it is worth to each side, in points.
    pub fn points(&self) -> [f32; 2] {
        self.values.map(|value| value * self.weight)
    }

    /// What it is worth to a side more than to the other.
    pub fn points_for(&self, side: Side) -> f32 {
        let points = self.points();
        points[side.index()] - points[(!side).index()]
    }
}

/// What all features of an evaluator say.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The kind of evaluator.
    pub kind: &'static str,
    /// The features that are in use and that a side has, in the evaluator's order.
    pub features: Vec<FeatureShare>,
    /// The value of the position in points, from the side of the player to move.
    pub value: i32,
}

impl Explanation {
    /// Explains what an evaluator says of a position that is not over.
    pub fn new<P: Position>(evaluator: &impl EvaluatorSet<P>, position: &P) -> Self {
        let (features, value) = evaluator.visit(Explainer { position });
        Self { kind: evaluator.kind(), features, value }
    }

    /// The sum over all features, from the side of the player to move: the value but for rounding
    /// and the random factor.
    pub fn sum<P: Position>(&self, position: &P) -> f32 {
        let mover = position.side_to_move();
        self.features.iter().map(|share| share.points_for(mover)).sum()
    }

    /// The explanation for programs; points are from the side of the player to move.
    pub fn to_json<G: Game>(&self, position: &G::Position) -> Value {
        let mover = position.side_to_move();
        let feature = |share: &FeatureShare| {
            let mut fields = json!({
                "name": share.name, "weight": share.weight, "points": share.points_for(mover),
            });
            for side in Side::BOTH {
                fields[G::side_key(side)] = json!(share.values[side.index()]);
            }
            fields
        };
        let features: Vec<Value> = self.features.iter().map(feature).collect();
        json!({"evaluator": self.kind, "value": self.value, "features": features})
    }
}

struct Explainer<'a, P> {
    position: &'a P,
}

impl<P: Position> EvaluatorVisitor<P> for Explainer<'_, P> {
    type Output = (Vec<FeatureShare>, i32);

    fn visit<E: Linear<P> + 'static>(self, eval: E) -> Self::Output {
        let position = self.position;
        let shares = eval.names().into_iter().zip(eval.weights()).zip(eval.features(position));
        // A weight of 0 switches a feature off; in other phases than this one nothing is counted.
        let features = shares
            .map(|((name, weight), values)| FeatureShare { name, weight, values })
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
                let explanation = Explanation::new(&evaluator, &position);
                assert!(explanation.features.len() >= 3, "{name}");
                let difference = explanation.sum(&position) - explanation.value as f32;
                assert!(difference.abs() < 3.0, "{name}: {explanation:?}");
            }
        }
    }
}
