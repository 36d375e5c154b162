//! What results say about strength: score with a 95 % interval, Elo, likelihood of superiority.
//!
//! Results are a [`Tally`]: of single games (loss, draw, win), or of pairs of games that were
//! played from one opening with both colours (0 to 2 points in halves). The two games of a pair
//! are not independent, for an opening that is good for Black is so in both; pairs are
//! independent. Whoever has pairs counts pairs: the interval is then narrower and right.
//!
//! Sources: `fishtest` for variance, Elo and superiority; `vandenbergh-mle` for the likelihood;
//! `owen-empirical-likelihood` for the interval; `wallace-student` for superiority.
//! Differs: `fishtest` takes mean plus and minus 1.96 standard errors. That interval covers the
//! truth far less than 95 % of the time when results are few or lopsided (two wins would prove a
//! score of 100 %). Here the interval holds every mean score that the likelihood ratio does not
//! reject at Student's 95 % quantile, and what lies within that quantile in standard errors: the
//! likelihood is right where results are lopsided, the standard error where nearly all are equal.
//! All are the same interval when results are many (`docs/matches.md` has the measured coverage).

use crate::likelihood;

/// How often each score was reached, the lowest first: `counts[i]` times the score `i / (N - 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally<const N: usize> {
    /// The counts.
    pub counts: [u64; N],
}

/// Single games: losses, draws, wins.
pub type Games = Tally<3>;
/// Pairs of games with both colours: 0, 1/2, 1, 3/2 and 2 points.
pub type Pairs = Tally<5>;

/// The 97.5 % quantile of the normal distribution.
pub(crate) const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;
/// That of Student's distribution with 1 to 10 degrees of freedom.
const STUDENT_QUANTILES: [f64; 10] =
    [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281];
/// Halvings of an interval end: more than the numbers can tell apart.
const HALVINGS: u32 = 50;
/// The smallest and, from 1, the largest mean score looked at.
const EDGE: f64 = 1e-9;

/// What a tally says about the true score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Probability that the true score is above one half, by the same measures as the interval.
    pub superiority: f64,
}

impl<const N: usize> Default for Tally<N> {
    fn default() -> Self {
        Self { counts: [0; N] }
    }
}

impl<const N: usize> Tally<N> {
    /// Counts one more result, given in half points: 0 to `N - 1`.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// How many results there are.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean score, 0 to 1; nothing when there are no results.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let points: f64 = self.counts.iter().zip(scores::<N>()).map(|(&n, s)| n as f64 * s).sum();
        (total > 0).then(|| points / total as f64)
    }

    /// The mean score and its standard error, with a little of every score mixed in as
    /// `fishtest` does; nothing when there are no results.
    pub fn mean_and_error(&self) -> Option<(f64, f64)> {
        self.mean()?;
        let weights = likelihood::regularised(self.counts);
        let total: f64 = weights.iter().sum();
        let mean = weights.iter().zip(scores::<N>()).map(|(n, s)| n * s).sum::<f64>() / total;
        let squares = weights.iter().zip(scores::<N>()).map(|(n, s)| n * (s - mean).powi(2));
        let variance = squares.sum::<f64>() / total;
        Some((mean, (variance / total).sqrt()))
    }

    /// Score, interval and superiority; nothing when there are no results.
    pub fn estimate(&self) -> Option<Estimate> {
        let score = self.mean()?;
        let (mean, error) = self.mean_and_error()?;
        let (low, high) = self.interval(score, mean, error);
        Some(Estimate { score, low, high, superiority: self.superiority(mean, error) })
    }

    /// How sure it is that the true score is above one half: by the likelihood ratio or the standard
    /// error, whichever says less, after Student.
    fn superiority(&self, mean: f64, error: f64) -> f64 {
        let by_likelihood = (2.0 * likelihood::deficit(self.counts, 0.5)).max(0.0).sqrt();
        let deviations = by_likelihood.min((mean - 0.5).abs() / error);
        normal_below(normal_of_student(deviations, self.total() - 1).copysign(mean - 0.5))
    }

    /// The mean scores that the likelihood ratio does not reject, or that lie within the standard
    /// error; `likeliest` is the mean of the mixture.
    fn interval(&self, score: f64, likeliest: f64, error: f64) -> (f64, f64) {
        let Some(quantile) = student_quantile(self.total() - 1) else { return (0.0, 1.0) };
        let allowed = quantile * quantile / 2.0;
        let end = |mut inside: f64, mut outside: f64| {
            if likelihood::deficit(self.counts, outside) <= allowed {
                return outside.round();
            }
            for _ in 0..HALVINGS {
                let middle = f64::midpoint(inside, outside);
                if likelihood::deficit(self.counts, middle) <= allowed {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            inside
        };
        // An observed 0 or 1 is an end of the interval, though the mixture lies inside.
        let low = if score <= 0.0 { 0.0 } else { end(likeliest, EDGE) };
        let high = if score >= 1.0 { 1.0 } else { end(likeliest, 1.0 - EDGE) };
        let reach = quantile * error;
        (low.min(likeliest - reach).max(0.0), high.max(likeliest + reach).min(1.0))
    }
}

impl Games {
    /// A tally of wins, draws and losses.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self { counts: [losses, draws, wins] }
    }
}

impl Estimate {
    /// The Elo difference that the score stands for; infinite for a score of 0 or 1.
    pub fn elo(&self) -> f64 {
        elo_of_score(self.score)
    }

    /// Half the width of the interval in Elo; infinite when the interval reaches 0 or 1.
    pub fn elo_error(&self) -> f64 {
        (elo_of_score(self.high) - elo_of_score(self.low)) / 2.0
    }

    /// Does the interval hold this score?
    pub fn covers(&self, score: f64) -> bool {
        (self.low..=self.high).contains(&score)
    }
}

/// The expected score of a player who is this much stronger, after Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that gives this expected score; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The scores of a tally, 0 to 1.
fn scores<const N: usize>() -> impl Iterator<Item = f64> {
    (0..N).map(|i| i as f64 / (N - 1) as f64)
}

/// The 97.5 % quantile of Student's distribution; nothing without a degree of freedom.
///
/// From the eleventh degree on by the expansion in Abramowitz and Stegun 26.7.5, which is then
/// right to four digits.
pub(crate) fn student_quantile(degrees: u64) -> Option<f64> {
    if let Some(&exact) = STUDENT_QUANTILES.get((degrees as usize).checked_sub(1)?) {
        return Some(exact);
    }
    let (z, n) = (NORMAL_QUANTILE, degrees as f64);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    Some(z + first / n + second / n.powi(2) + third / n.powi(3))
}

/// The standard normal number that is as unlikely as Student's `t`; 0 without a degree of freedom.
///
/// After `wallace-student`: right to a hundredth of a probability for one degree, far better for more.
fn normal_of_student(t: f64, degrees: u64) -> f64 {
    let n = degrees as f64;
    if degrees == 0 {
        return 0.0;
    }
    (8.0 * n + 1.0) / (8.0 * n + 3.0) * (n * (t * t / n).ln_1p()).sqrt()
}

/// The probability that a standard normal number is below `x`: Abramowitz and Stegun 26.2.17,
/// right to 7.5e-8.
pub(crate) fn normal_below(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let above = density * t * COEFFICIENTS.iter().rev().fold(0.0, |sum, c| sum * t + c);
    if x >= 0.0 { 1.0 - above } else { above }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    /// Elo, its error by the normal interval and superiority as `fishtest` computes them.
    fn normal_elo<const N: usize>(tally: Tally<N>) -> (f64, f64, f64) {
        let (mean, error) = tally.mean_and_error().expect("results");
        let reach = NORMAL_QUANTILE * error;
        let half = (elo_of_score(mean + reach) - elo_of_score(mean - reach)) / 2.0;
        (elo_of_score(mean), half, normal_below((mean - 0.5) / error))
    }

    /// The values in the tests of `fastchess` (app/tests/elo_test.cpp).
    #[test]
    fn elo_error_and_superiority_are_those_of_fastchess() {
        let (elo, error, superiority) = normal_elo(Games::new(136, 111, 96));
        close(elo, 40.70, 0.01);
        close(error, 30.43, 0.02);
        close(superiority, 0.9960, 1e-4);
        close(normal_elo(Games::new(76, 123, 89)).2, 0.1553, 1e-4);
        let pairs = Pairs { counts: [34, 54, 31 + 32, 64, 75] };
        let (elo, error, superiority) = normal_elo(pairs);
        close(elo, 55.58, 0.01);
        close(error, 27.65, 0.02);
        close(superiority, 1.0, 1e-4);
        let (elo, error, superiority) =
            normal_elo(Pairs { counts: [332, 433, 457 + 41, 333, 334] });
        close(elo, -8.64, 0.01);
        close(error, 10.33, 0.01);
        close(superiority, 0.0505, 1e-4);
        let (elo, error, _) = normal_elo(Pairs { counts: [7895, 8757, 5485 + 200, 568, 9999] });
        close(elo, -21.04, 0.01);
        close(error, 2.95, 0.01);
    }

    #[test]
    fn with_many_results_the_interval_is_the_normal_one() {
        let pairs = Pairs { counts: [332, 433, 457 + 41, 333, 334] };
        let estimate = pairs.estimate().expect("results");
        close(estimate.elo(), -8.64, 0.01);
        close(estimate.elo_error(), 10.33, 0.02);
        close(estimate.superiority, 0.0505, 5e-4);
        let estimate = Games::new(136, 111, 96).estimate().expect("results");
        close(estimate.elo_error(), 30.43, 0.3);
    }

    #[test]
    fn few_results_prove_little() {
        assert_eq!(Pairs::default().estimate(), None);
        let one = Pairs { counts: [0, 0, 0, 0, 1] }.estimate().expect("a result");
        assert!(one.low < 1e-6 && one.high > 1.0 - 1e-6, "{one:?}");
        close(one.superiority, 0.5, 1e-6);
        let won = Pairs { counts: [0, 0, 0, 0, 10] }.estimate().expect("results");
        // The likelihood of ten wins falls to exp(-t^2 / 2) at this score.
        close(won.low, (-2.2622f64.powi(2) / 20.0).exp(), 1e-3);
        close(won.high, 1.0, 0.0);
        assert!(won.superiority > 0.975, "{won:?}");
        let two = Pairs { counts: [2, 0, 0, 0, 0] }.estimate().expect("results");
        assert!(two.covers(0.5) && two.superiority > 0.025, "{two:?}");
        assert!(won.elo().is_infinite() && won.elo_error().is_infinite());
        // Black won every game of ten openings: still no proof of 50 %.
        let split = Pairs { counts: [0, 0, 10, 0, 0] }.estimate().expect("results");
        assert!(split.low < 0.42 && split.high > 0.58, "{split:?}");
    }

    #[test]
    fn the_other_side_sees_the_mirror_image() {
        let ours = Pairs { counts: [1, 2, 9, 7, 4] }.estimate().expect("results");
        let theirs = Pairs { counts: [4, 7, 9, 2, 1] }.estimate().expect("results");
        close(ours.score, 1.0 - theirs.score, 1e-12);
        close(ours.low, 1.0 - theirs.high, 1e-9);
        close(ours.elo(), -theirs.elo(), 1e-9);
        close(ours.superiority, 1.0 - theirs.superiority, 1e-7);
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        assert_eq!(student_quantile(0), None);
        for (degrees, expected) in [(1, 12.7062), (10, 2.2281), (11, 2.2010), (30, 2.0423)] {
            close(student_quantile(degrees).expect("a degree"), expected, 2e-4);
        }
        // The quantiles of Student's distribution are as unlikely as the normal one.
        for (degrees, tolerance) in [(1, 0.01), (2, 0.003), (10, 1e-3), (100, 1e-4)] {
            let t = student_quantile(degrees).expect("a degree");
            close(normal_below(normal_of_student(t, degrees)), 0.975, tolerance);
        }
        close(student_quantile(1_000_000).expect("a degree"), 1.96, 1e-4);
        for (x, expected) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025), (4.0, 0.999_968_3)]
        {
            close(normal_below(x), expected, 1e-7);
        }
    }

    #[test]
    fn elo_and_score_undo_each_other() {
        close(score_of_elo(0.0), 0.5, 1e-12);
        close(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        for elo in [-300.0, -5.0, 0.0, 12.5, 800.0] {
            close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
    }
}
