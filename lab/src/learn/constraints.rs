//! Weights that must keep relations: the best step that keeps them.
//!
//! A step of Newton's method minimises a quadratic form. Under linear constraints its minimum is found in the
//! dual: each constraint pulls with a force of its own, never outward unless it is an equality, and the forces are
//! set one by one until none changes (Hildreth 1957).

use conjoin_engine::relations::Constraint;

/// Rounds over all constraints at most.
const ROUNDS: usize = 100_000;
/// A round in which no force changes a sum by more than this, in points, is the last.
const ENOUGH: f64 = 1e-6;

/// A symmetric positive matrix as the product of a triangle with itself.
pub(super) struct Cholesky(Vec<Vec<f64>>);

impl Cholesky {
    /// From the lower half; nothing if it is not positive.
    pub fn new(mut matrix: Vec<Vec<f64>>) -> Option<Self> {
        for i in 0..matrix.len() {
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
        Some(Self(matrix))
    }

    /// What the matrix turns into this vector.
    pub fn solve(&self, mut vector: Vec<f64>) -> Vec<f64> {
        let (matrix, n) = (&self.0, vector.len());
        for i in 0..n {
            let known: f64 = (0..i).map(|k| matrix[i][k] * vector[k]).sum();
            vector[i] = (vector[i] - known) / matrix[i][i];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|k| matrix[k][i] * vector[k]).sum();
            vector[i] = (vector[i] - known) / matrix[i][i];
        }
        vector
    }
}

/// Changes a step so that the weights keep the constraints after it. The step has an entry for each weight in
/// `used`, and changes it by as many points as `parts` says. Constraints on no used weight cannot be kept or
/// broken and are left out.
pub(super) fn correct(
    step: &mut [f64],
    curvature: &Cholesky,
    weights: &[f32],
    used: &[usize],
    parts: &[f64],
    constraints: &[Constraint],
) {
    // Each as a row over the step, with the change of the step that its force makes.
    let mut pulls = Vec::new();
    for constraint in constraints {
        let mut row = vec![0.0; used.len()];
        for &(weight, by) in &constraint.terms {
            if let Some(i) = used.iter().position(|&known| known == weight) {
                row[i] += by * parts[i];
            }
        }
        let answer = curvature.solve(row.clone());
        let strength = product(&row, &answer);
        if strength > 0.0 {
            let before = constraint.excess(weights);
            pulls.push((row, answer, strength, before, constraint.is_equal, 0.0_f64));
        }
    }
    for _ in 0..ROUNDS {
        let mut largest = 0.0_f64;
        for (row, answer, strength, before, is_equal, force) in &mut pulls {
            let excess = *before + product(row, step);
            let wanted = *force - excess / *strength;
            let wanted = if *is_equal { wanted } else { wanted.max(0.0) };
            let change = wanted - *force;
            *force = wanted;
            for (step, answer) in step.iter_mut().zip(answer.iter()) {
                *step += change * answer;
            }
            largest = largest.max((change * *strength).abs());
        }
        if largest < ENOUGH {
            break;
        }
    }
}

/// The nearest weights that keep the constraints, each measured by the spread of its feature.
pub(super) fn nearest(weights: &[f32], spread: &[f32], constraints: &[Constraint]) -> Vec<f32> {
    let used: Vec<usize> = (0..weights.len()).filter(|&i| spread[i] > 0.0).collect();
    let parts: Vec<f64> = used.iter().map(|&i| 1.0 / f64::from(spread[i])).collect();
    let row = |i: usize| (0..used.len()).map(|j| f64::from(u8::from(i == j))).collect();
    let unit = Cholesky::new((0..used.len()).map(row).collect()).expect("one is positive");
    let mut step = vec![0.0; used.len()];
    correct(&mut step, &unit, weights, &used, &parts, constraints);
    let mut weights = weights.to_vec();
    for (i, &weight) in used.iter().enumerate() {
        weights[weight] += (step[i] * parts[i]) as f32;
    }
    weights
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_least(terms: &[(usize, f64)], bound: f64) -> Constraint {
        Constraint { terms: terms.to_vec(), bound, is_equal: false, rule: String::new() }
    }

    #[test]
    fn a_system_is_solved() {
        let matrix = vec![vec![4.0, 0.0, 0.0], vec![2.0, 5.0, 0.0], vec![1.0, 3.0, 6.0]];
        // [4 2 1; 2 5 3; 1 3 6] times [1 2 3].
        let found = Cholesky::new(matrix).expect("positive").solve(vec![11.0, 21.0, 25.0]);
        for (found, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert!(Cholesky::new(vec![vec![-1.0]]).is_none());
    }

    #[test]
    fn the_nearest_weights_are_on_the_border() {
        // a >= b from (0, 2): the middle; an equality on top moves both; what holds changes nothing.
        let order = at_least(&[(0, 1.0), (1, -1.0)], 0.0);
        let near = |weights: &[f32], rules: &[Constraint]| nearest(weights, &[1.0, 1.0], rules);
        assert_eq!(near(&[0.0, 2.0], std::slice::from_ref(&order)), [1.0, 1.0]);
        assert_eq!(near(&[3.0, 2.0], std::slice::from_ref(&order)), [3.0, 2.0]);
        let fixed = Constraint { is_equal: true, ..at_least(&[(1, 1.0)], 5.0) };
        let found = near(&[0.0, 2.0], &[order, fixed]);
        assert!((found[0] - 5.0).abs() < 1e-4 && (found[1] - 5.0).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn a_wide_feature_is_moved_less() {
        let found = nearest(&[0.0, 0.0], &[1.0, 3.0], &[at_least(&[(0, 1.0), (1, 1.0)], 10.0)]);
        assert!((found[0] - 9.0).abs() < 1e-4 && (found[1] - 1.0).abs() < 1e-4, "{found:?}");
    }
}
