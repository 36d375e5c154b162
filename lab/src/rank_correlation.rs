//! Do two numbers put things in the same order? Spearman's rank correlation.
//!
//! Each value is replaced by its rank, equal values by the middle of their ranks, and the correlation of the
//! ranks is taken. Things may count several times, as draws of a bootstrap have them.

/// A thing with two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The one number.
    pub x: f64,
    /// The other one.
    pub y: f64,
    /// How often it counts.
    pub weight: f64,
}

/// Spreads below this are none.
const NO_SPREAD: f64 = 1e-12;

/// The rank correlation, from -1 to 1; nothing where one of the numbers is always the same.
pub fn rank_correlation(points: &[Point]) -> Option<f64> {
    let weights: Vec<f64> = points.iter().map(|point| point.weight).collect();
    let x = ranks(&points.iter().map(|point| point.x).collect::<Vec<_>>(), &weights);
    let y = ranks(&points.iter().map(|point| point.y).collect::<Vec<_>>(), &weights);
    let total: f64 = weights.iter().sum();
    let mean = |values: &[f64]| {
        values.iter().zip(&weights).map(|(value, weight)| value * weight).sum::<f64>() / total
    };
    let (mean_x, mean_y) = (mean(&x), mean(&y));
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for ((x, y), weight) in x.iter().zip(&y).zip(&weights) {
        let (x, y) = (x - mean_x, y - mean_y);
        xx += weight * x * x;
        yy += weight * y * y;
        xy += weight * x * y;
    }
    let spread = (xx * yy).sqrt();
    (spread > NO_SPREAD).then(|| xy / spread)
}

/// Weighted ranks: the weight of all that is smaller, and half of that of all that is equal.
fn ranks(values: &[f64], weights: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0.0;
    for equal in order.chunk_by(|&a, &b| values[a] >= values[b]) {
        let weight: f64 = equal.iter().map(|&i| weights[i]).sum();
        for &i in equal {
            ranks[i] = before + weight / 2.0;
        }
        before += weight;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(points: &[(f64, f64, f64)]) -> Option<f64> {
        let point = |&(x, y, weight): &(f64, f64, f64)| Point { x, y, weight };
        rank_correlation(&points.iter().map(point).collect::<Vec<_>>())
    }

    fn is_near(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-12), "{found:?}");
    }

    #[test]
    fn it_is_that_of_the_textbook() {
        // Without equal values 1 - 6 sum(d^2) / (n (n^2 - 1)): here the differences are 0, 1, 1, 0.
        is_near(
            of(&[(1.0, 10.0, 1.0), (2.0, 300.0, 1.0), (3.0, 20.0, 1.0), (9.0, 301.0, 1.0)]),
            0.8,
        );
        is_near(of(&[(1.0, 2.0, 1.0), (2.0, 1.0, 1.0)]), -1.0);
        // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 * 5).
        let tied = [(1.0, 1.0, 1.0), (5.0, 2.0, 1.0), (5.0, 3.0, 1.0), (7.0, 4.0, 1.0)];
        is_near(of(&tied), 4.5 / (4.5_f64 * 5.0).sqrt());
        assert_eq!(of(&[(1.0, 1.0, 1.0), (1.0, 2.0, 1.0)]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn a_point_of_weight_two_is_as_if_it_were_there_twice() {
        let once = [(1.0, 2.0, 1.0), (2.0, 1.0, 1.0), (2.0, 1.0, 1.0), (3.0, 5.0, 1.0)];
        let twice = [(1.0, 2.0, 1.0), (2.0, 1.0, 2.0), (3.0, 5.0, 1.0), (0.0, 9.0, 0.0)];
        is_near(of(&twice), of(&once).expect("both vary"));
    }
}
