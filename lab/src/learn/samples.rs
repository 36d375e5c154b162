//! What games say about features: one row for every position.

use conjoin_eval::{Linear, Playable};

use super::scale;
use super::self_play::LearningGame;

/// One position.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// What the first player has more of each feature.
    pub features: &'a [f32],
    /// The search's score for the first player, in points.
    pub score: f32,
    /// Points of the first player in the game.
    pub result: f32,
}

/// The rows of many games, game by game.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    width: usize,
    /// Points that make a win e times as likely.
    scale: f32,
    features: Vec<f32>,
    scores: Vec<f32>,
    results: Vec<f32>,
    /// Index of the first row of each game, and the number of rows.
    games: Vec<usize>,
}

/// How likely the first player wins with this many points.
pub fn chance(points: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-points / scale).exp())
}

impl Samples {
    /// The rows of games; features that are not learnt are 0.
    pub fn new<G: Playable, E: Linear<G::Position>>(
        eval: &E,
        games: &[LearningGame],
        learnt: &[bool],
    ) -> Self {
        let mut samples =
            Self { width: learnt.len(), scale: scale::<G>(), games: vec![0], ..Self::default() };
        for game in games {
            for thought in &game.thoughts {
                let Ok(leaf) = G::parse(&thought.leaf, G::Variant::default()) else {
                    continue;
                };
                let features = eval.features(&leaf);
                let differences = features
                    .iter()
                    .zip(learnt)
                    .map(|(&[first, second], &learnt)| if learnt { first - second } else { 0.0 });
                samples.features.extend(differences);
                samples.scores.push(thought.score as f32);
                samples.results.push(game.result);
            }
            samples.games.push(samples.scores.len());
        }
        samples
    }

    /// Points that make a win e times as likely.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Weights in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        (0..self.scores.len()).map(|i| self.row(i))
    }

    /// The rows of each game.
    pub fn games(&self) -> impl Iterator<Item = Vec<Row<'_>>> {
        self.games.windows(2).map(|ends| (ends[0]..ends[1]).map(|i| self.row(i)).collect())
    }

    fn row(&self, i: usize) -> Row<'_> {
        let features = &self.features[i * self.width..(i + 1) * self.width];
        Row { features, score: self.scores[i], result: self.results[i] }
    }

    /// The standard deviation of each feature around 0.
    pub fn spread(&self) -> Vec<f32> {
        let mut sums = vec![0.0_f64; self.width];
        for row in self.rows() {
            for (sum, &feature) in sums.iter_mut().zip(row.features) {
                *sum += f64::from(feature) * f64::from(feature);
            }
        }
        let count = self.scores.len().max(1) as f64;
        sums.into_iter().map(|sum| (sum / count).sqrt() as f32).collect()
    }

    /// Mean loss in bits: how badly the weighted sum foretells the result.
    pub fn loss(&self, weights: &[f32]) -> f32 {
        let bits = |row: Row<'_>| {
            let p =
                f64::from(chance(dot(weights, row.features), self.scale)).clamp(1e-6, 1.0 - 1e-6);
            let result = f64::from(row.result);
            -(result * p.log2() + (1.0 - result) * (1.0 - p).log2())
        };
        (self.rows().map(bits).sum::<f64>() / self.scores.len().max(1) as f64) as f32
    }
}

/// The weighted sum.
pub fn dot(weights: &[f32], features: &[f32]) -> f32 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}
