//! Logistic regression: the weights under which the results were most likely.
//!
//! Newton's method on the mean loss, with a small pull toward 0 that keeps features apart that
//! say the same.

use super::LearnConfig;
use super::samples::{Samples, chance, dot};

/// Steps of Newton's method; it converges in fewer.
const STEPS: usize = 20;
/// A step that changes no weight by more than this, in points for a feature's spread, is the last.
const ENOUGH: f64 = 0.01;
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
    let mut weights = present.to_vec();
    // There is only one best, and from 0 no step goes astray: nothing is certain there.
    for &i in &used {
        weights[i] = 0.0;
    }
    for _ in 0..STEPS {
        let mut gradient = vec![0.0_f64; n];
        let mut curvature = vec![vec![0.0_f64; n]; n];
        let mut row_used = vec![0.0_f64; n];
        let mut count = 0.0_f64;
        for row in samples.rows() {
            let aim = config.result_part * row.result
                + (1.0 - config.result_part) * chance(row.score, scale);
            let p = f64::from(chance(dot(&weights, row.features), scale));
            // In units of each feature's spread, so that the pull is the same for all.
            for (x, &i) in row_used.iter_mut().zip(&used) {
                *x = f64::from(row.features[i] / spread[i]);
            }
            let (error, bend) = (f64::from(aim) - p, p * (1.0 - p));
            for i in 0..n {
                gradient[i] += error * row_used[i];
                for j in 0..=i {
                    curvature[i][j] += bend * row_used[i] * row_used[j];
                }
            }
            count += 1.0;
        }
        for i in 0..n {
            let scaled = f64::from(weights[used[i]] * spread[used[i]] / scale);
            gradient[i] -= PULL * count * scaled;
            curvature[i][i] += PULL * count;
        }
        let Some(step) = solve(curvature, gradient) else { break };
        let mut largest = 0.0_f64;
        for (i, &feature) in used.iter().enumerate() {
            let points = step[i] * f64::from(scale);
            largest = largest.max(points.abs());
            weights[feature] += (points / f64::from(spread[feature])) as f32;
        }
        if largest < ENOUGH {
            break;
        }
    }
    weights
}

/// Solves a symmetric positive system of which the lower half is given (Cholesky); nothing if it
/// is not positive.
fn solve(mut matrix: Vec<Vec<f64>>, mut vector: Vec<f64>) -> Option<Vec<f64>> {
    let n = vector.len();
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - known;
            if i == j {
                if rest <= 0.0 {
                    return None;
                }
                matrix[i][i] = rest.sqrt();
            } else {
                matrix[i][j] = rest / matrix[j][j];
            }
        }
    }
    for i in 0..n {
        let known: f64 = (0..i).map(|k| matrix[i][k] * vector[k]).sum();
        vector[i] = (vector[i] - known) / matrix[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| matrix[k][i] * vector[k]).sum();
        vector[i] = (vector[i] - known) / matrix[i][i];
    }
    Some(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        let matrix = vec![vec![4.0, 0.0, 0.0], vec![2.0, 5.0, 0.0], vec![1.0, 3.0, 6.0]];
        // [4 2 1; 2 5 3; 1 3 6] times [1 2 3].
        let found = solve(matrix, vec![11.0, 21.0, 25.0]).expect("positive");
        for (found, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert!(solve(vec![vec![-1.0]], vec![1.0]).is_none());
    }
}
