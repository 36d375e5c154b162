//! Logistic regression: the weights under which the results were most likely.
//!
//! Newton's method on the mean loss, with a small pull toward 0 that keeps features apart that
//! say the same. What must hold between weights holds after every step ([`super::constraints`]).

use super::LearnConfig;
use super::constraints::{self, Cholesky};
use super::samples::{Samples, chance, dot};

/// Steps of Newton's method; it converges in fewer.
const STEPS: usize = 20;
/// A step that changes no weight by more than this, in points for a feature's spread, is the last.
const ENOUGH: f64 = 0.01;
/// The smallest unit of a feature: one that is rarely there is pulled harder, or a few games would decide
/// its weight.
const LEAST_UNIT: f32 = 0.25;
/// Pull toward 0, as a part of one position in a thousand.
const PULL: f64 = 1e-4;

/// The best weights. Features that never occur keep the ones they have.
pub(super) fn fit(
    samples: &Samples,
    present: &[f32],
    spread: &[f32],
    config: &LearnConfig,
) -> Vec<f32> {
    let used: Vec<usize> = (0..samples.width()).filter(|&i| spread[i] > 0.0).collect();
    let (n, scale) = (used.len(), samples.scale());
    let unit: Vec<f32> = spread.iter().map(|spread| spread.max(LEAST_UNIT)).collect();
    let mut weights = present.to_vec();
    // There is only one best, and from 0 no step goes astray: nothing is certain there.
    for &i in &used {
        weights[i] = 0.0;
    }
    for _ in 0..STEPS {
        let mut gradient = vec![0.0_f64; n];
        let mut curvature = vec![vec![0.0_f64; n]; n];
        // Most features of a row are 0 where there are many: only the others are looked at.
        let mut nonzero: Vec<(usize, f64)> = Vec::with_capacity(n);
        let mut count = 0.0_f64;
        for row in samples.rows() {
            let aim = config.result_part * row.result
                + (1.0 - config.result_part) * chance(row.score, scale);
            let p = f64::from(chance(dot(&weights, row.features), scale));
            // In units of each feature's spread, so that the pull is the same for all that are common.
            nonzero.clear();
            let scaled = used.iter().map(|&i| f64::from(row.features[i] / unit[i]));
            nonzero.extend(scaled.enumerate().filter(|&(_, x)| x != 0.0));
            let (error, bend) = (f64::from(aim) - p, p * (1.0 - p));
            for (at, &(i, x)) in nonzero.iter().enumerate() {
                gradient[i] += error * x;
                for &(j, y) in &nonzero[..=at] {
                    curvature[i][j] += bend * x * y;
                }
            }
            count += 1.0;
        }
        for i in 0..n {
            let scaled = f64::from(weights[used[i]] * unit[used[i]] / scale);
            gradient[i] -= PULL * count * scaled;
            curvature[i][i] += PULL * count;
        }
        let Some(factor) = Cholesky::new(curvature) else { break };
        let mut step = factor.solve(gradient);
        let parts = used.iter().map(|&i| f64::from(scale / unit[i])).collect::<Vec<f64>>();
        constraints::correct(&mut step, &factor, &weights, &used, &parts, &config.constraints);
        let mut largest = 0.0_f64;
        for (i, &feature) in used.iter().enumerate() {
            let points = step[i] * f64::from(scale);
            largest = largest.max(points.abs());
            weights[feature] += (points / f64::from(unit[feature])) as f32;
        }
        if largest < ENOUGH {
            break;
        }
    }
    weights
}
