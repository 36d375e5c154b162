//! How the features of an evaluator depend on each other over the positions of games.
//!
//! A feature is what one side has more of it than the other, in points by the evaluator's weights, as it
//! enters the evaluation; what grows on both sides as a game goes on says nothing. Its values are replaced
//! by their ranks, so that "a higher value goes with a higher value" is what is measured and no form of the
//! relation is assumed (Spearman's correlation). Games of one pair are a block.
//!
//! Source: `winands-thesis` 3.3 says in words which features of MIA IV rise and fall together.

use std::collections::BTreeMap;

use conjoin_core::Position;
use conjoin_eval::{EvaluatorSet as _, EvaluatorVisitor, Linear, Playable};
use serde::{Deserialize, Serialize};

use super::expression::Call;
use super::manifest::{ExperimentError, Manifest};
use super::playing::Played;
use crate::game_record::GameRecord;

/// The features that an experiment looks at in all its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DependenceSpec {
    /// The profile whose evaluator has them.
    pub profile: String,
    /// Each feature by its name in formulas, with the weights of the evaluator that it sums up.
    pub features: BTreeMap<String, Vec<String>>,
}

/// Sums over the positions of a block.
#[derive(Clone, Debug, PartialEq)]
struct Moments {
    count: f64,
    sums: Vec<f64>,
    /// Sums of products, row by row.
    products: Vec<f64>,
}

impl Moments {
    fn new(features: usize) -> Self {
        Self { count: 0.0, sums: vec![0.0; features], products: vec![0.0; features * features] }
    }

    fn add(&mut self, values: &[f64]) {
        self.count += 1.0;
        for (i, a) in values.iter().enumerate() {
            self.sums[i] += a;
            for (j, b) in values.iter().enumerate() {
                self.products[i * values.len() + j] += a * b;
            }
        }
    }

    fn add_times(&mut self, other: &Self, weight: f64) {
        self.count += weight * other.count;
        let add = |to: &mut [f64], from: &[f64]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += weight * from);
        };
        add(&mut self.sums, &other.sums);
        add(&mut self.products, &other.products);
    }

    /// The correlation of two features; nothing when one of them is always the same.
    fn correlation(&self, a: usize, b: usize) -> Option<f64> {
        let covariance = |i: usize, j: usize| {
            self.products[i * self.sums.len() + j] / self.count
                - self.sums[i] / self.count * (self.sums[j] / self.count)
        };
        let spread = covariance(a, a).max(0.0).sqrt() * covariance(b, b).max(0.0).sqrt();
        (spread > 1e-12).then(|| covariance(a, b) / spread)
    }

    /// The correlation of what is left of two features when all others are known.
    fn partial(&self, a: usize, b: usize) -> Option<f64> {
        let used: Vec<usize> =
            (0..self.sums.len()).filter(|&i| self.correlation(i, i).is_some()).collect();
        let place = |feature| used.iter().position(|&known| known == feature);
        let (a, b) = (place(a)?, place(b)?);
        let row = |&i: &usize| used.iter().map(|&j| self.correlation(i, j)).collect();
        let inverse = inverse(used.iter().map(row).collect::<Option<Vec<Vec<f64>>>>()?)?;
        let spread = (inverse[a][a] * inverse[b][b]).sqrt();
        (spread > 1e-12).then(|| -inverse[a][b] / spread)
    }
}

/// The inverse of a matrix by elimination; nothing when it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..n {
        let size = |row: usize| matrix[row][column].abs();
        let pivot = (column..n).max_by(|&a, &b| size(a).total_cmp(&size(b)))?;
        if size(pivot) < 1e-9 {
            return None;
        }
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().for_each(|cell| *cell /= scale);
        let pivot = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot).for_each(|(cell, pivot)| *cell -= factor * pivot);
        }
    }
    Some(matrix.into_iter().map(|row| row[n..].to_vec()).collect())
}

/// How features depend on each other in the games of matches.
#[derive(Clone, Debug, Default)]
pub struct DependenceData {
    features: Vec<String>,
    /// Matches by name, each with its complete pairs of games.
    matches: Vec<(String, Vec<Moments>)>,
}

impl DependenceData {
    /// The names of its measures.
    pub const MEASURES: [&str; 2] = ["correlation", "partial"];

    /// Looks at the games of matches, pair by pair.
    pub fn new<G: Playable>(
        manifest: &Manifest,
        spec: &DependenceSpec,
        matches: &[(String, Vec<[Played<'_>; 2]>)],
    ) -> Result<Self, ExperimentError> {
        let evaluator = manifest.own_engine::<G>(&spec.profile)?.evaluator;
        let mut found =
            Self { features: spec.features.keys().cloned().collect(), ..Self::default() };
        for (name, pairs) in matches {
            let mut positions = Vec::new();
            let mut ends = Vec::new();
            for games in pairs {
                for (game, ..) in games {
                    positions.extend(positions_of::<G>(game));
                }
                ends.push(positions.len());
            }
            let mut columns = evaluator
                .visit(Summing { spec, positions: &positions })
                .map_err(|reason| ExperimentError::Bad { name: manifest.id.clone(), reason })?;
            for column in &mut columns {
                *column = ranks(column);
            }
            let mut next = 0;
            let blocks = ends.into_iter().map(|end| {
                let mut moments = Moments::new(columns.len());
                for i in std::mem::replace(&mut next, end)..end {
                    moments.add(&columns.iter().map(|column| column[i]).collect::<Vec<f64>>());
                }
                moments
            });
            let blocks = blocks.collect();
            found.matches.push((name.clone(), blocks));
        }
        Ok(found)
    }

    /// Measures of the features a and b in the games of a match m, from -1 to 1: `correlation(m, a, b)`, and
    /// `partial(m, a, b)`, the same with all other features held fast.
    pub fn measure(&self, call: &Call, weights: &[Vec<f64>]) -> Option<f64> {
        let [name, a, b] = call.arguments.as_slice() else { return None };
        let index = self.matches.iter().position(|(known, _)| known == name)?;
        let feature = |name: &String| self.features.iter().position(|known| known == name);
        let (a, b) = (feature(a)?, feature(b)?);
        let mut sums = Moments::new(self.features.len());
        for (block, weight) in self.matches[index].1.iter().zip(&weights[index]) {
            sums.add_times(block, *weight);
        }
        match call.name.as_str() {
            _ if sums.count <= 0.0 => None,
            "correlation" => sums.correlation(a, b),
            "partial" => sums.partial(a, b),
            _ => None,
        }
    }
}

/// The running positions of a game after its opening.
fn positions_of<G: Playable>(game: &GameRecord) -> Vec<G::Position> {
    let history = game.replay::<G>(G::Variant::default());
    let all = history.map_or_else(Vec::new, |history| history.positions().to_vec());
    let played = all.into_iter().skip(game.opening_plies);
    played.filter(|position| position.outcome().is_none()).collect()
}

/// Values by their rank, equal ones by the middle of their ranks, from 0 to 1.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    while first < order.len() {
        let value = values[order[first]];
        let end = first + order[first..].partition_point(|&i| values[i] <= value);
        let middle = (first + end) as f64 / 2.0 / order.len() as f64;
        order[first..end].iter().for_each(|&i| ranks[i] = middle);
        first = end;
    }
    ranks
}

/// What the first player has more of each feature, in points, column by column.
struct Summing<'a, P> {
    spec: &'a DependenceSpec,
    positions: &'a [P],
}

impl<P: Position> EvaluatorVisitor<P> for Summing<'_, P> {
    type Output = Result<Vec<Vec<f64>>, String>;

    fn visit<E: Linear<P> + 'static>(self, eval: E) -> Self::Output {
        let (names, weights) = (eval.names(), eval.weights());
        let place = |weight: &String| {
            let place = names.iter().position(|name| name == weight);
            place.ok_or_else(|| format!("{weight:?} is no weight of {}", self.spec.profile))
        };
        let features = self.spec.features.values();
        let features: Vec<Vec<usize>> = features
            .map(|parts| parts.iter().map(place).collect())
            .collect::<Result<_, String>>()?;
        let mut columns = vec![Vec::with_capacity(self.positions.len()); features.len()];
        for position in self.positions {
            let values = eval.features(position);
            for (column, parts) in columns.iter_mut().zip(&features) {
                let points = |&i: &usize| f64::from(weights[i] * (values[i][0] - values[i][1]));
                column.push(parts.iter().map(points).sum());
            }
        }
        Ok(columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(rows: &[[f64; 3]]) -> Moments {
        let mut moments = Moments::new(3);
        for row in rows {
            moments.add(row);
        }
        moments
    }

    #[test]
    fn equal_values_share_their_rank() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 9.0]), [0.5, 0.125, 0.5, 0.875]);
        assert_eq!(ranks(&[]), Vec::<f64>::new());
    }

    #[test]
    fn a_correlation_is_that_of_the_textbook() {
        // 1, 2, 3 against 1, 3, 2: 0.5; against itself turned round: -1; a constant has none.
        let found = moments(&[[1.0, 1.0, 7.0], [2.0, 3.0, 7.0], [3.0, 2.0, 7.0]]);
        assert!((found.correlation(0, 1).expect("both vary") - 0.5).abs() < 1e-12);
        assert_eq!(found.correlation(0, 2), None);
        let turned = moments(&[[1.0, 3.0, 0.0], [2.0, 2.0, 0.0], [3.0, 1.0, 0.0]]);
        assert!((turned.correlation(0, 1).expect("both vary") + 1.0).abs() < 1e-12);
    }

    /// The correlations are 0.5, 0 and 0.5: the textbook's formula gives (0 - 0.25) / 0.75 for the second.
    #[test]
    fn what_goes_through_a_third_feature_is_taken_out() {
        let (mut found, one) = (Moments::new(3), 1.0);
        found.count = 1.0;
        found.products = vec![one, 0.5, 0.0, 0.5, one, 0.5, 0.0, 0.5, one];
        let partial = found.partial(0, 2).expect("all vary");
        assert!((partial + 1.0 / 3.0).abs() < 1e-9, "{partial}");
        // What never changes is left out and does no harm.
        let constant = moments(&[[1.0, 1.0, 7.0], [2.0, 3.0, 7.0], [3.0, 2.0, 7.0]]);
        assert!((constant.partial(0, 1).expect("both vary") - 0.5).abs() < 1e-9);
        assert_eq!(constant.partial(0, 2), None);
    }

    #[test]
    fn weighted_blocks_are_as_if_they_were_there_so_often() {
        let (a, b) = ([[1.0, 1.0, 0.0], [2.0, 0.0, 1.0]], [[5.0, 1.0, 3.0]]);
        let mut sums = Moments::new(3);
        sums.add_times(&moments(&a), 2.0);
        sums.add_times(&moments(&b), 1.0);
        assert_eq!(sums, moments(&[a[0], a[1], a[0], a[1], b[0]]));
    }
}
