//! How likely results are when the true mean score is given: what the interval of a score and the
//! sequential test have in common.
//!
//! Source: `vandenbergh-mle`, proposition 1.1. Of all distributions over the scores `a_i` with the
//! mean `s`, the one that makes the observed frequencies `p_i` likeliest is
//! `p_i / (1 + theta (a_i - s))`, where `theta` solves `sum p_i (a_i - s) / (1 + theta (a_i - s)) = 0`.
//! Differs: none. `fishtest` solves the same equation with Brent's method, this file with Newton's
//! kept inside a shrinking bracket.

/// What a score that was never reached counts, so that every mean between 0 and 1 stays possible:
/// the value of `fishtest`.
const NEVER_REACHED: f64 = 1e-3;
/// Steps after which the bracket is as narrow as the numbers allow.
const MAX_STEPS: u32 = 100;
/// The root is known well enough when a step moves it by less than this part of the bracket.
const PRECISION: f64 = 1e-13;

/// How much log-likelihood the results lose when the true mean score is `mean` instead of the one
/// observed. `counts[i]` is how often the score `i / (N - 1)` was reached; `mean` lies strictly
/// between 0 and 1. No results lose nothing.
///
/// ```
/// use conjoin_lab::likelihood::deficit;
///
/// // Seven wins and three losses: the binomial likelihood, but for the draws that never came.
/// let exact = 7.0 * (0.7f64 / 0.5).ln() + 3.0 * (0.3f64 / 0.5).ln();
/// assert!((deficit([3, 0, 7], 0.5) - exact).abs() < 1e-3);
/// ```
pub fn deficit<const N: usize>(counts: [u64; N], mean: f64) -> f64 {
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let weights = regularised(counts);
    let distances: [f64; N] = std::array::from_fn(|i| i as f64 / (N - 1) as f64 - mean);
    let theta = solve(&weights, &distances);
    weights.iter().zip(&distances).map(|(weight, a)| weight * (theta * a).ln_1p()).sum()
}

/// The counts with a little of every score.
pub(crate) fn regularised<const N: usize>(counts: [u64; N]) -> [f64; N] {
    counts.map(|count| if count == 0 { NEVER_REACHED } else { count as f64 })
}

/// The `theta` that makes the weighted sum of `a / (1 + theta a)` vanish. The sum falls from
/// infinity to minus infinity between the two ends at which a term has no value.
fn solve<const N: usize>(weights: &[f64; N], distances: &[f64; N]) -> f64 {
    let (mut low, mut high) = (-1.0 / distances[N - 1], -1.0 / distances[0]);
    let width = high - low;
    let mut theta = 0.0;
    for _ in 0..MAX_STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (weight, a) in weights.iter().zip(distances) {
            let part = a / (1.0 + theta * a);
            value += weight * part;
            slope -= weight * part * part;
        }
        if value > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let newton = theta - value / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        let step = (next - theta).abs();
        theta = next;
        if step <= PRECISION * width {
            break;
        }
    }
    theta
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of the distribution that `solve` leads to must be the one asked for.
    #[test]
    fn the_likeliest_distribution_has_the_mean_asked_for() {
        for counts in [[3, 1, 4, 1, 5], [0, 0, 0, 0, 9], [7, 0, 0, 0, 0], [0, 0, 1000, 0, 0]] {
            for mean in [0.001, 0.1, 0.5, 0.53, 0.9, 0.999] {
                let weights = regularised(counts);
                let total: f64 = weights.iter().sum();
                let distances: [f64; 5] = std::array::from_fn(|i| i as f64 / 4.0 - mean);
                let theta = solve(&weights, &distances);
                let parts = weights.map(|weight| weight / total);
                let likeliest: Vec<f64> =
                    parts.iter().zip(&distances).map(|(p, a)| p / (1.0 + theta * a)).collect();
                let sum: f64 = likeliest.iter().sum();
                let found: f64 =
                    likeliest.iter().enumerate().map(|(i, p)| p * i as f64 / 4.0).sum();
                assert!((sum - 1.0).abs() < 1e-6, "{counts:?} at {mean}: sum {sum}");
                assert!((found - mean).abs() < 1e-6, "{counts:?} at {mean}: {found}");
            }
        }
    }

    #[test]
    fn nothing_is_lost_at_the_observed_mean() {
        assert!(deficit([10, 20, 30], 40.0 / 60.0).abs() < 1e-9);
        assert!(deficit([10, 20, 30], 0.6) > 0.0);
        assert!(deficit([0; 5], 0.3).abs() < f64::EPSILON);
    }
}
