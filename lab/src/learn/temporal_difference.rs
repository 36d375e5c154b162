//! TD-leaf(lambda): a value is moved toward the values that came after it.
//!
//! Source: Baxter, Tridgell and Weaver 1998, as `winands-thesis` 3 and `billings-bjornsson` 4 use
//! it.
//! Differs: one step for the games of a round, each weight with a step of its own by the size of
//! its last gradients (Kingma and Ba 2015), in units of its feature's spread.

use serde::{Deserialize, Serialize};

use super::samples::{Row, Samples, chance, dot};

/// Decay of the mean gradient and of the mean square.
const DECAY: f32 = 0.8;
const SQUARE_DECAY: f32 = 0.95;

/// What is carried from one step to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Momentum {
    /// The spread of features in the first round: the units of everything else.
    spread: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Momentum {
    pub fn new(spread: &[f32]) -> Self {
        let zero = vec![0.0; spread.len()];
        Self { spread: spread.to_vec(), mean: zero.clone(), square: zero, steps: 0 }
    }

    /// The weights after a step over the games of a round.
    pub fn step(&mut self, samples: &Samples, weights: &[f32], lambda: f32, step: f32) -> Vec<f32> {
        let mut gradient = vec![0.0; weights.len()];
        let mut rows = 0;
        for game in samples.games() {
            add_game(&game, weights, samples.scale(), lambda, &mut gradient);
            rows += game.len();
        }
        self.steps += 1;
        let mut weights = weights.to_vec();
        for (i, weight) in weights.iter_mut().enumerate() {
            if self.spread[i] == 0.0 {
                continue;
            }
            let slope = gradient[i] / rows.max(1) as f32 * self.spread[i];
            self.mean[i] = DECAY * self.mean[i] + (1.0 - DECAY) * slope;
            self.square[i] = SQUARE_DECAY * self.square[i] + (1.0 - SQUARE_DECAY) * slope * slope;
            let mean = self.mean[i] / (1.0 - DECAY.powi(self.steps));
            let square = self.square[i] / (1.0 - SQUARE_DECAY.powi(self.steps));
            *weight += step * mean / (square.sqrt() + 1e-12) / self.spread[i];
        }
        weights
    }
}

/// Adds the gradient of one game: how the values should move, by how each weight moves them.
fn add_game(game: &[Row<'_>], weights: &[f32], scale: f32, lambda: f32, gradient: &mut [f32]) {
    let Some(last) = game.last() else { return };
    let mut later = last.result;
    // The sum of later differences, each counting lambda times the one before.
    let mut pull = 0.0;
    for row in game.iter().rev() {
        let value = chance(dot(weights, row.features), scale);
        pull = (later - value) + lambda * pull;
        later = value;
        let bend = value * (1.0 - value) / scale * pull;
        for (slope, feature) in gradient.iter_mut().zip(row.features) {
            *slope += bend * feature;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_lambda_one_every_value_moves_toward_the_result() {
        let rows = [[1.0_f32, 0.0], [0.5, 1.0], [2.0, -1.0]];
        let game: Vec<Row<'_>> =
            rows.iter().map(|features| Row { features, score: 0.0, result: 1.0 }).collect();
        let weights = [30.0, -20.0];
        let mut found = vec![0.0; 2];
        add_game(&game, &weights, 170.0, 1.0, &mut found);
        let mut expected = [0.0; 2];
        for row in &rows {
            let value = chance(dot(&weights, row), 170.0);
            for (slope, feature) in expected.iter_mut().zip(row) {
                *slope += value * (1.0 - value) / 170.0 * (1.0 - value) * feature;
            }
        }
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-7, "{found} {expected}");
        }
    }
}
